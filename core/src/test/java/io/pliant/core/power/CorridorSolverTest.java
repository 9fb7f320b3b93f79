package io.pliant.core.power;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class CorridorSolverTest {
  private static final double IDLE = 71;
  private static final Watts PI = Watts.measured(170);
  private static final Watts HEAT = Watts.measured(250);
  private static final RedistributionSolver SOLVER = new CorridorSolver();

  @Test
  void shouldAgreeWithAGeneralSolverOnTwentyJobs() {
    int compared = 0;
    for (long seed = 0; compared < 12; seed++) {
      Redistribution problem = RandomProblems.large(seed, 20, 32);
      SolverAnswer answer = SOLVER.solve(problem, CorridorSolver.USUAL_BUDGET);
      int[] reference = OjAlgoReference.solve(problem);
      if (answer instanceof SolverAnswer.Found found) {
        assertThat(reference).containsExactly(found.idle(), found.adaptations());
        compared++;
      } else {
        assertThat(answer).isInstanceOf(SolverAnswer.Infeasible.class);
        assertThat(reference).isNull();
      }
    }
  }

  @Test
  void shouldComeNearTheBoundOnLargeProblems() {
    int found = 0;
    int near = 0;
    for (long seed = 0; seed < 60; seed++) {
      Redistribution problem = RandomProblems.large(seed, 100, 1000);
      if (SOLVER.solve(problem, CorridorSolver.USUAL_BUDGET) instanceof SolverAnswer.Found answer) {
        found++;
        boolean asFewIdle = answer.idle() == answer.idleAtLeast();
        near += asFewIdle && answer.adaptations() <= answer.adaptationsAtLeast() + 1 ? 1 : 0;
      }
    }
    assertThat(found).isGreaterThan(25);
    assertThat(near).isGreaterThanOrEqualTo(found * 9 / 10);
  }

  @Test
  void shouldFillTheMachineWithPiInTheFirstCorridorOfThePaper() {
    SolverAnswer answer = solve(new Corridor(1700, 2500), job(0, 2, PI));
    assertThat(answer)
        .isInstanceOfSatisfying(
            SolverAnswer.Found.class,
            found -> {
              assertThat(found.sizes()).containsExactly(14);
              assertThat(found.idle()).isZero();
              assertThat(found.adaptations()).isEqualTo(1);
            });
  }

  @Test
  void shouldLeaveAtLeastHalfOfTheMachineIdleInTheSecond() {
    SolverAnswer answer = solve(new Corridor(1000, 1700), job(0, 10, PI), job(1, 4, HEAT));
    assertThat(answer)
        .isInstanceOfSatisfying(
            SolverAnswer.Found.class, found -> assertThat(found.idle()).isGreaterThanOrEqualTo(7));
  }

  @Test
  void shouldProveThatPiAloneCannotReachTheThird() {
    SolverAnswer answer = solve(new Corridor(2500, 3500), job(0, 3, PI), job(1, 4, PI));
    assertThat(answer)
        .isInstanceOfSatisfying(
            SolverAnswer.Infeasible.class,
            none -> {
              assertThat(none.shortfall().bound()).isEqualTo(Shortfall.Bound.LOWER);
              assertThat(none.shortfall().watts()).isBetween(119.9, 120.1);
              assertThat(none.shortfall().why()).contains("120.0 W under the lower bound");
            });
    assertThat(solve(new Corridor(2500, 3500), job(0, 3, PI), job(1, 0, HEAT)))
        .isInstanceOf(SolverAnswer.Found.class);
  }

  @Test
  void shouldCountTheSplitsOfTheThreeCorridors() {
    assertThat(splits(1700, 2500)).isEqualTo(55);
    assertThat(splits(1000, 1700)).isEqualTo(19);
    assertThat(splits(2500, 3500)).isEqualTo(45);
  }

  @Test
  void shouldRefuseProblemsThatMakeNoSense() {
    assertThatThrownBy(() -> new Corridor(2, 1)).hasMessageContaining("lower <= upper");
    assertThatThrownBy(() -> new Watts(3, 2, false)).hasMessageContaining("low <= high");
    assertThatThrownBy(() -> new Redistribution.Job(1, 2, 2, List.of(2, 2), PI, 0))
        .hasMessageContaining("rising sizes");
    assertThatThrownBy(() -> SOLVER.solve(problem(new Corridor(0, 1), List.of()), 0))
        .hasMessageContaining("at least one step");
  }

  /** Feasible (idle, heat, pi) splits of 14 nodes by {@link Redistribution#isFeasible}. */
  private static int splits(double lower, double upper) {
    List<Integer> any = IntStream.rangeClosed(0, 14).boxed().toList();
    Redistribution problem =
        problem(
            new Corridor(lower, upper),
            List.of(
                new Redistribution.Job(0, 0, 1, any, HEAT, 0),
                new Redistribution.Job(1, 0, 1, any, PI, 0)));
    int splits = 0;
    for (int heat = 0; heat <= 14; heat++) {
      for (int pi = 0; pi <= 14; pi++) {
        splits += problem.isFeasible(List.of(heat, pi)) ? 1 : 0;
      }
    }
    return splits;
  }

  private static Redistribution.Job job(int number, int current, Watts watts) {
    return new Redistribution.Job(
        number, current, 2, IntStream.rangeClosed(1, 14).boxed().toList(), watts, 0);
  }

  private static SolverAnswer solve(Corridor corridor, Redistribution.Job... jobs) {
    return SOLVER.solve(
        problem(corridor, new ArrayList<>(List.of(jobs))), CorridorSolver.USUAL_BUDGET);
  }

  private static Redistribution problem(Corridor corridor, List<Redistribution.Job> jobs) {
    return new Redistribution(14, IDLE, corridor, jobs);
  }
}
