package io.pliant.core.option;

import io.pliant.core.resource.Devices;
import io.pliant.core.resource.Kinds;
import io.pliant.core.resource.MemoryPerCpu;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.spec.DeviceText;
import io.pliant.core.spec.MemorySize;
import io.pliant.core.step.StepShare;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Options on GPUs and other devices, by Slurm's rules.
 *
 * <ul>
 *   <li>{@code --gres} and {@code --gpus-per-node}: so many on each node.
 *   <li>{@code --gpus-per-task}: so many for each task, which sees no others.
 *   <li>{@code --gpus}: so many in all. They are shared out evenly over a fixed number of nodes,
 *       else over the tasks; else the job gets one node. What does not come out even is rounded up,
 *       with a warning.
 *   <li>{@code --gpus} with {@code --gpus-per-node} or {@code --gpus-per-task}, and {@code
 *       --ntasks-per-gpu}: they say how many nodes or tasks there are, where nothing else does.
 *   <li>{@code --cpus-per-gpu} and {@code --mem-per-gpu}: at least so much for the tasks of a GPU.
 * </ul>
 */
final class DeviceOptions {
  private static final List<SubmitOption> ASKING =
      List.of(
          SubmitOption.GRES,
          SubmitOption.GPUS,
          SubmitOption.GPUS_PER_NODE,
          SubmitOption.GPUS_PER_TASK);
  private static final List<SubmitOption> TOLD =
      List.of(
          SubmitOption.GPUS,
          SubmitOption.GPUS_PER_NODE,
          SubmitOption.GPUS_PER_TASK,
          SubmitOption.GPUS_PER_SOCKET,
          SubmitOption.NTASKS_PER_GPU,
          SubmitOption.CPUS_PER_GPU,
          SubmitOption.MEM_PER_GPU);

  private final GivenOptions options;
  private final Kinds perNode;
  private final Kinds perTask;
  private final Kinds inAll;

  private DeviceOptions(GivenOptions options) {
    this.options = options;
    this.perNode =
        kinds(options, SubmitOption.GRES).most(gpus(SubmitOption.GPUS_PER_NODE)).most(sockets());
    this.perTask = gpus(SubmitOption.GPUS_PER_TASK);
    this.inAll = gpus(SubmitOption.GPUS);
  }

  static DeviceOptions of(GivenOptions options) {
    return new DeviceOptions(options);
  }

  /** Slurm's variables that say again what was asked for. */
  static SortedMap<String, String> variables(GivenOptions options) {
    SortedMap<String, String> variables = new TreeMap<>();
    for (SubmitOption option : TOLD) {
      String text = options.text(option);
      if (text != null) {
        variables.put(
            "SLURM_" + option.longName().toUpperCase(Locale.ROOT).replace('-', '_'), text);
      }
    }
    int memory = memoryPerGpu(options);
    if (memory > 0) {
      variables.put("SLURM_MEM_PER_GPU", Integer.toString(memory));
    }
    return variables;
  }

  /**
   * What a step wants for itself. Where it does not say, devices for each task are those that its
   * job asked for ({@code SLURM_GPUS_PER_TASK}), as Slurm has it.
   *
   * @param nodes on which {@code --gpus} are shared out, rounded up
   */
  static @Nullable StepShare ofStep(
      GivenOptions options, Map<String, String> environment, int nodes) {
    if (options.has(SubmitOption.OVERLAP)) {
      return null;
    }
    boolean ownCpus = options.has(SubmitOption.EXCLUSIVE) || options.has(SubmitOption.EXACT);
    Kinds inAll = gpus(options, SubmitOption.GPUS);
    Kinds perNode =
        kinds(options, SubmitOption.GRES)
            .most(gpus(options, SubmitOption.GPUS_PER_NODE))
            .most(inAll.isNone() ? Kinds.NONE : share(inAll, nodes));
    Kinds perTask = gpus(options, SubmitOption.GPUS_PER_TASK);
    boolean asks = ASKING.stream().anyMatch(options::has);
    String ofJob = environment.get("SLURM_GPUS_PER_TASK");
    if (!asks && ofJob != null) {
      perTask = ofJob(ofJob);
    }
    return new StepShare(ownCpus, perNode, perTask).orNull();
  }

  /** A variable that cannot be read says nothing, since anybody may have set it. */
  private static Kinds ofJob(String gpusPerTask) {
    try {
      return DeviceText.gpus(gpusPerTask);
    } catch (IllegalArgumentException _) {
      return Kinds.NONE;
    }
  }

  /** What they are read from, each part by itself. */
  static List<Runnable> parts(GivenOptions options) {
    return List.of(
        () -> kinds(options, SubmitOption.GRES),
        () -> gpus(options, SubmitOption.GPUS),
        () -> gpus(options, SubmitOption.GPUS_PER_NODE),
        () -> gpus(options, SubmitOption.GPUS_PER_TASK),
        () -> gpus(options, SubmitOption.GPUS_PER_SOCKET),
        () -> options.count(SubmitOption.CPUS_PER_GPU),
        () -> options.count(SubmitOption.NTASKS_PER_GPU),
        () -> memoryPerGpu(options));
  }

  /**
   * The number of tasks that follows from that of GPUs, or 0.
   *
   * @param nodes as asked for
   */
  int tasks(NodeCount nodes) {
    int each = options.count(SubmitOption.NTASKS_PER_GPU);
    long gpus = inAll.isNone() ? (long) nodes.orOne() * count(perNode) : count(inAll);
    long tasks = each > 0 ? gpus * each : count(perTask) > 0 ? count(inAll) / count(perTask) : 0;
    GivenOption given = options.get(each > 0 ? SubmitOption.NTASKS_PER_GPU : SubmitOption.GPUS);
    if (tasks > GivenOptions.MAX_COUNT && given != null) {
      throw OptionException.badValue(
          given, "at most %d tasks in all, not %d".formatted(GivenOptions.MAX_COUNT, tasks));
    }
    return (int) tasks;
  }

  /** The number of nodes that follows from that of GPUs, or as it was asked for. */
  NodeCount nodes(NodeCount asked) {
    int each = count(perNode);
    int count = asked.given() || each == 0 ? 0 : count(inAll) / each;
    return count == 0 ? asked : new NodeCount(count, count);
  }

  /** The request with devices, and with cpus and memory for them. */
  ResourceRequest with(ResourceRequest request, List<String> warnings) {
    Kinds all = inAll(request.tasks());
    if (perNode.isNone() && perTask.isNone() && all.isNone()) {
      refuseWithoutGpus();
      return request;
    }
    boolean shared = all.isNone() || !perTask.isNone() || count(perNode) > 0;
    ResourceRequest asked =
        shared ? withKinds(request, perNode, perTask) : shared(request, all, warnings);
    return withMemory(withCpus(asked));
  }

  /** GPUs of all tasks together, as asked for or by the number of tasks for each. */
  private Kinds inAll(int tasks) {
    int each = options.count(SubmitOption.NTASKS_PER_GPU);
    boolean follows = each > 0 && count(perNode) == 0 && perTask.isNone() && inAll.isNone();
    return follows ? Kinds.of(Devices.GPU, Math.ceilDiv(tasks, each)) : inAll;
  }

  private ResourceRequest shared(ResourceRequest request, Kinds all, List<String> warnings) {
    int nodes = request.minNodes();
    boolean fixed = nodes == request.maxNodes();
    if (!(fixed && divides(all, nodes)) && divides(all, request.tasks())) {
      return withKinds(request, perNode, share(all, request.tasks()));
    }
    if (!divides(all, nodes)) {
      warnings.add(
          "--gpus: %d GPUs do not come out even on %d nodes; the job gets %d on each."
              .formatted(count(all), nodes, count(share(all, nodes))));
    }
    return withKinds(request.onAtMost(nodes), perNode.most(share(all, nodes)), Kinds.NONE);
  }

  private static ResourceRequest withKinds(ResourceRequest request, Kinds onNode, Kinds forTask) {
    ResourceRequest so = onNode.isNone() ? request : request.withKindsPerNode(onNode);
    return forTask.isNone() ? so : so.withKindsPerTask(forTask);
  }

  private static boolean divides(Kinds all, int parts) {
    return all.amounts().values().stream().allMatch(amount -> amount.count() % parts == 0);
  }

  /** The part of each, rounded up. */
  private static Kinds share(Kinds all, int parts) {
    Kinds share = Kinds.NONE;
    int typed = 0;
    for (String kind : all.amounts().keySet()) {
      if (Devices.isType(kind)) {
        int part = Math.ceilDiv(all.count(kind), parts);
        share = share.plus(Kinds.of(kind, part));
        typed += part;
      }
    }
    int gpus = Math.max(typed, Math.ceilDiv(count(all), parts));
    return share.plus(Kinds.of(Devices.GPU, gpus));
  }

  private ResourceRequest withCpus(ResourceRequest request) {
    int each = options.count(SubmitOption.CPUS_PER_GPU);
    if (each == 0) {
      return request;
    }
    int cpus = Math.max(request.cpusPerTask(), forTask(request, each));
    if (cpus > GivenOptions.MAX_COUNT) {
      throw OptionException.badValue(
          Objects.requireNonNull(options.get(SubmitOption.CPUS_PER_GPU)),
          "at most %d cpus for each task".formatted(GivenOptions.MAX_COUNT));
    }
    return request.withCpusPerTask(cpus);
  }

  private ResourceRequest withMemory(ResourceRequest request) {
    int each = memoryPerGpu(options);
    if (each == 0) {
      return request;
    }
    int cpus = request.cpusPerTask();
    return request.withMemoryPerCpu(
        new MemoryPerCpu(Math.max(1, Math.ceilDiv(forTask(request, each), cpus))));
  }

  /** So much for each GPU, as a part of each task; at least what there is. */
  private static int forTask(ResourceRequest request, int eachGpu) {
    int own = count(Kinds.orNone(request.kindsPerTask()));
    int onNode = count(Kinds.orNone(request.kindsPerNode()));
    int tasks = Math.ceilDiv(request.tasks(), request.minNodes());
    long part =
        own > 0 ? (long) eachGpu * own : Math.ceilDiv((long) eachGpu * onNode, (long) tasks);
    return (int) Math.min(Integer.MAX_VALUE, part);
  }

  private void refuseWithoutGpus() {
    for (SubmitOption option : List.of(SubmitOption.CPUS_PER_GPU, SubmitOption.MEM_PER_GPU)) {
      GivenOption given = options.get(option);
      if (given != null) {
        throw new OptionException(
            "%s: option '%s' needs GPUs; add --gpus, --gpus-per-node, --gpus-per-task or --gres=gpu."
                .formatted(given.where(), option.typed()));
      }
    }
  }

  private Kinds sockets() {
    Kinds each = gpus(SubmitOption.GPUS_PER_SOCKET);
    GivenOption given = options.get(SubmitOption.GPUS_PER_SOCKET);
    if (given == null) {
      return Kinds.NONE;
    }
    if (!options.has(SubmitOption.SOCKETS_PER_NODE)) {
      throw new OptionException(
          "%s: option '--gpus-per-socket' needs --sockets-per-node; or write --gpus-per-node."
              .formatted(given.where()));
    }
    return each.times(options.count(SubmitOption.SOCKETS_PER_NODE));
  }

  private static int count(Kinds kinds) {
    return kinds.count(Devices.GPU);
  }

  private Kinds gpus(SubmitOption option) {
    return gpus(options, option);
  }

  private static Kinds gpus(GivenOptions options, SubmitOption option) {
    return Kinds.orNone(options.read(option, DeviceText.GPU_FORMS, DeviceText::gpus));
  }

  private static Kinds kinds(GivenOptions options, SubmitOption option) {
    return Kinds.orNone(options.read(option, DeviceText.FORMS, DeviceText::parse));
  }

  private static int memoryPerGpu(GivenOptions options) {
    GivenOption given = options.get(SubmitOption.MEM_PER_GPU);
    if (given != null && (options.has(SubmitOption.MEM) || options.has(SubmitOption.MEM_PER_CPU))) {
      throw new OptionException(
          "%s: options '--mem-per-gpu', '--mem' and '--mem-per-cpu' exclude each other; keep one."
              .formatted(given.where()));
    }
    Integer megabytes =
        options.read(SubmitOption.MEM_PER_GPU, MemorySize.FORMS, MemorySize::parseMegabytes);
    return megabytes == null ? 0 : megabytes;
  }
}
