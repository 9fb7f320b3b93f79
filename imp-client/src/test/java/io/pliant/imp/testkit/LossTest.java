package io.pliant.imp.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.imp.AdaptationKind;
import io.pliant.imp.Imp;
import io.pliant.imp.LocalStatus;
import io.pliant.imp.Outcome;
import io.pliant.imp.Window;
import io.pliant.imp.comm.PeerGoneException;
import io.pliant.imp.comm.ReduceOp;
import io.pliant.imp.testkit.Report.Result;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tasks that die at each step of an adaptation: one outcome, and the others compute on. */
@Timeout(60)
final class LossTest {
  private final AtomicInteger rounds = new AtomicInteger();
  private final AtomicInteger size = new AtomicInteger();
  private volatile boolean stop;
  private volatile boolean holdWindow;
  private final AtomicBoolean inWindow = new AtomicBoolean();

  /**
   * A program without data to lose: counts its members in a loop, and survives the loss of some.
   */
  private void survivor(Imp imp) {
    boolean enter = imp.status() == LocalStatus.JOINING;
    while (true) {
      try {
        if (enter || imp.probe()) {
          enter = false;
          window(imp);
          if (!imp.isMember()) {
            return;
          }
        }
        long[] sum = imp.world().allreduce(new long[] {1, stop ? 1 : 0}, ReduceOp.SUM);
        size.set((int) sum[0]);
        rounds.incrementAndGet();
        if (sum[1] > 0) {
          return;
        }
      } catch (PeerGoneException e) {
        enter = true;
      }
    }
  }

  private void window(Imp imp) {
    try (Window window = imp.begin()) {
      if (!window.isOpen()) {
        return;
      }
      inWindow.set(true);
      while (holdWindow && window.kind() != AdaptationKind.LOSS) {
        window.union().barrier();
      }
      Outcome unused = window.commit();
    } catch (PeerGoneException e) {
      if (!imp.isMember()) {
        throw e;
      }
    }
  }

  private void awaitRoundsOf(int tasks) {
    while (size.get() != tasks) {
      Thread.yield();
    }
    int seen = rounds.get();
    while (rounds.get() < seen + 3 * tasks) {
      Thread.yield();
    }
  }

  private void finish(FakeScheduler scheduler) throws InterruptedException {
    stop = true;
    scheduler.awaitEnd(Duration.ofSeconds(20));
  }

  @Test
  void shouldGoOnWithTheSurvivorsWhenAMemberIsLost() throws Exception {
    try (FakeScheduler scheduler = FakeScheduler.start(FakeJob.of(this::survivor, 4))) {
      awaitRoundsOf(4);
      scheduler.kill("n3");
      awaitRoundsOf(3);
      assertThat(scheduler.nodes()).containsExactly("n1", "n2", "n4");
      scheduler.kill("n1"); // the leader
      awaitRoundsOf(2);
      Report grown = scheduler.expand(2).get(20, TimeUnit.SECONDS);
      assertThat(grown.result()).isEqualTo(Result.COMMITTED);
      awaitRoundsOf(4);
      finish(scheduler);
    }
  }

  @Test
  void shouldAbortOnceAndKeepTheOldWorldWhenAJoinerDiesInTheWindow() throws Exception {
    holdWindow = true;
    try (FakeScheduler scheduler = FakeScheduler.start(FakeJob.of(this::survivor, 2))) {
      CompletableFuture<Report> report = scheduler.expand(2);
      while (!inWindow.get()) {
        Thread.yield();
      }
      scheduler.kill("n4");
      assertThat(report.get(20, TimeUnit.SECONDS).result()).isEqualTo(Result.ABORTED);
      holdWindow = false;
      awaitRoundsOf(2);
      assertThat(scheduler.history()).hasSize(1);
      stop = true;
    }
  }

  @Test
  void shouldAbortAndThenLoseTheMemberThatDiesInTheWindow() throws Exception {
    holdWindow = true;
    try (FakeScheduler scheduler = FakeScheduler.start(FakeJob.of(this::survivor, 3))) {
      CompletableFuture<Report> report = scheduler.shrink(1);
      while (!inWindow.get()) {
        Thread.yield();
      }
      scheduler.kill("n2");
      assertThat(report.get(20, TimeUnit.SECONDS).result()).isEqualTo(Result.ABORTED);
      awaitRoundsOf(2);
      assertThat(scheduler.nodes()).containsExactly("n1", "n3");
      assertThat(scheduler.history())
          .extracting(Report::kind)
          .containsExactly(AdaptationKind.SHRINK, AdaptationKind.LOSS);
      finish(scheduler);
    }
  }
}
