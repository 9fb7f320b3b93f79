package io.pliant.core.energy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pliant.core.id.AttemptId;
import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.StepId;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class StepTallyTest {
  private static final long SECOND = 1_000_000;
  private static final NodeName A = new NodeName("a");
  private static final NodeName B = new NodeName("b");
  private static final AttemptId ONE = new AttemptId(new JobId(1), 1);
  private static final AttemptId TWO = new AttemptId(new JobId(2), 1);
  private static final StepId BATCH = StepId.batch(ONE.job(), 1);
  private static final StepId FIRST = new StepId(ONE.job(), 1, 0);
  private static final StepId SECOND_STEP = new StepId(ONE.job(), 1, 1);

  private final EnergyTally tally = new EnergyTally(new EnergyTally.Rule(SECOND, 7_200 * SECOND));
  private EnergyBook book =
      EnergyBook.EMPTY.sized(ONE, 2, 0).holds(A, ONE, 1, 0).holds(B, ONE, 1, 0);
  private JobEnergy one = JobEnergy.NONE;

  @Test
  void shouldGiveStepsTheirPartByTasksAndTheBatchScriptTheRest() {
    take(A, 0, SECOND, 100, run(BATCH, 1, 0, null));
    take(
        A,
        SECOND,
        2 * SECOND,
        101,
        run(BATCH, 1, 0, null),
        run(FIRST, 3, SECOND, null),
        run(SECOND_STEP, 1, SECOND, 2 * SECOND));
    write();

    assertThat(energy(BATCH)).isEqualTo(new Energy(100, 2 * SECOND, 0, 0.0001, false));
    assertThat(energy(FIRST).microjoules()).isEqualTo(75);
    assertThat(energy(SECOND_STEP).microjoules()).isEqualTo(26);
    assertThat(one.total().microjoules()).isEqualTo(201);
  }

  @Test
  void shouldCountOnlyTheTimeInWhichTheStepRanAndTheMeterToldSomething() {
    StepRun run = run(FIRST, 1, SECOND / 2, 5 * SECOND + SECOND / 4);
    take(A, 0, SECOND, 200, run);
    take(A, 4 * SECOND, 5 * SECOND, 200, run);
    take(A, 5 * SECOND, 6 * SECOND, 400, run);
    write();

    assertThat(energy(FIRST).microjoules()).isEqualTo(100 + 200 + 100);
    assertThat(energy(FIRST).measuredMicros()).isEqualTo(SECOND / 2 + SECOND + SECOND / 4);
    assertThat(one.total().microjoules()).isEqualTo(800);
  }

  @Test
  void shouldHaveNoMoreThanTheJobHasOfASharedNode() {
    book = book.sized(TWO, 1, 0).holds(A, TWO, 3, 0);
    take(A, 0, SECOND, 1_000, run(FIRST, 7, 0, null));
    write();
    assertThat(one.total().microjoules()).isEqualTo(250);
    assertThat(energy(FIRST).microjoules()).isEqualTo(250);
    assertThat(one.steps().keySet()).containsExactly(FIRST);
  }

  @Test
  void shouldTakeThePeakOverAllNodesInASecondOfTheClock() {
    take(A, 0, SECOND, 100 * SECOND, run(FIRST, 1, 0, null));
    take(A, SECOND, 2 * SECOND, 300 * SECOND, run(FIRST, 1, 0, null));
    take(B, 0, 2 * SECOND, 400 * SECOND, run(FIRST, 1, 0, null));
    write();
    // what is told of many seconds later does not undo it
    take(A, 500 * SECOND, 501 * SECOND, 50 * SECOND, run(FIRST, 1, 0, null));
    take(A, 501 * SECOND, 502 * SECOND, 1, run(SECOND_STEP, 1, 501 * SECOND, null));
    take(A, 900 * SECOND, 901 * SECOND, 40 * SECOND, run(FIRST, 1, 0, null));
    write();
    assertThat(energy(FIRST).peakWatts()).isEqualTo(500);
    assertThat(energy(FIRST).microjoules()).isEqualTo(890 * SECOND);
  }

  @Test
  void shouldGiveOutPartsOfManyStepsBeforeTheirTime() {
    EnergyTally patient = new EnergyTally(new EnergyTally.Rule(60 * SECOND, 7_200 * SECOND));
    for (int node = 0; node < 20; node++) {
      NodeName name = new NodeName("n" + node);
      book = book.holds(name, ONE, 1, 0);
      EnergySpan first = new EnergySpan(name, 0, SECOND, 1, false);
      patient.take(book, name, new PowerReport("rapl", List.of(first)), SECOND);
    }
    book = book.counted(Objects.requireNonNull(patient.due(book)).nodes());
    for (int node = 0; node < 20; node++) {
      NodeName name = new NodeName("n" + node);
      int number = 1_000 * node;
      List<StepRun> runs =
          IntStream.range(number, number + 1_000)
              .mapToObj(i -> run(new StepId(ONE.job(), 1, i), 1, 0, null))
              .toList();
      EnergySpan span = new EnergySpan(name, SECOND, 2 * SECOND, 1, false);
      patient.take(book, name, new PowerReport("rapl", List.of(span), span, runs), 2 * SECOND);
    }

    CountedEnergy part = Objects.requireNonNull(patient.due(book));
    assertThat(part.nodes()).hasSize(8);
    assertThat(part.steps()).hasSize(EnergyTally.MOST_STEPS);
    assertThat(Objects.requireNonNull(patient.due(book)).nodes()).hasSize(8);
    assertThat(Objects.requireNonNull(patient.due(book)).nodes()).hasSize(4);
    assertThat(patient.due(book)).isNull();
  }

  @Test
  void shouldKeepTheNewestStepsAndBatchScripts() {
    JobEnergy account = JobEnergy.NONE;
    for (int step = -1; step <= JobEnergy.MOST_STEPS; step++) {
      account = account.plus(share(step));
    }
    account = account.plus(share(0));
    assertThat(account.steps()).hasSize(JobEnergy.MOST_STEPS);
    assertThat(account.steps().firstKey()).isEqualTo(BATCH);
    assertThat(account.steps()).doesNotContainKey(FIRST);
    assertThat(account.steps().lastKey().step()).isEqualTo(JobEnergy.MOST_STEPS);
    assertThat(account.of(2).steps()).isEmpty();
  }

  @Test
  void shouldRefuseARunWithoutTasksOrTime() {
    assertThatThrownBy(() -> run(FIRST, 0, 0, null)).hasMessageContaining("at least 1 task");
    assertThatThrownBy(() -> run(FIRST, 1, 5, 4L)).hasMessageContaining("from 5 to 4");
    assertThat(run(FIRST, 1, 5, null).until(3).to()).isEqualTo(5);
  }

  private static StepShare share(int step) {
    return new StepShare(
        new StepId(ONE.job(), 1, step), List.of("rapl"), new Energy(1, 1, 0, 1, false));
  }

  private static StepRun run(StepId step, int tasks, long from, @Nullable Long to) {
    return new StepRun(step, tasks, from, to);
  }

  private void take(NodeName node, long from, long to, long microjoules, StepRun... runs) {
    EnergySpan span = new EnergySpan(node, from, to, microjoules, false);
    tally.take(book, node, new PowerReport("rapl", List.of(span), span, List.of(runs)), to);
  }

  private Energy energy(StepId step) {
    return Objects.requireNonNull(one.steps().get(step)).energy();
  }

  private void write() {
    CountedEnergy part = Objects.requireNonNull(tally.due(book));
    book = book.counted(part.nodes());
    for (Share share : part.shares()) {
      one = share.interval().job().equals(ONE.job()) ? one.plus(share) : one;
    }
    for (StepShare share : part.steps()) {
      one = one.plus(share);
    }
  }
}
