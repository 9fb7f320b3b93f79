package io.pliant.runtime.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.job.ExitStatus;
import io.pliant.core.launch.StepEnd;
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
    assertThat(state.slice()).isEqualTo(new SliceUse(4, 512, CpuList.NONE));
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
