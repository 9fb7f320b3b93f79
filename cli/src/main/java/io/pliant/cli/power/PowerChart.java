package io.pliant.cli.power;

import io.pliant.core.power.Corridor;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A chart in characters: {@code #} is power within the bounds, {@code !} power while a bound is
 * broken, {@code -} the upper bound and {@code _} the lower one. Right of the time now ({@code |})
 * are the bounds to come and, dotted, the forecast.
 *
 * @param now where the past ends
 * @param span seconds of the past
 * @param changes of the bounds to come
 * @param forecast watts once the resizes on their way are done, or null
 */
record PowerChart(
    List<PowerSample> samples,
    Instant now,
    int span,
    List<Change> changes,
    @Nullable Double forecast) {
  private static final int LABEL = 8;

  /** Bounds that hold from a time on. */
  record Change(Instant at, Corridor bounds) {}

  /** What one column shows. */
  private record Column(@Nullable Double watts, boolean violated, @Nullable Corridor bounds) {}

  PowerChart {
    samples = List.copyOf(samples);
    changes = List.copyOf(changes);
  }

  /**
   * The lines, the highest watts first, with watts on the left and a ruler of seconds below.
   *
   * @param width columns in all, at least 40
   * @param rows lines without the ruler, at least 2
   */
  List<String> lines(int width, int rows) {
    int columns = width - LABEL - 2;
    int past = columns * 4 / 5;
    List<Column> all = new ArrayList<>();
    for (int i = 0; i < past; i++) {
      all.add(past(i, past));
    }
    for (int i = 0; i < columns - past; i++) {
      all.add(new Column(null, false, boundsAt(now.plusMillis(millis(i + 0.5, past)))));
    }
    double top = top(all);
    List<String> lines = new ArrayList<>();
    for (int row = rows - 1; row >= 0; row--) {
      double low = top * row / rows;
      double high = top * (row + 1) / rows;
      StringBuilder line = new StringBuilder(label(row, rows, high)).append('|');
      for (int i = 0; i < columns; i++) {
        if (i == past) {
          line.append('|');
        }
        line.append(cell(all.get(i), i >= past, low, high));
      }
      lines.add(line.toString().stripTrailing());
    }
    lines.add(ruler(past, columns));
    return lines;
  }

  private Column past(int column, int past) {
    Instant from = now.minusSeconds(span).plusMillis(millis(column, past));
    Instant to = now.minusSeconds(span).plusMillis(millis(column + 1, past));
    double sum = 0;
    int count = 0;
    boolean violated = false;
    Corridor bounds = null;
    for (PowerSample sample : samples) {
      if (sample.at().isAfter(from) && !sample.at().isAfter(to)) {
        Double watts = sample.watts();
        sum += watts == null ? 0 : watts;
        count += watts == null ? 0 : 1;
        violated |= sample.violates();
        bounds = sample.bounds();
      }
    }
    return new Column(count == 0 ? null : (Double) (sum / count), violated, bounds);
  }

  private long millis(double columns, int past) {
    return Math.round(columns / past * Duration.ofSeconds(span).toMillis());
  }

  private @Nullable Corridor boundsAt(Instant time) {
    Corridor bounds = samples.isEmpty() ? null : samples.getLast().bounds();
    for (Change change : changes) {
      if (!change.at().isAfter(time)) {
        bounds = change.bounds();
      }
    }
    return bounds;
  }

  private double top(List<Column> columns) {
    double most = forecast == null ? 1 : Math.max(1, forecast);
    for (Column column : columns) {
      Double watts = column.watts();
      most = Math.max(most, watts == null ? 0 : watts);
      Corridor bounds = column.bounds();
      most = Math.max(most, bounds == null ? 0 : bounds.upper());
    }
    return most * 1.08;
  }

  private static String label(int row, int rows, double high) {
    return row % 3 == (rows - 1) % 3
        ? String.format(Locale.ROOT, "%6.0f W", high)
        : " ".repeat(LABEL);
  }

  private char cell(Column column, boolean future, double low, double high) {
    Corridor bounds = column.bounds();
    if (bounds != null && within(bounds.upper(), low, high)) {
      return '-';
    }
    if (bounds != null && bounds.lower() > 0 && within(bounds.lower(), low, high)) {
      return '_';
    }
    Double watts = column.watts();
    if (watts != null && watts > (low + high) / 2) {
      return column.violated() ? '!' : '#';
    }
    return future && forecast != null && within(forecast, low, high) ? '.' : ' ';
  }

  private static boolean within(double watts, double low, double high) {
    return watts > low && watts <= high;
  }

  private String ruler(int past, int columns) {
    StringBuilder ruler = new StringBuilder(" ".repeat(LABEL + 1 + columns + 1));
    put(ruler, LABEL + 1, "-%d s".formatted(span));
    put(ruler, LABEL + 1 + past / 2, "-%d s".formatted(span / 2));
    put(ruler, LABEL + 1 + past - 1, "now");
    String end = "+%d s".formatted(Math.round((double) span * (columns - past) / past));
    put(ruler, ruler.length() - end.length(), end);
    return ruler.toString().stripTrailing();
  }

  private static void put(StringBuilder ruler, int at, String text) {
    ruler.replace(at, at + text.length(), text);
  }
}
