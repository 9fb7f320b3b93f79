package io.pliant.sim.shape;

import io.pliant.core.id.JobId;
import io.pliant.core.id.JobStatus;
import io.pliant.core.id.PartitionName;
import io.pliant.core.policy.Policies;
import io.pliant.core.resource.Allocation;
import io.pliant.core.resource.Slice;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** All that an observer was told. */
final class ShapeLog implements ShapeObserver {
  /** Something in its order. */
  sealed interface Fact {
    long at();
  }

  record Started(Runner runner, Map<PartitionName, Allocation> held, long at) implements Fact {}

  record Resized(Runner runner, PartitionName partition, List<Slice> held, long at)
      implements Fact {}

  record Ended(Runner runner, JobStatus status, long at) implements Fact {}

  final List<Fact> facts = new ArrayList<>();
  final Map<JobId, Started> starts = new TreeMap<>();
  final Map<JobId, Ended> ends = new TreeMap<>();
  final Map<JobId, Ended> closed = new TreeMap<>();
  final Map<JobId, String> refused = new TreeMap<>();
  final Map<JobId, String> stays = new TreeMap<>();

  static ShapeLog of(JobList list, String policy) {
    ShapeLog log = new ShapeLog();
    ShapeSimulation.run(list, Policies.named(policy), log);
    return log;
  }

  /** When a job started, or null. */
  @Nullable Long start(long job) {
    Started started = starts.get(new JobId(job));
    return started == null ? null : (Long) started.at();
  }

  @Override
  public void started(Runner runner, Map<PartitionName, Allocation> held, long now) {
    Started started = new Started(runner, held, now);
    facts.add(started);
    if (starts.put(runner.job(), started) != null) {
      throw new IllegalStateException("started twice: " + runner);
    }
  }

  @Override
  public void resized(Runner runner, PartitionName partition, List<Slice> held, long now) {
    facts.add(new Resized(runner, partition, held, now));
  }

  @Override
  public void ended(Runner runner, JobStatus status, long now) {
    Ended ended = new Ended(runner, status, now);
    facts.add(ended);
    if (ends.put(runner.job(), ended) != null || !starts.containsKey(runner.job())) {
      throw new IllegalStateException("ended twice, or before it started: " + runner);
    }
  }

  @Override
  public void closed(JobId job, JobStatus status, long now) {
    closed.put(job, new Ended(new Runner(job, null), status, now));
  }

  @Override
  public void refused(JobId job, String why, long now) {
    refused.put(job, why);
  }

  @Override
  public void stays(JobId job, int elements, String why) {
    stays.put(job, why);
  }
}
