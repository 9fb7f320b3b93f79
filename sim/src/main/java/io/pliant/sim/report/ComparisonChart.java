package io.pliant.sim.report;

import io.pliant.sim.compare.Comparison;
import java.util.ArrayList;
import java.util.List;

/** Charts of a figure over the share of malleable jobs, a line for each policy. */
public final class ComparisonChart {
  private static final int WIDTH = 500;
  private static final int HEIGHT = 260;

  private ComparisonChart() {}

  /** Makespan, mean response and mean wait below each other, with a key, as one SVG document. */
  public static String sheet(Comparison comparison) {
    List<Measure> measures = List.of(Measure.MAKESPAN, Measure.RESPONSE, Measure.WAIT);
    int keyHeight = 24;
    int height = keyHeight + measures.size() * HEIGHT;
    StringBuilder sheet =
        new StringBuilder(
            "<svg xmlns='http://www.w3.org/2000/svg' width='%d' height='%d' font-family='sans-serif' font-size='12'><rect width='100%%' height='100%%' fill='white'/>"
                .formatted(WIDTH + 4, height));
    int x = 4;
    for (String policy : comparison.policies()) {
      sheet.append(
          "<text x='%d' y='16' fill='%s'>%s</text>"
              .formatted(x, colour(comparison, policy), policy));
      x += 7 * policy.length() + 18;
    }
    for (int i = 0; i < measures.size(); i++) {
      sheet
          .append("<g transform='translate(0,%d)'>".formatted(keyHeight + i * HEIGHT))
          .append(of(comparison, measures.get(i)).text())
          .append("</g>");
    }
    return sheet.append("</svg>\n").toString();
  }

  static Svg of(Comparison comparison, Measure measure) {
    double most = 0;
    for (double share : comparison.shares()) {
      for (String policy : comparison.policies()) {
        most = Math.max(most, comparison.mean(share, policy, measure.value()));
      }
    }
    Svg svg = new Svg(WIDTH, HEIGHT, 100, roundUp(most)).axes("malleable jobs %", measure.title());
    for (String policy : comparison.policies()) {
      List<double[]> points = new ArrayList<>();
      String colour = colour(comparison, policy);
      for (double share : comparison.shares()) {
        double mean = comparison.mean(share, policy, measure.value());
        points.add(new double[] {share * 100, mean});
        svg.dot(
            share * 100,
            mean,
            colour,
            "%s, %.0f %%: %s".formatted(policy, share * 100, measure.text(mean)));
      }
      svg.line(points, colour, policy);
    }
    return svg;
  }

  /** A round number that four grid lines divide well. */
  private static double roundUp(double most) {
    double unit = Math.pow(10, Math.floor(Math.log10(Math.max(most, 1e-9))));
    for (double step : new double[] {1, 1.2, 1.6, 2, 2.4, 3.2, 4, 6, 8}) {
      if (step * unit >= most) {
        return step * unit;
      }
    }
    return 10 * unit;
  }

  static String colour(Comparison comparison, String policy) {
    return Svg.COLOURS.get(comparison.policies().indexOf(policy) % Svg.COLOURS.size());
  }
}
