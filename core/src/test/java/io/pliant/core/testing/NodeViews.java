package io.pliant.core.testing;

import io.pliant.core.id.NodeName;
import io.pliant.core.resource.NodeCapacity;
import io.pliant.core.resource.Slice;
import io.pliant.core.view.NodeView;
import io.pliant.core.view.RunningJob;
import java.util.List;

/** Node views worked out anew from the running jobs, independently of the code under test. */
public final class NodeViews {
  private NodeViews() {}

  public static NodeView of(NodeName name, NodeCapacity capacity, List<RunningJob> running) {
    int cpus = capacity.cpus();
    int memoryMb = capacity.memoryMb();
    int jobs = 0;
    for (RunningJob job : running) {
      for (Slice slice : job.allocation().slices()) {
        if (slice.node().equals(name)) {
          cpus -= slice.cpus();
          memoryMb -= slice.memoryMb();
          jobs++;
        }
      }
    }
    return new NodeView(name, capacity, cpus, memoryMb, jobs, true);
  }
}
