package io.pliant.runtime.node.folder;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.id.ExitStatus;
import io.pliant.core.resource.Kinds;
import io.pliant.core.resource.Resources;
import io.pliant.core.step.StepEnd;
import io.pliant.core.step.StepUsage;
import io.pliant.runtime.confinement.CpuList;
import java.time.Instant;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class StepStateTest {
  private static final String WHOLE =
      """
      pid 12 345 boot-id /sys/fs/cgroup/x
      started 1000
      exit 1 3 0
      exit 0 0 9
      ended 2000 TIME_LIMIT too long, it was
      """;

  @Test
  void shouldReadWholeState() {
    StepState state = StepState.parse(WHOLE);

    assertThat(state.supervisor()).isEqualTo(new ProcessIdentity(12, 345, "boot-id"));
    assertThat(state.startedAt()).isEqualTo(Instant.ofEpochMilli(1000));
    assertThat(state.exits()).containsExactly(new ExitStatus(0, 9), new ExitStatus(3, 0));
    assertThat(state.end())
        .isEqualTo(
            new StepState.End(Instant.ofEpochMilli(2000), StepEnd.TIME_LIMIT, "too long, it was"));
  }

  @Test
  void shouldReadTasksOfSupervisorsThatSayThem() {
    assertThat(StepState.parse("pid 12 345 boot\nslice 4 512\n").tasks()).isEqualTo(1);
    StepState state = StepState.parse("pid 12 345 boot\nslice 4 512 3\nstarted 5\n");
    assertThat(state.tasks()).isEqualTo(3);
    assertThat(state.slice()).isEqualTo(new SliceUse(new Resources(4, 512), CpuList.NONE));
  }

  @Test
  void shouldReadCpusAndUsageOfSupervisorsThatSayThem() {
    StepState state =
        StepState.parse(
            """
            pid 12 345 boot
            slice 4 512 3
            cpus 0-2,5
            granted 1700
            group /sys/fs/cgroup/memory/pliant-x/n1.7-1/7-1-batch
            started 5
            exit 0 0 9
            used cgroup 1 1048576 2000 30 - 4096
            ended 9 OUT_OF_MEMORY Detected 1 oom_kill event
            """);

    assertThat(state.slice())
        .isEqualTo(new SliceUse(new Resources(4, 512), CpuList.parse("0-2,5")));
    assertThat(state.granted()).isEqualTo(1_700);
    assertThat(state.usage())
        .isEqualTo(new StepUsage(StepUsage.CGROUP, 1_048_576L, 2_000L, 30L, null, 4_096L));
    assertThat(state.end())
        .isEqualTo(
            new StepState.End(
                Instant.ofEpochMilli(9), StepEnd.OUT_OF_MEMORY, "Detected 1 oom_kill event"));
  }

  @Test
  void shouldReadKindsOfSupervisorsThatSayThem() {
    StepState state =
        StepState.parse("pid 12 345 boot\nslice 4 512 3\nkinds gpu:a100=2\ncpus 0-3\nstarted 5\n");

    assertThat(state.slice())
        .isEqualTo(
            new SliceUse(new Resources(4, 512, Kinds.of("gpu:a100", 2)), CpuList.parse("0-3")));
    assertThat(state.startedAt()).isEqualTo(Instant.ofEpochMilli(5));
  }

  @Property
  void shouldKnowEndOnlyWhenLastLineIsWhole(@ForAll @IntRange(min = 0, max = 130) int length) {
    String cut = WHOLE.substring(0, Math.min(length, WHOLE.length()));

    StepState state = StepState.parse(cut);

    assertThat(state.end() != null).isEqualTo(cut.length() == WHOLE.length());
  }

  @Property
  void shouldNotStumbleOverDamage(@ForAll String damage) {
    StepState state = StepState.parse("pid 12 345 boot\n" + damage + "\n");

    assertThat(state.exits()).isNotNull();
  }
}
