package io.pliant.core.launch;

import static io.pliant.core.launch.Launches.JOB;
import static io.pliant.core.launch.Launches.TERMS;
import static io.pliant.core.launch.Launches.allocation;
import static io.pliant.core.launch.Launches.request;
import static io.pliant.core.launch.Launches.script;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pliant.core.id.NodeName;
import io.pliant.core.id.StepId;
import io.pliant.core.resource.Allocation;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.spec.JobSpec;
import io.pliant.core.spec.ReservedVariables;
import io.pliant.core.spec.StreamFiles;
import io.pliant.core.step.StepPlan;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class StepLaunchesTest {
  private final Allocation held = allocation(2, new int[] {2, 2, 1});
  private final JobSpec spec = script(new ResourceRequest(3, 3, 5, 2, 100, false));

  @Test
  void shouldOrderTheScriptOnTheLeader() {
    StepLaunch launch = batch(1);

    assertThat(launch.script()).isEqualTo("#!/bin/sh\n");
    assertThat(launch.command()).containsExactly("a", "b");
    assertThat(launch.node()).isEqualTo(new NodeName("n1"));
    assertThat(launch.term()).isEqualTo(7);
    assertThat(launch.totalTasks()).isEqualTo(1);
    assertThat(launch.deadline()).isEqualTo(TERMS.deadline());
    assertThat(launch.killGraceSeconds()).isEqualTo(5);
    assertThat(launch.files())
        .isEqualTo(
            new StreamFiles("/work/100%%/my job-42_%N_%t.out", null, "/work/100%%/in", false));
  }

  @Test
  void shouldDescribeTheJobToItsScript() {
    Map<String, String> expected = new TreeMap<>();
    expected.put("SLURM_CLUSTER_NAME", "demo");
    expected.put("SLURM_CPUS_ON_NODE", "4");
    expected.put("SLURM_JOBID", "42");
    expected.put("SLURM_JOB_CPUS_PER_NODE", "4(x2),2");
    expected.put("SLURM_JOB_END_TIME", "1800000600");
    expected.put("SLURM_JOB_GID", "100");
    expected.put("SLURM_JOB_ID", "42");
    expected.put("SLURM_JOB_NAME", "my job");
    expected.put("SLURM_JOB_NODELIST", "n[1-3]");
    expected.put("SLURM_JOB_NUM_NODES", "3");
    expected.put("SLURM_JOB_PARTITION", "batch");
    expected.put("SLURM_JOB_START_TIME", "1800000000");
    expected.put("SLURM_JOB_UID", "1000");
    expected.put("SLURM_JOB_USER", "alice");
    expected.put("SLURM_MEM_PER_NODE", "100");
    expected.put("SLURM_NNODES", "3");
    expected.put("SLURM_NODELIST", "n[1-3]");
    expected.put("SLURM_NPROCS", "5");
    expected.put("SLURM_NTASKS", "5");
    expected.put("SLURM_SUBMIT_DIR", "/home/alice");
    expected.put("SLURM_TASKS_PER_NODE", "2(x2),1");

    Map<String, String> environment = batch(1).environment();

    assertThat(ReservedVariables.only(environment)).containsAllEntriesOf(expected);
    assertThat(slurmNames(environment)).isEqualTo(expected.keySet());
    assertThat(environment).containsEntry("FOO", "1").containsEntry("USER", "alice");
    expected.remove("SLURM_SUBMIT_DIR");
    expected.forEach(
        (k, v) -> assertThat(environment).containsEntry(k.replace("SLURM", "PLIANT"), v));
  }

  @Test
  void shouldCountRestarts() {
    assertThat(batch(1).environment()).doesNotContainKey("SLURM_RESTART_COUNT");
    assertThat(batch(3).environment()).containsEntry("SLURM_RESTART_COUNT", "2");
  }

  @Test
  void shouldDescribeAStepBesideItsJob() {
    // given
    StepPlan plan =
        ((StepPlanning.Planned) StepPlanner.forRequest(request(2, 3, 1), spec, held)).plan();

    // when
    StepLaunch launch = Launches.launch(held, spec, 4, plan, 1);

    // then
    assertThat(launch.script()).isNull();
    assertThat(launch.command()).containsExactly("hostname");
    assertThat(launch.firstRank()).isEqualTo(2);
    assertThat(launch.taskCount()).isEqualTo(1);
    assertThat(launch.nodeIndex()).isEqualTo(1);
    assertThat(launch.environment())
        .containsEntry("BAR", "2")
        .doesNotContainKey("FOO")
        .containsEntry("SLURM_STEP_ID", "4")
        .containsEntry("PLIANT_STEPID", "4")
        .containsEntry("SLURM_STEP_NUM_NODES", "2")
        .containsEntry("SLURM_STEP_NUM_TASKS", "3")
        .containsEntry("SLURM_STEP_NODELIST", "n[1-2]")
        .containsEntry("SLURM_STEP_TASKS_PER_NODE", "2,1")
        .containsEntry("SLURM_TASKS_PER_NODE", "2,1")
        .containsEntry("SLURM_NTASKS", "3")
        .containsEntry("SLURM_NNODES", "2")
        .containsEntry("SLURM_NODELIST", "n[1-3]")
        .containsEntry("SLURM_JOB_NODELIST", "n[1-3]");
  }

  @Test
  void shouldTellEachTaskItsRank() {
    StepPlan plan =
        ((StepPlanning.Planned) StepPlanner.forRequest(request(0, 0, 1), spec, held)).plan();
    StepLaunch launch = Launches.launch(held, spec, 0, plan, 1);

    assertThat(TaskEnvironment.forRank(launch, 1))
        .containsAllEntriesOf(launch.environment())
        .containsEntry("SLURM_PROCID", "3")
        .containsEntry("SLURM_LOCALID", "1")
        .containsEntry("SLURM_NODEID", "1")
        .containsEntry("SLURM_GTIDS", "2,3")
        .containsEntry("SLURMD_NODENAME", "n2")
        .containsEntry("PLIANT_NODENAME", "n2")
        .containsEntry("PLIANT_PROCID", "3");
    assertThatThrownBy(() -> TaskEnvironment.forRank(launch, 2))
        .hasMessage("Expected a local task index below 2, but got 2.");
  }

  @Test
  void shouldOnlySetVariablesThatAreReserved() {
    Map<String, String> all = TaskEnvironment.forRank(batch(2), 0);

    assertThat(ReservedVariables.without(all)).containsOnlyKeys("FOO", "PATH", "USER", "LOGNAME");
  }

  private StepLaunch batch(int attempt) {
    StepPlan plan = StepPlanner.batch(spec, held);
    return StepLaunches.of(JOB, spec, StepId.batch(JOB, attempt), held, plan, 0, TERMS);
  }

  private static Set<String> slurmNames(Map<String, String> environment) {
    return environment.keySet().stream()
        .filter(name -> name.startsWith("SLURM"))
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
