package io.pliant.imp.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.imp.Imp;
import io.pliant.imp.Request;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Random sequences of all four kinds of adaptation over 1 to 12 nodes keep the answer right. */
final class ResizeSequenceProperties {
  private static final int MOST = 12;
  private static final int CELLS = 36;

  enum Kind {
    EXPAND,
    SHRINK,
    GROW,
    RELEASE,
    WITHDRAWN_EXPAND,
    AGENT_RESTART
  }

  record Step(Kind kind, int nodes) {}

  @Provide
  Arbitrary<List<Step>> sequences() {
    return Combinators.combine(
            Arbitraries.of(Kind.class), Arbitraries.integers().between(1, MOST - 1))
        .as(Step::new)
        .list()
        .ofMinSize(2)
        .ofMaxSize(8);
  }

  @Property(tries = 25)
  void shouldKeepTheAnswerAndAccountForEveryNode(@ForAll("sequences") List<Step> steps)
      throws Exception {
    Stencil stencil = new Stencil(CELLS);
    CompletableFuture<Imp> leader = new CompletableFuture<>();
    TaskProgram program =
        imp -> {
          leader.complete(imp);
          stencil.run(imp);
        };
    try (FakeScheduler scheduler = FakeScheduler.start(FakeJob.of(program, 1).between(1, MOST))) {
      while (stencil.stepsDone.get() < 1) {
        Thread.yield();
      }
      int size = 1;
      int adaptations = 0;
      for (Step step : steps) {
        int before = size;
        size = take(step, before, scheduler, leader.join());
        adaptations +=
            step.kind == Kind.AGENT_RESTART || size == before && !counted(step, before) ? 0 : 1;
        assertThat(scheduler.nodes()).hasSize(size);
      }
      assertThat(scheduler.history()).hasSize(adaptations);
      stencil.finish();
      scheduler.awaitEnd(Duration.ofSeconds(30));
      assertThat(stencil.answer.get()).isEqualTo(Stencil.rigid(CELLS, stencil.stepsDone.get()));
      assertThat(scheduler.busyNodes()).isEmpty();
    }
  }

  private static boolean counted(Step step, int before) {
    return step.kind == Kind.WITHDRAWN_EXPAND && before < MOST;
  }

  private static int take(Step step, int size, FakeScheduler scheduler, Imp leader)
      throws Exception {
    int up = Math.min(step.nodes, MOST - size);
    int down = Math.min(step.nodes, size - 1);
    switch (step.kind) {
      case EXPAND -> {
        return up == 0 ? size : scheduler.expand(up).get(30, TimeUnit.SECONDS).size();
      }
      case SHRINK -> {
        return down == 0 ? size : scheduler.shrink(down).get(30, TimeUnit.SECONDS).size();
      }
      case GROW -> {
        return up == 0 ? size : own(leader.grow(up), scheduler, size + up);
      }
      case RELEASE -> {
        return down == 0 ? size : own(leader.release(down), scheduler, size - down);
      }
      case WITHDRAWN_EXPAND -> {
        if (up == 0) {
          return size;
        }
        var report = scheduler.expand(up);
        boolean inTime = scheduler.withdraw();
        Report.Result result = report.get(30, TimeUnit.SECONDS).result();
        assertThat(result).isEqualTo(inTime ? Report.Result.WITHDRAWN : Report.Result.COMMITTED);
        return inTime ? size : size + up;
      }
      case AGENT_RESTART -> {
        scheduler.restartAgents();
        return size;
      }
    }
    throw new AssertionError(step);
  }

  private static int own(Request request, FakeScheduler scheduler, int target) throws Exception {
    assertThat(request.await(Duration.ofSeconds(30)).granted()).isTrue();
    while (scheduler.nodes().size() != target) {
      Thread.yield();
    }
    return target;
  }
}
