package io.pliant.sim.shape;

import io.pliant.core.array.Indices;
import io.pliant.core.size.SpeedUp;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/** Writes job lists as {@link JobListReader} reads them. */
public final class JobListText {
  private JobListText() {}

  /**
   * The lines of a list.
   *
   * @param comment what stands at its beginning, on one line
   */
  public static List<String> lines(JobList list, String comment) {
    List<String> lines = new ArrayList<>();
    lines.add("# " + comment);
    for (ListedPartition each : list.partitions()) {
      lines.add(
          "partition %s nodes=%d cpus=%d mem=%d gpus=%d"
              .formatted(each.name(), each.nodes(), each.cpus(), each.memoryMb(), each.gpus()));
    }
    list.jobs().forEach(job -> lines.add(line(job)));
    return lines;
  }

  private static String line(ListedJob job) {
    RunTimes runs = job.runs();
    List<String> words = new ArrayList<>();
    words.add("job");
    words.add(job.job().toString());
    words.add("at=" + seconds(job.at()));
    words.add(
        "run="
            + seconds(runs.least())
            + (runs.most() == runs.least() ? "" : ".." + seconds(runs.most())));
    words.add("user=" + job.user());
    Indices failing = runs.failing();
    if (failing != null) {
      words.add("failing=" + failing.text());
    }
    if (runs.exit() != (failing == null ? 0 : 1)) {
      words.add("exit=" + runs.exit());
    }
    if (runs.serial() != SpeedUp.UNKNOWN.serial()) {
      words.add("serial=" + BigDecimal.valueOf(runs.serial()).toPlainString());
    }
    words.add("--");
    words.addAll(job.options());
    return String.join(" ", words);
  }

  private static String seconds(long millis) {
    return BigDecimal.valueOf(millis, 3).stripTrailingZeros().toPlainString();
  }
}
