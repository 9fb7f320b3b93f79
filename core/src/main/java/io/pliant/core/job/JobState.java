package io.pliant.core.job;

import io.pliant.core.dependency.DependencyBook;
import io.pliant.core.id.AttemptId;
import io.pliant.core.id.ExitStatus;
import io.pliant.core.id.JobId;
import io.pliant.core.id.JobStatus;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.StepId;
import io.pliant.core.partition.Setbacks;
import io.pliant.core.partition.Sizes;
import io.pliant.core.resource.Allocation;
import io.pliant.core.spec.JobSpec;
import io.pliant.core.spec.Payload;
import io.pliant.core.step.StepState;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.pcollections.TreePMap;

/**
 * One job; the fold of its events.
 *
 * @param submission what of it outlives its attempts
 * @param run its current attempt
 */
public record JobState(JobId job, Phase phase, JobSubmission submission, JobRun run) {
  /** Where the job is in its life. */
  public enum Phase {
    /** Nothing is known of it. */
    NEW,
    /** Waiting for nodes. */
    PENDING,
    /** Nodes are granted; no task was reported yet. */
    LAUNCHING,
    /** Some task was reported. */
    RUNNING,
    /** How the attempt ends is decided; tasks are being ended. */
    COMPLETING,
    /** Over for good. */
    ENDED,
    /** Its partition refused it. */
    REFUSED
  }

  public static JobState unknown(JobId job) {
    return new JobState(job, Phase.NEW, JobSubmission.NONE, JobRun.of(1));
  }

  /** The specification; throws IllegalStateException before the job was submitted. */
  public JobSpec submittedSpec() {
    JobSpec spec = spec();
    if (spec == null) {
      throw new IllegalStateException(
          "Expected job %s to be submitted, but it is new.".formatted(job));
    }
    return spec;
  }

  /** The current attempt. */
  public AttemptId attemptId() {
    return new AttemptId(job, run.attempt());
  }

  /** True while tasks of the current attempt may exist somewhere. */
  public boolean holdsNodes() {
    return phase == Phase.LAUNCHING || phase == Phase.RUNNING || phase == Phase.COMPLETING;
  }

  /** True when nothing more can happen to it. */
  public boolean over() {
    return phase == Phase.ENDED || phase == Phase.REFUSED;
  }

  /** Number of the step whose end is the end of the attempt. */
  public int primaryStep() {
    return submittedSpec().payload() instanceof Payload.BatchScript ? StepId.BATCH : 0;
  }

  /** Slurm's state word. */
  public JobStatus status() {
    return switch (phase) {
      case NEW, PENDING -> JobStatus.PENDING;
      case LAUNCHING -> JobStatus.RUNNING;
      case RUNNING -> run.still().lasts() ? JobStatus.SUSPENDED : JobStatus.RUNNING;
      case COMPLETING -> JobStatus.COMPLETING;
      case ENDED, REFUSED -> completed();
    };
  }

  private JobStatus completed() {
    Completion completion = run.completion();
    return completion == null ? JobStatus.FAILED : completion.outcome();
  }

  /** True when no task of any step of the attempt is left. */
  public boolean allStepsEnded() {
    return steps().values().stream().allMatch(StepState::ended);
  }

  /** The state after one more event. */
  public JobState evolve(JobEvent event) {
    return switch (event) {
      case JobEvent.JobSubmitted e ->
          new JobState(job, Phase.PENDING, JobSubmission.of(e), JobRun.of(1));
      case JobEvent.JobRefused e -> {
        Completion refused = new Completion(JobStatus.FAILED, ExitStatus.SUCCESS, e.reason());
        yield with(Phase.REFUSED, run.ended(refused, e.at()));
      }
      // who lets a job go gives it a new row of attempts
      case JobEvent.JobHoldChanged e ->
          with(
              submission
                  .with(e.held(), e.held() ? setbacks() : Setbacks.NONE)
                  .counted(Packs.spread(this) != null));
      case JobEvent.JobChanged e -> JobChanges.changed(this, e);
      // its partition has let it go, though the word of it may have been lost
      case JobEvent.JobAllocated e ->
          with(submission.with(false, setbacks()))
              .with(
                  Phase.LAUNCHING,
                  JobRun.of(e.attempt()).with(JobHolding.of(e)).cancelled(cancelledBy()));
      case JobEvent.GrantRenewed e -> with(run.with(run.holding().renewed(e)));
      case JobEvent.PackGivenUp e -> Packs.givenUp(this, e);
      case JobEvent.StepCreated e -> with(run.with(StepState.ordered(e.step(), e.plan(), e.at())));
      case JobEvent.StepStarted e ->
          with(run.onNode(e.step(), e.node(), node -> node.startedAt(e.at())));
      case JobEvent.StepEnded e ->
          with(
              run.onNode(
                  e.step(),
                  e.node(),
                  node -> node.ended(e.at(), e.taskExits(), e.end(), e.message(), e.usage())));
      case JobEvent.JobResized e ->
          excused(
              run.holding().resized(e),
              e.sizes().leaving().stream().map(Sizes.Leaving::node).toList());
      case JobEvent.NodesVacated e -> excused(run.holding().vacated(e), e.nodes());
      case JobEvent.JobStarted e ->
          with(phase == Phase.LAUNCHING ? Phase.RUNNING : phase, run.started(e.at()));
      case JobEvent.JobSuspended e -> Standstills.changed(this, run.still().begun(e.at()));
      case JobEvent.JobResumed e -> Standstills.changed(this, run.still().ended(e.at()));
      case JobEvent.JobCancelRequested e -> with(run.cancelled(e.by()));
      case JobEvent.JobCompleting e ->
          with(Phase.COMPLETING, run.ending(new Completion(e.outcome(), e.exit(), e.reason())));
      case JobEvent.JobRequeued e ->
          with(submission.with(held() || e.holdReason() != null, RequeueRules.setbacks(e)))
              .with(Phase.PENDING, JobRun.of(e.nextAttempt()));
      case JobEvent.DependentAdded e -> with(submission.with(submission.dependents().plus(e)));
      case JobEvent.DependentsTold _ -> with(submission.with(Dependents.NONE));
      case JobEvent.TargetsTold e -> with(submission.told(e));
      case JobEvent.ElementsFailed e -> with(submission.failed(e.elements()));
      case JobEvent.JobEnded e ->
          with(Phase.ENDED, run.ended(new Completion(e.status(), e.exit(), e.reason()), e.at()));
    };
  }

  /** Fencing number of the partition that a node of the job is in. */
  public long termOf(NodeName node) {
    return Packs.termOf(this, node);
  }

  /** What steps did on these nodes is of no weight any more. */
  private JobState excused(JobHolding now, List<NodeName> nodes) {
    return with(run.with(now).with(TreePMap.from(Malleables.excused(this, nodes))));
  }

  private JobState with(JobSubmission now) {
    return new JobState(job, phase, now, run);
  }

  private JobState with(JobRun now) {
    return with(phase, now);
  }

  private JobState with(Phase next, JobRun now) {
    return new JobState(job, next, submission, now);
  }

  public @Nullable JobSpec spec() {
    return submission.spec();
  }

  public long payloadBytes() {
    return submission.payloadBytes();
  }

  public boolean held() {
    return submission.held();
  }

  public @Nullable Instant submittedAt() {
    return submission.submittedAt();
  }

  public Setbacks setbacks() {
    return submission.setbacks();
  }

  /** What is known of the jobs that it waits for, or null when there are none. */
  public @Nullable DependencyBook dependency() {
    return submission.dependency();
  }

  /** Jobs that wait for it. */
  public Dependents dependents() {
    return submission.dependents();
  }

  public int attempt() {
    return run.attempt();
  }

  public @Nullable Instant startedAt() {
    return run.startedAt();
  }

  public @Nullable Instant endedAt() {
    return run.endedAt();
  }

  public TreePMap<Integer, StepState> steps() {
    return run.steps();
  }

  public @Nullable Completion completion() {
    return run.completion();
  }

  public @Nullable String cancelledBy() {
    return run.cancelledBy();
  }

  public @Nullable Allocation allocation() {
    return run.holding().allocation();
  }

  public long term() {
    return run.holding().term();
  }

  public @Nullable Instant allocatedAt() {
    return run.holding().allocatedAt();
  }

  public Sizes sizes() {
    return run.holding().sizes();
  }

  public long sizesVersion() {
    return run.holding().version();
  }

  public int vacated() {
    return run.holding().vacated();
  }

  public List<NodeName> vacant() {
    return run.holding().vacant();
  }
}
