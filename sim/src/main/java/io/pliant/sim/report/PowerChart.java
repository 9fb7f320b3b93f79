package io.pliant.sim.report;

import io.pliant.core.power.Corridor;
import io.pliant.sim.compare.Comparison;
import io.pliant.sim.compare.PowerStudy;
import io.pliant.sim.power.PowerTrace;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Power over time between its bounds: one chart for each policy, alone or in a page. */
public final class PowerChart {
  private static final int WIDTH = 760;
  private static final int HEIGHT = 230;
  private static final String BAND = "#cfe8d5";

  private PowerChart() {}

  /** All policies below each other, as one SVG document. */
  public static String sheet(PowerStudy study) {
    StringBuilder sheet =
        new StringBuilder(
            "<svg xmlns='http://www.w3.org/2000/svg' width='%d' height='%d' font-family='sans-serif' font-size='12'><rect width='100%%' height='100%%' fill='white'/>"
                .formatted(WIDTH + 8, study.runs().size() * (HEIGHT + 22)));
    for (int i = 0; i < study.runs().size(); i++) {
      PowerStudy.Run run = study.runs().get(i);
      int y = i * (HEIGHT + 22);
      sheet
          .append("<text x='4' y='%d' font-weight='bold'>%s</text>".formatted(y + 16, run.policy()))
          .append("<g transform='translate(0,%d)'>".formatted(y + 20))
          .append(chart(study, run).text())
          .append("</g>");
    }
    return sheet.append("</svg>\n").toString();
  }

  /**
   * A page with the table, and for each policy power and nodes over time; no script, no network.
   */
  public static String page(PowerStudy study) {
    StringBuilder page =
        new StringBuilder(
            "<!doctype html><html lang='en'><meta charset='utf-8'><title>pliant sim power</title><style>body{font-family:sans-serif;margin:2em;max-width:1100px}pre{font-size:13px}figure{margin:0 0 1em 0}</style><h1>Power corridor</h1><p>");
    page.append(HtmlReport.escape(study.scenario().workload().name()))
        .append("; the corridor is green.</p>")
        .append("<table>");
    HtmlReport.rows(page, PowerText.table(study));
    page.append("</table>");
    for (PowerStudy.Run run : study.runs()) {
      Comparison.Detail detail =
          new Comparison.Detail(1, 0, study.scenario().workload(), run.schedule());
      page.append("<h2>").append(HtmlReport.escape(run.policy())).append("</h2><figure>");
      page.append(chart(study, run).text()).append("</figure><figure>");
      page.append(HtmlReport.gantt(detail, NodeMap.bars(run.schedule()))).append("</figure>");
    }
    return page.append("</html>\n").toString();
  }

  private static Svg chart(PowerStudy study, PowerStudy.Run run) {
    double end = 0;
    double most = 0;
    for (PowerStudy.Run each : study.runs()) {
      for (PowerTrace.Sample sample : each.power().samples()) {
        Corridor bounds = sample.corridor();
        end = Math.max(end, sample.time() / 1e3);
        most = Math.max(most, sample.watts());
        most = bounds == null || bounds.upper() > 1e6 ? most : Math.max(most, bounds.upper());
      }
    }
    Svg svg = new Svg(WIDTH, HEIGHT, end, most * 1.05);
    band(svg, run.power().samples(), most * 1.05);
    svg.axes("seconds", "watts");
    return svg.line(steps(run.power().samples()), Svg.COLOURS.get(0), run.policy());
  }

  private static void band(Svg svg, List<PowerTrace.Sample> samples, double most) {
    int from = 0;
    for (int i = 1; i < samples.size(); i++) {
      Corridor bounds = samples.get(from).corridor();
      if (Objects.equals(bounds, samples.get(i).corridor()) && i + 1 < samples.size()) {
        continue;
      }
      if (bounds != null) {
        svg.box(
            new double[] {samples.get(from).time() / 1e3, bounds.lower()},
            new double[] {samples.get(i).time() / 1e3, Math.min(most, bounds.upper())},
            BAND,
            "%.0f to %.0f W".formatted(bounds.lower(), bounds.upper()));
      }
      from = i;
    }
  }

  private static List<double[]> steps(List<PowerTrace.Sample> samples) {
    List<double[]> points = new ArrayList<>();
    double before = samples.isEmpty() ? 0 : samples.getFirst().watts();
    for (PowerTrace.Sample sample : samples) {
      points.add(new double[] {sample.time() / 1e3, before});
      points.add(new double[] {sample.time() / 1e3, sample.watts()});
      before = sample.watts();
    }
    return points;
  }
}
