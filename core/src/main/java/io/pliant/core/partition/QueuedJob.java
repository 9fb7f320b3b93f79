package io.pliant.core.partition;

import io.pliant.core.array.ArrayElement;
import io.pliant.core.array.JobArray;
import io.pliant.core.dependency.DependencyStanding;
import io.pliant.core.id.AttemptId;
import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.node.NodeFault;
import io.pliant.core.power.Watts;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.resource.Spread;
import io.pliant.core.size.Malleability;
import io.pliant.core.spec.Bookkeeping;
import io.pliant.core.spec.Deadline;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What a partition must know of a job to schedule and to list it; the rest stays with the job.
 *
 * @param job the job
 * @param attempt the attempt that is to be started
 * @param name job name
 * @param user login name of the submitter
 * @param resources what it needs
 * @param timeLimit wall-clock limit, or null for the partition's default; never null once enqueued
 * @param held not to be started before it is released
 * @param begin not to be started before, or null
 * @param submittedAt time of submission
 * @param submissionKey client's idempotency key, or null
 * @param malleable how its size may change while it runs, or null when it may not
 * @param nodeWatts what each of its nodes is declared to draw, or null when nothing is
 * @param bytes of its script, arguments and environment; null in journals from before they counted
 * @param notBefore not to be started before, because of what the last attempts came to, or null
 * @param holdReason why it was held for those, or null
 * @param faults what nodes could not do for the last attempt, or null
 * @param bookkeeping names and wishes by which the queue is ordered, or null for none
 * @param deadline before which it is to end, or null for none
 * @param array the equal jobs that it stands for, or null for one job
 * @param element what it is in an array, or null
 * @param dependency what it waits for, or has waited for, of other jobs; null for nothing
 * @param revision how it stands since it was changed after its submission; null when it never was
 */
public record QueuedJob(
    JobId job,
    int attempt,
    String name,
    String user,
    ResourceRequest resources,
    @Nullable Duration timeLimit,
    boolean held,
    @Nullable Instant begin,
    Instant submittedAt,
    @Nullable String submissionKey,
    @Nullable Malleability malleable,
    @Nullable Watts nodeWatts,
    @Nullable Long bytes,
    @Nullable Instant notBefore,
    @Nullable String holdReason,
    @Nullable List<NodeFault> faults,
    @Nullable Bookkeeping bookkeeping,
    @Nullable Deadline deadline,
    @Nullable JobArray array,
    @Nullable ArrayElement element,
    @Nullable DependencyStanding dependency,
    @Nullable Revision revision) {
  public QueuedJob {
    faults = faults == null ? null : List.copyOf(faults);
  }

  /** A job of which no attempt has come to nothing. */
  public QueuedJob(
      JobId job,
      int attempt,
      String name,
      String user,
      ResourceRequest resources,
      @Nullable Duration timeLimit,
      boolean held,
      @Nullable Instant begin,
      Instant submittedAt,
      @Nullable String submissionKey,
      @Nullable Malleability malleable,
      @Nullable Watts nodeWatts,
      @Nullable Long bytes) {
    this(
        job,
        attempt,
        name,
        user,
        resources,
        timeLimit,
        held,
        begin,
        submittedAt,
        submissionKey,
        malleable,
        nodeWatts,
        bytes,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null);
  }

  /** A job whose size is fixed, and of which neither watts nor bytes are known. */
  public QueuedJob(
      JobId job,
      int attempt,
      String name,
      String user,
      ResourceRequest resources,
      @Nullable Duration timeLimit,
      boolean held,
      @Nullable Instant begin,
      Instant submittedAt,
      @Nullable String submissionKey) {
    this(
        job,
        attempt,
        name,
        user,
        resources,
        timeLimit,
        held,
        begin,
        submittedAt,
        submissionKey,
        null,
        null,
        null);
  }

  /**
   * Bytes of its script, arguments and environment, as far as they are known, and of its lists of
   * nodes. An element of an array shares those of its array.
   */
  long payloadBytes() {
    return bytes == null ? 0 : bytes + resources.listBytes();
  }

  /** The attempt that waits, or that holds nodes. */
  public AttemptId attemptId() {
    return new AttemptId(job, attempt);
  }

  public QueuedJob withHeld(boolean nowHeld) {
    return edited(edit -> {
      edit.held = nowHeld;
      edit.notBefore = nowHeld ? notBefore : null;
      edit.holdReason = nowHeld ? holdReason : null;
    });
  }

  /** The same after what its last attempts came to. */
  public QueuedJob after(Setbacks setbacks) {
    return edited(edit -> {
      edit.notBefore = setbacks.notBefore();
      edit.holdReason = setbacks.holdReason();
      edit.faults = setbacks.faults().isEmpty() ? null : setbacks.faults();
    });
  }

  /** The same, counted under names or asking for another place. */
  public QueuedJob with(@Nullable Bookkeeping asked) {
    return edited(edit -> edit.bookkeeping = asked);
  }

  /** The same with a time before which it is to end. */
  public QueuedJob before(@Nullable Deadline end) {
    return edited(edit -> edit.deadline = end);
  }

  /** The same as what it is of an array. */
  public QueuedJob as(@Nullable JobArray whole, @Nullable ArrayElement part) {
    return edited(edit -> {
      edit.array = whole;
      edit.element = part;
    });
  }

  /** The same with what it waits for of other jobs. */
  public QueuedJob with(@Nullable DependencyStanding standing) {
    return edited(edit -> edit.dependency = standing);
  }

  /** The same as it was changed after its submission, or null when it never was. */
  public QueuedJob after(@Nullable Revision change) {
    return change == null
        ? this
        : edited(edit -> {
          edit.name = change.name();
          edit.timeLimit = change.timeLimit() == null ? timeLimit : change.timeLimit();
          edit.begin = change.begin();
          edit.bookkeeping = change.bookkeeping();
          edit.array = array == null ? null : array.atMost(change.mostAtOnce());
          edit.revision = change;
          edit.held = change.held() == null ? held : change.held();
        });
  }

  /**
   * The share of a pack in several partitions that one of them has; the leading one alone has the
   * submission key.
   */
  public QueuedJob shareOf(PartitionName partition, boolean leads) {
    Spread spread = resources.spread();
    return spread == null
        ? this
        : edited(edit -> {
          edit.resources = spread.shareOf(resources, partition);
          edit.submissionKey = leads ? submissionKey : null;
        });
  }

  public QueuedJob withTimeLimit(Duration limit) {
    return edited(edit -> edit.timeLimit = limit);
  }

  /** One job as it or its first element would wait, held by nobody, which is no repetition. */
  QueuedJob alone() {
    return edited(edit -> {
      edit.held = false;
      edit.submissionKey = null;
      edit.array = null;
      edit.element = null;
    });
  }

  /** An element of the array that it stands for, in its first attempt. */
  QueuedJob element(int place) {
    JobArray whole = Objects.requireNonNull(array, "an array");
    return edited(edit -> {
      edit.job = JobArray.job(job, place);
      edit.submissionKey = null;
      edit.bytes = null;
      edit.array = null;
      edit.element = whole.element(job, place);
      edit.begin = earliest();
      edit.dependency = null;
      edit.revision = null;
    });
  }

  private QueuedJob edited(Consumer<Edit> change) {
    Edit edit = new Edit(this);
    change.accept(edit);
    return edit.made(this);
  }

  /** Begin time and minutes after another job's start, whichever is later; or null. */
  public @Nullable Instant earliest() {
    Instant from = dependency == null ? null : dependency.from();
    return begin == null || (from != null && from.isAfter(begin)) ? from : begin;
  }

  /** True while nothing of it may start because of other jobs, whatever becomes free. */
  public boolean waitsForOthers() {
    return dependency != null && dependency.waits();
  }

  /** True when it would no longer end before its deadline if it started then. */
  public boolean tooLate(Instant start) {
    return deadline != null && timeLimit != null && !deadline.bears(start, timeLimit);
  }

  /** True when it asks for another place than its factors give it. */
  boolean asksForPlace() {
    return bookkeeping != null && bookkeeping.asksForPlace();
  }

  /** Nodes that could not do their part of the last attempt. */
  public List<NodeName> faultyNodes() {
    return faults == null ? List.of() : faults.stream().map(NodeFault::node).toList();
  }

  /** What of a job changes while it waits. */
  private static final class Edit {
    private JobId job;
    private String name;
    private ResourceRequest resources;
    private @Nullable Duration timeLimit;
    private boolean held;
    private @Nullable Instant begin;
    private @Nullable String submissionKey;
    private @Nullable Long bytes;
    private @Nullable Instant notBefore;
    private @Nullable String holdReason;
    private @Nullable List<NodeFault> faults;
    private @Nullable Bookkeeping bookkeeping;
    private @Nullable Deadline deadline;
    private @Nullable JobArray array;
    private @Nullable ArrayElement element;
    private @Nullable DependencyStanding dependency;
    private @Nullable Revision revision;

    Edit(QueuedJob from) {
      job = from.job;
      name = from.name;
      resources = from.resources;
      timeLimit = from.timeLimit;
      held = from.held;
      begin = from.begin;
      submissionKey = from.submissionKey;
      bytes = from.bytes;
      notBefore = from.notBefore;
      holdReason = from.holdReason;
      faults = from.faults;
      bookkeeping = from.bookkeeping;
      deadline = from.deadline;
      array = from.array;
      element = from.element;
      dependency = from.dependency;
      revision = from.revision;
    }

    QueuedJob made(QueuedJob from) {
      return new QueuedJob(
          job,
          from.attempt,
          name,
          from.user,
          resources,
          timeLimit,
          held,
          begin,
          from.submittedAt,
          submissionKey,
          from.malleable,
          from.nodeWatts,
          bytes,
          notBefore,
          holdReason,
          faults,
          bookkeeping,
          deadline,
          array,
          element,
          dependency,
          revision);
    }
  }
}
