package io.pliant.core.option;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Options of srun on which the client alone acts. */
class AttendanceTest {
  @Test
  void shouldLeaveTasksAloneUnlessTold() {
    assertThat(line().attendance()).isEqualTo(Attendance.USUAL);
  }

  @Test
  void shouldActOnThemAndPassNoneOn() {
    RunCommandLine line =
        line(
            "-K",
            "--wait=3",
            "-inone",
            "--immediate",
            "--multi-prog",
            "--prolog=a",
            "--epilog=none",
            "--task-prolog=c",
            "--task-epilog=d",
            "-r2",
            "--pty",
            "-n4");

    assertThat(line.options()).containsExactly("--ntasks=4");
    assertThat(line.attendance())
        .isEqualTo(
            new Attendance(
                true,
                Duration.ofSeconds(3),
                "none",
                Duration.ofSeconds(2),
                true,
                "a",
                null,
                "c",
                "d",
                2,
                true));
  }

  @ParameterizedTest
  @CsvSource({
    "--kill-on-bad-exit,true",
    "--kill-on-bad-exit=1,true",
    "--kill-on-bad-exit=0,false",
    "-K0,false",
    "-K1,true"
  })
  void shouldTakeTheValueOfKillOnBadExit(String option, boolean kill) {
    assertThat(line(option).attendance().killOnBadExit()).isEqualTo(kill);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"-K=2", "--kill-on-bad-exit=x", "--wait=-1", "--wait=x", "--input=3", "-rx"})
  void shouldNameWhatIsNoValue(String option) {
    assertThatThrownBy(() -> line(option)).isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @CsvSource({"--mpi=none,0", "--threads=3,1", "--cpu-bind=quiet,0", "--cpu-bind=cores,0"})
  void shouldWarnUnlessItAsksForWhatIsSo(String option, int warnings) {
    assertThat(line(option).warnings()).hasSize(warnings);
  }

  private static RunCommandLine line(String... options) {
    List<String> words = new ArrayList<>(List.of(options));
    words.add("true");
    return RunCommandLine.split(words);
  }
}
