package io.pliant.runtime.node.step;

import io.pliant.runtime.confinement.CpuList;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToIntFunction;

/**
 * How cpus of a host lie together, as Linux tells it. Where it tells nothing, each cpu is a core,
 * and all are of one socket and of one part of the memory.
 *
 * @param cores threads of one core, in the order of their lowest ones
 * @param sockets cpus of one socket, by its number
 * @param domains cpus that are near to one part of the memory (NUMA node), by its number
 */
record HostCpus(List<CpuList> cores, List<CpuList> sockets, SortedMap<Integer, CpuList> domains) {
  static final HostCpus NONE = new HostCpus(List.of(), List.of(), new TreeMap<>());

  HostCpus {
    cores = List.copyOf(cores);
    sockets = List.copyOf(sockets);
  }

  /**
   * What is told of these cpus.
   *
   * @param folder as {@link HostTopology#SYSFS}
   */
  static HostCpus read(Path folder, CpuList cpus) {
    return new HostCpus(
        HostTopology.cores(folder, cpus),
        List.copyOf(grouped(cpus, cpu -> HostTopology.socket(folder, cpu)).values()),
        grouped(cpus, cpu -> domain(folder.resolve("cpu" + cpu))));
  }

  private static SortedMap<Integer, CpuList> grouped(CpuList cpus, ToIntFunction<Integer> group) {
    SortedMap<Integer, List<Integer>> numbers = new TreeMap<>();
    for (Integer cpu : cpus.numbers()) {
      numbers.computeIfAbsent(group.applyAsInt(cpu), _ -> new ArrayList<>()).add(cpu);
    }
    SortedMap<Integer, CpuList> lists = new TreeMap<>();
    for (Map.Entry<Integer, List<Integer>> entry : numbers.entrySet()) {
      lists.put(entry.getKey(), new CpuList(entry.getValue()));
    }
    return lists;
  }

  /** A cpu has a link to its part of the memory, named node0. */
  private static int domain(Path cpu) {
    if (!Files.isDirectory(cpu)) {
      return 0;
    }
    try (DirectoryStream<Path> links = Files.newDirectoryStream(cpu, "node[0-9]*")) {
      for (Path link : links) {
        String digits = String.valueOf(link.getFileName()).substring("node".length());
        if (digits.matches("[0-9]{1,5}")) {
          return Integer.parseInt(digits);
        }
      }
    } catch (IOException | DirectoryIteratorException _) {
      return 0;
    }
    return 0;
  }
}
