package io.pliant.cli.power;

import io.pliant.core.power.CorridorAlarm;
import io.pliant.core.power.Shortfall;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A bound of the power corridor that a partition cannot meet, for people. */
public final class AlarmText {
  private AlarmText() {}

  /** Which bound, by how much, why, and what would help. */
  public static String of(CorridorAlarm alarm) {
    Shortfall shortfall = alarm.shortfall();
    return String.format(
        Locale.ROOT,
        "%s bound missed by %.0f W: %s%s",
        shortfall.bound().name().toLowerCase(Locale.ROOT),
        shortfall.watts(),
        shortfall.why(),
        remedy(alarm));
  }

  private static String remedy(CorridorAlarm alarm) {
    List<String> remedies = new ArrayList<>();
    if (alarm.capWatts() > 0) {
      remedies.add(
          String.format(
              Locale.ROOT, "a cap of %.0f W on each node in use", Math.floor(alarm.capWatts())));
    }
    List<String> jobs = alarm.suspend().stream().map(String::valueOf).toList();
    if (!jobs.isEmpty()) {
      remedies.add("the suspension of job " + String.join(", ", jobs));
    }
    return remedies.isEmpty() ? "" : " Would help: " + String.join(", or ", remedies) + ".";
  }
}
