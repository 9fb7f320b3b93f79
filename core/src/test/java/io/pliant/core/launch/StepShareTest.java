package io.pliant.core.launch;

import static io.pliant.core.launch.Launches.resources;
import static io.pliant.core.launch.Launches.script;
import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.id.NodeName;
import io.pliant.core.resource.Allocation;
import io.pliant.core.resource.Devices;
import io.pliant.core.resource.Kinds;
import io.pliant.core.resource.Slice;
import io.pliant.core.spec.JobSpec;
import io.pliant.core.spec.StreamFiles;
import io.pliant.core.step.StepHolding;
import io.pliant.core.step.StepPlan;
import io.pliant.core.step.StepRequest;
import io.pliant.core.step.StepShare;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Steps that want cpus or devices of their job for themselves. */
class StepShareTest {
  private static final StepShare OWN_CPUS = new StepShare(true, null, null);
  private static final StepShare ONE_GPU = new StepShare(false, Kinds.of(Devices.GPU, 1), null);
  private static final Allocation HELD =
      new Allocation(
          List.of(
              new Slice(
                  new NodeName("n1"), 4, 0, 2, Kinds.parse("gpu=2/4/5,gpu:a100=1/4,gpu:v100=1/5")),
              new Slice(new NodeName("n2"), 2, 0, 2, Kinds.parse("gpu=2/0/1,gpu:a100=2/0/1"))));

  private final JobSpec spec = script(resources(HELD));
  private final List<StepPlan> running = new ArrayList<>();

  @Test
  void shouldWaitForCpusThatOtherStepsHaveForThemselves() {
    assertThat(start(1, 4, OWN_CPUS)).isInstanceOf(StepPlanning.Planned.class);
    assertThat(start(1, 3, OWN_CPUS)).isInstanceOf(StepPlanning.Busy.class);
    assertThat(start(1, 2, OWN_CPUS)).isInstanceOf(StepPlanning.Planned.class);
    assertThat(start(1, 1, OWN_CPUS)).isInstanceOf(StepPlanning.Busy.class);
    assertThat(start(1, 4, null)).isInstanceOf(StepPlanning.Planned.class);

    running.removeFirst();

    assertThat(start(1, 3, OWN_CPUS)).isInstanceOf(StepPlanning.Planned.class);
  }

  @Test
  void shouldRefuseWhatTheJobCanNeverGive() {
    assertThat(start(1, 5, OWN_CPUS))
        .isInstanceOfSatisfying(
            StepPlanning.Refused.class,
            refused -> assertThat(refused.reason()).contains("5 tasks of 1 cpus each"));
    assertThat(start(1, 1, new StepShare(false, Kinds.of(Devices.GPU, 3), null)))
        .isInstanceOfSatisfying(
            StepPlanning.Refused.class,
            refused -> assertThat(refused.reason()).contains("1 cpus and 3 gpu each"));
  }

  @Test
  void shouldTellTheTasksTheDevicesOfTheirStep() {
    StepPlan plan = planned(start(1, 2, new StepShare(false, null, Kinds.of(Devices.GPU, 1))));
    StepPlan other = planned(start(1, 1, ONE_GPU));

    assertThat(visible(plan, 0)).isEqualTo("4");
    assertThat(visible(plan, 1)).isEqualTo("5");
    assertThat(visible(other, 0)).isEqualTo("0");
    assertThat(variables(other, 0))
        .containsEntry("SLURM_STEP_GPUS", "0")
        .containsEntry("SLURM_JOB_GPUS", "0,1")
        .containsEntry("SLURM_GPUS_ON_NODE", "1");
    assertThat(StepLaunches.ownKinds(other, other.nodes().getFirst()))
        .isEqualTo(Kinds.parse("gpu=1/0,gpu:a100=1/0"));
  }

  @Property(tries = 200)
  void shouldNeverGiveTwoStepsTheSame(@ForAll Random random) {
    running.clear();
    for (int i = 0; i < 30; i++) {
      boolean cpus = random.nextBoolean();
      Kinds gpus = Kinds.of(Devices.GPU, random.nextInt(3));
      StepShare share =
          random.nextBoolean() ? new StepShare(cpus, gpus, null) : new StepShare(cpus, null, gpus);
      start(1 + random.nextInt(2), 1 + random.nextInt(3), share.orNull());
      if (random.nextInt(3) == 0 && !running.isEmpty()) {
        running.remove(random.nextInt(running.size()));
      }
      for (Slice slice : HELD.slices()) {
        checkHeldOnce(slice);
      }
    }
  }

  private void checkHeldOnce(Slice ofJob) {
    int cpus = 0;
    Set<String> gpus = new HashSet<>();
    for (StepPlan plan : running) {
      StepHolding holding = plan.holding();
      Slice own = holding == null ? null : holding.on(ofJob.node());
      if (own != null) {
        cpus += own.cpus();
        Kinds kinds = Kinds.orNone(own.kinds());
        if (kinds.count(Devices.GPU) > 0) {
          List<String> units = Objects.requireNonNull(kinds.amounts().get(Devices.GPU)).units();
          assertThat(units).hasSize(kinds.count(Devices.GPU));
          units.forEach(unit -> assertThat(gpus.add(unit)).as("gpu %s", unit).isTrue());
        }
        assertThat(Kinds.orNone(ofJob.kinds()).covers(kinds)).isTrue();
      }
    }
    assertThat(cpus).isLessThanOrEqualTo(ofJob.cpus());
  }

  private StepPlanning start(int nodes, int tasks, @Nullable StepShare share) {
    StepPlanning planning =
        StepPlanner.forRequest(request(nodes, tasks, share), spec, HELD, running);
    if (planning instanceof StepPlanning.Planned(StepPlan plan)) {
      running.add(plan);
    }
    return planning;
  }

  private String visible(StepPlan plan, int local) {
    return variables(plan, local).getOrDefault("CUDA_VISIBLE_DEVICES", "");
  }

  private Map<String, String> variables(StepPlan plan, int local) {
    return TaskEnvironment.forRank(Launches.launch(HELD, spec, 0, plan, 0), local);
  }

  private static StepPlan planned(StepPlanning planning) {
    assertThat(planning).isInstanceOf(StepPlanning.Planned.class);
    return ((StepPlanning.Planned) planning).plan();
  }

  private static StepRequest request(int nodes, int tasks, @Nullable StepShare share) {
    return new StepRequest(
        "work",
        nodes,
        tasks,
        1,
        List.of("work"),
        Map.of(),
        "/tmp",
        new StreamFiles("slurm-%j.out", null, null, false),
        null,
        share,
        null,
        null);
  }
}
