package io.pliant.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pliant.cli.invocation.CommandFailure;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AllocationMannersTest {
  @Test
  void shouldPickItsOwnWordsAndLeaveTheOthers() {
    AllocationManners manners =
        pick("-N", "2", "--no-shell", "-K", "--job-name", "--bell", "-n4", "prog", "--no-bell");

    assertThat(manners.noShell()).isTrue();
    assertThat(manners.bell()).isNull();
    assertThat(manners.kills()).isTrue();
    assertThat(manners.rest())
        .containsExactly("-N", "2", "--job-name", "--bell", "-n4", "prog", "--no-bell");
  }

  @Test
  void shouldRingAfterALongWaitUnlessTold() {
    Duration shortly = Duration.ofSeconds(2);
    Duration late = Duration.ofSeconds(11);

    assertThat(pick().rings(shortly)).isFalse();
    assertThat(pick().rings(late)).isTrue();
    assertThat(pick("--bell").rings(shortly)).isTrue();
    assertThat(pick("--bell", "--no-bell").rings(late)).isFalse();
  }

  @Test
  void shouldSignalShellsAlwaysAndOthersWhenAsked() {
    assertThat(pick().revoked(true)).isEqualTo("HUP");
    assertThat(pick().revoked(false)).isNull();
    assertThat(pick("--kill-command").revoked(false)).isEqualTo("TERM");
    assertThat(pick("-K9").revoked(false)).isEqualTo("KILL");
    assertThat(pick("--kill-command=SIGUSR1").revoked(true)).isEqualTo("USR1");
    assertThatThrownBy(() -> pick("-Knonsense"))
        .isInstanceOf(CommandFailure.class)
        .hasMessageContaining("--kill-command: Expected a signal such as TERM");
  }

  @Test
  void shouldReadVariablesThatTheCommandLineOverrules() {
    Map<String, String> variables = Map.of("SALLOC_NO_BELL", "1", "SALLOC_KILL_CMD", "INT");

    AllocationManners manners = AllocationManners.pick(List.of("--bell"), variables);
    assertThat(manners.bell()).isTrue();
    assertThat(manners.revoked(false)).isEqualTo("INT");
    Map<String, String> off =
        Map.of("SALLOC_BELL", "", "SALLOC_KILL_CMD", "", "PLIANT_SLURM_VARIABLES", "off");
    assertThat(AllocationManners.pick(List.of(), off))
        .isEqualTo(new AllocationManners(false, null, false, null, List.of()));
  }

  private static AllocationManners pick(String... words) {
    return AllocationManners.pick(List.of(words), Map.of());
  }
}
