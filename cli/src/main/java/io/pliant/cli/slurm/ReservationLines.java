package io.pliant.cli.slurm;

import io.pliant.api.ReservationEntry;
import io.pliant.cli.command.ReservationOrder;
import io.pliant.cli.http.Controllers;
import io.pliant.cli.job.Times;
import io.pliant.core.format.TimeText;
import java.time.Duration;
import java.util.List;

/** {@code sinfo -T}: a line for each reservation, as Slurm has it. */
final class ReservationLines {
  private static final String FORMAT = "%-12s %8s %20s %20s %12s  %s%n";

  private ReservationLines() {}

  static String of(Controllers controllers, boolean header) {
    List<ReservationEntry> entries = ReservationOrder.list(controllers);
    if (entries.isEmpty()) {
      return "No reservations in the system\n";
    }
    StringBuilder lines = new StringBuilder();
    if (header) {
      lines.append(
          FORMAT.formatted("RESV_NAME", "STATE", "START_TIME", "END_TIME", "DURATION", "NODELIST"));
    }
    for (ReservationEntry each : entries) {
      lines.append(
          FORMAT.formatted(
              each.name(),
              each.active() ? "ACTIVE" : "INACTIVE",
              Times.slurm(each.start()),
              Times.slurm(each.end()),
              TimeText.full(Duration.between(each.start(), each.end())),
              each.nodeList()));
    }
    return lines.toString();
  }
}
