package io.pliant.cli.power;

import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Samples as a table for other programs: time, watts, bounds, and watts of each partition. */
final class PowerCsv {
  private PowerCsv() {}

  /** With a line of titles; what is not known is empty. */
  static String of(List<PowerSample> samples) {
    TreeSet<String> partitions = new TreeSet<>();
    samples.forEach(sample -> partitions.addAll(sample.partitions().keySet()));
    StringBuilder text = new StringBuilder("time,watts,lower,upper");
    partitions.forEach(name -> text.append(",partition_").append(name));
    text.append('\n');
    for (PowerSample sample : samples) {
      var bounds = sample.bounds();
      text.append(sample.at()).append(',').append(number(sample.watts()));
      text.append(',').append(number(bounds == null ? null : (Double) bounds.lower()));
      text.append(',').append(number(bounds == null ? null : (Double) bounds.upper()));
      partitions.forEach(name -> text.append(',').append(number(sample.partitions().get(name))));
      text.append('\n');
    }
    return text.toString();
  }

  private static String number(@Nullable Double watts) {
    return watts == null ? "" : String.format(Locale.ROOT, "%.1f", watts);
  }
}
