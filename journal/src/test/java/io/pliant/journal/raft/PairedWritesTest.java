package io.pliant.journal.raft;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pliant.journal.JournalWriteFailed;
import io.pliant.journal.change.Change;
import io.pliant.journal.change.ChangeCodec;
import io.pliant.journal.change.Event;
import io.pliant.journal.change.Outcome;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A write that follows from others, against a log that answers when the test says so. */
final class PairedWritesTest {
  private static final Duration SOON = Duration.ofMinutes(1);

  private final Log log = new Log();
  private final WriteBudget budget = new WriteBudget();

  /** Of this one no first goes alone because the machine is slow. */
  private BatchWriter writer =
      new BatchWriter(budget, new PairedWrites(Duration.ofMinutes(5)), log::append);

  /** From here on firsts go alone after the usual time. */
  private void holdBriefly() {
    writer = new BatchWriter(budget, log::append);
  }

  /** Log entries as lists of entities; those without an answer are open. */
  private static final class Log {
    private final List<List<String>> entries = new ArrayList<>();
    private final Deque<Open> open = new ArrayDeque<>();

    private record Open(List<String> entities, CompletableFuture<byte[]> answer) {}

    synchronized CompletionStage<byte[]> append(byte[] entry) {
      Open added =
          new Open(
              ChangeCodec.decode(entry).stream().map(Change::entity).toList(),
              new CompletableFuture<>());
      entries.add(added.entities());
      open.add(added);
      return added.answer();
    }

    synchronized List<List<String>> entries() {
      return List.copyOf(entries);
    }

    synchronized boolean anyOpen() {
      return !open.isEmpty();
    }

    private synchronized Open take() {
      return open.remove();
    }

    /** The oldest entry that has no answer is durable. */
    void done() {
      Open oldest = take();
      List<Outcome> outcomes =
          oldest.entities().stream().map(_ -> (Outcome) Outcome.Done.INSTANCE).toList();
      oldest.answer().complete(ChangeCodec.encodeOutcomes(outcomes));
    }

    /** It is not, and will not be; these were in it. */
    List<String> lost() {
      Open oldest = take();
      oldest.answer().completeExceptionally(new JournalWriteFailed("lost", null));
      return oldest.entities();
    }

    void await(int count) {
      long end = System.nanoTime() + SOON.toNanos();
      while (entries().size() < count) {
        assertThat(System.nanoTime()).as("%d entries, %s", count, entries()).isLessThan(end);
        Thread.onSpinWait();
      }
    }
  }

  private static Change.Append append(String entity) {
    return new Change.Append(entity, "w", 1, List.of(new Event(1, 2, "event", "tag", new byte[9])));
  }

  private CompletableFuture<Outcome> write(String entity) {
    return writer.write(append(entity)).toCompletableFuture();
  }

  @Test
  void shouldMakeOneEntryOfAFirstAndItsFollower() {
    assertThat(writer.announce("job")).isTrue();
    CompletableFuture<Outcome> job = write("job");
    assertThat(log.entries()).isEmpty();

    writer.follow("ledger", List.of("job"));
    CompletableFuture<Outcome> ledger = write("ledger");

    assertThat(log.entries()).containsExactly(List.of("job", "ledger"));
    log.done();
    assertThat(List.of(job.join(), ledger.join())).containsOnly(Outcome.Done.INSTANCE);
  }

  @Test
  void shouldMakeAFollowerWaitForAFirstThatIsStillToCome() {
    writer.announce("job");
    writer.follow("ledger", List.of("job"));
    write("ledger");
    write("other");
    assertThat(log.entries()).containsExactly(List.of("other"));

    write("job");

    assertThat(log.entries()).containsExactly(List.of("other"), List.of("job", "ledger"));
  }

  @Test
  void shouldWriteAFirstAloneWhenNobodyFollowsAndThenTheFollowerAfterIt() {
    holdBriefly();
    writer.announce("job");
    write("job");
    log.await(1); // after a moment

    writer.follow("ledger", List.of("job"));
    CompletableFuture<Outcome> ledger = write("ledger");
    assertThat(log.entries()).containsExactly(List.of("job"));
    log.done();

    assertThat(log.entries()).containsExactly(List.of("job"), List.of("ledger"));
    log.done();
    assertThat(ledger.join()).isEqualTo(Outcome.Done.INSTANCE);
  }

  @Test
  void shouldNotHoldAFirstOfWhichIsKnownThatNobodyFollows() {
    writer.announce("job");
    write("job");
    writer.alone("job");
    writer.announce("late");
    writer.alone("late");
    write("late");

    assertThat(log.entries()).containsExactly(List.of("job"), List.of("late"));
  }

  @Test
  void shouldNotWriteAFollowerWhoseFirstIsLost() {
    writer.announce("job");
    write("job");
    writer.alone("job");
    writer.follow("ledger", List.of("job"));
    CompletableFuture<Outcome> ledger = write("ledger");
    log.lost();

    assertThatThrownBy(ledger::join).hasMessageContaining("'ledger' follows from");
    // nor one that hears of it only then
    writer.follow("ledger", List.of("job"));
    assertThatThrownBy(() -> write("ledger").join()).hasMessageContaining("'ledger' follows from");
    assertThat(log.entries()).containsExactly(List.of("job"));
    // another write of the first makes it good
    write("job");
    log.done();
    writer.follow("ledger", List.of("job"));
    write("ledger");
    assertThat(log.entries()).endsWith(List.of("job"), List.of("ledger"));
  }

  @Test
  void shouldNotWriteAFollowerWhoseFirstIsRefused() {
    writer.announce("job");
    writer.follow("ledger", List.of("job"));
    CompletableFuture<Outcome> ledger = write("ledger");
    Change.Append large =
        new Change.Append(
            "job", "w", 1, List.of(new Event(1, 2, "event", "tag", new byte[9 << 20])));

    assertThatThrownBy(() -> writer.write(large).toCompletableFuture().join())
        .hasMessageContaining("Expected at most");
    assertThatThrownBy(ledger::join).hasMessageContaining("'ledger' follows from");
    assertThat(log.entries()).isEmpty();
    assertThat(budget.empty()).isTrue();
  }

  @Test
  void shouldFailAFollowerWhoseFirstNeverComes() {
    holdBriefly();
    writer.announce("job");
    writer.follow("ledger", List.of("job"));

    assertThatThrownBy(() -> write("ledger").get(SOON.toSeconds(), TimeUnit.SECONDS))
        .hasMessageContaining("'ledger' follows from");
    assertThat(budget.empty()).isTrue();
  }

  /** Together they would be longer than an entry may be. */
  @Test
  void shouldWriteTheFollowerOfALargeFirstAfterIt() {
    Event half = new Event(1, 2, "event", "tag", new byte[3 << 20]);
    writer.announce("job");
    writer.write(new Change.Append("job", "w", 1, List.of(half, half)));
    writer.follow("ledger", List.of("job"));
    writer.write(new Change.Append("ledger", "w", 1, List.of(half, half)));
    assertThat(log.entries()).containsExactly(List.of("job"));

    log.done();

    assertThat(log.entries()).containsExactly(List.of("job"), List.of("ledger"));
  }

  @Test
  void shouldPutOffNothingWhenMuchWaits() {
    for (int i = 0; i <= WriteBudget.MOST_WAITING / 2; i++) {
      assertThat(budget.take(1)).isTrue();
    }
    assertThat(writer.announce("job")).isFalse();
    write("job");
    assertThat(log.entries()).containsExactly(List.of("job"));
  }

  /** Jobs and two ledgers at random, entries durable or lost at random. */
  @Test
  void shouldNeverWriteAFollowerBeforeItsFirsts() {
    holdBriefly();
    long seed = Long.getLong("pliant.model.seed", System.nanoTime());
    System.out.println("paired writes: -Dpliant.model.seed=" + seed);
    Random random = new Random(seed);
    Set<String> lost = new HashSet<>();
    List<CompletableFuture<Outcome>> all = new ArrayList<>();
    List<List<String>> followed = new ArrayList<>(List.of(List.of(), List.of()));
    for (int turn = 0; turn < 3_000; turn++) {
      int number = turn;
      int ledger = random.nextInt(2);
      List<String> jobs = new ArrayList<>();
      List<Runnable> steps = new ArrayList<>();
      for (int i = random.nextInt(4); i > 0; i--) {
        String job = "j" + number + "." + i;
        jobs.add(job);
        writer.announce(job);
        if (random.nextInt(30) > 0) {
          steps.add(() -> all.add(write(job)));
        } else {
          steps.add(() -> writer.alone(job));
          lost.add(job); // never comes
        }
      }
      String name = "l" + ledger + "." + number;
      followed.add(jobs);
      int at = steps.isEmpty() ? 0 : random.nextInt(steps.size() + 1);
      steps.add(
          at,
          () -> {
            writer.follow(name, jobs);
            all.add(write(name));
          });
      steps.forEach(Runnable::run);
      answer(random, lost, 3);
    }
    long end = System.nanoTime() + SOON.toNanos();
    while (!all.stream().allMatch(CompletableFuture::isDone)) {
      answer(random, lost, 1);
      assertThat(System.nanoTime()).as("all writes have an end").isLessThan(end);
    }
    assertThat(budget.empty()).isTrue();
    Set<String> before = new HashSet<>();
    for (List<String> entry : log.entries()) {
      before.addAll(entry);
      for (String entity : entry) {
        if (entity.startsWith("l")) {
          List<String> firsts = followed.get(2 + Integer.parseInt(entity.substring(3)));
          assertThat(before).as(entity).containsAll(firsts);
          List<String> earlier = firsts.stream().filter(job -> !entry.contains(job)).toList();
          assertThat(earlier)
              .as("%s follows from what is durable", entity)
              .noneMatch(lost::contains);
        }
      }
    }
  }

  private void answer(Random random, Set<String> lost, int of) {
    while (log.anyOpen() && random.nextInt(of) == 0) {
      if (random.nextInt(20) > 0) {
        log.done();
      } else {
        lost.addAll(log.lost());
      }
    }
  }

  @Test
  void shouldGiveAFollowerItsOwnFailure() {
    writer.announce("job");
    CompletableFuture<Outcome> job = write("job");
    writer.follow("ledger", List.of("job"));
    CompletableFuture<Outcome> ledger = write("ledger");
    log.lost();

    assertThatThrownBy(job::join)
        .isInstanceOf(CompletionException.class)
        .hasMessageContaining("lost");
    assertThatThrownBy(ledger::join).hasMessageContaining("lost");
  }
}
