package io.pliant.core.power;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import org.assertj.core.data.Offset;

class CorridorSolverPropertiesTest {
  private static final RedistributionSolver SOLVER = new CorridorSolver();

  @Property(tries = 4000, shrinking = ShrinkingMode.OFF)
  void shouldFindTheBestOfAllChoicesOrProveThatThereIsNone(@ForAll long seed) {
    Redistribution problem = RandomProblems.small(seed);
    List<Integer> best = AllChoices.best(problem);
    switch (SOLVER.solve(problem, 10_000_000)) {
      case SolverAnswer.Found found -> {
        assertThat(problem.isFeasible(found.sizes())).as("%s of %s", found, problem).isTrue();
        assertThat(best).as("%s of %s", found, problem).isNotNull();
        assertSame(problem, found, List.copyOf(best));
        assertThat(found.optimal()).isTrue();
      }
      case SolverAnswer.Infeasible none -> {
        assertThat(best).as("%s of %s", none, problem).isNull();
        assertThat(none.shortfall().watts())
            .isEqualTo(expected(problem, none.shortfall()), Offset.offset(0.01));
      }
      case SolverAnswer.OutOfBudget out -> assertThat(out).isNull();
    }
  }

  private static double expected(Redistribution problem, Shortfall shortfall) {
    return switch (shortfall.bound()) {
      case NODES -> 0;
      case UPPER, LOWER -> AllChoices.missing(problem);
      case BOTH -> AllChoices.missing(problem) + Corridor.SLACK;
    };
  }

  private static void assertSame(
      Redistribution problem, SolverAnswer.Found found, List<Integer> best) {
    assertThat(found.idle()).as("idle of %s", problem).isEqualTo(problem.idle(best));
    assertThat(found.adaptations())
        .as("adaptations of %s, best %s", problem, best)
        .isEqualTo(problem.adaptations(best))
        .isEqualTo(problem.adaptations(found.sizes()));
    assertThat(problem.unfairness(found.sizes()))
        .as("unfairness of %s, best %s", problem, best)
        .isEqualTo(problem.unfairness(best));
  }

  @Property(tries = 1500, shrinking = ShrinkingMode.OFF)
  void shouldNotClaimTooMuchByPricesAlone(@ForAll long seed) {
    Redistribution problem = RandomProblems.small(seed);
    List<Integer> best = AllChoices.best(problem);
    switch (PriceSolver.solve(new Choices(problem), 1_000_000)) {
      case SolverAnswer.Found found -> {
        assertThat(best).isNotNull();
        List<Integer> known = List.copyOf(best);
        assertThat(problem.isFeasible(found.sizes())).isTrue();
        assertThat(found.idleAtLeast()).isLessThanOrEqualTo(problem.idle(known));
        if (found.idle() == problem.idle(known)) {
          assertThat(found.adaptationsAtLeast())
              .as("%s of %s, best %s", found, problem, best)
              .isLessThanOrEqualTo(problem.adaptations(known));
        }
      }
      case SolverAnswer.Infeasible none -> assertThat(best).as("%s", none).isNull();
      case SolverAnswer.OutOfBudget _ -> {}
    }
  }

  @Property(tries = 60, shrinking = ShrinkingMode.OFF)
  void shouldKeepTheBoundsOfLargeProblems(@ForAll long seed) {
    Redistribution problem = RandomProblems.large(seed, 120, 1000);
    SolverAnswer answer = SOLVER.solve(problem, CorridorSolver.USUAL_BUDGET);
    assertThat(SOLVER.solve(problem, CorridorSolver.USUAL_BUDGET)).isEqualTo(answer);
    if (answer instanceof SolverAnswer.Found found) {
      assertThat(problem.isFeasible(found.sizes())).isTrue();
      assertThat(found.idle()).isGreaterThanOrEqualTo(found.idleAtLeast());
      assertThat(found.adaptations()).isGreaterThanOrEqualTo(found.adaptationsAtLeast());
    }
  }

  @Property(tries = 500, shrinking = ShrinkingMode.OFF)
  void shouldStayWithinItsBudgetAndSaySo(@ForAll long seed) {
    Redistribution problem = RandomProblems.small(seed);
    SolverAnswer hurried = SOLVER.solve(problem, 1);
    SolverAnswer patient = SOLVER.solve(problem, 10_000_000);
    if (hurried instanceof SolverAnswer.Found found && found.optimal()) {
      assertThat(patient).isInstanceOf(SolverAnswer.Found.class);
      SolverAnswer.Found best = (SolverAnswer.Found) patient;
      assertThat(found.idle()).isEqualTo(best.idle());
      assertThat(found.adaptations()).isEqualTo(best.adaptations());
    } else if (hurried instanceof SolverAnswer.Infeasible) {
      assertThat(patient).isInstanceOf(SolverAnswer.Infeasible.class);
    }
  }
}
