package io.pliant.core.launch;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.option.RunOptions;
import io.pliant.core.resource.Kinds;
import io.pliant.core.spec.StepIo;
import io.pliant.core.spec.StreamFiles;
import io.pliant.core.spec.Submission;
import io.pliant.core.step.StepRequest;
import io.pliant.core.step.StepShare;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
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
    assertThat(refusal("--begin=now"))
        .isEqualTo("command line: option '--begin' has no meaning for a step inside a job.");
    assertThat(refusal("-n", "x")).contains("option '--ntasks' has the value 'x'");
    assertThat(refusal("--ntasks-per-node=2", "-n9"))
        .contains("expected enough for the tasks")
        .contains("3 nodes make 6");
  }

  @Test
  void shouldTakeFromTheJobWhatAStepHasNotOfItsOwn() {
    RunOptions options =
        RunOptions.read(submission("--time=5", "--mem=1G", "-p", "batch", "-n", "1"));

    assertThat(options.share()).isNull();
    assertThat(options.warnings())
        .containsExactly(
            "--time, --partition, --mem: a step has the limits and names of its job, and shares its memory.");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--exclusive | true | |",
        "--exact --gres=ssd:1 | true | ssd=1 |",
        "--gpus=4 -N2 | false | gpu=2 |",
        "--gpus=4 | false | gpu=2 |",
        "--gpus-per-node=a100:1 | false | gpu=1,gpu:a100=1 |",
        "--gpus-per-task=2 | false | | gpu=2"
      })
  void shouldWantForItselfWhatItIsToldTo(
      String options, boolean cpus, @Nullable String perNode, @Nullable String perTask) {
    assertThat(parsed(options.split(" ")).share())
        .isEqualTo(new StepShare(cpus, kinds(perNode), kinds(perTask)));
    assertThat(parsed((options + " --overlap").split(" ")).share()).isNull();
  }

  private static @Nullable Kinds kinds(@Nullable String word) {
    return word == null ? null : Kinds.parse(word);
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
