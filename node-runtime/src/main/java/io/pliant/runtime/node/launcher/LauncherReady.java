package io.pliant.runtime.node.launcher;

import io.pliant.core.node.Confinement;
import io.pliant.runtime.confinement.CpuList;
import java.util.TreeMap;

/**
 * What the launcher says when it is ready: how process trees are held together, what can be
 * confined, and which cpus groups may have.
 */
public record LauncherReady(String containment, Confinement confinement, CpuList cpus) {
  private static final String WORD = "ready\t";

  /** Reads its line. */
  public static LauncherReady parse(String line) {
    String[] words = line.substring(WORD.length()).split("\t", -1);
    String by = "none";
    CpuList cpus = CpuList.NONE;
    TreeMap<String, String> lacking = new TreeMap<>();
    for (int i = 1; i < words.length; i++) {
      String[] parts = words[i].split(" ", 3);
      switch (parts[0]) {
        case "groups" -> by = parts[1].isEmpty() ? "none" : "cgroup-" + parts[1];
        case "cpus" -> cpus = CpuList.parse(parts[1]);
        case "lacks" ->
            lacking.put(
                parts[1], parts[2].substring(0, Math.min(Confinement.LONGEST, parts[2].length())));
        default ->
            throw new IllegalArgumentException(
                "Expected groups, cpus or lacks, but got '%s'.".formatted(words[i]));
      }
    }
    return new LauncherReady(words[0], new Confinement(by, lacking), cpus);
  }

  static boolean is(String line) {
    return line.startsWith(WORD);
  }
}
