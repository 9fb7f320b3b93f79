package io.pliant.core.elastic;

import io.pliant.core.power.Corridor;
import io.pliant.core.power.CorridorSolver;
import io.pliant.core.power.PowerView;
import io.pliant.core.power.Redistribution;
import io.pliant.core.power.RedistributionSolver;
import io.pliant.core.power.Shortfall;
import io.pliant.core.power.SolverAnswer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Looks for sizes that keep the corridor: with each waiting job in turn, with pairs of them, with
 * the running jobs alone, and, what algorithm 2 does not have, with any of the first waiting jobs.
 */
final class RedistributionSearch {
  /** Waiting jobs that are tried one by one, at most. */
  private static final int SINGLES = 20;

  /** Waiting jobs of which pairs are tried. */
  private static final int PAIRS = 5;

  /** Waiting jobs of which any may be started in the last attempt. */
  private static final int ANY = 64;

  private static final int HALVINGS = 24;
  private static final String LEAST = "least sizes, no starts";

  private final Pool view;
  private final PowerView power;
  private final MachinePower machine;
  private final RedistributionSolver solver;
  private final List<WaitingShape> candidates;
  private boolean unsure;

  /**
   * Sizes that were found.
   *
   * @param problem of which they are a choice; running jobs first, in order of the view
   * @param sizes in order of its jobs
   * @param how in a few words
   */
  record Result(Redistribution problem, List<Integer> sizes, String how) {}

  /** Sizes that do not keep the corridor, and by how much. */
  record Nearest(Result result, Shortfall shortfall) {}

  RedistributionSearch(
      Pool view, PowerView power, RedistributionSolver solver, List<WaitingShape> waiting) {
    this.view = view;
    this.power = power;
    this.machine = new MachinePower(view, power);
    this.solver = solver;
    this.candidates =
        waiting.stream().filter(job -> machine.tooHighFor(job, List.of()) == null).toList();
  }

  /**
   * The first that is found, by the high and low estimates or else by their middles; null when no
   * sizes keep the corridor.
   *
   * @param combined waiting jobs that are combined at most: 0, 1 or 2
   * @param any at last, try any of the first waiting jobs
   */
  @Nullable Result find(int combined, boolean any) {
    Result found = first(combined, any, false);
    return found == null && estimates() ? first(combined, any, true) : found;
  }

  private boolean estimates() {
    return view.running().stream().anyMatch(job -> !machine.watts(job).measured())
        || candidates.stream().anyMatch(job -> !power.of(job.job()).measured());
  }

  private @Nullable Result first(int combined, boolean any, boolean middles) {
    String by = middles ? ", by the middles of the estimates" : "";
    if (combined >= 1) {
      for (WaitingShape job : first(SINGLES)) {
        Result found = solve(List.of(job), false, middles, "with waiting job " + job.job() + by);
        if (found != null) {
          return found;
        }
      }
    }
    if (combined >= 2) {
      List<WaitingShape> some = first(PAIRS);
      for (int i = 0; i < some.size(); i++) {
        for (int j = i + 1; j < some.size(); j++) {
          Result found =
              solve(
                  List.of(some.get(i), some.get(j)), false, middles, "with two waiting jobs" + by);
          if (found != null) {
            return found;
          }
        }
      }
    }
    Result found = solve(List.of(), false, middles, "running jobs alone" + by);
    return found != null || !any
        ? found
        : solve(first(ANY), true, middles, "any of the waiting jobs" + by);
  }

  private List<WaitingShape> first(int most) {
    return candidates.subList(0, Math.min(most, candidates.size()));
  }

  private @Nullable Result solve(
      List<WaitingShape> starts, boolean optional, boolean middles, String how) {
    Redistribution problem = problem(starts, optional, middles, power.corridor());
    return switch (solver.solve(problem, CorridorSolver.USUAL_BUDGET)) {
      case SolverAnswer.Found found -> new Result(problem, found.sizes(), how);
      case SolverAnswer.Infeasible _ -> null;
      case SolverAnswer.OutOfBudget _ -> {
        unsure = true;
        yield null;
      }
    };
  }

  private Redistribution problem(
      List<WaitingShape> starts, boolean optional, boolean middles, Corridor corridor) {
    List<Redistribution.Job> jobs = new ArrayList<>();
    for (RunningShape job : view.running()) {
      jobs.add(adjusted(machine.running(job, MachinePower.Sizes.ALL), middles));
    }
    int rank = 0;
    for (WaitingShape job : starts) {
      List<Integer> sizes = new ArrayList<>(job.sizes().all());
      if (optional) {
        sizes.addFirst(0);
      }
      jobs.add(
          adjusted(
              new Redistribution.Job(
                  job.job(), 0, job.sizes().preferred(), sizes, power.of(job.job()), rank++),
              middles));
    }
    return new Redistribution(view.nodes(), power.idleWatts(), corridor, jobs);
  }

  private static Redistribution.Job adjusted(Redistribution.Job job, boolean middles) {
    return middles
        ? new Redistribution.Job(
            job.number(),
            job.current(),
            job.preferred(),
            job.sizes(),
            job.watts().middle(),
            job.rank())
        : job;
  }

  /**
   * The least bad thing: least sizes when the upper bound cannot be kept; otherwise the upper bound
   * is kept, and the power is as near to the lower one as can be. For after {@link #find}.
   *
   * @param any any of the first waiting jobs may start
   */
  Nearest nearest(boolean any) {
    List<WaitingShape> starts = any ? first(ANY) : List.of();
    Redistribution alone = problem(List.of(), false, true, power.corridor());
    List<Integer> least =
        alone.jobs().stream()
            .map(job ->
                job.watts().high() >= power.idleWatts()
                    ? job.sizes().getFirst()
                    : (Integer) job.current())
            .toList();
    double over = alone.most(least) - power.corridor().upper();
    if (over > 0 && !unsure) {
      return new Nearest(new Result(alone, least, LEAST), upper(over));
    }
    double lower = 0;
    double refused = power.corridor().lower();
    Result best = null;
    for (int k = 0; k < HALVINGS && (k == 0 || refused - lower > 0.5); k++) {
      double tried = k == 0 ? 0 : (lower + refused) / 2;
      Redistribution problem =
          problem(starts, true, true, new Corridor(tried, power.corridor().upper()));
      if (solver.solve(problem, CorridorSolver.USUAL_BUDGET) instanceof SolverAnswer.Found found) {
        best = new Result(problem, found.sizes(), "as near as can be");
        lower = Math.max(tried, problem.least(found.sizes()));
      } else {
        refused = tried;
      }
    }
    if (best == null) {
      return new Nearest(new Result(alone, least, LEAST), upper(Math.max(0, over)));
    }
    double under = power.corridor().lower() - best.problem().least(best.sizes());
    return new Nearest(best, lower(under, starts.size()));
  }

  private Shortfall upper(double over) {
    return new Shortfall(
        Shortfall.Bound.UPPER,
        over,
        unsure
            ? "No sizes were found within the steps allowed; starts are held and jobs shrunk."
            : "With every running job at its least size the power is still %.1f W over the upper bound."
                .formatted(over));
  }

  private Shortfall lower(double under, int starts) {
    return new Shortfall(
        Shortfall.Bound.LOWER,
        under,
        unsure
            ? "No sizes were found within the steps allowed; these are %.1f W under the lower bound."
                .formatted(under)
            : "With the running%s jobs, and the upper bound kept, the power is still %.1f W under the lower bound."
                .formatted(
                    starts == 0 ? "" : " and at most the first %d waiting".formatted(starts),
                    under));
  }
}
