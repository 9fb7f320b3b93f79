package io.pliant.sim.shape;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.id.JobId;
import io.pliant.core.id.PartitionName;
import io.pliant.core.partition.ArrayBook;
import io.pliant.core.plan.SchedulingPolicy;
import io.pliant.core.policy.Policies;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Generated lists with all shapes, under every policy. */
class ShapePropertiesTest {
  private static final int SEEDS = 12;

  private static final List<ListedPartition> CLUSTER =
      List.of(
          new ListedPartition(new PartitionName("main"), 8, 4, 16_000, 0),
          new ListedPartition(new PartitionName("gpu"), 3, 8, 64_000, 2));

  static Stream<String> policies() {
    return Policies.all().stream().map(SchedulingPolicy::name);
  }

  static ShapeMix mix(long seed, double overestimate) {
    return new ShapeMix(seed, 80, 1.2, 0.2, 0.15, 0.15, 0.15, 0.3, 0.2, 12, overestimate);
  }

  @ParameterizedTest
  @MethodSource("policies")
  void shouldKeepAllLawsWithAllShapes(String policy) {
    boolean exclusive = Policies.named(policy).resizes();
    int packs = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      JobList list = ShapeGenerator.generate(mix(seed, seed % 3), CLUSTER);
      ShapeLog log = ShapeLog.of(list, policy);
      new ShapeLaws(list, exclusive, log).hold();
      packs += (int) log.starts.values().stream().filter(start -> start.held().size() > 1).count();
    }
    assertThat(packs).as("packs in both partitions").isGreaterThan(10);
  }

  /**
   * A pack before which nobody waits starts as early as it does when nothing comes later, in one
   * partition or two: limits are exact.
   */
  @ParameterizedTest
  @ValueSource(strings = {"fcfs", "easy", "easy-sjbf", "conservative"})
  void shouldNeverDelayAPackAtTheHeadByWhatComesLater(String policy) {
    int waited = 0;
    for (int seed = 0; seed < 40; seed++) {
      Random random = new Random(seed);
      List<String> before = new ArrayList<>(lines());
      for (int i = 1; i <= 6; i++) {
        before.add(exact(i, 0, 20 + random.nextInt(200), "--nodes=1 -p " + either(random)));
      }
      String parts =
          random.nextBoolean()
              ? "--nodes=%d --exclusive : --nodes=%d -p gpu --exclusive"
              : "--nodes=%d --exclusive : --nodes=%d --exclusive";
      String options = parts.formatted(4 + random.nextInt(3), 2);
      before.add(exact(7, 1, 50, options));
      List<String> all = new ArrayList<>(before);
      for (int i = 8; i <= 60; i++) {
        all.add(
            exact(
                i,
                i - 6,
                5 + random.nextInt(300),
                "--ntasks=%d -p %s".formatted(1 + random.nextInt(12), either(random))));
      }
      all.add(exact(61, 60, 100, "--array=0-50"));
      Long alone = ShapeLog.of(JobListReader.parse("alone", before), policy).start(7);
      Long among = ShapeLog.of(JobListReader.parse("among", all), policy).start(7);
      assertThat(among).as("seed %d: %s", seed, options).isNotNull().isLessThanOrEqualTo(alone);
      waited += Objects.requireNonNull(alone) > 1_000 ? 1 : 0;
    }
    assertThat(waited).as("packs that had to wait").isGreaterThan(10);
  }

  private static String either(Random random) {
    return random.nextInt(3) == 0 ? "gpu" : "main";
  }

  private static String exact(int job, int at, int run, String options) {
    return "job %d at=%d run=%d -- --time=0-00:%02d:%02d %s"
        .formatted(job, at, run, run / 60, run % 60, options);
  }

  private static List<String> lines() {
    return List.of("partition main nodes=8 cpus=4", "partition gpu nodes=3 cpus=8 gpus=2");
  }

  /** Before they start, a million elements are a range; those that wait for them are one, too. */
  @Test
  void shouldKeepArraysAsRanges() {
    JobList list =
        JobListReader.parse(
            "million",
            List.of(
                "partition main nodes=4 cpus=4",
                "job 1 at=0 run=10..20 failing=7 -- --array=0-999999%13 --time=1",
                "job 1000002 at=1 run=5 -- --array=0-999999%3 --dependency=aftercorr:1"));
    ShapeSimulation simulation = new ShapeSimulation(list, Policies.named("easy"), new ShapeLog());
    for (int i = 0; i < 3_000; i++) {
      assertThat(simulation.step()).isTrue();
      assertThat(simulation.runs()).isLessThanOrEqualTo(16);
    }
    for (long array : new long[] {1, 1_000_002}) {
      ArrayBook book = Objects.requireNonNull(simulation.array(new JobId(array)));
      assertThat(book.pending().count()).isGreaterThan(900_000);
      assertThat(book.pending().runs().size()).isLessThan(50);
      assertThat(book.results().count()).isGreaterThan(100);
    }
  }
}
