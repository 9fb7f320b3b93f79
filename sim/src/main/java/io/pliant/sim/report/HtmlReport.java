package io.pliant.sim.report;

import io.pliant.sim.compare.Comparison;
import io.pliant.sim.elastic.ElasticJob;
import io.pliant.sim.elastic.Schedule;
import io.pliant.sim.elastic.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * One HTML page, without script and without anything from a network: figures over the share of
 * malleable jobs, and for some simulations utilization, queue and nodes over time.
 */
public final class HtmlReport {
  /** Machines with more nodes, or schedules with more bars, get no chart of the nodes. */
  private static final int MOST_NODES = 256;

  private static final int MOST_BARS = 40_000;
  private static final int SAMPLES = 600;
  private static final int LEAST_HEIGHT = 160;
  private static final List<Measure> CHARTS =
      List.of(Measure.MAKESPAN, Measure.RESPONSE, Measure.WAIT, Measure.UTILIZATION);

  private final StringBuilder page = new StringBuilder();

  private HtmlReport() {}

  /** The page. */
  public static String of(Comparison comparison, List<Comparison.Detail> details) {
    HtmlReport report = new HtmlReport();
    report.page.append(
        "<!doctype html><html lang='en'><meta charset='utf-8'><title>pliant sim</title><style>body{font-family:sans-serif;margin:2em;max-width:1100px}table{border-collapse:collapse;font-size:13px}td,th{padding:2px 8px;border-bottom:1px solid #ddd;text-align:right}td:nth-child(2),th:nth-child(2){text-align:left}figure{display:inline-block;margin:0 1em 1em 0}figcaption{font-size:13px}.key span{margin-right:1.2em;white-space:nowrap}i{display:inline-block;width:1em;height:.7em;margin-right:.4em}</style>");
    report.page.append("<h1>Policies compared</h1><p>").append(escape(comparison.input()));
    report.page.append(
        "<br>Means over %s. The figure of a point shows when the mouse rests on it.</p>"
            .formatted(
                comparison.seeds().size() == 1
                    ? "one seed"
                    : comparison.seeds().size() + " seeds"));
    report.key(comparison);
    CHARTS.forEach(measure -> report.chart(comparison, measure));
    report.table(comparison);
    details.forEach(report::detail);
    return report.page.append("</html>\n").toString();
  }

  private void key(Comparison comparison) {
    page.append("<p class='key'>");
    for (String policy : comparison.policies()) {
      page.append(
          "<span><i style='background:%s'></i>%s</span>"
              .formatted(ComparisonChart.colour(comparison, policy), policy));
    }
    page.append("</p>");
  }

  private void chart(Comparison comparison, Measure measure) {
    page.append("<figure>")
        .append(ComparisonChart.of(comparison, measure).text())
        .append("</figure>");
  }

  private void table(Comparison comparison) {
    page.append("<h2>Figures</h2><table>");
    rows(page, ComparisonText.table(comparison));
    page.append("</table>");
  }

  /** Adds the lines of a Markdown table as rows. */
  static void rows(StringBuilder page, String table) {
    String[] lines = table.split("\n", -1);
    for (int i = 0; i < lines.length; i++) {
      if (i != 1 && !lines[i].isBlank()) {
        String tag = i == 0 ? "th" : "td";
        page.append("<tr>");
        for (String cell : lines[i].substring(1).split("\\|", 0)) {
          page.append("<%s>%s</%s>".formatted(tag, escape(cell.strip()), tag));
        }
        page.append("</tr>");
      }
    }
  }

  private void detail(Comparison.Detail detail) {
    Schedule schedule = detail.schedule();
    page.append(
        "<h2>%s, %.0f %% malleable, seed %d</h2>"
            .formatted(schedule.policy(), detail.share() * 100, detail.seed()));
    page.append("<figure>").append(overTime(detail)).append("</figure>");
    List<NodeMap.Bar> bars =
        detail.workload().nodes() <= MOST_NODES ? NodeMap.bars(schedule) : List.of();
    if (bars.isEmpty() || bars.size() > MOST_BARS) {
      page.append("<p>Too many nodes or jobs for a chart of the nodes.</p>");
    } else {
      page.append("<figure>").append(gantt(detail, bars));
      page.append(
          "<figcaption>Nodes over time: malleable jobs in colour, rigid ones in grey.</figcaption></figure>");
    }
  }

  private static String overTime(Comparison.Detail detail) {
    Workload workload = detail.workload();
    Schedule schedule = detail.schedule();
    long begin = workload.jobs().getFirst().shape().submit();
    long end = begin;
    for (long each : schedule.ends()) {
      end = Math.max(end, each);
    }
    double[] busy = new double[SAMPLES + 1];
    double[] queue = new double[SAMPLES + 1];
    int[] nodes = new int[workload.jobs().size()];
    double step = Math.max(1, (end - begin) / (double) SAMPLES);
    for (Schedule.Change change : schedule.changes()) {
      int from = (int) ((change.time() - begin) / step);
      busy[Math.min(SAMPLES, from)] += change.nodes() - nodes[change.job()];
      nodes[change.job()] = change.nodes();
    }
    for (int job = 0; job < nodes.length; job++) {
      queue[(int) ((workload.jobs().get(job).shape().submit() - begin) / step)]++;
      queue[(int) ((schedule.starts()[job] - begin) / step)]--;
    }
    double hours = (end - begin) / 3.6e6;
    List<double[]> used = new ArrayList<>();
    List<double[]> waiting = new ArrayList<>();
    double nodesNow = 0;
    double queueNow = 0;
    double longest = 0;
    for (int i = 0; i <= SAMPLES; i++) {
      nodesNow += busy[i];
      queueNow += queue[i];
      longest = Math.max(longest, queueNow);
      used.add(new double[] {hours * i / SAMPLES, nodesNow});
      waiting.add(new double[] {hours * i / SAMPLES, queueNow});
    }
    double most = Math.max(workload.nodes(), longest) * 1.05;
    return new Svg(1040, 220, hours, most)
        .axes("hours", "nodes in use (blue), jobs waiting (orange)")
        .line(used, Svg.COLOURS.get(0), "nodes in use")
        .line(waiting, Svg.COLOURS.get(1), "jobs waiting")
        .text();
  }

  static String gantt(Comparison.Detail detail, List<NodeMap.Bar> bars) {
    Workload workload = detail.workload();
    long begin = workload.jobs().getFirst().shape().submit();
    long end = bars.stream().mapToLong(NodeMap.Bar::to).max().orElse(begin + 1);
    int height = Math.clamp(60 + 10L * workload.nodes(), LEAST_HEIGHT, 560);
    Svg svg = new Svg(1040, height, (end - begin) / 3.6e6, workload.nodes()).axes("hours", "nodes");
    for (NodeMap.Bar bar : bars) {
      ElasticJob job = workload.jobs().get(bar.job());
      svg.box(
          new double[] {(bar.from() - begin) / 3.6e6, bar.node()},
          new double[] {(bar.to() - begin) / 3.6e6, bar.node() + 0.92},
          job.malleable() ? shade(bar.job()) : grey(bar.job()),
          "job %d (%s)".formatted(job.id(), job.kind()));
    }
    return svg.text();
  }

  private static String shade(int job) {
    return String.format(Locale.ROOT, "hsl(%d,60%%,%d%%)", job * 47 % 360, 45 + job % 3 * 8);
  }

  private static String grey(int job) {
    return String.format(Locale.ROOT, "hsl(0,0%%,%d%%)", 60 + job % 4 * 7);
  }

  static String escape(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
