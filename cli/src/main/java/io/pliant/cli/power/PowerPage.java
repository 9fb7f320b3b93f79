package io.pliant.cli.power;

import io.pliant.api.PowerStatus;
import io.pliant.cli.terminal.Terminal;
import io.pliant.cli.terminal.Terminal.Style;
import io.pliant.core.corridor.AlarmRecord;
import io.pliant.core.format.TextTable;
import io.pliant.core.format.TextTable.Column;
import io.pliant.core.power.Corridor;
import io.pliant.core.power.PowerLimits;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The page that {@code pliant power} shows. */
final class PowerPage {
  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("MM-dd HH:mm:ss");
  private static final int ROWS = 14;
  private static final int PLAIN_WIDTH = 80;
  private static final int MOST_WIDTH = 160;
  private static final int LEAST_WIDTH = 40;
  private static final int MOST_CHANGES = 5;
  private static final List<Column> COLUMNS =
      List.of(
          Column.text("PARTITION", 6),
          Column.left("POLICY"),
          Column.right("METERED"),
          Column.right("WATTS"),
          Column.right("FORECAST"),
          Column.right("LOWER"),
          Column.right("UPPER"),
          Column.left("CORRIDOR"));

  private final Terminal terminal;
  private final PowerStatus status;
  private final List<PowerSample> samples;
  private final int span;

  PowerPage(Terminal terminal, PowerStatus status, List<PowerSample> samples, int span) {
    this.terminal = terminal;
    this.status = status;
    this.samples = samples;
    this.span = span;
  }

  void print() {
    head();
    chart();
    terminal.out().println();
    terminal.print(
        TextTable.of(COLUMNS, status.partitions().stream().map(PowerPage::row).toList()),
        true,
        (row, column, cell) -> row < 0 ? terminal.styled(Style.BOLD, cell) : cell);
    alarms();
    limits();
  }

  private void head() {
    Double watts = status.watts();
    Double forecast = status.forecast();
    Corridor bounds = status.bounds();
    line("Power", watts(watts) + (forecast == null ? "" : ", forecast " + watts(forecast)));
    line("Bounds", bounds == null ? "none" : range(bounds) + ", " + standing(bounds, watts));
    List<PowerStatus.Change> changes = status.changes();
    for (PowerStatus.Change change : changes.subList(0, Math.min(MOST_CHANGES, changes.size()))) {
      line("From", time(change.at()) + "  " + range(change.corridor()));
    }
    if (changes.size() > MOST_CHANGES) {
      line("", "and %d more changes".formatted(changes.size() - MOST_CHANGES));
    }
    line("Last", summary());
  }

  private void line(String name, String text) {
    terminal.out().println(terminal.styled(Style.BOLD, "%-7s".formatted(name)) + " " + text);
  }

  private String standing(Corridor bounds, @Nullable Double watts) {
    if (watts == null) {
      return "nothing is measured or assumed";
    }
    return bounds.holds(watts)
        ? terminal.styled(Style.GOOD, "kept")
        : terminal.styled(
            Style.BAD,
            String.format(
                Locale.ROOT,
                "%.0f W %s",
                Math.abs(bounds.excess(watts)),
                bounds.excess(watts) > 0 ? "too much" : "too little"));
  }

  /** Time outside the bounds, and how far. */
  private String summary() {
    long outside = samples.stream().filter(PowerSample::violates).count();
    double over = 0;
    double under = 0;
    for (PowerSample sample : samples) {
      Corridor bounds = sample.bounds();
      Double watts = sample.watts();
      if (bounds != null && watts != null && sample.violates()) {
        over = Math.max(over, bounds.excess(watts));
        under = Math.max(under, -bounds.excess(watts));
      }
    }
    String head = "%d s: ".formatted(span);
    return outside == 0
        ? head + "never outside the bounds"
        : head
            + String.format(
                Locale.ROOT,
                "outside the bounds for %d s, by up to %.0f W over and %.0f W under",
                outside,
                over,
                under);
  }

  private void chart() {
    List<PowerChart.Change> changes = new ArrayList<>();
    for (PowerStatus.Change change : status.changes()) {
      changes.add(new PowerChart.Change(change.at(), change.corridor()));
    }
    int width = terminal.width() == 0 ? PLAIN_WIDTH : terminal.width();
    PowerChart chart = new PowerChart(samples, status.now(), span, changes, status.forecast());
    for (String line : chart.lines(Math.clamp(width, LEAST_WIDTH, MOST_WIDTH), ROWS)) {
      terminal.out().println(coloured(line));
    }
  }

  /** Runs of what is broken, and of bounds, in their colours. */
  private String coloured(String line) {
    StringBuilder text = new StringBuilder();
    int from = 0;
    for (int i = 1; i <= line.length(); i++) {
      if (i == line.length() || line.charAt(i) != line.charAt(from)) {
        String run = line.substring(from, i);
        text.append(
            switch (line.charAt(from)) {
              case '!' -> terminal.styled(Style.BAD, run);
              case '#' -> terminal.styled(Style.GOOD, run);
              case '_' -> terminal.styled(Style.NOTE, run);
              case '-' -> run.length() == 1 ? run : terminal.styled(Style.NOTE, run);
              default -> run;
            });
        from = i;
      }
    }
    return text.toString();
  }

  private static List<String> row(PowerStatus.PartitionPower partition) {
    Corridor bounds = partition.bounds();
    Double drawn = partition.watts();
    return List.of(
        partition.partition().value(),
        partition.policy(),
        partition.metered() + "/" + partition.nodes(),
        number(drawn),
        number(partition.forecast()),
        bounds == null ? "-" : number(bounds.lower()),
        bounds == null ? "-" : number(bounds.upper()),
        word(partition, bounds, drawn));
  }

  private static String word(
      PowerStatus.PartitionPower partition, @Nullable Corridor bounds, @Nullable Double drawn) {
    if (!partition.keeps()) {
      return "not kept";
    }
    if (!partition.bounded()) {
      return "not known yet";
    }
    if (bounds == null || drawn == null) {
      return bounds == null ? "none" : "kept by estimates";
    }
    return partition.alarm() != null ? "alarm" : bounds.holds(drawn) ? "kept" : "being restored";
  }

  private void alarms() {
    for (AlarmRecord record : status.alarms().reversed()) {
      Instant ended = record.ended();
      if (ended == null || ended.isAfter(oldest())) {
        String text =
            "%s  %s: %s"
                .formatted(time(record.since()), record.partition(), AlarmText.of(record.alarm()));
        terminal
            .out()
            .println(
                ended == null
                    ? terminal.styled(Style.BAD, "ALARM ") + text
                    : "ended  " + text + " (until " + time(ended) + ")");
      }
    }
  }

  private void limits() {
    for (PowerStatus.PartitionPower partition : status.partitions()) {
      PowerLimits limits = partition.limits();
      if (limits != null) {
        terminal
            .out()
            .println(
                terminal.styled(Style.BAD, "in force: ")
                    + LimitText.of(limits)
                    + " in "
                    + partition.partition());
      }
    }
  }

  private Instant oldest() {
    return status.now().minusSeconds(span);
  }

  private static String number(@Nullable Double watts) {
    return watts == null ? "-" : String.format(Locale.ROOT, "%.0f", watts);
  }

  private static String watts(@Nullable Double watts) {
    return watts == null ? "not known" : number(watts) + " W";
  }

  static String range(Corridor bounds) {
    return number(bounds.lower()) + " to " + number(bounds.upper()) + " W";
  }

  static String time(@Nullable Instant at) {
    return at == null ? "" : TIME.format(at.atZone(ZoneId.systemDefault()));
  }
}
