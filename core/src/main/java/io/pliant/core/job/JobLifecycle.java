package io.pliant.core.job;

import io.pliant.core.id.AttemptId;
import io.pliant.core.id.ExitStatus;
import io.pliant.core.id.JobId;
import io.pliant.core.id.JobStatus;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.Refusal;
import io.pliant.core.id.StepId;
import io.pliant.core.job.JobEvent.GrantRenewed;
import io.pliant.core.job.JobEvent.JobAllocated;
import io.pliant.core.job.JobEvent.JobCancelRequested;
import io.pliant.core.job.JobEvent.JobEnded;
import io.pliant.core.job.JobEvent.JobHoldChanged;
import io.pliant.core.job.JobEvent.JobRefused;
import io.pliant.core.job.JobEvent.JobSubmitted;
import io.pliant.core.job.JobEvent.StepCreated;
import io.pliant.core.job.JobState.Phase;
import io.pliant.core.launch.StepPlanner;
import io.pliant.core.launch.StepPlanning;
import io.pliant.core.resource.Allocation;
import io.pliant.core.spec.Deadline;
import io.pliant.core.spec.JobSpec;
import io.pliant.core.spec.Payload;
import io.pliant.core.spec.StepIo;
import io.pliant.core.spec.Submitter;
import io.pliant.core.step.NodeStep;
import io.pliant.core.step.StepPlan;
import io.pliant.core.step.StepState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The rules of a job's life: pure and idempotent. Every message may come twice, late, or from an
 * outlived incarnation; what the state already says is answered again without a new event.
 */
public final class JobLifecycle {
  private static final int SIGTERM = 15;

  private JobLifecycle() {}

  public static JobOutcome decide(JobState state, JobIntent intent, Instant now) {
    if (state.phase() == Phase.NEW
        && !(intent instanceof JobIntent.Submit || intent instanceof JobIntent.Begin)) {
      return unknown(state.job(), intent);
    }
    return switch (intent) {
      case JobIntent.Submit i -> submit(state, i.spec(), now);
      case JobIntent.RefusedByPartition i -> refused(state, i.reason(), new JobReply.Done(), now);
      case JobIntent.DuplicateOf i ->
          refused(
              state, Repetition.reason(i.original()), new JobReply.Duplicate(i.original()), now);
      case JobIntent.Granted i -> granted(state, i, now);
      case JobIntent.PackHeld i -> Packs.held(state, i.holds(), now);
      case JobIntent.PackOverdue i -> Packs.overdue(state, i, now);
      case JobIntent.Begin i -> Elements.begin(state, i, now);
      case JobIntent.EndWithArray i -> Elements.end(state, i.by(), now);
      case JobIntent.AllOver i -> Elements.over(state, i, now);
      case JobIntent.Watch i -> Dependencies.watch(state, i, now);
      case JobIntent.TargetsTold i -> Dependencies.told(state, i.targets(), now);
      case JobIntent.DependentsTold _ -> Dependencies.allTold(state, now);
      case JobIntent.Reported i -> StepReports.decide(state, i, now);
      case JobIntent.Cancel i -> cancel(state, i, now);
      case JobIntent.Requeue i -> requeue(state, i, now);
      case JobIntent.SetSuspended i -> Standstills.decide(state, i, now);
      case JobIntent.Onlook i -> Onlookers.decide(state, i);
      case JobIntent.HoldChanged i -> holdChanged(state, i, now);
      case JobIntent.Change i -> JobChanges.decide(state, i, now);
      case JobIntent.CreateStep i -> createStep(state, i, now);
      case JobIntent.OfApplication i -> Malleables.decide(state, i, now);
      case JobIntent.LimitPassed i -> limitPassed(state, i.attempt(), now);
      case JobIntent.DeadlinePassed i -> deadlinePassed(state, i.attempt(), now);
    };
  }

  /** An unknown job owes nothing; whoever holds something for it may let go. */
  private static JobOutcome unknown(JobId job, JobIntent intent) {
    JobReply reply = new JobReply.Refused(Refusal.notFound("There is no job " + job + "."));
    List<JobOrder> once =
        switch (intent) {
          case JobIntent.Granted i ->
              List.of(
                  JobOrders.released(
                      new AttemptId(job, i.attempt()),
                      i.element() == null ? null : JobStatus.CANCELLED));
          case JobIntent.AllOver _ -> List.of(JobOrders.released(new AttemptId(job, 1), null));
          case JobIntent.Reported i -> StepReports.dismiss(i.report());
          default -> List.of();
        };
    return new JobOutcome(List.of(), reply, once);
  }

  private static JobOutcome submit(JobState state, JobSpec spec, Instant now) {
    return state.phase() == Phase.NEW
        ? JobOutcome.of(new JobReply.Done(), new JobSubmitted(state.job(), spec, now))
        : JobOutcome.nothing();
  }

  private static JobOutcome refused(JobState state, String reason, JobReply reply, Instant now) {
    return state.phase() == Phase.PENDING && state.attempt() == 1
        ? JobOutcome.of(reply, new JobRefused(state.job(), reason, now))
        : JobOutcome.of(reply);
  }

  private static JobOutcome granted(JobState state, JobIntent.Granted grant, Instant now) {
    return switch (state.phase()) {
      case NEW, ENDED, REFUSED ->
          new JobOutcome(
              List.of(), new JobReply.Done(), List.of(JobOrders.released(state, grant.attempt())));
      case PENDING ->
          grant.attempt() == state.attempt()
                  && Packs.spread(state) == null
                  && grant.partition() == null // not of a lender
              ? allocate(state, grant, now)
              : JobOutcome.nothing();
      case LAUNCHING, RUNNING ->
          grant.attempt() == state.attempt() ? renew(state, grant, now) : JobOutcome.nothing();
      case COMPLETING ->
          grant.attempt() == state.attempt()
              ? JobOutcome.of(new JobReply.Done(), lossEvents(state, grant.lost(), now))
              : JobOutcome.nothing();
    };
  }

  private static @Nullable String endedBy(JobIntent.Granted grant) {
    return grant.element() == null ? null : grant.element().endedBy();
  }

  private static JobOutcome allocate(JobState state, JobIntent.Granted grant, Instant now) {
    String endedBy = endedBy(grant);
    if (endedBy != null) {
      return new JobOutcome(
          Elements.cancelled(state, endedBy, now), new JobReply.Done(), List.of());
    }
    JobSpec spec = state.submittedSpec();
    Allocation allocation = grant.allocation();
    StepPlan plan =
        switch (spec.payload()) {
          case Payload.BatchScript _ -> StepPlanner.batch(spec, allocation);
          case Payload.ParallelCommand command -> StepPlanner.parallel(spec, command, allocation);
        };
    return JobOutcome.of(
        new JobReply.Done(),
        new JobAllocated(
            state.job(),
            grant.attempt(),
            allocation,
            grant.term(),
            now,
            Packs.lenders(grant.loans())),
        new StepCreated(state.job(), grant.attempt(), state.primaryStep(), plan, now));
  }

  private static JobOutcome renew(JobState state, JobIntent.Granted grant, Instant now) {
    String endedBy = endedBy(grant);
    if (endedBy != null) {
      return cancelRunning(state, endedBy, now);
    }
    if (Packs.spread(state) != null || grant.partition() != null) {
      return renewShare(state, grant, now);
    }
    List<JobEvent> events = new ArrayList<>(Malleables.heldChanged(state, grant, now));
    JobState folded = state;
    for (JobEvent event : events) {
      folded = folded.evolve(event);
    }
    if (!grant.lost().isEmpty()) {
      events.addAll(List.of(lossEvents(folded, grant.lost(), now)));
    } else if (grant.term() > state.term()) {
      events.add(new GrantRenewed(state.job(), state.attempt(), grant.term(), now));
    }
    return new JobOutcome(events, new JobReply.Done(), Malleables.overdue(folded, now));
  }

  private static JobOutcome renewShare(JobState state, JobIntent.Granted grant, Instant now) {
    JobEvent renewed = Packs.renewed(state, grant, now);
    return !grant.lost().isEmpty()
        ? JobOutcome.of(new JobReply.Done(), lossEvents(state, grant.lost(), now))
        : renewed == null ? JobOutcome.nothing() : JobOutcome.of(new JobReply.Done(), renewed);
  }

  private static JobEvent[] lossEvents(JobState state, List<NodeName> lost, Instant now) {
    return lost.isEmpty()
        ? new JobEvent[0]
        : Completions.nodesLost(state, lost, now).toArray(new JobEvent[0]);
  }

  private static JobOutcome cancel(JobState state, JobIntent.Cancel cancel, Instant now) {
    if (forbidden(state, cancel.by(), cancel.operator())) {
      return JobOutcome.of(HoldRules.notOwner(state, cancel.by()));
    }
    if (cancel.signal() != 0) {
      SignalScope scope = cancel.scope();
      return signal(state, cancel.signal(), scope == null ? SignalScope.ALL : scope);
    }
    return switch (state.phase()) {
      case NEW, ENDED, REFUSED ->
          state.status() == JobStatus.CANCELLED // as asked; maybe the first answer was lost
                  || state.status() == JobStatus.DEADLINE
              ? JobOutcome.nothing()
              : JobOutcome.refuse(
                  Refusal.conflict(
                      "Expected job %s to be waiting or running, but it is %s."
                          .formatted(state.job(), state.status())));
      case PENDING ->
          Elements.isArray(state.spec())
              ? Elements.cancelArray(state, cancel.by().name(), now)
              : new JobOutcome(
                  Elements.cancelled(state, cancel.by().name(), now),
                  new JobReply.Done(),
                  List.of());
      case LAUNCHING, RUNNING -> cancelRunning(state, cancel.by().name(), now);
      case COMPLETING -> JobOutcome.nothing();
    };
  }

  private static JobOutcome cancelRunning(JobState state, String by, Instant now) {
    List<JobEvent> events = new ArrayList<>();
    events.add(new JobCancelRequested(state.job(), by, now));
    Completion completion =
        new Completion(JobStatus.CANCELLED, new ExitStatus(0, SIGTERM), "cancelled by " + by);
    events.addAll(Completions.complete(state, completion, now));
    return new JobOutcome(events, new JobReply.Done(), List.of());
  }

  /** As the loss of a node does it, but asked for: the attempt ends, the job waits again. */
  private static JobOutcome requeue(JobState state, JobIntent.Requeue requeue, Instant now) {
    if (forbidden(state, requeue.by(), requeue.operator())) {
      return JobOutcome.of(HoldRules.notOwner(state, requeue.by()));
    }
    if (!state.submittedSpec().requeue()) {
      return JobOutcome.refuse(
          Refusal.conflict(
              "Expected a job that may run again, but job %s was submitted with --no-requeue."
                  .formatted(state.job())));
    }
    Completion decided = state.completion();
    List<JobEvent> events = new ArrayList<>();
    if (requeue.hold() && !state.held()) {
      events.add(new JobHoldChanged(state.job(), true, requeue.by().name(), now));
    }
    return switch (state.phase()) {
      case LAUNCHING, RUNNING -> {
        Completion again =
            new Completion(
                JobStatus.PENDING, ExitStatus.SUCCESS, "requeued by " + requeue.by().name());
        events.addAll(Completions.complete(state, again, now));
        yield new JobOutcome(events, new JobReply.Done(), List.of());
      }
      case COMPLETING ->
          decided != null && decided.requeues()
              ? new JobOutcome(events, new JobReply.Done(), List.of())
              : notRunning(state);
      case NEW, PENDING, ENDED, REFUSED -> notRunning(state);
    };
  }

  private static JobOutcome notRunning(JobState state) {
    return JobOutcome.refuse(
        Refusal.conflict(
            "Expected job %s to be running, but it is %s.".formatted(state.job(), state.status())));
  }

  /** The node's supervisor should have ended it before; the controller does it now. */
  private static JobOutcome limitPassed(JobState state, int attempt, Instant now) {
    if (state.phase() != Phase.RUNNING || state.attempt() != attempt) {
      return JobOutcome.nothing();
    }
    Completion completion =
        new Completion(
            JobStatus.TIMEOUT,
            new ExitStatus(0, SIGTERM),
            "time limit reached; its node did not end it");
    return new JobOutcome(
        Completions.complete(state, completion, now), new JobReply.Done(), List.of());
  }

  /** Its partition does not start it any more. */
  private static JobOutcome deadlinePassed(JobState state, int attempt, Instant now) {
    Deadline deadline = state.phase() == Phase.PENDING ? state.submittedSpec().deadline() : null;
    return deadline == null || state.attempt() != attempt
        ? JobOutcome.nothing()
        : JobOutcome.of(
            new JobReply.Done(),
            new JobEnded(
                state.job(),
                attempt,
                JobStatus.DEADLINE,
                ExitStatus.SUCCESS,
                "it could no longer end before its deadline, " + deadline.at(),
                null,
                now));
  }

  private static JobOutcome signal(JobState state, int signal, SignalScope scope) {
    if (state.phase() == Phase.LAUNCHING) {
      return JobOutcome.refuse(HoldRules.starting(state));
    }
    if (state.phase() != Phase.RUNNING) {
      return JobOutcome.refuse(
          Refusal.conflict(
              "Expected job %s to be running, but it is %s; only running tasks take signals."
                  .formatted(state.job(), state.status())));
    }
    List<JobOrder> once = new ArrayList<>();
    for (StepState step : state.steps().values()) {
      StepId id = new StepId(state.job(), state.attempt(), step.step());
      for (NodeName node : step.nodes().keySet()) {
        NodeStep on = Objects.requireNonNull(step.nodes().get(node));
        if (scope.includes(id.isBatch()) && on.started() && !on.ended()) {
          once.add(new JobOrder.Terminate(id, node, signal));
        }
      }
    }
    return new JobOutcome(List.of(), new JobReply.Done(), once);
  }

  private static JobOutcome holdChanged(JobState state, JobIntent.HoldChanged change, Instant now) {
    return state.phase() != Phase.PENDING || state.held() == change.held()
        ? JobOutcome.nothing()
        : JobOutcome.of(
            new JobReply.Done(),
            new JobHoldChanged(state.job(), change.held(), change.by().name(), now));
  }

  private static JobOutcome createStep(JobState state, JobIntent.CreateStep create, Instant now) {
    if (forbidden(state, create.by(), create.operator())) {
      return JobOutcome.of(HoldRules.notOwner(state, create.by()));
    }
    Integer known = knownStep(state, create.request().io());
    if (known != null) {
      return JobOutcome.of(new JobReply.StepMade(known));
    }
    Allocation allocation = state.allocation();
    if (allocation == null
        || state.run().still().lasts()
        || (state.phase() != Phase.LAUNCHING && state.phase() != Phase.RUNNING)) {
      return JobOutcome.refuse(
          Refusal.conflict(
              "Expected job %s to be running, but it is %s; a step needs a running job."
                  .formatted(state.job(), state.status())));
    }
    List<StepPlan> running =
        state.steps().values().stream()
            .filter(step -> step.step() != StepId.BATCH && !step.ended())
            .map(StepState::plan)
            .toList();
    return switch (StepPlanner.forRequest(
        create.request(), state.submittedSpec(), allocation, running)) {
      case StepPlanning.Refused(String reason) -> JobOutcome.refuse(Refusal.invalid(reason));
      case StepPlanning.Busy(String reason) -> JobOutcome.refuse(Refusal.busy(reason));
      case StepPlanning.Planned(StepPlan plan) -> {
        String tooMany = create.limits().refusal(state, create.request(), plan);
        if (tooMany != null) {
          yield JobOutcome.refuse(Refusal.conflict(tooMany));
        }
        int number = state.steps().isEmpty() ? 0 : Math.max(0, state.steps().lastKey() + 1);
        yield JobOutcome.of(
            new JobReply.StepMade(number),
            new StepCreated(state.job(), state.attempt(), number, plan, now));
      }
    };
  }

  /**
   * The step that an attached client asked for before: its one-time word tells a repeated question,
   * whose first answer was lost, from a new one.
   */
  private static @Nullable Integer knownStep(JobState state, @Nullable StepIo io) {
    if (io == null) {
      return null;
    }
    for (StepState step : state.steps().values()) {
      StepIo own = step.plan().io();
      if (own != null && own.secret().equals(io.secret())) {
        return step.step();
      }
    }
    return null;
  }

  /** True when {@code by} neither owns the job nor is an operator. */
  static boolean forbidden(JobState state, Submitter by, boolean operator) {
    return !operator && state.submittedSpec().submitter().uid() != by.uid();
  }
}
