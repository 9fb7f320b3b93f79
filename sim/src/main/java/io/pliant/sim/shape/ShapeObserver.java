package io.pliant.sim.shape;

import io.pliant.core.array.ArrayElement;
import io.pliant.core.id.JobId;
import io.pliant.core.id.JobStatus;
import io.pliant.core.id.PartitionName;
import io.pliant.core.resource.Allocation;
import io.pliant.core.resource.Slice;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Who is told of a simulation what happens in it, in order of time. */
public interface ShapeObserver {
  /**
   * A job that holds nodes: one job, an element of an array, or a pack.
   *
   * @param job its number
   * @param element what it is of an array, or null
   */
  record Runner(JobId job, @Nullable ArrayElement element) {}

  /**
   * A job has started.
   *
   * @param held what it holds in each partition
   * @param now milliseconds from the beginning
   */
  void started(Runner runner, Map<PartitionName, Allocation> held, long now);

  /** It has changed its size, and holds that. */
  void resized(Runner runner, PartitionName partition, List<Slice> held, long now);

  /** It is over. */
  void ended(Runner runner, JobStatus status, long now);

  /** A job that never held nodes is over: an array after its elements, or one that was ended. */
  void closed(JobId job, JobStatus status, long now);

  /** A submission was refused. */
  void refused(JobId job, String why, long now);

  /** A job, or what of an array has not started, will never start. */
  void stays(JobId job, int elements, String why);
}
