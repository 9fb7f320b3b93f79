package io.pliant.cli.drill;

import io.pliant.cli.command.Version;
import io.pliant.cli.drill.history.Violation;
import io.pliant.cli.invocation.CommandFailure;
import io.pliant.cli.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a drill found as a file, in the form of {@code io.pliant.api.DrillReportEntry}: controllers
 * show those in {@code drills} of their state folder.
 *
 * @param folder made when it is not there
 */
record DrillReportFile(Path folder) {
  private static final DateTimeFormatter NAME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH-mm-ss'Z'").withZone(ZoneOffset.UTC);
  private static final int MOST_VIOLATIONS = 50;
  private static final int LONGEST_VIOLATION = 1_000;

  /**
   * How a drill was made.
   *
   * @param beside folder of the other release, or null
   */
  record How(Instant began, long seed, int jobs, @Nullable Path beside) {}

  /** Makes the folder: a drill of an hour should not end with a report that cannot be written. */
  DrillReportFile prepared() {
    try {
      Files.createDirectories(folder);
      if (Files.isWritable(folder)) {
        return this;
      }
      throw CommandFailure.usage(
          "Expected a folder that can be written to for --report, but %s cannot."
              .formatted(folder));
    } catch (IOException e) {
      throw CommandFailure.usage(
          "Expected to make the folder %s for --report, but %s.".formatted(folder, e));
    }
  }

  /** Writes it, as a whole or not at all; returns the file. */
  Path write(DrillReport report, How how, Instant ended) {
    Path file = folder.resolve("drill-" + NAME.format(ended) + ".json");
    Path fresh = folder.resolve(file.getFileName() + ".new");
    try {
      Files.writeString(fresh, Json.writePretty(tree(report, how, ended)) + "\n");
      return Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw CommandFailure.operational(
          "Expected to write the report %s, but %s.".formatted(file, e));
    }
  }

  private static Map<String, @Nullable Object> tree(DrillReport report, How how, Instant ended) {
    Map<String, @Nullable Object> tree = new LinkedHashMap<>();
    tree.put("began", how.began().truncatedTo(ChronoUnit.MILLIS));
    tree.put("ended", ended.truncatedTo(ChronoUnit.MILLIS));
    tree.put("seed", Long.toString(how.seed()));
    tree.put("version", Version.TEXT);
    tree.put("beside", how.beside() == null ? null : how.beside().toString());
    tree.put("acknowledged", report.acknowledged());
    tree.put("lost", report.count(Violation.Kind.LOST));
    tree.put("twice", report.count(Violation.Kind.TWICE));
    tree.put("reads", report.reads());
    tree.put(
        "violations",
        report.violations().stream().limit(MOST_VIOLATIONS).map(DrillReportFile::line).toList());
    tree.put("right", report.allRight(how.jobs()));
    tree.put("faults", report.outages().stream().map(DrillReportFile::fault).toList());
    return tree;
  }

  private static String line(Violation violation) {
    String line = violation.line();
    return line.substring(0, Math.min(LONGEST_VIOLATION, line.length()));
  }

  private static Map<String, @Nullable Object> fault(DrillReport.Outage outage) {
    Map<String, @Nullable Object> tree = new LinkedHashMap<>();
    tree.put("at", Instant.ofEpochMilli(Math.round(outage.done().at() * 1e3)));
    tree.put("what", outage.done().fault().words());
    tree.put("whom", outage.done().whom());
    tree.put("submit", seconds(outage.submit()));
    tree.put("start", seconds(outage.start()));
    tree.put("others", seconds(outage.spared()));
    return tree;
  }

  /** Null where there was nobody to count; else rounded to milliseconds. */
  private static @Nullable Double seconds(double value) {
    return value < 0 ? null : (Double) (Math.round(value * 1e3) / 1e3);
  }
}
