package io.pliant.sim.command;

import io.pliant.core.policy.Policies;
import io.pliant.core.size.ResizeCost;
import io.pliant.sim.compare.Comparison;
import io.pliant.sim.elastic.EspMix;
import io.pliant.sim.elastic.MalleableTrace;
import io.pliant.sim.report.ComparisonChart;
import io.pliant.sim.report.ComparisonJson;
import io.pliant.sim.report.ComparisonText;
import io.pliant.sim.report.HtmlReport;
import io.pliant.sim.report.JobCsv;
import io.pliant.sim.trace.Trace;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Runs several policies on the same input, side by side. */
@Command(
    name = "compare",
    description = "Run several policies on the same jobs, some of them malleable, side by side.",
    footer = {
      "",
      "Examples:",
      "  pliant sim compare --esp --html esp.html",
      "  pliant sim compare --trace KTH-SP2-1996-2.swf.gz --policies easy,elastic --malleable 0,50,100",
    })
final class CompareCommand implements Callable<Integer> {
  private final PrintStream out;
  private final PrintStream err;

  @Mixin private TraceOptions input = new TraceOptions();
  @Mixin private MalleableOptions malleable = new MalleableOptions();

  @Option(names = "--esp", description = "The ESP mix: 230 jobs on 32 nodes, in a seeded order.")
  private boolean esp;

  @Option(
      names = "--policies",
      paramLabel = "NAME",
      split = ",",
      description = "Default: ${DEFAULT-VALUE}.",
      defaultValue = "easy,fpsma,equipartition,performance-aware,elastic")
  private List<String> policies = List.of();

  @Option(
      names = "--kinds",
      description =
          "A table by kind of job too: types of the ESP mix, malleable or rigid of a log.")
  private boolean kinds;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Option(names = "--html", paramLabel = "FILE", description = "Write a report with charts.")
  private @Nullable Path html;

  @Option(names = "--csv", paramLabel = "FILE", description = "Write a line for each job and run.")
  private @Nullable Path csv;

  @Option(names = "--markdown", paramLabel = "FILE", description = "Write the tables.")
  private @Nullable Path markdown;

  @Option(names = "--svg", paramLabel = "FILE", description = "Write the charts as one picture.")
  private @Nullable Path svg;

  @Option(names = "--help", usageHelp = true, description = "Show this help.")
  private boolean help;

  CompareCommand(PrintStream out, PrintStream err) {
    this.out = out;
    this.err = err;
  }

  @Override
  public Integer call() throws IOException {
    policies.forEach(CompareCommand::check);
    malleable.check();
    Inputs inputs = inputs();
    JobCsv jobs = new JobCsv();
    List<Comparison.Detail> shown = new ArrayList<>();
    Consumer<Comparison.Detail> details =
        detail -> {
          if (csv != null) {
            jobs.add(detail);
          }
          if (html != null && detail.seed() == malleable.seeds().getFirst() && extreme(detail)) {
            shown.add(detail);
          }
        };
    Comparison comparison =
        Comparison.run(
            new Comparison.Plan(inputs.name(), malleable.shares(), malleable.seeds(), policies),
            inputs.source(),
            this::progress,
            details);
    ReportFile.write(html, () -> HtmlReport.of(comparison, shown));
    ReportFile.write(svg, () -> ComparisonChart.sheet(comparison));
    ReportFile.write(csv, jobs::text);
    ReportFile.write(markdown, () -> text(comparison));
    out.println(json ? ComparisonJson.of(comparison) : text(comparison));
    return 0;
  }

  /** Throws {@link SimFailure} for a policy that there is not, or that needs a power corridor. */
  static void check(String policy) {
    try {
      Policies.named(policy);
    } catch (IllegalArgumentException unknown) {
      throw SimFailure.misuse(String.valueOf(unknown.getMessage()));
    }
    if (Policies.named(policy).needsCorridor()) {
      throw SimFailure.misuse(
          "Expected policies that need no power corridor, but got '%s': see pliant sim power."
              .formatted(policy));
    }
  }

  private record Inputs(String name, Comparison.Source source) {}

  private Inputs inputs() {
    ResizeCost cost = malleable.cost();
    if (esp == input.given()) {
      throw SimFailure.misuse(
          "Expected either --esp or --trace FILE, but got %s.".formatted(esp ? "both" : "neither"));
    }
    if (esp) {
      input.refuseWithoutTrace("--esp");
      malleable.refuseForEsp();
      return new Inputs(
          "ESP mix: 230 jobs on 32 nodes, lower bound for rigid jobs %d s; a resize costs %s."
              .formatted(EspMix.LOWER_BOUND_SECONDS, malleable.costText()),
          (share, seed) -> EspMix.of(share, seed, cost));
    }
    Trace trace = input.read();
    return new Inputs(
        "%s: %d jobs on %d processors%s; a resize costs %s."
            .formatted(
                trace.name(),
                trace.size(),
                trace.processors(),
                input.clairvoyant() ? ", perfect estimates" : "",
                malleable.costText()),
        (share, seed) ->
            new MalleableTrace(share, malleable.constrained(), malleable.phases(), seed, cost)
                .convert(trace));
  }

  private boolean extreme(Comparison.Detail detail) {
    return detail.share() == malleable.shares().getLast();
  }

  private String text(Comparison comparison) {
    String text = comparison.input() + "\n\n" + ComparisonText.table(comparison);
    List<String> others = new ArrayList<>(comparison.policies());
    if (others.remove("elastic") && !others.isEmpty()) {
      text += "\n" + ComparisonText.duel(comparison, "elastic", others);
    }
    return kinds ? text + "\n" + ComparisonText.kinds(comparison) : text;
  }

  private void progress(String step) {
    if (System.console() != null) {
      err.print("\r\u001b[K" + step);
    }
  }
}
