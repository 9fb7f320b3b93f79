package io.pliant.imp.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.imp.AdaptationKind;
import io.pliant.imp.testkit.FakeJob;
import io.pliant.imp.testkit.FakeScheduler;
import io.pliant.imp.testkit.Report;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * All applications through random sequences of expand, shrink, grow and release over 1 to 12 nodes:
 * the rigid answer to the last bit, every node accounted for. {@code -Dpliant.sequences=N} for N
 * sequences instead of 200, {@code -Dpliant.seed=S} to begin with another one.
 */
@Timeout(1200)
final class ResizedAnswersTest {
  private static final int SEQUENCES = Integer.getInteger("pliant.sequences", 200);
  private static final int SEED = Integer.getInteger("pliant.seed", 0);

  @ParameterizedTest
  @EnumSource(Program.class)
  void shouldGiveTheRigidAnswerThroughRandomSequences(Program program) throws Exception {
    // given
    Launch.Answer rigid = program.alone();
    rigid.check();
    int each = (SEQUENCES + Program.values().length - 1) / Program.values().length;
    int committed = 0;
    int others = 0;
    long started = System.nanoTime();
    for (int seed = SEED; seed < SEED + each; seed++) {
      // when
      List<Report> history = play(program, seed, rigid.digest());

      // then
      for (Report report : history) {
        boolean done = !report.changed().isEmpty();
        committed += done ? 1 : 0;
        others += done ? 0 : 1;
      }
    }
    System.out.printf(
        "%s: %d sequences, %d adaptations committed, %d ended otherwise, %d ms each%n",
        program, each, committed, others, (System.nanoTime() - started) / 1_000_000 / each);
    assertThat(committed).isGreaterThan(each);
  }

  private static List<Report> play(Program program, int seed, String digest) throws Exception {
    Random random = new Random(seed);
    CompletableFuture<FakeScheduler> started = new CompletableFuture<>();
    CompletableFuture<Launch.Answer> answer = new CompletableFuture<>();
    Director director = new Director(started, random);
    int first = 1 + random.nextInt(4);
    FakeJob job =
        FakeJob.of(
                imp -> {
                  Launch.Answer found = program.run(imp, director);
                  if (found.isHere()) {
                    answer.complete(found);
                  }
                },
                first)
            .between(1, Director.MOST);
    try (FakeScheduler scheduler = FakeScheduler.start(job)) {
      started.complete(scheduler);
      scheduler.awaitEnd(Duration.ofSeconds(120));
      assertThat(answer).as("seed %d", seed).isDone();
      answer.join().check();
      assertThat(answer.join().digest()).as("seed %d", seed).isEqualTo(digest);
      assertThat(director.isOver()).as("seed %d played to the end", seed).isTrue();
      assertThat(scheduler.busyNodes()).as("seed %d", seed).isEmpty();
      balance(scheduler, first, seed);
      return scheduler.history();
    }
  }

  /** The job's nodes are those that it began with and those that came, without those that went. */
  private static void balance(FakeScheduler scheduler, int first, int seed) {
    Set<String> nodes = new HashSet<>();
    for (int i = 1; i <= first; i++) {
      nodes.add("n" + i);
    }
    for (Report report : scheduler.history()) {
      for (String node : report.changed()) {
        boolean right =
            report.kind() == AdaptationKind.EXPAND ? nodes.add(node) : nodes.remove(node);
        assertThat(right).as("seed %d: %s", seed, report).isTrue();
      }
      assertThat(report.size()).as("seed %d: %s", seed, report).isEqualTo(nodes.size());
    }
    assertThat(scheduler.nodes()).as("seed %d", seed).containsExactlyInAnyOrderElementsOf(nodes);
  }
}
