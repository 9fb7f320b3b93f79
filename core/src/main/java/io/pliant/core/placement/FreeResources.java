package io.pliant.core.placement;

import io.pliant.core.id.NodeName;
import io.pliant.core.resource.Allocation;
import io.pliant.core.resource.Devices;
import io.pliant.core.resource.Kinds;
import io.pliant.core.resource.NodeChoice;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.resource.Resources;
import io.pliant.core.resource.Slice;
import io.pliant.core.resource.WholeCores;
import io.pliant.core.view.NodeView;
import java.util.BitSet;
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
  private final FreeTable left;
  private final int[] jobs;
  private final boolean emptied;
  private final Map<TaskShape, Fit> fits = new HashMap<>();
  private @Nullable Room room;
  private @Nullable Pack pack;
  private long freeCpus;
  private int idleNodes;
  private int version;

  private record Fit(int version, FitTable table) {}

  /** Room for tasks of a shape by node; kept of one shape alone, as there may be many of either. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Room(int version, TaskShape shape, int[] tasks) {}

  /** Where the pack that was looked for last would be now; null for nowhere. */
  private record Pack(int version, ResourceRequest request, @Nullable Allocation place) {}

  private FreeResources(NodeTable nodes, FreeTable left, int[] jobs, boolean emptied) {
    this.nodes = nodes;
    this.left = left;
    this.jobs = jobs;
    this.emptied = emptied;
    for (int i = 0; i < jobs.length; i++) {
      count(i, 1);
    }
  }

  /** What is free on those nodes, which are sorted by name. */
  public static FreeResources of(List<NodeView> nodes) {
    NodeTable table = new NodeTable(nodes);
    return new FreeResources(
        table, table.free(), nodes.stream().mapToInt(NodeView::jobs).toArray(), false);
  }

  /** An independent copy. */
  public FreeResources copy() {
    return new FreeResources(nodes, left.copy(), jobs.clone(), false);
  }

  /** The same nodes with no job on them. */
  public FreeResources emptied() {
    return new FreeResources(nodes, nodes.all().copy(), new int[nodes.size()], true);
  }

  /** A copy in which those nodes have no room. */
  public FreeResources without(List<NodeName> names) {
    FreeResources rest = copy();
    for (NodeName name : names) {
      int index = nodes.indexOf(name);
      if (index >= 0) {
        rest.count(index, -1);
        rest.left.clear(index);
        rest.jobs[index]++;
        rest.count(index, 1);
      }
    }
    return rest;
  }

  /** What is free both here and there; the other one must be of the same nodes. */
  public FreeResources freeInBoth(FreeResources other) {
    FreeResources both = copy();
    for (int i = 0; i < jobs.length; i++) {
      both.count(i, -1);
      both.left.least(i, other.left);
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
    if (request.exclusive() ? idleNodes < request.minNodes() : freeCpus < request.leastCpus()) {
      return false;
    }
    if (request.isPack()) {
      return switch (PackBounds.of(request, this)) {
        case FITS -> true;
        case DOES_NOT_FIT -> false;
        case UNKNOWN -> placePack(request) != null;
      };
    }
    TaskShape shape = TaskShape.of(request);
    Fit known = fits.get(shape);
    if (known != null && known.version != version && !known.table.holds(request)) {
      return false; // Resources were only taken since that table was made: a no stays a no.
    }
    return fit(shape).holds(request)
        && (!joint(request.choice()) || JointChoice.fewest(request, this) > 0);
  }

  /** Least number of nodes on which the request has a placement now; 0 when it has none. */
  public int fewestNodes(ResourceRequest request) {
    if (request.isPack()) {
      return fewestNodesOfPack(request);
    }
    return joint(request.choice())
        ? JointChoice.fewest(request, this)
        : fit(TaskShape.of(request)).fewestNodes(request);
  }

  private int fewestNodesOfPack(ResourceRequest request) {
    if (PackBounds.of(request, this) == PackBounds.FITS) {
      return PackBounds.nodes(request, this);
    }
    Allocation all = placePack(request);
    return all == null ? 0 : all.slices().size();
  }

  /** Slices for all components of a pack, or null; found once for as long as nothing changes. */
  @Nullable Allocation placePack(ResourceRequest request) {
    Pack known = pack;
    if (known == null || known.version != version || !known.request.equals(request)) {
      Allocation place = freeCpus < request.leastCpus() ? null : PackPlacement.place(request, this);
      known = new Pack(version, request, place);
      pack = known;
    }
    return known.place;
  }

  private static boolean joint(@Nullable NodeChoice choice) {
    return choice != null && choice.joint();
  }

  /** True when nodes are chosen for more than their room. */
  boolean choosy(ResourceRequest request) {
    return nodes.heaviest() > 0 || joint(request.choice());
  }

  /** What nodes of this choice are to have together. */
  Together together(@Nullable NodeChoice choice) {
    return nodes.together(choice == null ? NodeChoice.ANY : choice);
  }

  /** What a job of this choice lacks on these nodes together, as the end of a sentence, or null. */
  public @Nullable String lacking(@Nullable NodeChoice choice, List<NodeName> chosen) {
    return choice == null || !choice.joint()
        ? null
        : nodes.together(choice).unmet(chosen.stream().mapToInt(nodes::indexOf).toArray());
  }

  int rank(int index) {
    return nodes.rank(index);
  }

  int heaviest() {
    return nodes.heaviest();
  }

  /** Room for tasks of that shape now. */
  public FitTable fit(TaskShape shape) {
    Fit known = fits.get(shape);
    if (known == null || known.version != version) {
      boolean empty = emptied && version == 0;
      known = new Fit(version, empty ? nodes.fitWhenEmpty(shape) : FitTable.of(room(shape)));
      fits.put(shape, known);
    }
    return known.table;
  }

  /** The same with no job on any node, whether it is available or not. */
  FitTable capacity(TaskShape shape) {
    return nodes.capacity(shape);
  }

  /** The least of each dimension that any available node has in all. */
  public Resources leastOfANode() {
    return nodes.least();
  }

  /** Number of available nodes without a job. */
  public int idleNodes() {
    return idleNodes;
  }

  /** True for a node of the view that a job of this choice may have. */
  public boolean allows(@Nullable NodeChoice choice, NodeName node) {
    int index = nodes.indexOf(node);
    return choice == null || index >= 0 && nodes.allowed(choice).get(index);
  }

  /** What a job with this request holds of the cores of that node, or null for single cpus. */
  public @Nullable WholeCores cores(ResourceRequest request, NodeName node) {
    int index = request.cores() == null ? -1 : nodes.indexOf(node);
    return index < 0 ? null : request.coresOf(nodes.node(index).capacity());
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
    Resources free = left.at(index);
    Resources wanted = slice.resources();
    if (exclusive && !wanted.covers(free)) {
      return "its slice of node %s is not the whole node".formatted(slice.node());
    }
    Kinds all = Kinds.orNone(nodes.node(index).capacity().kinds());
    String unsettled = Devices.unsettled(wanted.kinds(), all);
    if (unsettled != null) {
      return "its slice of node %s does not say which types of %s it holds"
          .formatted(slice.node(), unsettled);
    }
    String missing = free.firstMissing(wanted);
    return missing == null
        ? null
        : (missing.equals(Resources.MEMORY)
                ? "node %s has %d MB free, not %d"
                : "node %s has %d free " + missing + ", not %d")
            .formatted(slice.node(), free.count(missing), wanted.count(missing));
  }

  /** Tasks of that shape for which there is room now, by node; not to be changed. */
  int[] room(TaskShape shape) {
    Room known = room;
    if (known == null || known.version != version || !known.shape.equals(shape)) {
      known = new Room(version, shape, tasks(shape));
      room = known;
    }
    return known.tasks;
  }

  /** The same when no job ran and all nodes were up. */
  int[] roomWhenEmpty(TaskShape shape) {
    NodeChoice choice = shape.choice();
    BitSet among = choice == null ? nodes.everywhere() : nodes.allowed(choice);
    return nodes.all().tasks(shape, among, nodes.views());
  }

  int size() {
    return jobs.length;
  }

  private int[] tasks(TaskShape shape) {
    if (freeCpus < shape.cpusPerTask()) {
      return new int[jobs.length]; // a full partition: there is no node to look at
    }
    NodeChoice choice = shape.choice();
    BitSet among = choice == null ? nodes.available() : nodes.usable(choice);
    return left.tasks(shape, shape.exclusive() ? idle(among) : among, nodes.views());
  }

  NodeView node(int index) {
    return nodes.node(index);
  }

  int cpus(int index) {
    return left.cpus(index);
  }

  Kinds kinds(int index) {
    return left.kinds(index);
  }

  boolean idle(int index) {
    return jobs[index] == 0 && left.same(index, nodes.all());
  }

  private BitSet idle(BitSet among) {
    BitSet idle = new BitSet(jobs.length);
    among.stream().filter(this::idle).forEach(idle::set);
    return idle;
  }

  private void book(Slice slice, int jobsMore) {
    int index = nodes.indexOf(slice.node());
    if (index < 0) {
      return;
    }
    count(index, -1);
    left.book(index, slice, jobsMore);
    jobs[index] += jobsMore;
    count(index, 1);
  }

  private void count(int index, int sign) {
    if (nodes.available(index)) {
      freeCpus += sign * Math.max(0L, left.cpus(index));
      idleNodes += idle(index) ? sign : 0;
    }
  }
}
