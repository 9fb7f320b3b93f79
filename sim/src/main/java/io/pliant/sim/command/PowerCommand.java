package io.pliant.sim.command;

import io.pliant.core.policy.Policies;
import io.pliant.core.power.Corridor;
import io.pliant.core.power.CorridorTable;
import io.pliant.core.size.ResizeCost;
import io.pliant.sim.compare.PowerScenario;
import io.pliant.sim.compare.PowerStudy;
import io.pliant.sim.report.PowerChart;
import io.pliant.sim.report.PowerJson;
import io.pliant.sim.report.PowerText;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Policies in a power corridor. */
@Command(
    name = "power",
    description =
        "Policies in a power corridor: 20 jobs of two kinds on 14 nodes, bounds that change.",
    footer = {
      "",
      "Examples:",
      "  pliant sim power --html power.html",
      "  pliant sim power --bounds 0:1700-2500,120:1000-1700 --policies power-aware --csv power.csv",
    })
final class PowerCommand implements Callable<Integer> {
  private static final Pattern CHANGE =
      Pattern.compile("(\\d{1,9}):(\\d{1,9}(?:\\.\\d+)?)-(\\d{1,9}(?:\\.\\d+)?)");

  private final PrintStream out;

  @Option(
      names = "--bounds",
      paramLabel = "S:LOWER-UPPER",
      split = ",",
      description =
          "From so many seconds on, bounds in watts. Default: 0:1700-2500,300:1000-1700,600:2500-3500.")
  private List<String> bounds = List.of();

  @Option(
      names = "--announced",
      description = "Policies are told the changes to come; otherwise each is a surprise.")
  private boolean announced;

  @Option(
      names = "--policies",
      paramLabel = "NAME",
      split = ",",
      defaultValue = "easy,power-aware-running,power-aware,elastic",
      description = "Default: ${DEFAULT-VALUE}.")
  private List<String> policies = List.of();

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Seed of the sizes on which jobs are launched. Default: ${DEFAULT-VALUE}.")
  private long seed;

  @Option(
      names = "--resize-base",
      paramLabel = "S",
      defaultValue = "2",
      description = "Seconds that any resize costs. Default: ${DEFAULT-VALUE}.")
  private double base;

  @Option(
      names = "--resize-per-node",
      paramLabel = "S",
      defaultValue = "0.1",
      description = "Seconds for each node that joins or leaves. Default: ${DEFAULT-VALUE}.")
  private double perNode;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Option(names = "--html", paramLabel = "FILE", description = "Write a report with charts.")
  private @Nullable Path html;

  @Option(names = "--csv", paramLabel = "FILE", description = "Write power over time.")
  private @Nullable Path csv;

  @Option(names = "--markdown", paramLabel = "FILE", description = "Write the table.")
  private @Nullable Path markdown;

  @Option(names = "--svg", paramLabel = "FILE", description = "Write the charts as one picture.")
  private @Nullable Path svg;

  @Option(names = "--help", usageHelp = true, description = "Show this help.")
  private boolean help;

  PowerCommand(PrintStream out) {
    this.out = out;
  }

  @Override
  public Integer call() throws IOException {
    for (String policy : policies) {
      try {
        Policies.named(policy);
      } catch (IllegalArgumentException unknown) {
        throw SimFailure.misuse(String.valueOf(unknown.getMessage()));
      }
    }
    if (!(base >= 0 && perNode >= 0 && base + perNode < 1e6)) {
      throw SimFailure.misuse(
          "Expected costs of a resize of at least 0 and less than a million seconds, but got %s and %s."
              .formatted(base, perNode));
    }
    ResizeCost cost = new ResizeCost(Math.round(base * 1000), Math.round(perNode * 1000), 0);
    PowerStudy study = PowerStudy.of(PowerScenario.of(table(), announced, seed, cost), policies);
    ReportFile.write(html, () -> PowerChart.page(study));
    ReportFile.write(svg, () -> PowerChart.sheet(study));
    ReportFile.write(csv, () -> PowerText.csv(study));
    ReportFile.write(markdown, () -> PowerText.table(study));
    out.print(json ? PowerJson.of(study) + "\n" : PowerText.table(study));
    return 0;
  }

  private CorridorTable table() {
    if (bounds.isEmpty()) {
      return PowerScenario.paperBounds();
    }
    List<CorridorTable.Change> changes = new ArrayList<>();
    try {
      for (String text : bounds) {
        Matcher parts = CHANGE.matcher(text.strip());
        if (!parts.matches()) {
          throw new IllegalArgumentException(
              "Expected bounds as SECONDS:LOWER-UPPER, for example 0:1700-2500, but got '%s'."
                  .formatted(text));
        }
        changes.add(
            new CorridorTable.Change(
                Long.parseLong(parts.group(1)) * 1000,
                new Corridor(
                    Double.parseDouble(parts.group(2)), Double.parseDouble(parts.group(3)))));
      }
      return new CorridorTable(changes);
    } catch (IllegalArgumentException wrong) {
      throw SimFailure.misuse(String.valueOf(wrong.getMessage()));
    }
  }
}
