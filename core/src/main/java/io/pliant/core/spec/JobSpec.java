package io.pliant.core.spec;

import io.pliant.core.array.ArrayElement;
import io.pliant.core.array.JobArray;
import io.pliant.core.dependency.Dependency;
import io.pliant.core.id.PartitionName;
import io.pliant.core.power.Watts;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.size.Malleability;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Everything a user asked for in one submission; fixed once acknowledged.
 *
 * @param name job name as shown in the queue
 * @param submitter the authenticated user
 * @param partition the partition; filled in with the default before a job is submitted
 * @param resources what it needs
 * @param timeLimit wall-clock limit, or null for the partition's default
 * @param payload what runs
 * @param files standard streams of the batch script
 * @param workingDirectory absolute path in which tasks start
 * @param environment variables of the submitting process that the job inherits
 * @param requeue run again when a node is lost
 * @param hold queue it, but do not start it before it is released
 * @param begin not to be started before this time, or null
 * @param comment free text
 * @param submissionKey client's idempotency key: a second submission with it is the first one again
 * @param malleable how its size may change while it runs, or null when it may not
 * @param nodeWatts what each of its nodes is declared to draw, or null when nothing is
 * @param bookkeeping under which names it is counted, or null when none is given
 * @param warning signal that it gets before its limit, or null for none
 * @param mail of what its user is told by mail, or null for nothing
 * @param deadline before which it is to end, or null for none
 * @param array the equal jobs that it stands for, or null for one job
 * @param element what it is in an array, or null; script, arguments and environment of an element
 *     are the array's
 * @param dependency which other jobs it waits for, or null for none
 */
public record JobSpec(
    String name,
    Submitter submitter,
    PartitionName partition,
    ResourceRequest resources,
    @Nullable Duration timeLimit,
    Payload payload,
    StreamFiles files,
    String workingDirectory,
    Map<String, String> environment,
    boolean requeue,
    boolean hold,
    @Nullable Instant begin,
    String comment,
    @Nullable String submissionKey,
    @Nullable Malleability malleable,
    @Nullable Watts nodeWatts,
    @Nullable Bookkeeping bookkeeping,
    @Nullable EarlyWarning warning,
    @Nullable MailRequest mail,
    @Nullable Deadline deadline,
    @Nullable JobArray array,
    @Nullable ArrayElement element,
    @Nullable Dependency dependency) {
  public JobSpec {
    environment = Collections.unmodifiableMap(new TreeMap<>(environment));
  }

  /** Bytes of script, arguments and environment, which only a launch needs. */
  public long payloadBytes() {
    return ByteCount.of(environment)
        + switch (payload) {
          case Payload.BatchScript(String script, List<String> arguments) ->
              ByteCount.of(script) + ByteCount.of(arguments);
          case Payload.ParallelCommand(List<String> command, _) -> ByteCount.of(command);
        };
  }

  /** The same without script, arguments and environment: what is kept of a job in memory. */
  public JobSpec withoutPayload() {
    return with(
        switch (payload) {
          case Payload.BatchScript _ -> new Payload.BatchScript("", List.of());
          case Payload.ParallelCommand(List<String> command, StepIo io) ->
              new Payload.ParallelCommand(command.subList(0, Math.min(1, command.size())), io);
        },
        Collections.emptyMap());
  }

  /** The same with another payload and environment. */
  public JobSpec with(Payload other, Map<String, String> variables) {
    return new JobSpec(
        name,
        submitter,
        partition,
        resources,
        timeLimit,
        other,
        files,
        workingDirectory,
        variables,
        requeue,
        hold,
        begin,
        comment,
        submissionKey,
        malleable,
        nodeWatts,
        bookkeeping,
        warning,
        mail,
        deadline,
        array,
        element,
        dependency);
  }

  /** The same with that time limit. */
  public JobSpec withTimeLimit(Duration limit) {
    return after(JobChange.of(limit));
  }

  /** The same after a change. */
  public JobSpec after(JobChange change) {
    Duration limit = change.timeLimit();
    String newName = change.name();
    String newComment = change.comment();
    Instant from = change.begin();
    return new JobSpec(
        newName == null ? name : newName,
        submitter,
        partition,
        resources,
        limit == null ? timeLimit : limit,
        payload,
        files,
        workingDirectory,
        environment,
        requeue,
        hold,
        from == null ? begin : from,
        newComment == null ? comment : newComment,
        submissionKey,
        malleable,
        nodeWatts,
        change.applied(bookkeeping),
        warning,
        mail,
        deadline,
        change.applied(array),
        element,
        change.applied(dependency));
  }

  /** An element with script, arguments and environment of its array. */
  public JobSpec withPayloadOf(JobSpec whole) {
    return with(whole.payload, whole.environment);
  }

  /** One element of an array of such jobs, without script, arguments and environment. */
  public JobSpec of(ArrayElement one) {
    JobSpec small = withoutPayload();
    return new JobSpec(
        name,
        submitter,
        partition,
        resources,
        timeLimit,
        small.payload,
        files,
        workingDirectory,
        small.environment,
        requeue,
        false,
        begin,
        comment,
        null,
        malleable,
        nodeWatts,
        bookkeeping,
        warning,
        mail != null && mail.wants(MailType.ARRAY_TASKS) ? mail : null,
        deadline,
        null,
        one,
        null);
  }

  /** A job that may end whenever it does. */
  public JobSpec(
      String name,
      Submitter submitter,
      PartitionName partition,
      ResourceRequest resources,
      @Nullable Duration timeLimit,
      Payload payload,
      StreamFiles files,
      String workingDirectory,
      Map<String, String> environment,
      boolean requeue,
      boolean hold,
      @Nullable Instant begin,
      String comment,
      @Nullable String submissionKey,
      @Nullable Malleability malleable,
      @Nullable Watts nodeWatts,
      @Nullable Bookkeeping bookkeeping,
      @Nullable EarlyWarning warning,
      @Nullable MailRequest mail) {
    this(
        name,
        submitter,
        partition,
        resources,
        timeLimit,
        payload,
        files,
        workingDirectory,
        environment,
        requeue,
        hold,
        begin,
        comment,
        submissionKey,
        malleable,
        nodeWatts,
        bookkeeping,
        warning,
        mail,
        null,
        null,
        null,
        null);
  }

  /** A job that is counted under no names but its user's. */
  public JobSpec(
      String name,
      Submitter submitter,
      PartitionName partition,
      ResourceRequest resources,
      @Nullable Duration timeLimit,
      Payload payload,
      StreamFiles files,
      String workingDirectory,
      Map<String, String> environment,
      boolean requeue,
      boolean hold,
      @Nullable Instant begin,
      String comment,
      @Nullable String submissionKey,
      @Nullable Malleability malleable,
      @Nullable Watts nodeWatts) {
    this(
        name,
        submitter,
        partition,
        resources,
        timeLimit,
        payload,
        files,
        workingDirectory,
        environment,
        requeue,
        hold,
        begin,
        comment,
        submissionKey,
        malleable,
        nodeWatts,
        null,
        null,
        null);
  }

  /** A job whose size is fixed, and of which no watts are declared. */
  public JobSpec(
      String name,
      Submitter submitter,
      PartitionName partition,
      ResourceRequest resources,
      @Nullable Duration timeLimit,
      Payload payload,
      StreamFiles files,
      String workingDirectory,
      Map<String, String> environment,
      boolean requeue,
      boolean hold,
      @Nullable Instant begin,
      String comment,
      @Nullable String submissionKey) {
    this(
        name,
        submitter,
        partition,
        resources,
        timeLimit,
        payload,
        files,
        workingDirectory,
        environment,
        requeue,
        hold,
        begin,
        comment,
        submissionKey,
        null,
        null);
  }
}
