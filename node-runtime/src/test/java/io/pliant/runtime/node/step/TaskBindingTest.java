package io.pliant.runtime.node.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pliant.core.id.JobId;
import io.pliant.core.id.StepId;
import io.pliant.core.launch.StepLaunch;
import io.pliant.core.resource.Resources;
import io.pliant.runtime.confinement.CpuList;
import io.pliant.runtime.node.TestLaunch;
import io.pliant.runtime.node.folder.TaskCpus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** On a host of 2 sockets of 4 cores of 2 threads: cpu 0 and 8 are of one core, 4 to 7 beside. */
class TaskBindingTest {
  private static final String ALL = "0-15";

  @TempDir Path folder;

  @BeforeEach
  void makeHost() throws IOException {
    for (int cpu = 0; cpu < 16; cpu++) {
      int core = cpu % 8;
      Path one = folder.resolve("cpu" + cpu);
      Path told = Files.createDirectories(one.resolve("topology"));
      Files.writeString(told.resolve("physical_package_id"), core / 4 + "\n");
      Files.writeString(told.resolve("thread_siblings_list"), core + "," + (core + 8) + "\n");
      Files.createDirectory(one.resolve("node" + core / 4));
    }
  }

  @ParameterizedTest(name = "{0}, {2} tasks of {3} cpus on {1}, {4}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          threads       | 0-15     | 2 | 1 | block         | 0 4
          threads       | 0-15     | 4 | 1 | block:cyclic  | 0 4 1 5
          threads       | 0-15     | 3 | 1 | block:block   | 0 8 1
          threads       | 0-15     | 4 | 2 | block:cyclic  | 0,8 4,12 1,9 5,13
          threads       | 0-15     | 2 | 4 | block:block   | 0-1,8-9 2-3,10-11
          threads       | 0-15     | 2 | 2 | block:fcyclic | 0,4 8,12
          threads       | 0-3      | 6 | 1 | block         | 0 1 2 3 0 1
          threads       | 0,2-3,4  | 2 | 2 | block         | 0,2 3-4
          cores         | 0-15     | 4 | 1 | cyclic:block  | 0,8 1,9 2,10 3,11
          cores         | 0-15     | 4 | 1 | block         | 0,8 4,12 1,9 5,13
          cores         | 0-15     | 2 | 3 | block         | 0-1,8-9 4-5,12-13
          cores         | 0-3      | 4 | 1 | block         | 0 1 2 3
          cores         | 0-1,8-9  | 4 | 1 | block         | 0,8 1,9 0,8 1,9
          sockets       | 0-15     | 2 | 1 | block         | 0-3,8-11 4-7,12-15
          sockets       | 0-15     | 2 | 1 | block:block   | 0-3,8-11 0-3,8-11
          sockets       | 0-1,4    | 2 | 1 | block         | 0-1 4
          ldoms         | 0-15     | 2 | 1 | block         | 0-3,8-11 4-7,12-15
          rank          | 2-4      | 4 | 1 | block         | 2 3 4 2
          rank_ldom     | 0-15     | 3 | 1 | block         | 0-3,8-11 4-7,12-15 0-3,8-11
          map_cpu:3,0x1 | 0-15     | 3 | 1 | block         | 3 1 3
          mask_cpu:3,f0 | 0-15     | 2 | 1 | block         | 0-1 4-7
          map_ldom:1    | 0-5      | 2 | 1 | block         | 4-5 4-5
          mask_ldom:0x3 | 0-5      | 1 | 1 | block         | 0-5
          """)
  void shouldBindTasksWithinTheCpusOfTheJob(
      String how, String pinned, int tasks, int cpus, String order, String each) {
    TaskCpus bound = bound(launch(how, tasks, cpus, order), pinned);

    assertThat(bound.each().stream().map(CpuList::toString).collect(Collectors.joining(" ")))
        .isEqualTo(each);
    assertThat(bound.report()).isNull();
    assertThat(bound.note()).isNull();
  }

  @Test
  void shouldRefuseCpusThatTheJobDoesNotHave() {
    assertThatThrownBy(() -> bound(launch("map_cpu:0,9", 2, 1, "block"), "0-3"))
        .hasMessage(
            "Expected --cpu-bind=map_cpu within the cpus of the job on node n1, which are 0-3, but got 9.");
    assertThatThrownBy(() -> bound(launch("map_ldom:7", 1, 1, "block"), "0-3"))
        .hasMessageContaining("but got 7.");
    assertThat(bound(launch("map_cpu:0,9", 1, 1, "block"), "0-3").each())
        .as("only what tasks take is looked at")
        .hasSize(1);
  }

  @Test
  void shouldBindNothingThatAsksForNothing() {
    assertThat(bound(launch("none", 2, 1, "block"), ALL)).isEqualTo(TaskCpus.all(cpus(ALL)));
    assertThat(bound(launch("quiet", 2, 1, "block"), ALL)).isEqualTo(TaskCpus.all(cpus(ALL)));
    assertThat(bound(launch("nonsense", 2, 1, "block"), ALL)).isEqualTo(TaskCpus.all(cpus(ALL)));
    assertThat(bound(launch("verbose,none", 2, 1, "block"), ALL).report()).isEqualTo("NONE");
    StepLaunch batch = with(TestLaunch.of(7, new Resources(4, 0)), "cores", 1, "block");
    assertThat(bound(batch, ALL)).isEqualTo(TaskCpus.all(cpus(ALL)));
  }

  @Test
  void shouldSayWhereTheNodeCannotBind() {
    TaskCpus bound = bound(launch("verbose,cores", 2, 1, "block"), "");
    assertThat(bound.each()).isEmpty();
    assertThat(bound.report()).isEqualTo("MASK");
    assertThat(bound.note())
        .startsWith("--cpu-bind=cores: node n1 gives jobs no cpus of their own");
    StepLaunch hinted = launch("cores", 2, 1, "block").with(Map.of("SLURM_HINT", "nomultithread"));
    assertThat(bound(hinted, "").note()).isNull();
  }

  @Test
  void shouldTakeAHostThatTellsNothingForOneSocketOfCores() {
    HostCpus host = HostCpus.read(folder.resolve("none"), cpus("0-3"));
    assertThat(TaskBinding.of(launch("sockets", 1, 1, "block"), cpus("1-2"), host).each())
        .containsExactly(cpus("1-2"));
    assertThat(TaskBinding.of(launch("cores", 2, 1, "block"), cpus("1-2"), HostCpus.NONE).each())
        .containsExactly(cpus("1"), cpus("2"));
  }

  private TaskCpus bound(StepLaunch launch, String pinned) {
    return TaskBinding.of(launch, cpus(pinned), HostCpus.read(folder, cpus(ALL)));
  }

  private static StepLaunch launch(String how, int tasks, int cpus, String order) {
    return with(TestLaunch.step(new StepId(new JobId(7), 1, 0), tasks), how, cpus, order);
  }

  private static StepLaunch with(StepLaunch launch, String how, int cpus, String order) {
    Map<String, String> told = new TreeMap<>();
    told.put("SLURM_CPU_BIND", how);
    told.put("SLURM_DISTRIBUTION", order);
    told.put("SLURM_CPUS_PER_TASK", Integer.toString(cpus));
    return launch.with(told);
  }

  private static CpuList cpus(String text) {
    return CpuList.parse(text);
  }
}
