package io.pliant.core.testing;

import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.view.WaitingJob;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A job of a test cluster. Times are seconds after the epoch; the limit is an hour unless given.
 */
public final class JobBuilder {
  private long id;
  private ResourceRequest request;
  private long started;
  private Duration limit = Duration.ofHours(1);
  private boolean held;
  private @Nullable Instant begin;
  private @Nullable Instant notBefore;
  private List<NodeName> avoided = List.of();
  private List<String> nodes = List.of();

  private JobBuilder(ResourceRequest request) {
    this.request = request;
  }

  /** A job on that many whole nodes, one task on each. */
  public static JobBuilder job(int wholeNodes) {
    return new JobBuilder(ResourceRequest.wholeNodes(wholeNodes));
  }

  /**
   * A job of that many tasks of one cpu, on as few nodes as hold them, sharing them with others.
   */
  public static JobBuilder tasks(int tasks) {
    return new JobBuilder(new ResourceRequest(1, tasks, tasks, 1, 0, false));
  }

  public static JobBuilder request(ResourceRequest request) {
    return new JobBuilder(request);
  }

  /** Id of the job; the builder of the cluster numbers jobs 1, 2, 3 ... otherwise. */
  public JobBuilder id(long number) {
    this.id = number;
    return this;
  }

  public JobBuilder nodes(int min, int max) {
    request =
        new ResourceRequest(
            min,
            max,
            request.tasks(),
            request.cpusPerTask(),
            request.memoryMbPerNode(),
            request.exclusive());
    return this;
  }

  public JobBuilder cpusPerTask(int cpus) {
    request =
        new ResourceRequest(
            request.minNodes(),
            request.maxNodes(),
            request.tasks(),
            cpus,
            request.memoryMbPerNode(),
            request.exclusive());
    return this;
  }

  public JobBuilder memoryMb(int megabytes) {
    request =
        new ResourceRequest(
            request.minNodes(),
            request.maxNodes(),
            request.tasks(),
            request.cpusPerTask(),
            megabytes,
            request.exclusive());
    return this;
  }

  /** Second at which a running job started. */
  public JobBuilder started(long second) {
    started = second;
    return this;
  }

  /** Time limit in seconds. */
  public JobBuilder limit(long seconds) {
    return limit(Duration.ofSeconds(seconds));
  }

  public JobBuilder limit(Duration duration) {
    limit = duration;
    return this;
  }

  public JobBuilder held() {
    held = true;
    return this;
  }

  /** Second before which the job is not to start. */
  public JobBuilder begin(long second) {
    begin = Instant.ofEpochSecond(second);
    return this;
  }

  /** Second before which its next attempt is not to start, and the nodes that failed the last. */
  public JobBuilder failed(long second, String... names) {
    notBefore = Instant.ofEpochSecond(second);
    avoided = Stream.of(names).map(NodeName::new).toList();
    return this;
  }

  /** Nodes that a running job is on; the placement of the policies chooses them otherwise. */
  public JobBuilder on(String... names) {
    nodes = List.of(names);
    return this;
  }

  JobId idOr(long next) {
    return new JobId(id > 0 ? id : next);
  }

  ResourceRequest request() {
    return request;
  }

  Instant startedAt() {
    return Instant.ofEpochSecond(started);
  }

  Instant expectedEnd() {
    return startedAt().plus(limit);
  }

  List<String> nodeNames() {
    return nodes;
  }

  WaitingJob waiting(JobId number) {
    return new WaitingJob(
        number, 1, request, limit, held, begin, Instant.EPOCH, null, notBefore, avoided, null);
  }
}
