package io.pliant.cli.job;

import io.pliant.cli.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What steps and jobs used, as Slurm's accounting writes it; {@code -} for what is not known. */
final class UsageText {
  private static final double KILO = 1024;
  private static final double MINUTE = 60;
  private static final double HOUR = 60 * MINUTE;
  private static final double DAY = 24 * HOUR;
  private static final String UNKNOWN = "-";

  private UsageText() {}

  /** Most memory at a time; {@code ~} when it is that of the largest process alone. */
  static String maxRss(Json usage) {
    Json bytes = usage.get("maxRssBytes");
    String mark = usage.get("by").text().equals("rusage") ? "~" : "";
    return bytes.isNull() ? UNKNOWN : mark + bytes(bytes.decimal());
  }

  /** Processor time of all tasks. */
  static String totalCpu(Json usage) {
    Json seconds = usage.get("cpuSeconds");
    return seconds.isNull() ? UNKNOWN : time(seconds.decimal());
  }

  /** Bytes under this name. */
  static String amount(Json usage, String name) {
    Json bytes = usage.get(name);
    return bytes.isNull() ? UNKNOWN : bytes(bytes.decimal());
  }

  /** What a step of so many tasks used, on one line. */
  static String ofStep(Json usage, long tasks) {
    List<String> parts = new ArrayList<>();
    parts.add("MaxRSS " + maxRss(usage));
    parts.add("TotalCPU " + totalCpu(usage));
    double each = Math.max(1, tasks);
    if (!usage.get("cpuSeconds").isNull()) {
      parts.add("AveCPU " + time(usage.get("cpuSeconds").decimal() / each));
    }
    if (!usage.get("readBytes").isNull() && !usage.get("writtenBytes").isNull()) {
      parts.add("AveDiskRead " + bytes(usage.get("readBytes").decimal() / each));
      parts.add("AveDiskWrite " + bytes(usage.get("writtenBytes").decimal() / each));
    }
    return String.join(", ", parts);
  }

  private static String bytes(double bytes) {
    double amount = bytes;
    String units = "KMGTP";
    int unit = -1;
    while (amount >= KILO && unit + 1 < units.length()) {
      amount /= KILO;
      unit++;
    }
    return unit < 0
        ? Math.round(amount) + ""
        : String.format(Locale.ROOT, "%.2f%c", amount, units.charAt(unit));
  }

  /** {@code 00:01.234} below an hour, {@code 01:02:03} above, as {@code sacct} does. */
  private static String time(double seconds) {
    if (seconds < HOUR) {
      long millis = Math.round(seconds * 1000);
      return String.format(
          Locale.ROOT, "%02d:%02d.%03d", millis / 60_000, millis / 1000 % 60, millis % 1000);
    }
    String clock =
        String.format(
            Locale.ROOT,
            "%02d:%02d:%02d",
            (long) (seconds % DAY / HOUR),
            (long) (seconds % HOUR / MINUTE),
            (long) (seconds % MINUTE));
    return seconds >= DAY ? (long) (seconds / DAY) + "-" + clock : clock;
  }
}
