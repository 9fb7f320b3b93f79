package io.pliant.core.option;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pliant.core.spec.StepIo;
import io.pliant.core.spec.Submission;
import io.pliant.core.step.StepComponents;
import io.pliant.core.step.StepPart;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Programs of their own for the components of a job pack, as srun has them between colons. */
class StepProgramsTest {
  private static final Map<String, String> CALLER =
      Map.of(
          "SLURM_JOB_ID", "42",
          "SLURM_HET_SIZE", "3",
          "SLURM_JOB_NUM_NODES", "1",
          "SLURM_JOB_NUM_NODES_HET_GROUP_1", "10",
          "SLURM_NTASKS_HET_GROUP_0", "1",
          "SLURM_NTASKS_HET_GROUP_1", "10",
          "SLURM_NTASKS_HET_GROUP_2", "4");

  /** The example of seed 004. */
  @Test
  void shouldGiveEachComponentItsProgramAndTasks() {
    StepPrograms programs =
        read(
            "--pack-group=0 ./controller : --pack-group=1 -n 20 ./worker -v : --pack-group=2 -n 6 ./storer");

    assertThat(programs.options().components())
        .isEqualTo(
            new StepComponents(
                List.of(0, 1, 2),
                List.of(new StepPart(0, 1, 1), new StepPart(0, 20, 1), new StepPart(0, 6, 1))));
    assertThat(words(programs)).isEqualTo("0 1 ./controller 20 2 ./worker -v 26 1 ./storer");
  }

  @Test
  void shouldTakeComponentsInOrderWhereNoneIsNamed() {
    StepPrograms programs = read("-l ./a : -N2 -n4 -c2 ./b : ./c");

    assertThat(programs.options().components())
        .isEqualTo(
            new StepComponents(
                List.of(0, 1, 2),
                List.of(new StepPart(0, 1, 1), new StepPart(2, 4, 2), new StepPart(0, 4, 1))));
    assertThat(words(programs)).isEqualTo("0 1 ./a 4 1 ./b 8 1 ./c");
  }

  @Test
  void shouldCountRanksByComponentHoweverTheyAreNamed() {
    StepPrograms programs = read("--het-group=1,2 -n2 ./b : --het-group=0 ./a");

    assertThat(words(programs)).isEqualTo("0 1 ./a 2 1 ./b 4 1 ./b");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          ./a : -l ./b                    | (component 1): option '--label' is of the step as a whole; give it in front of the first program.
          ./a :                           | (component 1): expected a command to run, but got none.
          ./a : : ./b                     | (component 1): expected a command to run, but got none.
          ./a : --het-group=0 ./b         | expected one program for component 0 of the job pack, but got two
          ./a : -N2 ./b                   | expected the number of tasks of component 1 (--ntasks)
          ./a : ./b : ./c : ./d           | expected the number of tasks of component 3 (--ntasks)
          ./a : --het-group=x ./b         | option '--het-group' has the value 'x'
          --mpi-combine=no ./a : ./b      | option '--mpi-combine=no' asks for a world for each component, and a step is one; start them side by side
          --mpi-combine=maybe ./a : ./b   | option '--mpi-combine' has the value 'maybe', but expected yes or no
          """)
  void shouldRefuse(String line, String message) {
    assertThatThrownBy(() -> read(line))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }

  @Test
  void shouldTakeThePresentRule() {
    assertThat(words(read("--mpi-combine=yes ./a : ./b"))).isEqualTo("0 1 ./a 10 1 ./b");
  }

  private static StepPrograms read(String text) {
    RunCommandLine line = RunCommandLine.split(List.of(text.strip().split(" +")));
    Submission first =
        new Submission(
            null,
            null,
            List.of(),
            line.options(),
            line.command(),
            new StepIo("127.0.0.1", 4711, "secret", line.label()),
            "/work",
            CALLER,
            null);
    return StepPrograms.read(first, line.further());
  }

  private static String words(StepPrograms programs) {
    return String.join(" ", programs.command().subList(4, programs.command().size()));
  }
}
