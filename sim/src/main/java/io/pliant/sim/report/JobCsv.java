package io.pliant.sim.report;

import io.pliant.sim.compare.Comparison;
import io.pliant.sim.elastic.ElasticJob;
import java.util.Locale;

/** One line for each job of each simulation; times in seconds. */
public final class JobCsv {
  private final StringBuilder lines =
      new StringBuilder("policy,malleable_percent,seed,job,kind,malleable,submit,start,end\n");

  /** Adds the jobs of a simulation. */
  public void add(Comparison.Detail detail) {
    for (ElasticJob job : detail.workload().jobs()) {
      int index = job.shape().job();
      lines.append(
          String.format(
              Locale.ROOT,
              "%s,%.0f,%d,%d,%s,%b,%.3f,%.3f,%.3f%n",
              detail.schedule().policy(),
              detail.share() * 100,
              detail.seed(),
              job.id(),
              job.kind(),
              job.malleable(),
              job.shape().submit() / 1e3,
              detail.schedule().starts()[index] / 1e3,
              detail.schedule().ends()[index] / 1e3));
    }
  }

  public String text() {
    return lines.toString();
  }
}
