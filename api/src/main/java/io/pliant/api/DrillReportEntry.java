package io.pliant.api;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a drill found ({@code pliant drill --report}): what was broken, how long work stood still,
 * and whether anything was lost.
 *
 * @param began when its cluster was made
 * @param ended when it was over
 * @param seed with which it can be repeated; a text, as it may have more digits than numbers keep
 * @param version of the program that drilled
 * @param beside folder of the other release of which some processes were, or null
 * @param acknowledged submissions that were acknowledged
 * @param lost of these, those that never ran
 * @param twice of these, those that were started twice
 * @param reads answers that were checked
 * @param violations what may not be, one line each, the first fifty
 * @param right nothing of that kind was found, and all submissions were taken
 * @param faults in the order in which they were done
 */
public record DrillReportEntry(
    Instant began,
    Instant ended,
    String seed,
    String version,
    @Nullable String beside,
    int acknowledged,
    int lost,
    int twice,
    int reads,
    List<String> violations,
    boolean right,
    List<Fault> faults) {
  public DrillReportEntry {
    violations = List.copyOf(violations);
    faults = List.copyOf(faults);
  }

  /**
   * One fault; each figure is the longest silence in seconds, or null where there was nobody to
   * count.
   *
   * @param what in words
   * @param whom names of controllers or nodes
   * @param submit between two acknowledgements in a partition that was hit
   * @param start between two starts of jobs in a partition that was hit
   * @param others between two acknowledgements in the other partitions
   */
  public record Fault(
      Instant at,
      String what,
      String whom,
      @Nullable Double submit,
      @Nullable Double start,
      @Nullable Double others) {}
}
