package io.pliant.imp.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pliant.imp.Answer;
import io.pliant.imp.Imp;
import io.pliant.imp.Request;
import io.pliant.imp.testkit.Report.Result;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class AdaptationTest {
  private static final Duration LONG = Duration.ofSeconds(30);
  private static final int CELLS = 60;

  private final Stencil stencil = new Stencil(CELLS);

  private static Report result(CompletableFuture<Report> adaptation) throws Exception {
    return adaptation.get(30, TimeUnit.SECONDS);
  }

  private void finishAndCheck(FakeScheduler scheduler) throws InterruptedException {
    long seen = stencil.stepsDone.get();
    while (stencil.stepsDone.get() < seen + 3) {
      Thread.yield();
    }
    stencil.finish();
    scheduler.awaitEnd(LONG);
    assertThat(stencil.answer.get()).isEqualTo(Stencil.rigid(CELLS, stencil.stepsDone.get()));
    assertThat(scheduler.busyNodes()).isEmpty();
  }

  @Test
  void shouldGiveTheRigidAnswerAfterExpandAndShrink() throws Exception {
    try (FakeScheduler scheduler = FakeScheduler.start(FakeJob.of(stencil, 2))) {
      // when
      Report grown = result(scheduler.expand(3));
      Report shrunk = result(scheduler.shrink(4));

      // then
      assertThat(grown.result()).isEqualTo(Result.COMMITTED);
      assertThat(grown.changed()).containsExactly("n3", "n4", "n5");
      assertThat(shrunk.changed()).containsExactly("n2", "n3", "n4", "n5");
      assertThat(scheduler.nodes()).containsExactly("n1");
      finishAndCheck(scheduler);
    }
  }

  @Test
  void shouldResizeJobsWithSeveralTasksPerNode() throws Exception {
    FakeJob job = FakeJob.of(stencil, 1).withTasksPerNode(3);
    try (FakeScheduler scheduler = FakeScheduler.start(job)) {
      assertThat(result(scheduler.expand(2)).size()).isEqualTo(3);
      assertThat(result(scheduler.shrink(1)).size()).isEqualTo(2);
      finishAndCheck(scheduler);
    }
  }

  @Test
  void shouldUseWhatStartsUnlessTheJobWantsAllOrNothing() throws Exception {
    try (FakeScheduler scheduler = FakeScheduler.start(FakeJob.of(stencil, 1))) {
      scheduler.failStarts(1);
      Report part = result(scheduler.expand(3));
      assertThat(part.result()).isEqualTo(Result.COMMITTED_IN_PART);
      assertThat(part.changed()).containsExactly("n3", "n4");
      finishAndCheck(scheduler);
    }
    Stencil other = new Stencil(CELLS);
    FakeJob strict = FakeJob.of(other, 1).withAllOrNothing();
    try (FakeScheduler scheduler = FakeScheduler.start(strict)) {
      scheduler.failStarts(1);
      Report none = result(scheduler.expand(3));
      assertThat(none.result()).isEqualTo(Result.ABORTED);
      assertThat(none.size()).isEqualTo(1);
      other.finish();
      scheduler.awaitEnd(LONG);
    }
  }

  @Test
  void shouldAnswerOffersAsTheProgramOrTheSubmissionSays() throws Exception {
    TaskProgram choosy =
        imp -> {
          imp.onOffer(offer ->
              switch (offer.nodes()) {
                case 1 -> Answer.refuse("not now");
                case 2 -> Answer.counter(1);
                case 5 -> Answer.part(2);
                default -> Answer.byDefault();
              });
          stencil.run(imp);
        };
    FakeJob job = FakeJob.of(choosy, 1).withOnOffer(Answer.refuse("as submitted"));
    try (FakeScheduler scheduler = FakeScheduler.start(job)) {
      awaitSteps(1);
      Report refused = result(scheduler.expand(1));
      assertThat(refused.result()).isEqualTo(Result.REFUSED);
      assertThat(refused.reason()).isEqualTo("not now");
      Report countered = result(scheduler.expand(2));
      assertThat(countered.result()).isEqualTo(Result.COUNTERED);
      assertThat(countered.reason()).isEqualTo("would take 1 nodes");
      assertThat(result(scheduler.expand(3)).reason()).isEqualTo("as submitted");
      Report part = result(scheduler.expand(5));
      assertThat(part.result()).isEqualTo(Result.COMMITTED_IN_PART);
      assertThat(part.size()).isEqualTo(3);
      finishAndCheck(scheduler);
    }
  }

  private void awaitSteps(long steps) {
    while (stencil.stepsDone.get() < steps) {
      Thread.yield();
    }
  }

  @Test
  void shouldGrowAndReleaseAtTheProgramsOwnWish() throws Exception {
    CompletableFuture<Imp> leader = new CompletableFuture<>();
    TaskProgram evolving =
        imp -> {
          leader.complete(imp);
          stencil.run(imp);
        };
    FakeJob job = FakeJob.of(evolving, 1).between(1, 4);
    try (FakeScheduler scheduler = FakeScheduler.start(job)) {
      awaitSteps(1);
      Request.Reply grown = leader.join().grow(3).await(LONG);
      assertThat(grown.granted()).isTrue();
      awaitSize(scheduler, 4);
      assertThat(leader.join().grow(1).await(LONG).reason()).contains("maximum is 4");
      assertThat(leader.join().release(List.of("n1")).await(LONG).reason()).contains("without its");
      assertThat(leader.join().release(List.of("n3")).await(LONG).granted()).isTrue();
      awaitSize(scheduler, 3);
      assertThat(scheduler.nodes()).containsExactly("n1", "n2", "n4");
      assertThat(leader.join().release(2).await(LONG).granted()).isTrue();
      awaitSize(scheduler, 1);
      finishAndCheck(scheduler);
    }
  }

  private static void awaitSize(FakeScheduler scheduler, int size) {
    while (scheduler.nodes().size() != size) {
      Thread.yield();
    }
  }

  @Test
  void shouldLetExactlyOnePrevailWhenOfferAndRequestMeet() throws Exception {
    for (boolean applicationWins : new boolean[] {true, false}) {
      Stencil program = new Stencil(CELLS);
      CompletableFuture<Request.Reply> reply = new CompletableFuture<>();
      TaskProgram racing =
          imp -> {
            imp.onOffer(offer -> {
              try {
                reply.complete(imp.grow(1).await(LONG));
              } catch (Exception e) {
                throw new IllegalStateException(e);
              }
              return Answer.accept();
            });
            program.run(imp);
          };
      FakeJob job = FakeJob.of(racing, 1);
      job = applicationWins ? job : job.withSchedulerWinning();
      try (FakeScheduler scheduler = FakeScheduler.start(job)) {
        while (program.stepsDone.get() < 1) {
          Thread.yield();
        }
        Report offered = result(scheduler.expand(3));
        assertThat(offered.result())
            .isEqualTo(applicationWins ? Result.WITHDRAWN : Result.COMMITTED);
        awaitSize(scheduler, applicationWins ? 2 : 4);
        assertThat(reply.join().granted()).isEqualTo(applicationWins);
        program.finish();
        scheduler.awaitEnd(LONG);
        assertThat(program.answer.get()).isEqualTo(Stencil.rigid(CELLS, program.stepsDone.get()));
      }
    }
  }

  @Test
  void shouldEndAsExpiredWhenTheProgramIsSilent() throws Exception {
    TaskProgram deaf =
        imp -> {
          imp.onOffer(offer -> {
            while (!stencil.answered()) {
              Thread.yield();
            }
            return Answer.accept();
          });
          stencil.run(imp);
        };
    FakeJob job = FakeJob.of(deaf, 2).withDeadline(Duration.ofMillis(150));
    try (FakeScheduler scheduler = FakeScheduler.start(job)) {
      awaitSteps(1);
      Report report = result(scheduler.shrinkMandatory(1));
      assertThat(report.result()).isEqualTo(Result.EXPIRED);
      finishAndCheck(scheduler);
    }
  }

  @Test
  void shouldRefuseWhatTheJobDoesNotAllow() throws IOException {
    try (FakeScheduler scheduler = FakeScheduler.start(FakeJob.of(stencil, 2).between(2, 4))) {
      assertThatThrownBy(() -> scheduler.expand(3)).hasMessageContaining("its maximum is 4");
      assertThatThrownBy(() -> scheduler.shrink(1)).hasMessageContaining("its minimum is 2");
    }
  }

  @Test
  void shouldGoOnWhenAgentsRestartAtAnyTime() throws Exception {
    try (FakeScheduler scheduler = FakeScheduler.start(FakeJob.of(stencil, 2))) {
      awaitSteps(1);
      for (int round = 0; round < 5; round++) {
        CompletableFuture<Report> up = scheduler.expand(2);
        scheduler.restartAgents();
        assertThat(up.get(30, TimeUnit.SECONDS).size()).isEqualTo(4);
        CompletableFuture<Report> down = scheduler.shrink(2);
        scheduler.restartAgents();
        assertThat(down.get(30, TimeUnit.SECONDS).size()).isEqualTo(2);
      }
      finishAndCheck(scheduler);
    }
  }
}
