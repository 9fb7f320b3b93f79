package io.pliant.core.job;

import io.pliant.core.adaptation.ApplicationOrder;
import io.pliant.core.adaptation.JobStanding;
import io.pliant.core.adaptation.Seat;
import io.pliant.core.adaptation.SeatFate;
import io.pliant.core.adaptation.Vacancy;
import io.pliant.core.id.ExitStatus;
import io.pliant.core.id.JobStatus;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.StepId;
import io.pliant.core.job.JobEvent.JobResized;
import io.pliant.core.job.JobEvent.NodesVacated;
import io.pliant.core.job.JobEvent.StepCreated;
import io.pliant.core.job.JobState.Phase;
import io.pliant.core.partition.PartitionIntent;
import io.pliant.core.partition.Sizes;
import io.pliant.core.resource.Allocation;
import io.pliant.core.resource.Slice;
import io.pliant.core.size.Malleability;
import io.pliant.core.spec.StepIo;
import io.pliant.core.spec.StreamFiles;
import io.pliant.core.step.Ends;
import io.pliant.core.step.Joining;
import io.pliant.core.step.NodeStep;
import io.pliant.core.step.StepEnd;
import io.pliant.core.step.StepPlan;
import io.pliant.core.step.StepState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a job does about changes of its size. Its program is its step 0 with the steps that have
 * joined it; what the partition holds for it, and when nodes go, the partition says.
 */
public final class Malleables {
  /** How long leaving tasks may take to end by themselves. */
  static final Duration LEAVE_WITHIN = Duration.ofSeconds(30);

  private Malleables() {}

  /** What the application of this job is to know, or null when the job's size is fixed. */
  public static @Nullable JobStanding standing(JobState state) {
    Malleability malleable = state.spec() == null ? null : state.submittedSpec().malleable();
    if (malleable == null) {
      return null;
    }
    List<Seat> seats = new ArrayList<>();
    List<SeatFate> fates = new ArrayList<>();
    for (StepState step : program(state)) {
      addTasks(state, step, seats, fates);
    }
    boolean runs = state.phase() == Phase.LAUNCHING || state.phase() == Phase.RUNNING;
    boolean over = !seats.isEmpty() && (!runs || programEnded(state));
    return new JobStanding(
        state.attempt(),
        state.submittedSpec().partition(),
        malleable,
        seats,
        fates,
        over || state.over());
  }

  private static void addTasks(
      JobState state, StepState step, List<Seat> seats, List<SeatFate> fates) {
    StepId id = new StepId(state.job(), state.attempt(), step.step());
    Joining joining = step.plan().joining();
    for (int i = 0; i < step.plan().nodes().size(); i++) {
      NodeName node = step.plan().nodes().get(i);
      NodeStep on = Objects.requireNonNull(step.nodes().get(node));
      for (int task = 0; task < step.plan().tasksPerNode().get(i); task++) {
        Seat seat = new Seat(id.taskKey(step.plan().firstRank(i) + task), node);
        fates.add(
            new SeatFate(
                seat, joining == null ? 0 : joining.number(), fate(on, task), on.message()));
        if (joining == null) {
          seats.add(seat);
        }
      }
    }
  }

  private static SeatFate.Fate fate(NodeStep on, int task) {
    if (!on.ended()) {
      return SeatFate.Fate.ALIVE;
    }
    if (on.end() == StepEnd.LOST) {
      return SeatFate.Fate.NODE_LOST;
    }
    boolean well =
        on.end() == StepEnd.EXITED
            && task < on.taskExits().size()
            && on.taskExits().get(task).success();
    return well ? SeatFate.Fate.ENDED_WELL : SeatFate.Fate.LOST;
  }

  /** The step that can change size and those that joined it; empty before it was created. */
  static List<StepState> program(JobState state) {
    List<StepState> steps = new ArrayList<>();
    for (StepState step : state.steps().values()) {
      if (step.step() == StepId.PROGRAM || step.plan().joining() != null) {
        steps.add(step);
      }
    }
    return steps;
  }

  /**
   * True of tasks of a program that changes size: it is asked what it does without some of them.
   */
  static boolean goesOnIncomplete(JobState state, StepState step) {
    return state.submittedSpec().malleable() != null
        && (step.step() == StepId.PROGRAM || step.plan().joining() != null);
  }

  static boolean programEnded(JobState state) {
    return program(state).stream().allMatch(StepState::ended);
  }

  /**
   * True when a signal has ended the program on the first node of a job that can change size, or on
   * a node that a pack keeps. It cannot go on without that, so its other tasks would only work in
   * vain.
   */
  static boolean leaderKilled(JobState state) {
    Allocation allocation = state.allocation();
    StepState program = state.steps().get(StepId.PROGRAM);
    if (allocation == null || program == null || state.submittedSpec().malleable() == null) {
      return false;
    }
    return allocation.kept(state.submittedSpec().resources()).stream()
        .map(program.nodes()::get)
        .anyMatch(on -> on != null && on.taskExits().stream().anyMatch(exit -> exit.signal() != 0));
  }

  /** Events that take in what the partition holds for the job. */
  static List<JobEvent> heldChanged(JobState state, JobIntent.Granted grant, Instant now) {
    Sizes sizes = grant.sizes();
    boolean news =
        sizes != null
            && grant.version() > state.sizesVersion()
            && !(sizes.equals(state.sizes()) && grant.allocation().equals(state.allocation()));
    return news && sizes != null
        ? List.of(
            new JobResized(
                state.job(),
                state.attempt(),
                grant.allocation(),
                sizes,
                grant.version(),
                now,
                Packs.lenders(grant.loans())))
        : List.of();
  }

  /** Tasks on nodes that the job was to leave long ago are ended. */
  static List<JobOrder> overdue(JobState state, Instant now) {
    List<JobOrder> orders = new ArrayList<>();
    for (Sizes.Leaving leaving : state.sizes().leaving()) {
      if (leaving.since().plus(LEAVE_WITHIN).isBefore(now)) {
        orders.addAll(terminations(state, leaving.node()));
      }
    }
    return orders;
  }

  /** What is owed so that leaving nodes are let go of. */
  static List<JobOrder> returns(JobState state) {
    List<JobOrder> orders = new ArrayList<>();
    for (Sizes.Leaving leaving : state.sizes().leaving()) {
      List<JobOrder> running = terminations(state, leaving.node());
      if (running.isEmpty()) {
        orders.add(returned(state, leaving.node(), leaving.came()));
      } else if (leaving.forced() || !anyStarted(state, leaving.node())) {
        orders.addAll(running);
      }
    }
    for (NodeName node : state.vacant()) {
      orders.add(returned(state, node, state.sizes().cameWith(node)));
    }
    return orders;
  }

  private static JobOrder returned(JobState state, NodeName node, long came) {
    return new JobOrder.ToPartition(new PartitionIntent.ReturnNode(state.attemptId(), node, came));
  }

  private static boolean anyStarted(JobState state, NodeName node) {
    return state.steps().values().stream()
        .map(step -> step.nodes().get(node))
        .anyMatch(on -> on != null && on.started() && !on.ended());
  }

  private static List<JobOrder> terminations(JobState state, NodeName node) {
    List<JobOrder> orders = new ArrayList<>();
    for (StepState step : state.steps().values()) {
      NodeStep on = step.nodes().get(node);
      if (on != null && !on.ended()) {
        StepId id = new StepId(state.job(), state.attempt(), step.step());
        orders.add(new JobOrder.Terminate(id, node, 0));
      }
    }
    return orders;
  }

  /** What the application wants, if its attempt is the job's and runs. */
  static JobOutcome decide(JobState state, JobIntent.OfApplication wanted, Instant now) {
    boolean running = state.phase() == Phase.LAUNCHING || state.phase() == Phase.RUNNING;
    if (!running || wanted.attempt() != state.attempt()) {
      return JobOutcome.nothing();
    }
    return switch (wanted.order()) {
      case ApplicationOrder.StartTasks start -> startTasks(state, start, now);
      case ApplicationOrder.LeaveNodes leave -> leaveNodes(state, leave, now);
      case ApplicationOrder.GiveUp give ->
          new JobOutcome(
              Completions.complete(state, completion(state, give), now),
              new JobReply.Done(),
              List.of());
    };
  }

  private static JobOutcome startTasks(
      JobState state, ApplicationOrder.StartTasks start, Instant now) {
    StepState base = state.steps().get(StepId.PROGRAM);
    boolean known =
        program(state).stream()
            .map(step -> step.plan().joining())
            .anyMatch(joining -> joining != null && joining.number() == start.number());
    List<Slice> tentative = state.sizes().tentative();
    boolean held =
        state.sizes().active() != null
            && state.sizes().active().ledger() == start.ledger()
            && tentative.containsAll(start.slices());
    if (base == null || known || !held) {
      return JobOutcome.nothing();
    }
    int number = state.steps().lastKey() + 1;
    return JobOutcome.of(
        new JobReply.Done(),
        new StepCreated(
            state.job(), state.attempt(), number, plan(base.plan(), start, number), now));
  }

  /**
   * As the program's first step, on the new nodes; an attached client sees the first tasks only.
   */
  private static StepPlan plan(StepPlan base, ApplicationOrder.StartTasks start, int step) {
    StreamFiles files = base.files();
    String output = !StepIo.streams(base.io()) ? files.output() : "slurm-%j." + step + ".out";
    return new StepPlan(
        base.name(),
        start.slices().stream().map(Slice::node).toList(),
        start.slices().stream().map(Slice::tasks).toList(),
        base.command(),
        base.environment(),
        base.workingDirectory(),
        new StreamFiles(output, !StepIo.streams(base.io()) ? files.error() : null, null, true),
        null,
        new Joining(StepId.PROGRAM, start.number(), start.slices()),
        null,
        null);
  }

  /** Lets go of nodes on which no task of the program is left, but never of those that stay. */
  private static JobOutcome leaveNodes(
      JobState state, ApplicationOrder.LeaveNodes leave, Instant now) {
    Allocation allocation = state.allocation();
    if (allocation == null) {
      return JobOutcome.nothing();
    }
    Set<NodeName> kept = allocation.kept(state.submittedSpec().resources());
    List<JobEvent> events = new ArrayList<>();
    for (Vacancy vacancy : leave.vacancies()) {
      if (vacancy.number() > state.vacated()) {
        List<NodeName> nodes =
            vacancy.nodes().stream()
                .filter(node -> allocation.nodes().contains(node))
                .filter(node -> !kept.contains(node))
                .filter(node -> terminations(state, node).isEmpty())
                .toList();
        events.add(new NodesVacated(state.job(), state.attempt(), vacancy.number(), nodes, now));
      }
    }
    return new JobOutcome(events, new JobReply.Done(), List.of());
  }

  /** Lost nodes are no fault of the program, so it may run again; a task that failed is. */
  private static Completion completion(JobState state, ApplicationOrder.GiveUp give) {
    if (give.requeue()) {
      return new Completion(JobStatus.PENDING, ExitStatus.SUCCESS, give.reason());
    }
    Ends ends =
        new Ends(program(state).stream().flatMap(step -> step.nodes().values().stream()).toList());
    ExitStatus exit = ends.worstExit();
    return ends.any(StepEnd.LOST)
        ? Completions.lostCompletion(state, give.reason())
        : new Completion(
            JobStatus.FAILED, exit.success() ? new ExitStatus(1, 0) : exit, give.reason());
  }

  /** True when the program may go on without these nodes; its application decides. */
  static boolean mayGoOn(JobState state, List<NodeName> lost) {
    Allocation allocation = state.allocation();
    return state.phase() == Phase.RUNNING
        && state.submittedSpec().malleable() != null
        && allocation != null
        && Collections.disjoint(lost, allocation.kept(state.submittedSpec().resources()))
        && state.steps().get(StepId.PROGRAM) != null;
  }

  /** Marks what steps did on these nodes as of no weight for the job's end. */
  static Map<Integer, StepState> excused(JobState state, List<NodeName> nodes) {
    Map<Integer, StepState> changed = new TreeMap<>();
    for (StepState step : state.steps().values()) {
      StepState now = step;
      for (NodeName node : nodes) {
        NodeStep on = now.nodes().get(node);
        if (on != null && step.step() != StepId.BATCH) {
          now = now.with(node, on.nowExcused());
        }
      }
      changed.put(step.step(), now);
    }
    return changed;
  }
}
