package io.pliant.core.elastic;

import io.pliant.core.power.CorridorAlarm;
import io.pliant.core.power.CorridorSolver;
import io.pliant.core.power.CorridorTable;
import io.pliant.core.power.PowerView;
import io.pliant.core.power.Redistribution;
import io.pliant.core.power.RedistributionSolver;
import io.pliant.core.power.SolverAnswer;
import io.pliant.core.size.SizeRange;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** One round that keeps, or restores, the corridor; see {@link PowerAware}. */
final class CorridorRound {
  private static final RedistributionSolver SOLVER = new CorridorSolver();

  private final Pool view;
  private final PowerView power;
  private final MachinePower machine;
  private final List<PoolDecision> decisions = new ArrayList<>();
  private final List<PowerWait> waits = new ArrayList<>();
  private @Nullable CorridorAlarm alarm;
  private int idle;
  private double room;

  CorridorRound(Pool view, PowerView power) {
    this.view = view;
    this.power = power;
    this.machine = new MachinePower(view, power);
    this.idle = view.idle();
    this.room = machine.room();
  }

  boolean broken() {
    return !power.corridor().holds(machine.drawn());
  }

  boolean tooHigh() {
    return power.corridor().excess(machine.drawn()) > 0;
  }

  boolean adapting() {
    return view.running().stream().anyMatch(machine::adapts);
  }

  PoolPlan plan() {
    return new PoolPlan(decisions, waits, alarm);
  }

  /** Restores the corridor; else raises an alarm, and comes as near as it can if {@code levers}. */
  void restore(int combined, boolean levers) {
    RedistributionSearch search = new RedistributionSearch(view, power, SOLVER, view.waiting());
    RedistributionSearch.Result found = search.find(combined, levers);
    if (found == null) {
      RedistributionSearch.Nearest nearest = search.nearest(levers);
      RedistributionSearch.Result near = nearest.result();
      alarm = CorridorAlarm.of(nearest.shortfall(), near.problem(), near.sizes());
      found = levers ? near : null;
    }
    if (found != null) {
      carryOut(found);
    }
    for (WaitingShape job : view.waiting()) {
      if (decisions.stream().noneMatch(decision -> decision.job() == job.job())) {
        boolean chosen = found != null && chosen(found, job.job());
        wait(job, chosen ? PowerWait.Why.MAKING_ROOM : PowerWait.Why.NO_SIZES);
      }
    }
  }

  /**
   * Shrinks at once. Expansions and starts as far as nodes are idle and the upper bound allows
   * while the shrinks are on their way; the rest when they are done, in a later round.
   */
  private void carryOut(RedistributionSearch.Result found) {
    Redistribution problem = found.problem();
    List<Integer> sizes = found.sizes();
    List<Integer> growing = new ArrayList<>();
    for (int i = 0; i < sizes.size(); i++) {
      Redistribution.Job job = problem.jobs().get(i);
      if (sizes.get(i) < job.current()) {
        decisions.add(new PoolDecision.Resize(job.number(), sizes.get(i), why(found)));
      } else if (sizes.get(i) > job.current()) {
        growing.add(i);
      }
    }
    growing.sort(Comparator.comparingDouble(i -> problem.jobs().get(i).watts().high()));
    double left = power.corridor().upper() - held(problem);
    for (int i : growing) {
      Redistribution.Job job = problem.jobs().get(i);
      int more = sizes.get(i) - job.current();
      double watts = more * (job.watts().high() - power.idleWatts());
      if (more <= idle && (watts <= left + 1e-3 || watts <= 0)) {
        idle -= more;
        left -= watts;
        decisions.add(
            job.current() > 0
                ? new PoolDecision.Resize(job.number(), sizes.get(i), why(found))
                : start(job.number(), sizes.get(i), why(found)));
      }
    }
  }

  private static boolean chosen(RedistributionSearch.Result found, int job) {
    List<Redistribution.Job> jobs = found.problem().jobs();
    return IntStream.range(0, jobs.size())
        .anyMatch(i -> jobs.get(i).number() == job && found.sizes().get(i) > 0);
  }

  private double held(Redistribution problem) {
    List<Integer> now = problem.jobs().stream().map(Redistribution.Job::current).toList();
    return problem.most(now);
  }

  private static String why(RedistributionSearch.Result found) {
    return "keeps the power corridor, " + found.how();
  }

  private PoolDecision start(int job, int nodes, String why) {
    WaitingShape shape =
        view.waiting().stream().filter(w -> w.job() == job).findFirst().orElseThrow();
    return new PoolDecision.Start(job, nodes, view.now() + shape.estimate(), why);
  }

  /** Starts waiting jobs in order while each fits nodes and watts; nobody passes another. */
  boolean startInOrder() {
    List<WaitingShape> started = new ArrayList<>();
    for (WaitingShape job : view.waiting()) {
      CorridorTable.Change announced = machine.tooHighFor(job, started);
      int size = announced == null ? startSize(job) : 0;
      if (size == 0) {
        explain(job, announced);
        return false;
      }
      idle -= size;
      room -= machine.added(job.job(), size);
      started.add(job);
      decisions.add(start(job.job(), size, "within the power budget"));
    }
    return true;
  }

  /** The largest legal size up to the preferred one that fits; 0 for none. */
  private int startSize(WaitingShape job) {
    SizeRange sizes = job.sizes();
    for (int size = sizes.floor(Math.min(sizes.preferred(), idle));
        size > 0;
        size = sizes.floor(size - 1)) {
      double watts = machine.added(job.job(), size);
      if (watts <= room || watts <= 0) {
        return size;
      }
    }
    return 0;
  }

  private void explain(WaitingShape job, CorridorTable.@Nullable Change announced) {
    if (announced != null) {
      waits.add(
          new PowerWait(
              job.job(),
              machine.added(job.job(), job.sizes().min()),
              room,
              announced.corridor(),
              PowerWait.Why.ANNOUNCED));
    } else if (job.sizes().min() <= idle) {
      wait(job, PowerWait.Why.BUDGET);
    }
  }

  private void wait(WaitingShape job, PowerWait.Why why) {
    waits.add(
        new PowerWait(
            job.job(), machine.added(job.job(), job.sizes().min()), room, power.corridor(), why));
  }

  /** With nobody waiting, idle nodes go to running jobs that gain by them, within the corridor. */
  void spreadIdle() {
    if (idle == 0) {
      return;
    }
    List<Redistribution.Job> jobs = new ArrayList<>();
    for (RunningShape job : view.running()) {
      jobs.add(machine.running(job, this::gains));
    }
    for (PoolDecision decision : decisions) {
      if (decision instanceof PoolDecision.Start start) {
        jobs.add(
            new Redistribution.Job(
                start.job(),
                start.nodes(),
                start.nodes(),
                List.of(start.nodes()),
                power.of(start.job()),
                0));
      }
    }
    Redistribution problem =
        new Redistribution(view.nodes(), power.idleWatts(), power.corridor(), jobs);
    List<Integer> now = jobs.stream().map(Redistribution.Job::current).toList();
    if (SOLVER.solve(problem, CorridorSolver.USUAL_BUDGET) instanceof SolverAnswer.Found found
        && problem.idle(found.sizes()) < problem.idle(now)) {
      IntStream.range(0, jobs.size())
          .filter(i -> found.sizes().get(i) > now.get(i))
          .forEach(i ->
              decisions.add(
                  new PoolDecision.Resize(
                      jobs.get(i).number(), found.sizes().get(i), "takes idle nodes")));
    }
  }

  private boolean gains(RunningShape job, int nodes) {
    return nodes == job.nodes()
        || (nodes > job.nodes()
            && job.endOn(nodes, view.now(), view.pause(job, nodes)) < job.expectedEnd());
  }

  /**
   * What of a plan keeps the corridor: starts and expansions in their order while the watts last,
   * and after the first start for which they do not, no other; shrinks if all together leave the
   * power over the lower bound.
   */
  PoolPlan within(PoolPlan plan) {
    double drawn = machine.drawn();
    double given = 0;
    for (PoolDecision decision : plan.decisions()) {
      if (decision instanceof PoolDecision.Resize resize) {
        int more = resize.nodes() - running(resize.job()).nodes();
        given -= Math.min(0, more) * middle(resize.job());
      }
    }
    boolean shrinks = drawn - given >= power.corridor().lower();
    boolean starts = true;
    List<WaitingShape> started = new ArrayList<>();
    for (PoolDecision decision : plan.decisions()) {
      boolean keeps =
          switch (decision) {
            case PoolDecision.Reserve _ -> true;
            case PoolDecision.Start start -> {
              WaitingShape job = waiting(start.job());
              CorridorTable.Change announced = machine.tooHighFor(job, started);
              starts = starts && announced == null && takes(start.job(), start.nodes());
              if (starts) {
                started.add(job);
              } else {
                explain(job, announced);
              }
              yield starts;
            }
            case PoolDecision.Resize resize -> {
              int more = resize.nodes() - running(resize.job()).nodes();
              yield more < 0 ? shrinks : takes(resize.job(), more);
            }
          };
      if (keeps) {
        decisions.add(decision);
      }
    }
    return plan();
  }

  private boolean takes(int job, int nodes) {
    double watts = machine.added(job, nodes);
    boolean fits = nodes <= idle && (watts <= room || watts <= 0);
    room -= fits ? watts : 0;
    idle -= fits ? nodes : 0;
    return fits;
  }

  private double middle(int job) {
    return power.of(job).middle().high() - power.idleWatts();
  }

  private RunningShape running(int job) {
    return view.running().stream()
        .filter(shape -> shape.shape().job() == job)
        .findFirst()
        .orElseThrow();
  }

  private WaitingShape waiting(int job) {
    return view.waiting().stream().filter(w -> w.job() == job).findFirst().orElseThrow();
  }
}
