package io.pliant.cli.demo;

import io.pliant.core.adaptation.SizeChange;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * How many nodes a job has held over time.
 *
 * @param points each change, in order; the first is the start
 */
record SizeTimeline(List<Point> points) {
  static final SizeTimeline NOTHING = new SizeTimeline(List.of());

  SizeTimeline {
    points = List.copyOf(points);
  }

  /** So many nodes from that time on. */
  record Point(Instant at, int nodes) {}

  /**
   * Reads a size history.
   *
   * @param start when the job started
   * @param nodes nodes that it started on
   * @param changes list of {@code SizeChange}
   */
  static SizeTimeline of(Instant start, int nodes, List<SizeChange> changes) {
    List<Point> points = new ArrayList<>();
    points.add(new Point(start, nodes));
    for (SizeChange change : changes) {
      if (!change.nodes().isEmpty()) {
        points.add(new Point(change.ended(), change.size()));
      }
    }
    return new SizeTimeline(points);
  }

  /** Nodes held now, or at the end; 0 before the start. */
  int size() {
    return points.isEmpty() ? 0 : points.getLast().nodes();
  }

  /** Nodes held at that time; 0 before the start. */
  int size(Instant at) {
    int size = 0;
    for (Point point : points) {
      if (!point.at().isAfter(at)) {
        size = point.nodes();
      }
    }
    return size;
  }

  /** For how long it has held so many nodes by now; zero when it holds another number. */
  Duration heldFor(int nodes, Instant now) {
    return size() == nodes ? Duration.between(points.getLast().at(), now) : Duration.ZERO;
  }

  /** Whether the job has had these sizes in this order, others between them or not. */
  boolean wentThrough(List<Integer> sizes) {
    int found = 0;
    for (Point point : points) {
      if (found < sizes.size() && point.nodes() == sizes.get(found)) {
        found++;
      }
    }
    return found == sizes.size();
  }

  /**
   * A line for each number of nodes, the largest first; a column is filled where the job held as
   * many.
   *
   * @param scale from the start to the end
   */
  List<String> chart(TimeScale scale) {
    List<String> lines = new ArrayList<>();
    int most = points.stream().mapToInt(Point::nodes).max().orElse(0);
    for (int nodes = most; nodes >= 1; nodes--) {
      StringBuilder line = new StringBuilder("%3d |".formatted(nodes));
      for (int column = 0; column < scale.columns(); column++) {
        Instant at = points.getFirst().at().plusMillis((long) (scale.seconds(column) * 1000));
        line.append(size(at) >= nodes ? '#' : ' ');
      }
      lines.add(line.toString().stripTrailing());
    }
    return lines;
  }
}
