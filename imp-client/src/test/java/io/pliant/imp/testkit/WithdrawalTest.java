package io.pliant.imp.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.imp.Imp;
import io.pliant.imp.LocalStatus;
import io.pliant.imp.Outcome;
import io.pliant.imp.Window;
import io.pliant.imp.comm.ReduceOp;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An adaptation that is taken back while tasks are on their way from the probe to the window. */
@Timeout(120)
final class WithdrawalTest {
  private static final Duration LONG = Duration.ofSeconds(60);

  private final AtomicInteger shut = new AtomicInteger();
  private final AtomicInteger rounds = new AtomicInteger();
  private final CompletableFuture<Void> withdrawn = new CompletableFuture<>();
  private final CompletableFuture<Void> slowOne = new CompletableFuture<>();
  private volatile boolean stop;

  private void awaitRounds(int more) throws InterruptedException {
    int seen = rounds.get();
    Until.holds(() -> rounds.get() >= seen + more, "more rounds");
  }

  private boolean window(Window window) {
    try (window) {
      if (!window.isOpen()) {
        shut.incrementAndGet();
      }
      return window.commit() == Outcome.COMMITTED;
    }
  }

  /** Rank 1 dawdles between its probe and the window until the adaptation is over. */
  private void dawdler(Imp imp) throws InterruptedException {
    boolean enter = imp.status() == LocalStatus.JOINING;
    boolean more = true;
    while (more) {
      if (enter || imp.probe()) {
        if (!enter && imp.world().rank() == 1 && !withdrawn.isDone()) {
          slowOne.complete(null);
          withdrawn.join();
          Until.holds(() -> !imp.pending(), "that this task has heard of it");
        }
        enter = false;
        boolean unused = window(imp.begin());
        if (!imp.isMember()) {
          return;
        }
      }
      more = imp.world().allreduce(stop ? 1L : 0L, ReduceOp.MAX) == 0;
      rounds.incrementAndGet();
    }
  }

  @Test
  void shouldGoOnWhenWithdrawnBetweenProbeAndWindow() throws Exception {
    try (FakeScheduler scheduler = FakeScheduler.start(FakeJob.of(this::dawdler, 3))) {
      // given
      CompletableFuture<Report> report = scheduler.expand(1);
      slowOne.get(60, TimeUnit.SECONDS);

      // when
      assertThat(scheduler.withdraw()).isTrue();
      assertThat(report.get(60, TimeUnit.SECONDS).result()).isEqualTo(Report.Result.WITHDRAWN);
      withdrawn.complete(null);

      // then: the tasks compute on, and the next adaptation is a whole one
      awaitRounds(9);
      Report next = scheduler.expand(2).get(60, TimeUnit.SECONDS);
      assertThat(next.result()).isEqualTo(Report.Result.COMMITTED);
      assertThat(next.size()).isEqualTo(5);
      assertThat(shut.get()).isPositive(); // who heard of it before the probe has seen no window
      stop = true;
      scheduler.awaitEnd(LONG);
    }
  }

  /** Rank 0 gives every window up as soon as it is open. */
  private void quitter(Imp imp) {
    boolean more = true;
    while (more) {
      if (imp.status() == LocalStatus.JOINING || imp.probe()) {
        try (Window window = imp.begin()) {
          if (window.isOpen() && window.oldRank() == 0) {
            Outcome unused = window.abort("never mind");
          }
          Outcome unused = window.commit();
        }
        if (!imp.isMember()) {
          return;
        }
        shut.incrementAndGet();
      }
      more = imp.world().allreduce(stop ? 1L : 0L, ReduceOp.MAX) == 0;
      rounds.incrementAndGet();
    }
  }

  @Test
  void shouldStopAtOneProbeAgainAfterWindowsThatWereGivenUpAtOnce() throws Exception {
    try (FakeScheduler scheduler = FakeScheduler.start(FakeJob.of(this::quitter, 4))) {
      for (int i = 0; i < 40; i++) {
        Report report = scheduler.shrink(1).get(60, TimeUnit.SECONDS);
        assertThat(report.result()).isEqualTo(Report.Result.ABORTED);
        awaitRounds(4);
      }
      stop = true;
      scheduler.awaitEnd(LONG);
    }
    assertThat(shut.get()).isEqualTo(160);
  }
}
