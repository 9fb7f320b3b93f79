package io.pliant.cli.job;

import io.pliant.api.UsageEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What steps and jobs used, as Slurm's accounting writes it; {@code -} for what is not known. */
final class UsageText {
  private static final double KILO = 1024;
  private static final double MINUTE = 60;
  private static final double HOUR = 60 * MINUTE;
  private static final double DAY = 24 * HOUR;
  private static final String UNKNOWN = "-";

  private UsageText() {}

  /** Most memory at a time; {@code ~} when it is that of the largest process alone. */
  static String maxRss(@Nullable UsageEntry usage) {
    Long bytes = usage == null ? null : usage.maxRssBytes();
    String mark = usage != null && usage.by().equals("rusage") ? "~" : "";
    return bytes == null ? UNKNOWN : mark + bytes(bytes);
  }

  /** Processor time of all tasks. */
  static String totalCpu(@Nullable UsageEntry usage) {
    Double seconds = usage == null ? null : usage.cpuSeconds();
    return seconds == null ? UNKNOWN : time(seconds);
  }

  /** Bytes of one kind. */
  static String amount(@Nullable UsageEntry usage, Function<UsageEntry, @Nullable Long> kind) {
    Long bytes = usage == null ? null : kind.apply(usage);
    return bytes == null ? UNKNOWN : bytes(bytes);
  }

  /** What a step of so many tasks used, on one line. */
  static String ofStep(UsageEntry usage, long tasks) {
    List<String> parts = new ArrayList<>();
    parts.add("MaxRSS " + maxRss(usage));
    parts.add("TotalCPU " + totalCpu(usage));
    double each = Math.max(1, tasks);
    Double cpu = usage.cpuSeconds();
    if (cpu != null) {
      parts.add("AveCPU " + time(cpu / each));
    }
    Long read = usage.readBytes();
    Long written = usage.writtenBytes();
    if (read != null && written != null) {
      parts.add("AveDiskRead " + bytes(read / each));
      parts.add("AveDiskWrite " + bytes(written / each));
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
