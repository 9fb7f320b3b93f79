package io.pliant.core.launch;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.spec.StepIo;
import io.pliant.core.spec.StreamFiles;
import io.pliant.core.spec.Submission;
import io.pliant.core.step.StepRequest;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ParsedStepTest {
  private static final StepIo IO = new StepIo("127.0.0.1", 4711, "secret", true);
  private static final Map<String, String> CALLER =
      Map.of("A", "1", "SLURM_JOB_ID", "42", "SLURM_JOB_NUM_NODES", "3");

  @Test
  void shouldPassOnEverythingWhenNothingIsAsked() {
    StepRequest request = parsed();

    assertThat(request)
        .isEqualTo(
            new StepRequest(
                "hostname",
                0,
                0,
                1,
                List.of("/bin/hostname"),
                CALLER,
                "/work",
                new StreamFiles("slurm-%J.out", null, null, false),
                IO));
  }

  @Test
  void shouldReadTheOptionsOfAStep() {
    StepRequest request =
        parsed("-N2", "-n", "8", "-c2", "-J", "pre", "-o", "out", "-D", "sub", "--export=NONE");

    assertThat(request.name()).isEqualTo("pre");
    assertThat(request.nodes()).isEqualTo(2);
    assertThat(request.tasks()).isEqualTo(8);
    assertThat(request.cpusPerTask()).isEqualTo(2);
    assertThat(request.workingDirectory()).isEqualTo("/work/sub");
    assertThat(request.files().output()).isEqualTo("out");
    assertThat(request.io()).isNull();
    assertThat(request.environment())
        .containsOnlyKeys(
            "SLURM_JOB_ID", "SLURM_JOB_NUM_NODES", "SLURM_CPUS_PER_TASK", "PLIANT_CPUS_PER_TASK");
  }

  @ParameterizedTest
  @CsvSource({
    "--ntasks-per-node=2, '', 6",
    "--ntasks-per-node=2, -N2, 4",
    "--ntasks-per-node=2, -n5, 5"
  })
  void shouldCountTasksPerNodeOnTheNodesOfTheJob(String first, String second, int tasks) {
    StepRequest request = second.isEmpty() ? parsed(first) : parsed(first, second);

    assertThat(request.tasks()).isEqualTo(tasks);
  }

  @Test
  void shouldSayWhatIsWrong() {
    assertThat(refusal("--time=5"))
        .isEqualTo("command line: option '--time' has no meaning for a step inside a job.");
    assertThat(refusal("-n", "x")).contains("option '--ntasks' has the value 'x'");
    assertThat(refusal("--ntasks-per-node=2", "-n9"))
        .contains("expected enough for the tasks")
        .contains("3 nodes make 6");
  }

  @ParameterizedTest
  @CsvSource({"-N2-8, 3", "-N1-2, 2", "-N4-8, 4"})
  void shouldTakeAsManyNodesOfARangeAsTheJobHas(String option, int nodes) {
    assertThat(parsed(option).nodes()).isEqualTo(nodes);
  }

  private static StepRequest parsed(String... options) {
    ParsedStep step = ParsedStep.parse(submission(options));
    assertThat(step).isInstanceOf(ParsedStep.Parsed.class);
    return ((ParsedStep.Parsed) step).request();
  }

  private static String refusal(String... options) {
    ParsedStep step = ParsedStep.parse(submission(options));
    assertThat(step).isInstanceOf(ParsedStep.Refused.class);
    return ((ParsedStep.Refused) step).message();
  }

  private static Submission submission(String... options) {
    return new Submission(
        null,
        null,
        List.of(),
        List.of(options),
        List.of("/bin/hostname"),
        IO,
        "/work",
        CALLER,
        null);
  }
}
