package io.pliant.imp.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pliant.imp.AdaptationKind;
import io.pliant.imp.Imp;
import io.pliant.imp.ImpOptions;
import io.pliant.imp.testkit.FakeJob;
import io.pliant.imp.testkit.FakeScheduler;
import io.pliant.imp.testkit.Report;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(300)
final class ExamplesTest {
  private static final Duration LONG = Duration.ofSeconds(120);

  @ParameterizedTest
  @EnumSource(Program.class)
  void shouldGiveTheSameBitsOnAnyRigidSize(Program program) throws Exception {
    Launch.Answer alone = program.alone();
    alone.check();
    for (int tasks : new int[] {2, 5}) {
      CompletableFuture<Launch.Answer> answer = new CompletableFuture<>();
      FakeJob job =
          FakeJob.of(
              imp -> {
                Launch.Answer found = program.run(imp, Show.none());
                if (found.isHere()) {
                  answer.complete(found);
                }
              },
              tasks);
      try (FakeScheduler scheduler = FakeScheduler.start(job.between(tasks, tasks))) {
        scheduler.awaitEnd(LONG);
      }
      assertThat(answer.get(1, TimeUnit.SECONDS).digest()).isEqualTo(alone.digest());
    }
  }

  @Test
  void shouldNoticeAWrongPlate() throws Exception {
    Heat.Answer right = (Heat.Answer) Program.HEAT.alone();
    double[] plate = right.plate().clone();
    plate[24 * 12 + 8] += 1e-3;
    Heat.Answer wrong = new Heat.Answer(right.steps(), right.change(), plate);
    assertThatThrownBy(wrong::check).hasMessageStartingWith("Expected a change of at most");
    plate[0] = 0;
    assertThatThrownBy(wrong::check).hasMessageStartingWith("Expected a heated plate");
    assertThat(wrong.digest()).isNotEqualTo(right.digest());
  }

  @Test
  void shouldNoticeAWrongPi() throws Exception {
    Pi.Answer right = (Pi.Answer) Program.PI.alone();
    Pi.Answer wrong = new Pi.Answer(right.plan(), right.hits() - 6_000);
    assertThatThrownBy(wrong::check).hasMessageContaining("Expected pi");
  }

  @Test
  void shouldNoticeWrongExponents() throws Exception {
    Sweep.Answer right = (Sweep.Answer) Program.SWEEP.alone();
    double[] exponents = right.exponents().clone();
    exponents[1] += 0.03;
    Sweep.Answer wrong = new Sweep.Answer(right.parameters(), exponents);
    assertThatThrownBy(wrong::check).hasMessageStartingWith("Expected an exponent of");
  }

  @Test
  void shouldNoticeWrongWater() throws Exception {
    Pool right = Objects.requireNonNull(((ShallowWater.Answer) Program.WATER.alone()).water());
    double volume = right.volume();
    assertThatThrownBy(() -> WaterCheck.check(right, volume + 1e-9))
        .hasMessageStartingWith("Expected a volume");
    Pool wrong = new Pool(right.mesh());
    wrong.patches().putAll(right.patches());
    double[] numbers = right.pack(List.of(3));
    numbers[2] = Math.nextUp(numbers[2]);
    wrong.unpack(List.of(3), numbers);
    assertThatThrownBy(() -> WaterCheck.check(wrong, volume))
        .hasMessageStartingWith("Expected water of the same shape");
  }

  @Test
  void shouldChangeTheWorkOfTheSolverAsTheWavesRun() throws Exception {
    List<String> reports = new ArrayList<>();
    try (Imp imp = Imp.init(ImpOptions.alone())) {
      Show listener =
          new Show() {
            @Override
            public void stepDone(Imp task, long step) {}

            @Override
            public void say(String line) {
              reports.add(line.replaceAll("step \\d+: (\\d+) cells.*", "$1"));
            }
          };
      ShallowWater.run(imp, new ShallowWater.Plan(8, 4, 2, 8, 20, 240), listener);
    }
    long least = reports.stream().mapToLong(Long::parseLong).min().orElseThrow();
    long most = reports.stream().mapToLong(Long::parseLong).max().orElseThrow();
    assertThat(reports).hasSize(12);
    assertThat(most).isGreaterThan(2 * least);
  }

  @Test
  void shouldGrowForTheSweepAndReleaseWhatItNeedsNoMore() throws Exception {
    CompletableFuture<Launch.Answer> answer = new CompletableFuture<>();
    FakeJob job =
        FakeJob.of(
            imp -> {
              Launch.Answer found = Program.SWEEP.run(imp, slowly());
              if (found.isHere()) {
                answer.complete(found);
              }
            },
            1);
    try (FakeScheduler scheduler = FakeScheduler.start(job.between(1, 12))) {
      scheduler.awaitEnd(LONG);
      assertThat(answer.get(1, TimeUnit.SECONDS).digest())
          .isEqualTo(Program.SWEEP.alone().digest());
      assertThat(scheduler.history())
          .filteredOn(r -> r.result() == Report.Result.COMMITTED)
          .extracting(Report::kind)
          .contains(AdaptationKind.EXPAND, AdaptationKind.SHRINK);
    }
  }

  private static Show slowly() {
    return Show.onConsole("sweep", 2, null);
  }

  @Test
  void shouldFinishTheSweepWhenWorkersDie() throws Exception {
    CompletableFuture<Launch.Answer> answer = new CompletableFuture<>();
    AtomicBoolean killed = new AtomicBoolean();
    CompletableFuture<FakeScheduler> started = new CompletableFuture<>();
    Show killer =
        new Show() {
          @Override
          public void stepDone(Imp imp, long step) {
            boolean master = imp.isMember() && imp.world().rank() == 0;
            if (master && step > 20 && imp.world().size() == 4 && !killed.getAndSet(true)) {
              kill("n2");
              kill("n4");
            }
          }

          private void kill(String node) {
            try {
              started.join().kill(node);
            } catch (java.io.IOException e) {
              throw new IllegalStateException(e);
            }
          }

          @Override
          public void say(String line) {}
        };
    Sweep.Plan rigid = new Sweep.Plan(32, 5, 0.05, 1000, 1, 1_000_000, 4);
    FakeJob job =
        FakeJob.of(
            imp -> {
              Launch.Answer found =
                  Sweep.run(imp, new Sweep.Plan(32, 5, 0.05, 1000, 1, 1, 4), killer);
              if (found.isHere()) {
                answer.complete(found);
              }
            },
            4);
    try (FakeScheduler scheduler = FakeScheduler.start(job.between(1, 4))) {
      started.complete(scheduler);
      Launch.Answer found = answer.get(120, TimeUnit.SECONDS);
      found.check();
      try (Imp imp = Imp.init(ImpOptions.alone())) {
        assertThat(found.digest()).isEqualTo(Sweep.run(imp, rigid, Show.none()).digest());
      }
      assertThat(killed).isTrue();
      assertThat(scheduler.history())
          .extracting(Report::kind)
          .contains(AdaptationKind.LOSS, AdaptationKind.EXPAND);
    }
  }
}
