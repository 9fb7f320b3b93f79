package io.pliant.core.launch;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.id.NodeName;
import io.pliant.core.resource.Allocation;
import io.pliant.core.resource.Distribution;
import io.pliant.core.resource.Layout;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.resource.Slice;
import io.pliant.core.spec.JobSpec;
import io.pliant.core.step.StepPlan;
import io.pliant.core.step.StepRequest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Steps in jobs whose nodes have so many cpus and tasks. Which rank is on which node, and what
 * {@code SLURM_DISTRIBUTION} says, is what {@code srun} of Slurm 22.05.8 gave in such a job.
 */
class SlurmLayoutsTest {
  @ParameterizedTest(name = "{0} {1}: {2}")
  @CsvSource(
      delimiter = '|',
      value = {
        // cpus/tasks of each node | -N -n  | -m or list, -O | node of each rank |
        // SLURM_DISTRIBUTION
        "4/4 1/1         | 0 0  |                  | 1 1 1 1 2            | block",
        "4/4 1/1         | 0 0  | cyclic           | 1 2 1 1 1            | cyclic",
        "4/4 4/4         | 0 0  | plane=2          | 1 1 2 2 1 1 2 2      | plane",
        "4/4 3/3         | 0 0  | plane=2          | 1 1 2 2 1 1 2        | plane",
        "4/4 4/4         | 0 0  | plane=3          | 1 1 1 2 2 2 1 2      | plane",
        "4/4 2/2 1/1     | 0 0  | cyclic           | 1 2 3 1 2 1 1        | cyclic",
        "4/4 2/2 1/1     | 0 0  | cyclic:fcyclic,Pack | 1 2 3 1 2 1 1     | cyclic:fcyclic,pack",
        "4/4 2/2 1/1     | 0 0  | plane=3          | 1 1 1 2 2 3 1        | plane",
        "4/4 2/2 1/1     | 0 0  | block,NoPack     | 1 1 1 1 2 2 3        | block,nopack",
        "3/3 1/1         | 0 0  | *:block          | 1 1 1 2              | block:block",
        "3/3 1/1         | 0 0  | cyclic:*         | 1 2 1 1              | cyclic:cyclic",
        "2/2 2/2 2/2 2/2 | 0 0  | cyclic           | 1 2 3 4 1 2 3 4      | cyclic",
        "1/1 1/1 1/1     | 0 0  |                  | 1 2 3                | cyclic",
        "1/1             | 0 0  |                  | 1                    | cyclic",
        "4/4 4/4 4/4 4/4 | 3 6  |                  | 1 1 2 2 3 3          | block",
        "4/4 4/4 4/4 4/4 | 3 6  | cyclic           | 1 2 3 1 2 3          | cyclic",
        "4/4 4/4 4/4 4/4 | 0 6  |                  | 1 1 2 2 3 4          | block",
        "4/4 4/4 4/4 4/4 | 0 6  | cyclic           | 1 2 3 4 1 2          | cyclic",
        "4/4 4/4 4/4 4/4 | 0 6  | block            | 1 1 2 2 3 4          | block",
        "4/4 4/4 4/4 4/4 | 0 10 | plane=2          | 1 1 2 2 3 3 4 4 1 1  | plane",
        "4/4 4/4 4/4 4/4 | 3 9  | plane=4          | 1 1 1 1 2 2 2 2 3    | plane",
        "4/4 4/4 4/4 4/4 | 2 5  | plane=4          | 1 1 1 1 2            | plane",
        "3/3 1/1         | 0 2  | plane=2          | 1 2                  | plane",
        "4/4 4/4 4/4 4/4 | 0 6  | block,pack       | 1 1 1 1 2 2          | block,pack",
        "4/4 4/4 4/4 4/4 | 3 6  | block,pack       | 1 1 1 1 2 3          | block,pack",
        "4/4 4/4 4/4 4/4 | 3 9  | *,pack           | 1 1 1 1 2 2 2 2 3    | block,pack",
        "4/4 4/4 4/4 4/4 | 3 9  | cyclic,pack      | 1 2 3 1 2 3 1 2 3    | cyclic,pack",
        "4/4 4/4 4/4 4/4 | 3 9  | block,NoPack     | 1 1 1 2 2 2 3 3 3    | block,nopack",
        "4/3 4/2 4/2     | 0 0  |                  | 1 1 1 2 2 3 3        | block",
        "4/3 4/2 4/2     | 0 0  | plane=3          | 1 1 1 2 2 2 3        | plane",
        "4/3 4/2 4/2     | 0 0  | block,Pack       | 1 1 1 1 2 2 2        | block,pack",
        "4/4 4/4 4/4 4/4 | 0 0  | 2 1 1 3 2        | 2 1 1 3 2            | arbitrary",
        "4/4 4/4 4/4 4/4 | 0 5  | 2 1 1 3 2        | 2 1 1 3 2            | arbitrary",
        "4/4 4/4 4/4 4/4 | 0 3  | 2 1 1 3 2        | 2 1 1                | arbitrary",
        "3/3 1/1 1/1     | 0 5  | 2 1 1 3 2        | 2 1 1 3 2            | arbitrary",
        "1/8             | 0 0  | -O               | 1 1 1 1 1 1 1 1      | block",
        "1/8             | 0 4  | -O               | 1 1 1 1              | block",
        "1/4 1/4         | 0 0  | cyclic -O        | 1 2 1 2 1 2 1 2      | cyclic",
        "2/2             | 0 4  | -O               | 1 1 1 1              | block",
        "2/2 1/1         | 0 8  | -O               | 1 1 1 1 1 2 2 2      | block",
        "1/1 1/1 1/1 1/1 | 0 8  | -O               | 1 1 2 2 3 3 4 4      | block",
        "1/1 1/1 1/1 1/1 | 2 8  | -O               | 1 1 1 1 2 2 2 2      | block",
      })
  void shouldPlaceEachRankWhereSlurmDoes(
      String slices, String asked, @Nullable String layout, String ranks, String told) {
    Allocation job = allocation(slices);
    StepRequest request = request(asked, layout == null ? "" : layout);

    StepPlanning planning =
        StepPlanner.forRequest(request, Launches.script(Launches.resources(job)), job);

    assertThat(planning).isInstanceOf(StepPlanning.Planned.class);
    StepPlan plan = ((StepPlanning.Planned) planning).plan();
    assertThat(nodesByRank(plan)).isEqualTo(ranks);
    StepLaunch launch = Launches.launch(job, Launches.script(Launches.resources(job)), 0, plan, 0);
    assertThat(launch.environment())
        .containsEntry("SLURM_DISTRIBUTION", told)
        .containsEntry("PLIANT_DISTRIBUTION", told);
    assertThat(launch.environment().get("SLURM_DIST_PLANESIZE"))
        .isEqualTo(told.equals("plane") && layout != null ? layout.substring(6) : null);
  }

  @Test
  void shouldTellEachTaskItsRank() {
    Allocation job = allocation("4/4 2/2 1/1");
    JobSpec spec = Launches.script(Launches.resources(job));
    StepPlan plan =
        ((StepPlanning.Planned) StepPlanner.forRequest(request("0 0", "cyclic"), spec, job)).plan();

    StepLaunch launch = Launches.launch(job, spec, 0, plan, 1);

    assertThat(launch.ranks()).containsExactly(1, 4);
    assertThat(launch.firstRank()).isEqualTo(1);
    assertThat(TaskEnvironment.forRank(launch, 1))
        .containsEntry("SLURM_PROCID", "4")
        .containsEntry("SLURM_LOCALID", "1")
        .containsEntry("SLURM_NODEID", "1")
        .containsEntry("SLURM_GTIDS", "1,4");
    assertThat(Launches.launch(job, spec, 0, plan.in(null), 1).ranks()).isNull();
  }

  @Test
  void shouldLayStepsOutAsTheirJobWhereTheySayNothing() {
    Allocation job = allocation("2/2 2/2 1/1");
    ResourceRequest asked = Launches.resources(job);
    Distribution places = at("3 1 2 2 1");

    assertThat(laidOut(asked, new Layout(Distribution.parse("cyclic"), false), "0 0", ""))
        .isEqualTo("1 2 3 1 2");
    assertThat(laidOut(asked, new Layout(places, false), "0 0", "")).isEqualTo("3 1 2 2 1");
    assertThat(laidOut(asked, new Layout(places, false), "0 3", "arbitrary")).isEqualTo("3 1 2");
    assertThat(laidOut(asked, new Layout(places, false), "0 4", "")).isEqualTo("1 1 2 3");
    assertThat(laidOut(asked, new Layout(null, true), "0 9", "")).isEqualTo("1 1 1 1 2 2 2 3 3");
  }

  @Test
  void shouldSayWhyAListCannotBeMet() {
    Allocation job = allocation("2/2 1/1");

    assertThat(refusal(job, "0 0", "1 7")).contains("nodes of the job, which are n[1-2]", "n7");
    assertThat(refusal(job, "0 4", "1 2")).contains("each of 4 tasks", "names 2");
    assertThat(refusal(job, "0 0", "arbitrary")).contains("Expected a list of nodes", "HOSTFILE");
    assertThat(refusal(job, "0 0", "1 1 1 1")).contains("Expected room for 4 tasks");
  }

  private static String laidOut(
      ResourceRequest asked, Layout ofJob, String numbers, String layout) {
    Allocation job = allocation("2/2 2/2 1/1");
    JobSpec spec = Launches.script(asked.laidOut(ofJob));
    StepPlanning planning = StepPlanner.forRequest(request(numbers, layout), spec, job);
    assertThat(planning).isInstanceOf(StepPlanning.Planned.class);
    return nodesByRank(((StepPlanning.Planned) planning).plan());
  }

  private static String refusal(Allocation job, String numbers, String layout) {
    JobSpec spec = Launches.script(Launches.resources(job));
    StepPlanning planning = StepPlanner.forRequest(request(numbers, layout), spec, job);
    assertThat(planning).isInstanceOf(StepPlanning.Refused.class);
    return ((StepPlanning.Refused) planning).reason();
  }

  private static Allocation allocation(String text) {
    List<Slice> slices = new ArrayList<>();
    for (String slice : text.split(" ")) {
      String[] numbers = slice.split("/");
      NodeName node = new NodeName("n" + (slices.size() + 1));
      slices.add(new Slice(node, Integer.parseInt(numbers[0]), 0, Integer.parseInt(numbers[1])));
    }
    return new Allocation(slices);
  }

  private static StepRequest request(String numbers, String layout) {
    int[] asked = Arrays.stream(numbers.split(" ")).mapToInt(Integer::parseInt).toArray();
    boolean overcommit = layout.endsWith("-O");
    String order = layout.replace("-O", "").strip();
    Distribution distribution =
        order.isEmpty() ? null : order.matches("[0-9 ]+") ? at(order) : Distribution.parse(order);
    return Launches.request(asked[0], asked[1], new Layout(distribution, overcommit));
  }

  private static Distribution at(String numbers) {
    return Distribution.parse("arbitrary")
        .at(Arrays.stream(numbers.split(" ")).map(number -> new NodeName("n" + number)).toList());
  }

  private static String nodesByRank(StepPlan plan) {
    TreeMap<Integer, String> nodes = new TreeMap<>();
    for (int i = 0; i < plan.nodes().size(); i++) {
      String node = plan.nodes().get(i).value().substring(1);
      plan.ranks(i).forEach(rank -> nodes.put(rank, node));
    }
    assertThat(nodes.keySet()).hasSize(plan.totalTasks());
    return nodes.values().stream().collect(Collectors.joining(" "));
  }
}
