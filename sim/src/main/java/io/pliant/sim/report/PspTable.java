package io.pliant.sim.report;

import io.pliant.sim.psp.PspStudy;
import java.util.List;

/** Waiting times by accuracy class as a Markdown table; minutes. */
public final class PspTable {
  private static final String HEADER =
      "| input | order | a1 | a2 | a3 | a4 | a5 | all | longest a1 | longest of all |\n|---|---|---:|---:|---:|---:|---:|---:|---:|---:|\n";

  private PspTable() {}

  public static String header() {
    return HEADER;
  }

  /** A row for each order. */
  public static String rows(String input, List<PspStudy> studies) {
    StringBuilder rows = new StringBuilder();
    for (PspStudy study : studies) {
      rows.append("| %s | %s |".formatted(input, study.name()));
      double longest = 0;
      for (int i = 0; i < study.jobs().length; i++) {
        longest = Math.max(longest, study.maxWait()[i]);
        rows.append(
            study.jobs()[i] == 0
                ? "  |"
                : " %.0f (%d) |".formatted(study.meanWait()[i] / 60, study.jobs()[i]));
      }
      rows.append(
          " %.0f | %.0f | %.0f |\n"
              .formatted(study.overall() / 60, study.maxWait()[0] / 60, longest / 60));
    }
    return rows.toString();
  }
}
