package io.pliant.sim.command;

import io.pliant.sim.psp.PspScenario;
import io.pliant.sim.psp.PspStudy;
import io.pliant.sim.report.PspTable;
import io.pliant.sim.trace.Trace;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Waiting times by the accuracy of users' estimates. */
@Command(
    name = "psp",
    description =
        "Waiting times (minutes) by accuracy class of users, under orders of the queue with and without it: six scenarios, or a log.",
    footer = {
      "",
      "Examples:",
      "  pliant sim psp",
      "  pliant sim psp --trace KTH-SP2-1996-2.swf.gz"
    })
final class PspCommand implements Callable<Integer> {
  private final PrintStream out;

  @Mixin private TraceOptions input = new TraceOptions();

  @Option(
      names = "--seeds",
      paramLabel = "N",
      split = ",",
      defaultValue = "1,2,3,4",
      description = "Workloads of each scenario. Default: ${DEFAULT-VALUE}.")
  private List<Long> seeds = List.of();

  @Option(names = "--help", usageHelp = true, description = "Show this help.")
  private boolean help;

  PspCommand(PrintStream out) {
    this.out = out;
  }

  @Override
  public Integer call() {
    StringBuilder table = new StringBuilder(PspTable.header());
    if (input.given()) {
      Trace trace = input.read();
      List<PspStudy> studies =
          Arrays.stream(PspStudy.Order.values()).map(order -> PspStudy.of(trace, order)).toList();
      table.append(PspTable.rows(trace.name(), studies));
    } else {
      input.refuseWithoutTrace("the scenarios");
      for (PspScenario scenario : PspScenario.values()) {
        table.append(PspTable.rows(scenario.name(), scenario(scenario)));
      }
    }
    out.print(table);
    return 0;
  }

  private List<PspStudy> scenario(PspScenario scenario) {
    List<PspStudy> pooled = new ArrayList<>();
    for (PspStudy.Order order : PspStudy.Order.values()) {
      pooled.add(
          PspStudy.pooled(
              seeds.stream()
                  .map(seed -> PspStudy.of(scenario.workload(seed), order))
                  .toArray(PspStudy[]::new)));
    }
    return pooled;
  }
}
