package io.pliant.core.resource;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What a job needs, before any node is chosen.
 *
 * @param minNodes least number of nodes, at least 1
 * @param maxNodes largest useful number of nodes, at least {@code minNodes}
 * @param tasks number of tasks in all, at least 1; never fewer than {@code minNodes}
 * @param cpusPerTask cpus for each task, at least 1
 * @param memoryMbPerNode megabytes on each node; 0 means no memory is reserved
 * @param exclusive whole nodes, shared with no other job
 * @param maxTasksPerNode largest number of tasks on one node, at least 1, or null for no bound
 * @param kindsPerNode what else is needed on each node, or null for nothing
 * @param memoryPerCpu memory for each cpu instead of each node, or null; then {@code
 *     memoryMbPerNode} is 0
 * @param kindsPerTask what else is needed for each task, or null for nothing
 * @param choice which nodes it may have, or null for any
 * @param licences what it holds of its partition's licences while it runs, or null for none
 * @param layout how its tasks are laid out, or null as usual; and in journals from before there was
 *     a choice
 * @param others further components of a job pack, of which this request is the first, or null for
 *     an ordinary job; and in journals from before there were packs
 */
public record ResourceRequest(
    int minNodes,
    int maxNodes,
    int tasks,
    int cpusPerTask,
    int memoryMbPerNode,
    boolean exclusive,
    @Nullable Integer maxTasksPerNode,
    @Nullable Kinds kindsPerNode,
    @Nullable MemoryPerCpu memoryPerCpu,
    @Nullable Kinds kindsPerTask,
    @Nullable NodeChoice choice,
    @Nullable Kinds licences,
    @Nullable Layout layout,
    @Nullable Components others) {
  private static final long BYTES_OF_ONE = 128;

  public ResourceRequest {
    kindsPerNode = Kinds.orNull(kindsPerNode);
    kindsPerTask = Kinds.orNull(kindsPerTask);
    licences = Kinds.orNull(licences);
    layout = Layout.orNull(layout);
    others = Components.orNull(others);
    if (minNodes < 1
        || maxNodes < minNodes
        || tasks < 1
        || cpusPerTask < 1
        || memoryMbPerNode < 0) {
      throw new IllegalArgumentException(
          "Expected 1 <= minNodes <= maxNodes, tasks >= 1, cpusPerTask >= 1, memory >= 0, but got "
              + "minNodes %d, maxNodes %d, tasks %d, cpusPerTask %d, memoryMbPerNode %d."
                  .formatted(minNodes, maxNodes, tasks, cpusPerTask, memoryMbPerNode));
    }
    if (maxTasksPerNode != null && maxTasksPerNode < 1) {
      throw new IllegalArgumentException(
          "Expected at least 1 task on each node, but got " + maxTasksPerNode + ".");
    }
    if (memoryPerCpu != null && memoryMbPerNode > 0) {
      throw new IllegalArgumentException(
          "Expected memory for each node or for each cpu, but got both.");
    }
  }

  /** A request for cpus and memory alone. */
  public ResourceRequest(
      int minNodes,
      int maxNodes,
      int tasks,
      int cpusPerTask,
      int memoryMbPerNode,
      boolean exclusive,
      @Nullable Integer maxTasksPerNode) {
    this(
        minNodes,
        maxNodes,
        tasks,
        cpusPerTask,
        memoryMbPerNode,
        exclusive,
        maxTasksPerNode,
        null,
        null,
        null,
        null,
        null,
        null,
        null);
  }

  /** A request without a bound on the tasks of one node. */
  public ResourceRequest(
      int minNodes,
      int maxNodes,
      int tasks,
      int cpusPerTask,
      int memoryMbPerNode,
      boolean exclusive) {
    this(minNodes, maxNodes, tasks, cpusPerTask, memoryMbPerNode, exclusive, null);
  }

  /** The same on nodes that are shared with nobody. */
  public ResourceRequest onWholeNodes() {
    return edited(edit -> edit.exclusive = true);
  }

  /** The same with other kinds on each node. */
  public ResourceRequest withKindsPerNode(Kinds kinds) {
    return edited(edit -> edit.kindsPerNode = kinds);
  }

  /** The same with other kinds for each task. */
  public ResourceRequest withKindsPerTask(Kinds kinds) {
    return edited(edit -> edit.kindsPerTask = kinds);
  }

  /** The same with memory for each cpu instead of each node; unchanged when it is null. */
  public ResourceRequest withMemoryPerCpu(@Nullable MemoryPerCpu memory) {
    return edited(edit -> {
      edit.memoryPerCpu = memory;
      edit.memoryMbPerNode = memory == null ? memoryMbPerNode : 0;
    });
  }

  /** The same on nodes of this choice. */
  public ResourceRequest on(@Nullable NodeChoice nodes) {
    return edited(edit -> edit.choice = nodes);
  }

  /** The same with these licences. */
  public ResourceRequest withLicences(@Nullable Kinds wanted) {
    return edited(edit -> edit.licences = wanted);
  }

  /** The same on no more than so many nodes. */
  public ResourceRequest onAtMost(int nodes) {
    return edited(edit -> edit.maxNodes = nodes);
  }

  /** The same with another number of cpus for each task. */
  public ResourceRequest withCpusPerTask(int cpus) {
    return edited(edit -> edit.cpusPerTask = cpus);
  }

  /** The same with its tasks laid out like this. */
  public ResourceRequest laidOut(@Nullable Layout tasksLaidOut) {
    return edited(edit -> edit.layout = tasksLaidOut);
  }

  /** The same as the first component of a pack, or alone where it is null. */
  public ResourceRequest with(@Nullable Components further) {
    return edited(edit -> edit.others = further);
  }

  /** True for a pack: what is said of nodes and tasks is its first component's alone. */
  public boolean isPack() {
    return others != null;
  }

  /** Number of components of a pack; 1 for an ordinary job. */
  public int width() {
    return others == null ? 1 : others.requests().size() + 1;
  }

  /** The requests of all components in order, none with others; an ordinary job is one. */
  public List<ResourceRequest> components() {
    if (others == null) {
      return List.of(this);
    }
    List<ResourceRequest> all = new ArrayList<>(others.requests());
    all.addFirst(with((Components) null));
    return all;
  }

  /** The same with each of its components changed. */
  public ResourceRequest each(UnaryOperator<ResourceRequest> change) {
    if (others == null) {
      return change.apply(this);
    }
    List<ResourceRequest> all = components().stream().map(change).toList();
    return all.getFirst().with(others.of(all.subList(1, all.size())));
  }

  /** The partitions of a pack in several of them, or of a share of one; else null. */
  public @Nullable Spread spread() {
    return others == null ? null : others.spread();
  }

  /** Nodes of all its components that it needs at least. */
  public int leastNodes() {
    return sum(minNodes, each -> each.minNodes);
  }

  /** Tasks of all its components. */
  public int allTasks() {
    return sum(tasks, each -> each.tasks);
  }

  private int sum(int own, ToLongFunction<ResourceRequest> number) {
    return others == null
        ? own
        : (int) Math.min(Integer.MAX_VALUE, components().stream().mapToLong(number).sum());
  }

  private ResourceRequest edited(Consumer<RequestEdit> change) {
    RequestEdit edit = new RequestEdit(this);
    change.accept(edit);
    return edit.made(maxTasksPerNode);
  }

  /** Bytes that its lists of nodes take in memory, about. */
  public long listBytes() {
    Distribution distribution = distribution();
    return (choice == null ? 0 : choice.bytes())
        + (distribution == null ? 0 : distribution.bytes())
        + (others == null ? 0 : others.requests().stream().mapToLong(one -> one.bytes()).sum());
  }

  private long bytes() {
    return BYTES_OF_ONE + listBytes();
  }

  /** True when the tasks of a node share the cpus of one. */
  public boolean overcommits() {
    return layout != null && layout.overcommit();
  }

  /** How its tasks lie on cores, or null as it comes. */
  public @Nullable CoreRule cores() {
    return layout == null ? null : layout.cores();
  }

  /** What it holds of a node's cores, or null for single cpus. */
  public @Nullable WholeCores coresOf(NodeCapacity node) {
    CoreRule rule = cores();
    return rule == null ? null : rule.on(node);
  }

  /** Which task runs on which node, or null where nothing is said of it. */
  public @Nullable Distribution distribution() {
    return layout == null ? null : layout.distribution();
  }

  /** Cpus of all its nodes that it needs at least, those of all components. */
  public int leastCpus() {
    long sharing = overcommits() ? minNodes : tasks;
    int own = (int) Math.min(Integer.MAX_VALUE, sharing * cpusPerTask);
    return sum(own, each -> each.leastCpus());
  }

  /** What it needs of any node with that many of its tasks, without threads that are left idle. */
  public Resources onNodeWith(int tasksThere) {
    return onNodeWith(tasksThere, null);
  }

  /**
   * What it needs of a node with that many of its tasks.
   *
   * @param whole what it holds of the node's cores, as {@link #coresOf} says
   */
  public Resources onNodeWith(int tasksThere, @Nullable WholeCores whole) {
    long sharing = overcommits() ? Math.min(1, tasksThere) : tasksThere;
    long cpus = Math.max(leastCpusPerNode(), sharing * cpusPerTask);
    long used = cpus;
    if (whole != null) {
      long least = (long) Math.ceilDiv(leastCpusPerNode(), whole.used()) * whole.threads();
      cpus = Math.max(least, CoreRule.orNone(cores()).cpus(whole, sharing, cpusPerTask));
      used = cpus / whole.threads() * whole.used();
    }
    int held = (int) Math.min(Integer.MAX_VALUE, cpus);
    int memory =
        memoryPerCpu == null
            ? memoryMbPerNode
            : memoryPerCpu.forCpus(Math.min(Integer.MAX_VALUE, used));
    return Resources.of(held, memory, kindsOnNodeWith(tasksThere));
  }

  /** Cpus that it takes of each node at least, however few tasks are there; 0 for no bound. */
  public int leastCpusPerNode() {
    return choice == null ? 0 : choice.besides().leastCpus();
  }

  /** Kinds for each node and for each task are one need: who asks for both gets the larger. */
  private @Nullable Kinds kindsOnNodeWith(int tasksThere) {
    return kindsPerTask == null
        ? kindsPerNode
        : Kinds.orNone(kindsPerNode).most(kindsPerTask.times(tasksThere));
  }

  /** What else it needs anywhere, by name; null for nothing. */
  public @Nullable Kinds kindsForATask() {
    return kindsOnNodeWith(1);
  }

  /**
   * The same for a job that changes its size: on nodes that it shares with nobody; of a pack that
   * is the last component.
   */
  public ResourceRequest varying() {
    return others == null
        ? onWholeNodes()
        : with(others.withLast(ResourceRequest::onWholeNodes).varying());
  }

  /** True for a pack whose last component may change its size. */
  public boolean lastVaries() {
    return others != null && Boolean.TRUE.equals(others.lastVaries());
  }

  /**
   * The same on another number of nodes, with as many tasks on each as before; of a pack the last
   * component has more or fewer.
   */
  public ResourceRequest onNodes(int nodes) {
    if (others != null) {
      int fixed = leastNodes() - others.requests().getLast().minNodes;
      return with(others.withLast(last -> last.onNodes(nodes - fixed)));
    }
    return edited(edit -> {
      edit.minNodes = nodes;
      edit.maxNodes = nodes;
      edit.tasks = Math.multiplyExact(nodes, tasks / minNodes);
    });
  }

  /** What that many more nodes are asked for: by the last component of a pack. */
  public ResourceRequest onFurther(int nodes) {
    return (others == null ? this : others.requests().getLast()).onNodes(nodes);
  }

  /** One task on one cpu of one node, no memory, shared. */
  public static ResourceRequest single() {
    return new ResourceRequest(1, 1, 1, 1, 0, false);
  }

  /** One task on each of {@code n} whole nodes. */
  public static ResourceRequest wholeNodes(int n) {
    return new ResourceRequest(n, n, n, 1, 0, true);
  }

  // By hand: rounds compare the requests of all waiting jobs, and what the compiler makes for
  // records takes 20 times as long until it is compiled by the second compiler, which controllers
  // leave out.
  @Override
  public boolean equals(@Nullable Object other) {
    return this == other
        || other instanceof ResourceRequest that
            && minNodes == that.minNodes
            && maxNodes == that.maxNodes
            && tasks == that.tasks
            && cpusPerTask == that.cpusPerTask
            && memoryMbPerNode == that.memoryMbPerNode
            && exclusive == that.exclusive
            && Objects.equals(maxTasksPerNode, that.maxTasksPerNode)
            && Objects.equals(kindsPerNode, that.kindsPerNode)
            && Objects.equals(memoryPerCpu, that.memoryPerCpu)
            && Objects.equals(kindsPerTask, that.kindsPerTask)
            && Objects.equals(choice, that.choice)
            && Objects.equals(licences, that.licences)
            && Objects.equals(layout, that.layout)
            && Objects.equals(others, that.others);
  }

  @Override
  public int hashCode() {
    int hash = 31 * minNodes + maxNodes;
    hash = 31 * hash + tasks;
    hash = 31 * hash + cpusPerTask;
    hash = 31 * hash + memoryMbPerNode;
    hash = 31 * hash + Boolean.hashCode(exclusive);
    hash = 31 * hash + Objects.hashCode(maxTasksPerNode);
    hash = 31 * hash + Objects.hashCode(kindsPerNode);
    hash = 31 * hash + Objects.hashCode(memoryPerCpu);
    hash = 31 * hash + Objects.hashCode(kindsPerTask);
    hash = 31 * hash + Objects.hashCode(choice);
    hash = 31 * hash + Objects.hashCode(licences);
    hash = 31 * hash + Objects.hashCode(layout);
    return 31 * hash + Objects.hashCode(others);
  }
}
