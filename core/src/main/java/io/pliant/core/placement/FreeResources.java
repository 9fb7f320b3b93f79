package io.pliant.core.placement;

import io.pliant.core.id.NodeName;
import io.pliant.core.resource.Allocation;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.resource.Slice;
import io.pliant.core.view.NodeView;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The free resources of a partition as a mutable scratch copy for one round or one projection. Only
 * available nodes count as room; slices on other nodes are booked all the same, slices on nodes
 * that the view does not have are ignored. Not safe for use by several threads.
 */
public final class FreeResources {
  private final NodeTable nodes;
  private final int[] cpus;
  private final int[] memoryMb;
  private final int[] jobs;
  private final Map<TaskShape, Fit> fits = new HashMap<>();
  private long freeCpus;
  private int idleNodes;
  private int version;

  private record Fit(int version, FitTable table) {}

  private FreeResources(NodeTable nodes, int[] cpus, int[] memoryMb, int[] jobs) {
    this.nodes = nodes;
    this.cpus = cpus;
    this.memoryMb = memoryMb;
    this.jobs = jobs;
    for (int i = 0; i < cpus.length; i++) {
      count(i, 1);
    }
  }

  /** What is free on those nodes, which are sorted by name. */
  public static FreeResources of(List<NodeView> nodes) {
    return new FreeResources(
        new NodeTable(nodes),
        nodes.stream().mapToInt(NodeView::freeCpus).toArray(),
        nodes.stream().mapToInt(NodeView::freeMemoryMb).toArray(),
        nodes.stream().mapToInt(NodeView::jobs).toArray());
  }

  /** An independent copy. */
  public FreeResources copy() {
    return new FreeResources(nodes, cpus.clone(), memoryMb.clone(), jobs.clone());
  }

  /** The same nodes with no job on them. */
  public FreeResources emptied() {
    int[] allCpus = new int[nodes.size()];
    int[] allMemory = new int[nodes.size()];
    Arrays.setAll(allCpus, nodes::cpus);
    Arrays.setAll(allMemory, nodes::memoryMb);
    return new FreeResources(nodes, allCpus, allMemory, new int[nodes.size()]);
  }

  /** A copy in which those nodes have no room. */
  public FreeResources without(List<NodeName> names) {
    FreeResources rest = copy();
    for (NodeName name : names) {
      int index = nodes.indexOf(name);
      if (index >= 0) {
        rest.count(index, -1);
        rest.cpus[index] = 0;
        rest.memoryMb[index] = 0;
        rest.jobs[index]++;
        rest.count(index, 1);
      }
    }
    return rest;
  }

  /** What is free both here and there; the other one must be of the same nodes. */
  public FreeResources freeInBoth(FreeResources other) {
    FreeResources both = copy();
    for (int i = 0; i < cpus.length; i++) {
      both.count(i, -1);
      both.cpus[i] = Math.min(cpus[i], other.cpus[i]);
      both.memoryMb[i] = Math.min(memoryMb[i], other.memoryMb[i]);
      both.jobs[i] = Math.max(jobs[i], other.jobs[i]);
      both.count(i, 1);
    }
    return both;
  }

  /** Books the slices of a job. Whether they are free is for the caller to know. */
  public void take(Allocation allocation) {
    for (Slice slice : allocation.slices()) {
      book(slice, 1);
    }
    version++;
  }

  /** Gives the slices of a job back. */
  public void release(Allocation allocation) {
    for (Slice slice : allocation.slices()) {
      book(slice, -1);
    }
    version++;
    fits.clear();
  }

  /** True when the request has a placement now. Cheap when it has none. */
  public boolean holds(ResourceRequest request) {
    if (request.exclusive()
        ? idleNodes < request.minNodes()
        : freeCpus < (long) request.tasks() * request.cpusPerTask()) {
      return false;
    }
    TaskShape shape = TaskShape.of(request);
    Fit known = fits.get(shape);
    if (known != null && known.version != version && !known.table.holds(request)) {
      return false; // Resources were only taken since that table was made: a no stays a no.
    }
    return fit(shape).holds(request);
  }

  /** Room for tasks of that shape now. */
  public FitTable fit(TaskShape shape) {
    Fit known = fits.get(shape);
    if (known == null || known.version != version) {
      known = new Fit(version, FitTable.of(room(shape)));
      fits.put(shape, known);
    }
    return known.table;
  }

  /** Number of available nodes without a job. */
  public int idleNodes() {
    return idleNodes;
  }

  /** What keeps this slice from being made now, or null when nothing does. */
  public @Nullable String refuse(Slice slice, boolean exclusive) {
    int index = nodes.indexOf(slice.node());
    if (index < 0) {
      return "node %s is not in the partition".formatted(slice.node());
    }
    if (!nodes.available(index)) {
      return "node %s is not available".formatted(slice.node());
    }
    if (exclusive && !idle(index)) {
      return "node %s is not idle".formatted(slice.node());
    }
    if (exclusive && (slice.cpus() < cpus[index] || slice.memoryMb() < memoryMb[index])) {
      return "its slice of node %s is not the whole node".formatted(slice.node());
    }
    if (slice.cpus() > cpus[index]) {
      return "node %s has %d free cpus, not %d".formatted(slice.node(), cpus[index], slice.cpus());
    }
    if (slice.memoryMb() > memoryMb[index]) {
      return "node %s has %d MB free, not %d"
          .formatted(slice.node(), memoryMb[index], slice.memoryMb());
    }
    return null;
  }

  int[] room(TaskShape shape) {
    int[] room = new int[cpus.length];
    for (int i = 0; i < room.length; i++) {
      if (nodes.available(i) && (!shape.exclusive() || idle(i))) {
        room[i] = shape.tasksOn(cpus[i], memoryMb[i]);
      }
    }
    return room;
  }

  NodeView node(int index) {
    return nodes.node(index);
  }

  int cpus(int index) {
    return cpus[index];
  }

  boolean idle(int index) {
    return jobs[index] == 0
        && cpus[index] == nodes.cpus(index)
        && memoryMb[index] == nodes.memoryMb(index);
  }

  private void book(Slice slice, int jobsMore) {
    int index = nodes.indexOf(slice.node());
    if (index < 0) {
      return;
    }
    count(index, -1);
    cpus[index] -= jobsMore * slice.cpus();
    memoryMb[index] -= jobsMore * slice.memoryMb();
    jobs[index] += jobsMore;
    count(index, 1);
  }

  private void count(int index, int sign) {
    if (nodes.available(index)) {
      freeCpus += sign * Math.max(0L, cpus[index]);
      idleNodes += idle(index) ? sign : 0;
    }
  }
}
