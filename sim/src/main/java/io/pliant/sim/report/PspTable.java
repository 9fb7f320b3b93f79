package io.pliant.sim.report;

import io.pliant.sim.psp.PspStudy;
import java.util.List;

/** Waiting times by accuracy class as a Markdown table; minutes. */
public final class PspTable {
  private static final String HEADER =
      "| input | order | of | a1 | a2 | a3 | a4 | a5 | all | longest a1 | longest of all |\n|---|---|---|---:|---:|---:|---:|---:|---:|---:|---:|\n";

  private PspTable() {}

  public static String header() {
    return HEADER;
  }

  /** Two rows for each order: of jobs, and of users. */
  public static String rows(String input, List<PspStudy> studies) {
    StringBuilder rows = new StringBuilder();
    for (PspStudy study : studies) {
      row(rows, "| %s | %s | jobs |".formatted(input, study.name()), study.jobs());
    }
    for (PspStudy study : studies) {
      row(rows, "| %s | %s | users |".formatted(input, study.name()), study.users());
    }
    return rows.toString();
  }

  private static void row(StringBuilder rows, String start, PspStudy.Waits waits) {
    rows.append(start);
    double longest = 0;
    for (int i = 0; i < waits.count().length; i++) {
      longest = Math.max(longest, waits.longest()[i]);
      rows.append(
          waits.count()[i] == 0
              ? "  |"
              : " %.0f (%d) |".formatted(waits.mean()[i] / 60, waits.count()[i]));
    }
    rows.append(
        " %.0f | %.0f | %.0f |\n"
            .formatted(waits.overall() / 60, waits.longest()[0] / 60, longest / 60));
  }
}
