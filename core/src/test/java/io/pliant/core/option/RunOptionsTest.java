package io.pliant.core.option;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.pliant.core.resource.Kinds;
import io.pliant.core.spec.StepIo;
import io.pliant.core.spec.StreamFiles;
import io.pliant.core.spec.Submission;
import io.pliant.core.step.StepShare;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the command line of a step inside a job comes to. */
class RunOptionsTest {
  private static final StepIo IO = new StepIo("127.0.0.1", 4711, "secret", true);
  private static final Map<String, String> CALLER =
      Map.of("A", "1", "SLURM_JOB_ID", "42", "SLURM_JOB_NUM_NODES", "3");

  @Test
  void shouldPassOnEverythingWhenNothingIsAsked() {
    RunOptions options = parsed();

    assertThat(options.name()).isEqualTo("hostname");
    assertThat(options.nodes()).isZero();
    assertThat(options.tasks()).isZero();
    assertThat(options.cpusPerTask()).isEqualTo(1);
    assertThat(options.environment()).isEqualTo(CALLER);
    assertThat(options.workingDirectory()).isEqualTo("/work");
    assertThat(options.files()).isEqualTo(new StreamFiles("slurm-%J.out", null, null, false));
    assertThat(options.io()).isEqualTo(IO);
    assertThat(options.share()).isNull();
    assertThat(options.on()).isNull();
  }

  @Test
  void shouldTellTasksAndNodesHowTasksAreBound() {
    RunOptions options = parsed("--cpu-bind=verbose,cores");
    assertThat(options.environment())
        .containsEntry("SLURM_CPU_BIND", "verbose,cores")
        .containsEntry("SLURM_CPU_BIND_TYPE", "cores");
    assertThat(options.warnings()).isEmpty();
    assertThat(parsed("--hint=nomultithread").environment())
        .containsEntry("SLURM_CPU_BIND", "quiet,threads");
    assertThat(parsed("--hint=nomultithread", "--cpu-bind=none").environment())
        .containsEntry("SLURM_CPU_BIND", "quiet,none");
    assertThatThrownBy(() -> parsed("--cpu-bind=nonsense"))
        .hasMessageContaining("option '--cpu-bind' has the value 'nonsense', but expected none,");
  }

  @Test
  void shouldReadTheOptionsOfAStep() {
    RunOptions options =
        parsed("-N2", "-n", "8", "-c2", "-J", "pre", "-o", "out", "-D", "sub", "--export=NONE");

    assertThat(options.name()).isEqualTo("pre");
    assertThat(options.nodes()).isEqualTo(2);
    assertThat(options.tasks()).isEqualTo(8);
    assertThat(options.cpusPerTask()).isEqualTo(2);
    assertThat(options.workingDirectory()).isEqualTo("/work/sub");
    assertThat(options.files().output()).isEqualTo("out");
    assertThat(options.io()).isNull();
    assertThat(options.environment())
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
    RunOptions options = second.isEmpty() ? parsed(first) : parsed(first, second);

    assertThat(options.tasks()).isEqualTo(tasks);
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

  private static RunOptions parsed(String... options) {
    return RunOptions.read(submission(options));
  }

  private static String refusal(String... options) {
    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, () -> parsed(options));
    return String.valueOf(refused.getMessage());
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
