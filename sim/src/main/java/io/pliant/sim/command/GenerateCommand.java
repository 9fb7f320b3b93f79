package io.pliant.sim.command;

import io.pliant.core.id.PartitionName;
import io.pliant.sim.shape.JobListText;
import io.pliant.sim.shape.ListedPartition;
import io.pliant.sim.shape.ShapeGenerator;
import io.pliant.sim.shape.ShapeMix;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Makes a job list. */
@Command(
    name = "generate",
    description =
        "Print a list of jobs of every shape for 'pliant sim jobs', the same for the same options.",
    footer = {
      "",
      "Sizes and run times are those of Lublin and Feitelson (2003), time limits those of the f-model of",
      "Mu'alem and Feitelson (2001), submissions a Poisson process. Arrays are as frequent as in scripts.",
      "",
      "Examples:",
      "  pliant sim generate --jobs 500 --seed 7 > jobs.txt",
      "  pliant sim generate --arrays 0 --packs 20 --dependent 0 --gpu-nodes 8",
    })
final class GenerateCommand implements Callable<Integer> {
  private static final int MOST = 4_096;
  private static final int MEMORY_PER_CPU = 4_000;

  private final PrintStream out;

  @Option(names = "--seed", paramLabel = "N", defaultValue = "1", description = "Default: 1.")
  private long seed;

  @Option(names = "--jobs", paramLabel = "N", defaultValue = "1000", description = "Default: 1000.")
  private int jobs;

  @Option(
      names = "--load",
      paramLabel = "X",
      defaultValue = "0.8",
      description = "Work that comes in over what the first partition can do. Default: 0.8.")
  private double load;

  @Option(
      names = "--arrays",
      paramLabel = "PERCENT",
      defaultValue = "14",
      description = "Share of arrays. Default: 14.")
  private double arrays;

  @Option(
      names = "--packs",
      paramLabel = "PERCENT",
      defaultValue = "3",
      description = "Share of job packs. Default: 3.")
  private double packs;

  @Option(
      names = "--malleable",
      paramLabel = "PERCENT",
      defaultValue = "10",
      description = "Share of jobs that change size. Default: 10.")
  private double malleable;

  @Option(
      names = "--gpus",
      paramLabel = "PERCENT",
      defaultValue = "20",
      description = "Share of jobs with GPUs. Default: 20.")
  private double gpus;

  @Option(
      names = "--dependent",
      paramLabel = "PERCENT",
      defaultValue = "10",
      description = "Share of jobs that wait for others. Default: 10.")
  private double dependent;

  @Option(
      names = "--failing",
      paramLabel = "PERCENT",
      defaultValue = "5",
      description = "Share of jobs that fail, of an array one element. Default: 5.")
  private double failing;

  @Option(
      names = "--elements",
      paramLabel = "N",
      defaultValue = "100",
      description = "Most elements of an array. Default: 100.")
  private int elements;

  @Option(
      names = "--overestimate",
      paramLabel = "X",
      defaultValue = "4",
      description = "Limits are up to so many run times too long; 0 for exact ones. Default: 4.")
  private double overestimate;

  @Option(
      names = "--nodes",
      paramLabel = "N",
      defaultValue = "32",
      description = "Nodes of partition main. Default: 32.")
  private int nodes;

  @Option(
      names = "--cpus",
      paramLabel = "N",
      defaultValue = "16",
      description = "Cpus of each node. Default: 16.")
  private int cpus;

  @Option(
      names = "--gpu-nodes",
      paramLabel = "N",
      defaultValue = "8",
      description = "Nodes of partition gpu, with 4 GPUs each; 0 for none. Default: 8.")
  private int gpuNodes;

  @Option(names = "--help", usageHelp = true, description = "Show this help.")
  private boolean help;

  GenerateCommand(PrintStream out) {
    this.out = out;
  }

  @Override
  public Integer call() {
    between("--nodes", nodes, 1);
    between("--cpus", cpus, 1);
    between("--gpu-nodes", gpuNodes, 0);
    ShapeMix mix = mix();
    List<ListedPartition> partitions = new ArrayList<>();
    partitions.add(
        new ListedPartition(new PartitionName("main"), nodes, cpus, cpus * MEMORY_PER_CPU, 0));
    if (gpuNodes > 0) {
      partitions.add(
          new ListedPartition(new PartitionName("gpu"), gpuNodes, cpus, cpus * MEMORY_PER_CPU, 4));
    }
    JobListText.lines(ShapeGenerator.generate(mix, partitions), comment(mix)).forEach(out::println);
    return 0;
  }

  private ShapeMix mix() {
    try {
      return new ShapeMix(
          seed,
          jobs,
          load,
          arrays / 100,
          packs / 100,
          malleable / 100,
          gpus / 100,
          dependent / 100,
          failing / 100,
          elements,
          overestimate);
    } catch (IllegalArgumentException wrong) {
      throw SimFailure.misuse(String.valueOf(wrong.getMessage()));
    }
  }

  private String comment(ShapeMix mix) {
    return String.format(
        Locale.ROOT,
        "pliant sim generate --seed %d --jobs %d --load %s --arrays %s --packs %s --malleable %s --gpus %s --dependent %s --failing %s --elements %d --overestimate %s --nodes %d --cpus %d --gpu-nodes %d",
        mix.seed(),
        mix.jobs(),
        load,
        arrays,
        packs,
        malleable,
        gpus,
        dependent,
        failing,
        elements,
        overestimate,
        nodes,
        cpus,
        gpuNodes);
  }

  private static void between(String option, int value, int least) {
    if (value < least || value > MOST) {
      throw SimFailure.misuse(
          "Expected %s to be between %d and %d, but got %d.".formatted(option, least, MOST, value));
    }
  }
}
