package io.pliant.cli.power;

import io.pliant.cli.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A bound of the power corridor that a partition cannot meet, for people. */
public final class AlarmText {
  private AlarmText() {}

  /** Which bound, by how much, why, and what would help. */
  public static String of(Json alarm) {
    Json shortfall = alarm.get("shortfall");
    return String.format(
        Locale.ROOT,
        "%s bound missed by %.0f W: %s%s",
        shortfall.get("bound").text().toLowerCase(Locale.ROOT),
        shortfall.get("watts").decimal(),
        shortfall.get("why").text(),
        remedy(alarm));
  }

  private static String remedy(Json alarm) {
    List<String> remedies = new ArrayList<>();
    if (alarm.get("capWatts").decimal() > 0) {
      remedies.add(
          String.format(
              Locale.ROOT,
              "a cap of %.0f W on each node in use",
              Math.floor(alarm.get("capWatts").decimal())));
    }
    List<String> jobs = alarm.get("suspend").list().stream().map(Json::text).toList();
    if (!jobs.isEmpty()) {
      remedies.add("the suspension of job " + String.join(", ", jobs));
    }
    return remedies.isEmpty() ? "" : " Would help: " + String.join(", or ", remedies) + ".";
  }
}
