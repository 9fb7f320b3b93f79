package io.pliant.core.option;

import io.pliant.core.id.NodeName;
import io.pliant.core.resource.Distribution;
import io.pliant.core.resource.Kinds;
import io.pliant.core.resource.Layout;
import io.pliant.core.resource.Licences;
import io.pliant.core.resource.MemoryPerCpu;
import io.pliant.core.resource.NodeChoice;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.spec.MemorySize;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Turns the options on nodes, tasks, cpus and memory into one request, by Slurm's rules.
 *
 * <ul>
 *   <li>{@code -N} alone: one task on each node.
 *   <li>{@code -n} alone: as many nodes as it takes, at most one for each task.
 *   <li>{@code -n} below {@code -N}: as many nodes as tasks, with a warning.
 *   <li>{@code --ntasks-per-node} without {@code -n}: so many tasks on each of the nodes.
 *   <li>{@code --ntasks-per-node} with {@code -n}: at most so many tasks on each node.
 * </ul>
 */
final class ResourceOptions {

  private final GivenOptions options;
  private final List<String> warnings = new ArrayList<>();
  private final int askedTasks;
  private final int perNode;
  private final NodeCount nodes;
  private final DeviceOptions devices;
  private final @Nullable NodeChoice choice;
  private final @Nullable Layout layout;

  private ResourceOptions(GivenOptions options) {
    this.options = options;
    this.devices = DeviceOptions.of(options);
    this.perNode = options.count(SubmitOption.NTASKS_PER_NODE);
    this.choice = ChoiceOptions.read(options);
    this.nodes =
        ChoiceOptions.nodes(
            options, devices.nodes(NodeCount.of(options.get(SubmitOption.NODES))), choice);
    this.layout = LayoutOptions.ofJob(options);
    this.askedTasks = askedTasks();
  }

  private int askedTasks() {
    List<NodeName> places = places();
    int asked = places == null ? options.count(SubmitOption.NTASKS) : places.size();
    int ofDevices = asked > 0 ? asked : devices.tasks(nodes);
    return ofDevices > 0 ? ofDevices : TopologyOptions.tasks(options, nodes);
  }

  private @Nullable List<NodeName> places() {
    Distribution distribution = layout == null ? null : layout.distribution();
    return distribution == null ? null : distribution.places();
  }

  /** The request, with what was changed in it added to {@code warnings}. */
  static ResourceRequest read(
      GivenOptions options,
      boolean exclusiveByDefault,
      boolean countsLicences,
      List<String> warnings) {
    ResourceOptions reader = new ResourceOptions(options);
    ResourceRequest request =
        reader.request(exclusiveByDefault).withLicences(reader.licences(countsLicences));
    warnings.addAll(reader.warnings);
    return request;
  }

  /** What a request is read from, each part by itself. */
  static List<Runnable> parts(GivenOptions options) {
    List<Runnable> parts = new ArrayList<>(DeviceOptions.parts(options));
    parts.addAll(ChoiceOptions.parts(options));
    parts.add(() -> NodeCount.of(options.get(SubmitOption.NODES)));
    parts.add(() -> options.count(SubmitOption.NTASKS));
    parts.addAll(CoreOptions.parts(options));
    parts.add(() -> LayoutOptions.ofJob(options));
    parts.add(() -> options.count(SubmitOption.NTASKS_PER_NODE));
    parts.add(() -> options.count(SubmitOption.CPUS_PER_TASK));
    parts.add(() -> memoryMb(options, SubmitOption.MEM));
    parts.add(() -> memoryMb(options, SubmitOption.MEM_PER_CPU));
    return parts;
  }

  private @Nullable Kinds licences(boolean counted) {
    GivenOption given = options.get(SubmitOption.LICENSES);
    if (given != null && !counted) {
      warnings.add(
          "--licenses: the partition counts no licences; the job starts whether or not one is free.");
      return null;
    }
    return options.read(SubmitOption.LICENSES, Licences.FORMS, Licences::parse);
  }

  private ResourceRequest request(boolean exclusiveByDefault) {
    boolean exclusive = exclusive(exclusiveByDefault);
    int cpusPerTask = Math.max(1, options.count(SubmitOption.CPUS_PER_TASK));
    int memory = memoryMb(options, SubmitOption.MEM);
    int memoryPerCpu = memoryMb(options, SubmitOption.MEM_PER_CPU);
    int tasks = tasks();
    NodeCount fitting = fitting(tasks);
    ResourceRequest base =
        new ResourceRequest(
                fitting.min(),
                fitting.max(),
                tasks,
                cpusPerTask,
                memory,
                exclusive || allMemory(exclusive),
                perNode == 0 ? null : perNode)
            .withMemoryPerCpu(memoryPerCpu == 0 ? null : new MemoryPerCpu(memoryPerCpu));
    ResourceRequest request =
        ChoiceOptions.chosen(options, devices.with(base, warnings), choice).laidOut(layout);
    return layout == null ? request : placed(request, layout);
  }

  /** Each node of a list has as many cpus as the fullest one needs. */
  private ResourceRequest placed(ResourceRequest request, Layout tasks) {
    Distribution distribution = tasks.distribution();
    NodeChoice on = request.choice();
    if (distribution == null || distribution.places() == null || on == null) {
      return request;
    }
    int fullest = distribution.counts().values().stream().mapToInt(count -> count).max().orElse(1);
    GivenOption list = options.get(SubmitOption.NODELIST);
    if (tasks.overcommit() && fullest > Layout.MOST_SHARING && list != null) {
      throw OptionException.badValue(
          list,
          "each node at most %d times, since so many tasks share its cpus at the most, and one is there %d times"
              .formatted(Layout.MOST_SHARING, fullest));
    }
    GivenOption given = options.get(SubmitOption.NTASKS_PER_NODE);
    if (given != null && perNode < fullest) {
      throw OptionException.badValue(
          given, "at least %d, as the list of nodes has so many of one".formatted(fullest));
    }
    return request.on(on.withLeastCpus(request.onNodeWith(fullest).cpus()));
  }

  private int tasks() {
    if (askedTasks > 0) {
      return askedTasks;
    }
    long tasks = (long) nodes.orOne() * Math.max(1, perNode);
    GivenOption given = options.get(SubmitOption.NTASKS_PER_NODE);
    if (tasks > GivenOptions.MAX_COUNT && given != null) {
      throw OptionException.badValue(
          given,
          "at most %d tasks in all, and %d nodes make %d"
              .formatted(GivenOptions.MAX_COUNT, nodes.orOne(), tasks));
    }
    return (int) tasks;
  }

  private NodeCount fitting(int tasks) {
    if (askedTasks == 0) {
      warnOfRange(tasks);
      return new NodeCount(nodes.orOne(), nodes.orOne());
    }
    int least = perNode == 0 ? 1 : Math.ceilDiv(tasks, perNode);
    if (!nodes.given()) {
      return new NodeCount(least, perNode == 0 ? tasks : least);
    }
    checkPerNode(tasks, least);
    if (tasks < nodes.min()) {
      warnings.add(
          "%d tasks cannot use %d nodes; the job asks for %d."
              .formatted(tasks, nodes.min(), tasks));
    }
    int min = Math.min(tasks, Math.max(nodes.min(), least));
    return new NodeCount(min, Math.max(min, Math.min(tasks, nodes.max())));
  }

  private void warnOfRange(int tasks) {
    if (nodes.max() > nodes.orOne()) {
      warnings.add(
          "A range of nodes needs --ntasks to be used; the job asks for %d nodes and %d tasks."
              .formatted(nodes.min(), tasks));
    }
  }

  private void checkPerNode(int tasks, int least) {
    GivenOption given = options.get(SubmitOption.NTASKS_PER_NODE);
    if (given != null && least > nodes.max()) {
      throw OptionException.badValue(
          given,
          "at least %d, as %d tasks do not fit on %d nodes otherwise"
              .formatted(Math.ceilDiv(tasks, nodes.max()), tasks, nodes.max()));
    }
  }

  private boolean exclusive(boolean byDefault) {
    GivenOption given = options.get(SubmitOption.EXCLUSIVE);
    if (given == null) {
      return byDefault;
    }
    String value = given.value();
    if (value != null && !value.equals("user") && !value.equals("mcs")) {
      throw OptionException.badValue(given, "no value, as whole nodes are shared with nobody");
    }
    if (value != null) {
      warnings.add(
          "--exclusive=%s: the job's nodes are shared with nobody, other jobs of its user neither."
              .formatted(value));
    }
    return true;
  }

  /** Slurm's 0 asks for all memory of a node, which only a whole node brings with it. */
  private boolean allMemory(boolean exclusive) {
    boolean all = options.has(SubmitOption.MEM) && memoryMb(options, SubmitOption.MEM) == 0;
    if (all && !exclusive) {
      warnings.add("--mem=0: for all memory of its nodes the job gets whole nodes.");
    }
    return all;
  }

  private static int memoryMb(GivenOptions options, SubmitOption option) {
    GivenOption perCpu = options.get(SubmitOption.MEM_PER_CPU);
    if (option == SubmitOption.MEM_PER_CPU && perCpu != null && options.has(SubmitOption.MEM)) {
      throw new OptionException(
          "%s: options '--mem' and '--mem-per-cpu' exclude each other; delete one."
              .formatted(perCpu.where()));
    }
    Integer megabytes = options.read(option, MemorySize.FORMS, MemorySize::parseMegabytes);
    return megabytes == null ? 0 : megabytes;
  }
}
