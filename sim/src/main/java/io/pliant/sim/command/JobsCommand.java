package io.pliant.sim.command;

import io.pliant.core.policy.Policies;
import io.pliant.sim.report.ShapeText;
import io.pliant.sim.shape.JobList;
import io.pliant.sim.shape.JobListReader;
import io.pliant.sim.shape.ShapeOutcome;
import io.pliant.sim.shape.ShapeSimulation;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** A job list under one or several policies. */
@Command(
    name = "jobs",
    description =
        "Simulate a list of jobs of every shape (arrays, dependencies, packs, malleable ones, GPUs) with the ledgers of live partitions.",
    footer = {
      "",
      "A job list has a line for each partition and each job; options are those of submit:",
      "  partition main nodes=16 cpus=8 mem=32000",
      "  job 1 at=0 run=60..600 -- --array=0-99%5 --time=20",
      "  job 102 at=9.5 run=60 -- --dependency=afterok:1",
      "",
      "Examples:",
      "  pliant sim generate --jobs 500 --seed 7 > jobs.txt",
      "  pliant sim jobs jobs.txt --policies easy,conservative",
    })
final class JobsCommand implements Callable<Integer> {
  private final PrintStream out;

  @Parameters(paramLabel = "FILE", description = "The job list.")
  private @Nullable Path file;

  @Option(
      names = "--policies",
      paramLabel = "NAME",
      split = ",",
      defaultValue = "easy",
      description = "Default: ${DEFAULT-VALUE}.")
  private List<String> policies = List.of();

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Option(
      names = "--csv",
      paramLabel = "FILE",
      description = "Write a line for each job that has ended, in order of ends.")
  private @Nullable Path csv;

  @Option(names = "--help", usageHelp = true, description = "Show this help.")
  private boolean help;

  JobsCommand(PrintStream out) {
    this.out = out;
  }

  @Override
  public Integer call() throws IOException {
    policies.forEach(CompareCommand::check);
    if (file == null) {
      throw SimFailure.misuse("Expected a job list, but there is none. Try --help.");
    }
    JobList list = JobListReader.read(file);
    StringBuilder lines = new StringBuilder("policy," + ShapeOutcome.HEADER + "\n");
    List<ShapeOutcome> outcomes = new ArrayList<>();
    for (String policy : policies) {
      ShapeOutcome outcome =
          new ShapeOutcome(
              list, policy, csv == null ? null : line -> lines.append(policy + "," + line + "\n"));
      ShapeSimulation.run(list, Policies.named(policy), outcome);
      outcomes.add(outcome);
    }
    ReportFile.write(csv, lines::toString);
    if (json) {
      out.println(ShapeText.json(outcomes));
    } else {
      out.print(ShapeText.table(outcomes));
    }
    return 0;
  }
}
