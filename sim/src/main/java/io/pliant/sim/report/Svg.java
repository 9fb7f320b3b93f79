package io.pliant.sim.report;

import java.util.List;
import java.util.Locale;

/** Small charts as inline SVG; no script, no font, nothing from a network. */
final class Svg {
  /** Colours that stay apart for most eyes (Okabe and Ito). */
  static final List<String> COLOURS =
      List.of("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#666666");

  private static final int LEFT = 64;
  private static final int BOTTOM = 28;
  private static final int TOP = 24;
  private static final int TICKS = 5;

  private final int width;
  private final int height;
  private final double maxX;
  private final double maxY;
  private final StringBuilder body = new StringBuilder();

  /** A chart whose axes go from 0 to these values. */
  Svg(int width, int height, double maxX, double maxY) {
    this.width = width;
    this.height = height;
    this.maxX = maxX <= 0 ? 1 : maxX;
    this.maxY = maxY <= 0 ? 1 : maxY;
  }

  Svg axes(String xTitle, String yTitle) {
    double stepY = step(maxY);
    for (int i = 0; i * stepY <= maxY * 1.0001; i++) {
      double y = y(i * stepY);
      body.append(
          text("<line x1='%d' y1='%.1f' x2='%d' y2='%.1f' stroke='#ddd'/>", LEFT, y, width, y));
      body.append(
          text(
              "<text x='%d' y='%.1f' text-anchor='end'>%s</text>",
              LEFT - 5, y + 4, label(i * stepY, stepY)));
    }
    double stepX = step(maxX);
    for (int i = 0; i * stepX <= maxX * 1.0001; i++) {
      double x = x(i * stepX);
      String anchor = x > width - 12 ? "end" : "middle";
      body.append(
          text(
              "<text x='%.1f' y='%d' text-anchor='%s'>%s</text>",
              x, height - BOTTOM + 14, anchor, label(i * stepX, stepX)));
    }
    body.append(text("<text x='%d' y='11' font-weight='bold'>%s</text>", LEFT, yTitle));
    body.append(text("<text x='%d' y='%d' text-anchor='end'>%s</text>", width, height - 2, xTitle));
    return this;
  }

  /** Distance of the marks of an axis: 1, 2 or 5 times a power of ten, about five of them. */
  private static double step(double most) {
    double unit = Math.pow(10, Math.floor(Math.log10(most / TICKS)));
    for (double times : new double[] {1, 2, 5}) {
      if (times * unit * TICKS >= most * 0.9999) {
        return times * unit;
      }
    }
    return 10 * unit;
  }

  Svg line(List<double[]> points, String colour, String title) {
    StringBuilder path = new StringBuilder();
    for (double[] point : points) {
      path.append(text("%.1f,%.1f ", x(point[0]), y(point[1])));
    }
    body.append(
        text(
            "<polyline points='%s' fill='none' stroke='%s' stroke-width='1.8'><title>%s</title></polyline>",
            path, colour, title));
    return this;
  }

  Svg dot(double atX, double atY, String colour, String title) {
    body.append(
        text(
            "<circle cx='%.1f' cy='%.1f' r='3.2' fill='%s'><title>%s</title></circle>",
            x(atX), y(atY), colour, title));
    return this;
  }

  /** A bar from one point of the chart to another. */
  Svg box(double[] from, double[] to, String colour, String title) {
    body.append(
        text(
            "<rect x='%.1f' y='%.1f' width='%.2f' height='%.2f' fill='%s'><title>%s</title></rect>",
            x(from[0]),
            y(to[1]),
            Math.max(0.4, x(to[0]) - x(from[0])),
            Math.max(0.4, y(from[1]) - y(to[1])),
            colour,
            title));
    return this;
  }

  String text() {
    return text(
            "<svg xmlns='http://www.w3.org/2000/svg' width='%d' height='%d' viewBox='0 0 %d %d' font-family='sans-serif' font-size='11'>",
            width + 4, height, width + 4, height)
        + body
        + "</svg>";
  }

  private double x(double value) {
    return LEFT + (width - LEFT) * value / maxX;
  }

  private double y(double value) {
    return height - BOTTOM - (height - BOTTOM - TOP) * value / maxY;
  }

  private static String label(double value, double step) {
    if (value >= 10_000) {
      return text(step >= 1_000 ? "%.0fk" : "%.1fk", value / 1_000);
    }
    return text("%." + (int) Math.max(0, Math.ceil(-Math.log10(step))) + "f", value);
  }

  private static String text(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
