package io.pliant.imp.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pliant.imp.Imp;
import io.pliant.imp.ImpOptions;
import io.pliant.imp.testkit.FakeJob;
import io.pliant.imp.testkit.FakeScheduler;
import io.pliant.imp.testkit.Report;
import io.pliant.imp.testkit.TaskProgram;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(120)
final class ExamplesTest {
  private static final int SIDE = 24;
  private static final int STEPS = 4000;

  /** Resizes at random until the program is over; returns how often it was resized. */
  private static int resizeToTheEnd(FakeJob job, long seed) throws Exception {
    Random random = new Random(seed);
    AtomicInteger committed = new AtomicInteger();
    try (FakeScheduler scheduler = FakeScheduler.start(job.between(1, 8))) {
      while (!scheduler.busyNodes().isEmpty()) {
        int size = scheduler.nodes().size();
        boolean up = size == 1 || size < 8 && random.nextBoolean();
        int nodes = 1 + random.nextInt(up ? 8 - size : size - 1);
        CompletableFuture<Report> change = up ? scheduler.expand(nodes) : scheduler.shrink(nodes);
        while (!change.isDone() && !scheduler.busyNodes().isEmpty()) {
          Thread.sleep(1);
        }
        if (change.isDone() && change.get().result() == Report.Result.COMMITTED) {
          committed.incrementAndGet();
        }
      }
      scheduler.awaitEnd(Duration.ofSeconds(30));
    }
    return committed.get();
  }

  private static Heat.Answer rigidHeat(int tasks) throws Exception {
    CompletableFuture<Heat.Answer> answer = new CompletableFuture<>();
    try (FakeScheduler scheduler = FakeScheduler.start(FakeJob.of(heat(answer), tasks))) {
      scheduler.awaitEnd(Duration.ofSeconds(60));
      return answer.get(1, TimeUnit.SECONDS);
    }
  }

  private static TaskProgram heat(CompletableFuture<Heat.Answer> answer) {
    return imp -> {
      Heat.Answer found = Heat.run(imp, new Heat.Plan(SIDE, STEPS), Show.none());
      if (found.plate().length > 0) {
        answer.complete(found);
      }
    };
  }

  private static void same(Heat.Answer actual, Heat.Answer expected) {
    assertThat(actual.steps()).isEqualTo(expected.steps());
    assertThat(actual.change()).isEqualTo(expected.change());
    assertThat(actual.plate()).isEqualTo(expected.plate());
  }

  @Test
  void shouldHeatThePlateAloneAsOnAnyRigidSize() throws Exception {
    Heat.Answer alone;
    try (Imp imp = Imp.init(ImpOptions.alone())) {
      alone = Heat.run(imp, new Heat.Plan(SIDE, STEPS), Show.none());
    }
    Heat.check(alone.plate(), SIDE, alone.change());
    same(rigidHeat(5), alone);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void shouldHeatThePlateToTheSameBitsWhenResized(long seed) throws Exception {
    // given
    CompletableFuture<Heat.Answer> answer = new CompletableFuture<>();

    // when
    int resizes = resizeToTheEnd(FakeJob.of(heat(answer), 2), seed);

    // then
    assertThat(resizes).isPositive();
    same(answer.get(1, TimeUnit.SECONDS), rigidHeat(1));
  }

  @Test
  void shouldNoticeAWrongPlate() throws Exception {
    Heat.Answer right = rigidHeat(1);
    double[] wrong = right.plate().clone();
    wrong[SIDE * (SIDE / 2) + SIDE / 3] += 1e-3;
    assertThatThrownBy(() -> Heat.check(wrong, SIDE, right.change()))
        .hasMessageStartingWith("Expected a change of at most");
  }

  @ParameterizedTest
  @ValueSource(longs = {4, 5})
  void shouldCountTheSameHitsWhenResized(long seed) throws Exception {
    // given
    Pi.Plan plan = new Pi.Plan(600, 100_000);
    long hits = LongStream.range(0, plan.batches()).map(i -> Pi.batch(i, plan.points())).sum();
    CompletableFuture<Pi.Answer> answer = new CompletableFuture<>();
    TaskProgram pi =
        imp -> {
          Pi.Answer found = Pi.run(imp, plan, Show.none());
          if (found.isHere()) {
            answer.complete(found);
          }
        };

    // when
    int resizes = resizeToTheEnd(FakeJob.of(pi, 3), seed);

    // then
    assertThat(resizes).isPositive();
    Pi.Answer found = answer.get(1, TimeUnit.SECONDS);
    assertThat(found).isEqualTo(new Pi.Answer(plan, hits));
    found.check();
    assertThatThrownBy(() -> new Pi.Answer(plan, hits - 100_000).check())
        .hasMessageContaining("Expected pi");
  }
}
