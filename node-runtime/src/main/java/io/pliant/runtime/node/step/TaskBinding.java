package io.pliant.runtime.node.step;

import io.pliant.core.launch.StepLaunch;
import io.pliant.core.spec.CpuBinding;
import io.pliant.runtime.confinement.CpuList;
import io.pliant.runtime.node.folder.TaskCpus;
import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Which cpus each task of a step is bound to, within those that its job has on the node.
 *
 * <p>By {@code threads} and {@code cores} tasks get so many of these as they have cpus, one task
 * after the other, as the second level of the distribution says: {@code block} fills sockets,
 * {@code cyclic} (the default) goes from socket to socket with each task, {@code fcyclic} with each
 * cpu. When all are taken, they are given out again. {@code sockets} and {@code ldoms} widen that
 * to all cpus of the job that lie there.
 */
final class TaskBinding {
  private static final String DISTRIBUTION = "SLURM_DISTRIBUTION";

  private final StepLaunch launch;
  private final CpuBinding.Kind kind;
  private final CpuBinding binding;
  private final CpuList pinned;
  private final HostCpus host;

  private TaskBinding(
      StepLaunch launch, CpuBinding binding, CpuBinding.Kind kind, CpuList pinned, HostCpus host) {
    this.launch = launch;
    this.binding = binding;
    this.kind = kind;
    this.pinned = pinned;
    this.host = host;
  }

  /**
   * What the tasks of a launch are held to.
   *
   * @param pinned cpus that the job has alone, or none where the node gives it none
   * @throws IllegalArgumentException with a message for the user, when it asks for other cpus
   */
  static TaskCpus of(StepLaunch launch, CpuList pinned, HostCpus host) {
    CpuBinding binding = CpuBinding.told(launch.environment());
    if (launch.step().isBatch() || binding == null || binding.kind() == null) {
      return TaskCpus.all(pinned);
    }
    CpuBinding.Kind kind = binding.kind();
    String report = binding.verbose() ? kind.report() : null;
    if (!binding.binds()) {
      return new TaskCpus(pinned, List.of(), report, null);
    }
    if (pinned.isEmpty()) {
      boolean told = launch.nodeIndex() > 0 || launch.environment().containsKey("SLURM_HINT");
      return new TaskCpus(pinned, List.of(), report, told ? null : unable(launch, kind));
    }
    return new TaskCpus(
        pinned, new TaskBinding(launch, binding, kind, pinned, host).each(), report, null);
  }

  private static String unable(StepLaunch launch, CpuBinding.Kind kind) {
    return "--cpu-bind=%s: node %s gives jobs no cpus of their own (pliant nodes -l says why); its tasks are not bound."
        .formatted(kind.word(), launch.node());
  }

  private List<CpuList> each() {
    return switch (kind) {
      case NONE -> List.of();
      case THREADS, CORES -> dealt();
      case SOCKETS -> widened(dealt(), host.sockets());
      case LDOMS -> widened(dealt(), host.domains().values());
      case RANK -> tasks(i -> new CpuList(List.of(pinned.numbers().get(i % pinned.size()))));
      case RANK_LDOM -> {
        List<CpuList> domains = here(host.domains().values());
        yield tasks(i -> domains.get(i % domains.size()));
      }
      case MAP_CPU, MASK_CPU -> listed(false);
      case MAP_LDOM, MASK_LDOM -> listed(true);
    };
  }

  private interface OfTask {
    CpuList cpus(int task);
  }

  private List<CpuList> tasks(OfTask ofTask) {
    return IntStream.range(0, launch.taskCount()).mapToObj(ofTask::cpus).toList();
  }

  private List<CpuList> listed(boolean domains) {
    List<BigInteger> masks = binding.masks();
    List<CpuList> lists = new ArrayList<>();
    for (BigInteger mask : masks.subList(0, Math.min(masks.size(), launch.taskCount()))) {
      List<Integer> numbers = new ArrayList<>();
      for (int bit = mask.getLowestSetBit(); bit < mask.bitLength(); bit++) {
        if (mask.testBit(bit)) {
          numbers.addAll(domains ? domain(bit) : List.of(bit));
        }
      }
      CpuList cpus = new CpuList(numbers);
      if (cpus.isEmpty() || cpus.within(pinned).size() < cpus.size()) {
        throw new IllegalArgumentException(
            "Expected --cpu-bind=%s within the cpus of the job on node %s, which are %s, but got %s."
                .formatted(
                    kind.word(), launch.node(), pinned, cpus.isEmpty() ? binding.list() : cpus));
      }
      lists.add(cpus);
    }
    return tasks(i -> lists.get(i % lists.size()));
  }

  private List<Integer> domain(int number) {
    CpuList cpus = host.domains().get(number);
    return cpus == null ? List.of() : cpus.within(pinned).numbers();
  }

  /** Groups of the job's cpus, those of them that it has none of left out. */
  private List<CpuList> here(Collection<CpuList> groups) {
    List<CpuList> here =
        groups.stream().map(group -> group.within(pinned)).filter(g -> !g.isEmpty()).toList();
    return here.isEmpty() ? List.of(pinned) : here;
  }

  private List<CpuList> widened(List<CpuList> dealt, Collection<CpuList> groups) {
    List<CpuList> here = here(groups);
    return dealt.stream()
        .map(cpus -> {
          List<Integer> all = new ArrayList<>(cpus.numbers());
          here.stream()
              .filter(group -> !group.within(cpus).isEmpty())
              .forEach(group -> all.addAll(group.numbers()));
          return new CpuList(all);
        })
        .toList();
  }

  private List<CpuList> dealt() {
    List<List<CpuList>> sockets = here(host.sockets()).stream().map(this::units).toList();
    int largest = sockets.getFirst().getFirst().size();
    int wanted =
        Math.max(1, Math.ceilDiv(cpusPerTask(), kind == CpuBinding.Kind.CORES ? largest : 1));
    List<CpuList> each = new ArrayList<>();
    Deal deal = new Deal(sockets, second());
    for (int task = 0; task < launch.taskCount(); task++) {
      each.add(deal.next(wanted));
    }
    return each;
  }

  /** Cores, or else threads: core by core, or the first thread of each core before others. */
  private List<CpuList> units(CpuList socket) {
    List<CpuList> cores =
        host.cores().stream()
            .map(core -> core.within(socket))
            .filter(core -> !core.isEmpty())
            .toList();
    if (cores.isEmpty()) {
      cores = socket.numbers().stream().map(cpu -> new CpuList(List.of(cpu))).toList();
    }
    if (kind == CpuBinding.Kind.CORES) {
      return cores;
    }
    boolean apart = cpusPerTask() == 1 && !second().equals("block");
    List<CpuList> units = new ArrayList<>();
    int most = cores.stream().mapToInt(CpuList::size).max().orElse(1);
    for (int thread = 0; apart && thread < most; thread++) {
      for (CpuList core : cores) {
        if (thread < core.size()) {
          units.add(core.part(thread, 1));
        }
      }
    }
    return apart
        ? units
        : cores.stream()
            .flatMap(core -> core.numbers().stream())
            .map(cpu -> new CpuList(List.of(cpu)))
            .toList();
  }

  private int cpusPerTask() {
    String told = launch.environment().getOrDefault("SLURM_CPUS_PER_TASK", "1");
    return told.matches("[1-9][0-9]{0,5}") ? Integer.parseInt(told) : 1;
  }

  /** Second level of the distribution. */
  private String second() {
    Map<String, String> told = launch.environment();
    String[] levels = told.getOrDefault(DISTRIBUTION, "block").split(",", 2)[0].split(":", -1);
    return levels.length > 1 ? levels[1] : "cyclic";
  }

  /** Gives units of sockets out to one task after the other. */
  private static final class Deal {
    private final List<List<CpuList>> all;
    private final String order;
    private final List<Deque<CpuList>> left = new ArrayList<>();
    private int at;

    Deal(List<List<CpuList>> sockets, String order) {
      this.all = sockets;
      this.order = order;
    }

    CpuList next(int wanted) {
      List<Integer> cpus = new ArrayList<>();
      int taken = 0;
      int there = all.stream().mapToInt(List::size).sum();
      if (!order.equals("block")) {
        toOneWithRoom(wanted);
      }
      while (taken < Math.min(wanted, there)) {
        cpus.addAll(one().numbers());
        taken++;
        if (order.equals("fcyclic")) {
          at++;
        }
      }
      if (order.equals("cyclic")) {
        at++;
      }
      return new CpuList(cpus);
    }

    /** Goes on to a socket that has as many units left, when there is one. */
    private void toOneWithRoom(int wanted) {
      int least = order.equals("fcyclic") ? 1 : wanted;
      for (int i = 0; i < left.size(); i++) {
        if (left.get((at + i) % left.size()).size() >= least) {
          at += i;
          return;
        }
      }
    }

    /**
     * The next unit, of the socket that it stands at or of one after it; all anew when none is
     * left.
     */
    private CpuList one() {
      for (int i = 0; i < left.size(); i++) {
        CpuList unit = left.get((at + i) % left.size()).poll();
        if (unit != null) {
          at += i;
          return unit;
        }
      }
      left.clear();
      all.forEach(socket -> left.add(new ArrayDeque<>(socket)));
      at = 0;
      return all.getFirst().isEmpty() ? CpuList.NONE : one();
    }
  }
}
