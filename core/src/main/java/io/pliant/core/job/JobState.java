package io.pliant.core.job;

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
import io.pliant.core.step.NodeStep;
import io.pliant.core.step.StepState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.pcollections.TreePMap;

/**
 * One job; the fold of its events.
 *
 * @param spec what was asked for, without script, arguments and environment, which a launch reads
 *     from the journal; or null before {@code JobSubmitted}
 * @param payloadBytes of script, arguments and environment
 * @param attempt number of the current attempt, from 1
 * @param allocation nodes of the current attempt or, once it is over, of the last one
 * @param term fencing number under which the nodes were granted
 * @param steps steps of the current attempt by number
 * @param completion how the attempt ends, once decided
 * @param cancelledBy who asked to end it, or null
 * @param sizes what the partition holds besides the allocation, and which nodes are to be left
 * @param sizesVersion version of the ledger that said so
 * @param vacated newest adaptation after which nodes were let go of because their tasks were lost
 * @param vacant nodes of the allocation that are to be let go of for that
 * @param setbacks what the last attempts came to
 */
public record JobState(
    JobId job,
    Phase phase,
    @Nullable JobSpec spec,
    long payloadBytes,
    int attempt,
    boolean held,
    @Nullable Instant submittedAt,
    @Nullable Allocation allocation,
    long term,
    @Nullable Instant allocatedAt,
    @Nullable Instant startedAt,
    @Nullable Instant endedAt,
    TreePMap<Integer, StepState> steps,
    @Nullable Completion completion,
    @Nullable String cancelledBy,
    Sizes sizes,
    long sizesVersion,
    int vacated,
    List<NodeName> vacant,
    Setbacks setbacks) {
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
    return new JobState(
        job,
        Phase.NEW,
        null,
        0,
        1,
        false,
        null,
        null,
        0,
        null,
        null,
        null,
        TreePMap.empty(),
        null,
        null,
        Sizes.UNCHANGED,
        0,
        0,
        List.of(),
        Setbacks.NONE);
  }

  /** The specification; throws IllegalStateException before the job was submitted. */
  public JobSpec submittedSpec() {
    if (spec == null) {
      throw new IllegalStateException(
          "Expected job %s to be submitted, but it is new.".formatted(job));
    }
    return spec;
  }

  /** The current attempt. */
  public AttemptId attemptId() {
    return new AttemptId(job, attempt);
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
      case LAUNCHING, RUNNING -> JobStatus.RUNNING;
      case COMPLETING -> JobStatus.COMPLETING;
      case ENDED, REFUSED -> completion == null ? JobStatus.FAILED : completion.outcome();
    };
  }

  /** True when no task of any step of the attempt is left. */
  public boolean allStepsEnded() {
    return steps.values().stream().allMatch(StepState::ended);
  }

  /** The state after one more event. */
  public JobState evolve(JobEvent event) {
    return switch (event) {
      case JobEvent.JobSubmitted e -> submitted(e);
      case JobEvent.JobRefused e ->
          new JobStateEdit(this)
              .phase(Phase.REFUSED)
              .completion(new Completion(JobStatus.FAILED, ExitStatus.SUCCESS, e.reason()))
              .endedAt(e.at())
              .build();
      case JobEvent.JobHoldChanged e -> holdChanged(e);
      case JobEvent.JobAllocated e -> allocated(e);
      case JobEvent.GrantRenewed e -> new JobStateEdit(this).term(e.term()).build();
      case JobEvent.StepCreated e -> withStep(StepState.ordered(e.step(), e.plan(), e.at()));
      case JobEvent.StepStarted e -> stepStarted(e);
      case JobEvent.StepEnded e -> stepEnded(e);
      case JobEvent.JobResized e -> resized(e);
      case JobEvent.NodesVacated e -> vacated(e);
      case JobEvent.JobStarted e ->
          new JobStateEdit(this)
              .phase(phase == Phase.LAUNCHING ? Phase.RUNNING : phase)
              .startedAt(e.at())
              .build();
      case JobEvent.JobCancelRequested e -> new JobStateEdit(this).cancelledBy(e.by()).build();
      case JobEvent.JobCompleting e ->
          new JobStateEdit(this)
              .phase(Phase.COMPLETING)
              .completion(new Completion(e.outcome(), e.exit(), e.reason()))
              .build();
      case JobEvent.JobRequeued e -> requeued(e);
      case JobEvent.JobEnded e ->
          new JobStateEdit(this)
              .phase(Phase.ENDED)
              .completion(new Completion(e.status(), e.exit(), e.reason()))
              .endedAt(e.at())
              .build();
    };
  }

  private JobState submitted(JobEvent.JobSubmitted e) {
    JobStateEdit edit = new JobStateEdit(unknown(job));
    edit.phase = Phase.PENDING;
    edit.spec = e.spec().withoutPayload();
    edit.payloadBytes = e.spec().payloadBytes();
    edit.held = e.spec().hold();
    edit.submittedAt = e.at();
    return edit.build();
  }

  private JobState allocated(JobEvent.JobAllocated e) {
    JobStateEdit edit = attempt(Phase.LAUNCHING, e.attempt());
    edit.held = false; // its partition has let it go, though the word of it may have been lost
    edit.allocation = e.allocation();
    edit.term = e.term();
    edit.allocatedAt = e.at();
    edit.cancelledBy = cancelledBy;
    return edit.build();
  }

  private JobState requeued(JobEvent.JobRequeued e) {
    JobStateEdit edit = attempt(Phase.PENDING, e.nextAttempt());
    edit.held = held || e.holdReason() != null;
    edit.setbacks = RequeueRules.setbacks(e);
    return edit.build();
  }

  /** Who lets a job go gives it a new row of attempts. */
  private JobState holdChanged(JobEvent.JobHoldChanged e) {
    JobStateEdit edit = new JobStateEdit(this).held(e.held());
    edit.setbacks = e.held() ? setbacks : Setbacks.NONE;
    return edit.build();
  }

  /** What of the job outlives an attempt. */
  private JobStateEdit attempt(Phase at, int number) {
    JobStateEdit edit = new JobStateEdit(unknown(job));
    edit.phase = at;
    edit.attempt = number;
    edit.spec = spec;
    edit.payloadBytes = payloadBytes;
    edit.held = held;
    edit.submittedAt = submittedAt;
    edit.setbacks = setbacks;
    return edit;
  }

  private JobState resized(JobEvent.JobResized e) {
    List<NodeName> left = e.sizes().leaving().stream().map(Sizes.Leaving::node).toList();
    JobStateEdit edit = new JobStateEdit(this);
    edit.allocation = e.allocation();
    edit.sizes = e.sizes();
    edit.sizesVersion = e.version();
    edit.vacant = vacant.stream().filter(n -> e.allocation().nodes().contains(n)).toList();
    edit.steps = TreePMap.from(Malleables.excused(this, left));
    return edit.build();
  }

  private JobState vacated(JobEvent.NodesVacated e) {
    JobStateEdit edit = new JobStateEdit(this);
    List<NodeName> all = new ArrayList<>(vacant);
    all.addAll(e.nodes());
    edit.vacated = e.number();
    edit.vacant = List.copyOf(all);
    edit.steps = TreePMap.from(Malleables.excused(this, e.nodes()));
    return edit.build();
  }

  private JobState stepStarted(JobEvent.StepStarted e) {
    StepState step = step(e.step());
    NodeStep node = Objects.requireNonNull(step.nodes().get(e.node()));
    return withStep(step.with(e.node(), node.startedAt(e.at())));
  }

  private JobState stepEnded(JobEvent.StepEnded e) {
    StepState step = step(e.step());
    NodeStep node = Objects.requireNonNull(step.nodes().get(e.node()));
    return withStep(
        step.with(e.node(), node.ended(e.at(), e.taskExits(), e.end(), e.message(), e.usage())));
  }

  private StepState step(int number) {
    return Objects.requireNonNull(steps.get(number), () -> "unknown step " + number + " of " + job);
  }

  private JobState withStep(StepState step) {
    return new JobStateEdit(this).steps(KeptSteps.of(steps.plus(step.step(), step))).build();
  }
}
