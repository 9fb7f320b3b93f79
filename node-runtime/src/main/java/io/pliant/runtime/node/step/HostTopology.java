package io.pliant.runtime.node.step;

import io.pliant.core.resource.Topology;
import io.pliant.runtime.confinement.CpuList;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Sockets, cores and threads of a host, from what Linux tells of each cpu (<a
 * href="https://docs.kernel.org/admin-guide/cputopology.html">cputopology</a>).
 */
final class HostTopology {
  /** Where Linux tells it. */
  static final Path SYSFS = Path.of("/sys/devices/system/cpu");

  private static final int MOST_BYTES = 4_096;

  private HostTopology() {}

  /**
   * What the folder tells, or null when that is not regular: sockets or cores of different sizes,
   * files that are missing or odd, or another number of cpus. Containers have such files.
   *
   * @param cpus that the agent may use
   */
  static @Nullable Topology read(Path folder, int cpus) {
    Map<Integer, Map<String, Integer>> sockets = new TreeMap<>();
    int found = 0;
    for (int cpu = 0; found < cpus && cpu < Topology.MOST; cpu++) {
      Path one = folder.resolve("cpu" + cpu);
      if (!Files.isDirectory(one)) {
        break;
      }
      Path files = one.resolve("topology");
      String socket = word(files.resolve("physical_package_id"));
      String core = word(files.resolve("thread_siblings_list"));
      if (socket != null && core != null && socket.matches("-?[0-9]{1,9}")) {
        sockets
            .computeIfAbsent(Integer.valueOf(socket), _ -> new HashMap<>())
            .merge(core, 1, Integer::sum);
        found++;
      }
    }
    return found == cpus ? regular(sockets, cpus) : null;
  }

  /**
   * Which of these cpus are threads of one core, in the order of their lowest ones. A cpu of which
   * nothing can be read is a core of its own.
   */
  static List<CpuList> cores(Path folder, CpuList cpus) {
    Map<Integer, List<Integer>> cores = new TreeMap<>();
    for (int cpu : cpus.numbers()) {
      String siblings = word(folder.resolve("cpu" + cpu + "/topology/thread_siblings_list"));
      cores.computeIfAbsent(lowest(siblings, cpu), _ -> new ArrayList<>()).add(cpu);
    }
    return cores.values().stream().map(CpuList::new).toList();
  }

  /** Number of the cpu's socket; 0 where nothing can be read. */
  static int socket(Path folder, int cpu) {
    String told = word(folder.resolve("cpu" + cpu + "/topology/physical_package_id"));
    return told != null && told.matches("[0-9]{1,9}") ? Integer.parseInt(told) : 0;
  }

  private static int lowest(@Nullable String siblings, int cpu) {
    try {
      CpuList list = siblings == null ? CpuList.NONE : CpuList.parse(siblings);
      return list.isEmpty() ? cpu : list.numbers().getFirst();
    } catch (IllegalArgumentException _) {
      return cpu;
    }
  }

  private static @Nullable Topology regular(Map<Integer, Map<String, Integer>> sockets, int cpus) {
    int cores = sockets.values().stream().mapToInt(Map::size).max().orElse(0);
    int threads =
        sockets.values().stream()
            .flatMap(each -> each.values().stream())
            .mapToInt(Integer::intValue)
            .max()
            .orElse(0);
    if (cores == 0 || (long) sockets.size() * cores * threads != cpus) {
      return null;
    }
    return new Topology(sockets.size(), cores, threads);
  }

  /** The text of a small file; null where it cannot be read, as for a cpu that is switched off. */
  private static @Nullable String word(Path file) {
    try (InputStream in = Files.newInputStream(file)) {
      String text = new String(in.readNBytes(MOST_BYTES), StandardCharsets.US_ASCII).strip();
      return text.isEmpty() ? null : text;
    } catch (IOException _) {
      return null;
    }
  }
}
