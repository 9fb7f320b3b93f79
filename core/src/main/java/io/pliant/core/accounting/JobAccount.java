package io.pliant.core.accounting;

import io.pliant.core.array.JobArray;
import io.pliant.core.array.Places;
import io.pliant.core.id.ExitStatus;
import io.pliant.core.id.JobId;
import io.pliant.core.id.JobStatus;
import io.pliant.core.job.JobEvent;
import io.pliant.core.job.Standstill;
import io.pliant.core.resource.Allocation;
import io.pliant.core.resource.Slice;
import io.pliant.core.spec.JobSpec;
import io.pliant.core.step.StepUsage;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What accounting keeps of one job: the fold of its events, without script and environment.
 *
 * @param exit how it ended, or null while it has not
 * @param reason why it ended, was requeued or refused; empty for none
 * @param attempts number of the current or last attempt, from 1
 * @param startedAt when the current or last attempt got its nodes, or null before the first start
 * @param endedAt when it was over for good, or null
 * @param since when its present state of waiting or holding nodes began; its end once over
 * @param waited time spent waiting for nodes, over all attempts, until {@code since}
 * @param closed what finished attempts held
 * @param used what the steps that are over used, over all attempts; null when nothing is known
 * @param waiting elements of an array that have not started; null for what is no array
 * @param still how the current or last attempt stands still, or did
 */
public record JobAccount(
    JobId job,
    Asked asked,
    JobStatus status,
    @Nullable ExitStatus exit,
    String reason,
    int attempts,
    Held held,
    Instant submittedAt,
    @Nullable Instant startedAt,
    @Nullable Instant endedAt,
    Instant since,
    Duration waited,
    Usage closed,
    @Nullable StepUsage used,
    @Nullable Places waiting,
    Standstill still) {

  /**
   * The account that a submission opens.
   *
   * @param array account of the array of which it is an element, or null
   */
  public static JobAccount open(JobEvent.JobSubmitted event, @Nullable JobAccount array) {
    JobSpec spec = event.spec();
    return new JobAccount(
        event.job(),
        array == null ? Asked.of(spec) : Asked.of(spec).sharing(array.asked()),
        JobStatus.PENDING,
        null,
        "",
        1,
        Held.wanted(spec.resources()),
        event.at(),
        null,
        null,
        event.at(),
        Duration.ZERO,
        Usage.NONE,
        null,
        spec.array() == null ? null : Places.first(spec.array().indices().count()),
        Standstill.NONE);
  }

  /** An array of which one more element has started. */
  public JobAccount started(JobId element) {
    JobArray array = asked.array();
    Edit edit = edit();
    if (array != null && waiting != null) {
      edit.waiting = waiting.minus(array.placeOf(job, element));
    }
    return edit.build();
  }

  /** The account after one more event of the same job. */
  public JobAccount evolve(JobEvent event) {
    return switch (event) {
      case JobEvent.JobAllocated e -> allocated(e);
      case JobEvent.StepEnded e -> edit().used(e.usage()).build();
      case JobEvent.JobResized e -> resized(e);
      case JobEvent.JobChanged e -> {
        Edit edit = edit();
        edit.asked = asked.after(e.change());
        yield edit.build();
      }
      case JobEvent.JobSuspended e -> edit().still(JobStatus.SUSPENDED, still.begun(e.at()));
      case JobEvent.JobResumed e -> edit().still(JobStatus.RUNNING, still.ended(e.at()));
      case JobEvent.JobCompleting _ -> edit().status(JobStatus.COMPLETING).build();
      case JobEvent.JobRequeued e -> settled(e.at(), JobStatus.PENDING, e.reason()).requeued(e);
      case JobEvent.JobRefused e -> settled(e.at(), JobStatus.FAILED, e.reason()).over(null);
      case JobEvent.JobEnded e -> settled(e.at(), e.status(), e.reason()).over(e.exit());
      case JobEvent.JobSubmitted _,
          JobEvent.JobHoldChanged _,
          JobEvent.GrantRenewed _,
          JobEvent.PackGivenUp _,
          JobEvent.NodesVacated _,
          JobEvent.StepCreated _,
          JobEvent.StepStarted _,
          JobEvent.JobStarted _,
          JobEvent.JobCancelRequested _,
          JobEvent.DependentAdded _,
          JobEvent.DependentsTold _,
          JobEvent.TargetsTold _,
          JobEvent.ElementsFailed _ ->
          this;
    };
  }

  /** True while it holds nodes. */
  public boolean holdsNodes() {
    return status == JobStatus.RUNNING
        || status == JobStatus.SUSPENDED
        || status == JobStatus.COMPLETING;
  }

  /** What it held until {@code now}, over all attempts. */
  public Usage usageAt(Instant now) {
    return holdsNodes() ? closed.plus(Usage.held(held.nodes(), held.cpus(), since, now)) : closed;
  }

  /** Characters of its texts, which users choose. */
  public int characters() {
    return asked.characters() + reason.length() + held.characters();
  }

  /** How long it waited for nodes until {@code now}, over all attempts. */
  public Duration waitedAt(Instant now) {
    return status == JobStatus.PENDING ? waited.plus(between(since, now)) : waited;
  }

  private JobAccount allocated(JobEvent.JobAllocated event) {
    Edit edit = settled(event.at(), JobStatus.RUNNING, "");
    edit.attempts = event.attempt();
    edit.held =
        Held.of(event.allocation(), event.allocation().nodes())
            .of(asked.resources(), event.allocation());
    edit.startedAt = event.at();
    edit.still = Standstill.NONE;
    return edit.build();
  }

  /** Nodes count until they are let go of, and from when they are the job's. */
  private JobAccount resized(JobEvent.JobResized event) {
    Edit edit = settled(event.at(), status, reason);
    List<Slice> slices = new ArrayList<>(event.allocation().slices());
    event.sizes().leaving().forEach(leaving -> slices.add(leaving.slice()));
    edit.held = Held.of(new Allocation(slices), event.allocation().nodes());
    return edit.build();
  }

  /** Books the time since the last change as held or waited. */
  private Edit settled(Instant at, JobStatus next, String why) {
    Edit edit = edit();
    edit.closed = usageAt(at);
    edit.waited = waitedAt(at);
    edit.since = at;
    edit.status = next;
    edit.reason = why;
    return edit;
  }

  private static Duration between(Instant from, Instant to) {
    Duration time = Duration.between(from, to);
    return time.isNegative() ? Duration.ZERO : time;
  }

  private Edit edit() {
    return new Edit(this);
  }

  /** Copies an account with a few components changed. */
  private static final class Edit {
    private final JobAccount from;
    private Asked asked;
    private JobStatus status;
    private @Nullable ExitStatus exit;
    private String reason;
    private int attempts;
    private Held held;
    private @Nullable Instant startedAt;
    private @Nullable Instant endedAt;
    private Instant since;
    private Duration waited;
    private Usage closed;
    private @Nullable StepUsage used;
    private @Nullable Places waiting;
    private Standstill still;

    Edit(JobAccount from) {
      this.from = from;
      asked = from.asked;
      status = from.status;
      exit = from.exit;
      reason = from.reason;
      attempts = from.attempts;
      held = from.held;
      startedAt = from.startedAt;
      endedAt = from.endedAt;
      since = from.since;
      waited = from.waited;
      closed = from.closed;
      used = from.used;
      waiting = from.waiting;
      still = from.still;
    }

    Edit status(JobStatus value) {
      status = value;
      return this;
    }

    JobAccount still(JobStatus value, Standstill now) {
      status = value;
      still = now;
      return build();
    }

    Edit used(@Nullable StepUsage more) {
      used = StepUsage.sum(used, more);
      return this;
    }

    JobAccount requeued(JobEvent.JobRequeued event) {
      attempts = event.nextAttempt();
      return build();
    }

    JobAccount over(@Nullable ExitStatus how) {
      exit = how;
      endedAt = since;
      still = still.ended(since);
      return build();
    }

    JobAccount build() {
      return new JobAccount(
          from.job,
          asked,
          status,
          exit,
          reason,
          attempts,
          held,
          from.submittedAt,
          startedAt,
          endedAt,
          since,
          waited,
          closed,
          used,
          waiting,
          still);
    }
  }
}
