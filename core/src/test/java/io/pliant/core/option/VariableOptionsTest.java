package io.pliant.core.option;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Options in variables, as real Slurm 22.05 reads them. */
final class VariableOptionsTest {
  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        "SBATCH_PARTITION,gpu,--partition=gpu",
        "SBATCH_TIMELIMIT,1:00:00,--time=1:00:00",
        "SBATCH_MEM_PER_NODE,4G,--mem=4G",
        "SBATCH_REQ_SWITCH,2,--switches=2",
        "SBATCH_REQUEUE,no matter what,--requeue",
        "SBATCH_WAIT,1,--wait",
        "SBATCH_EXCLUSIVE,'',--exclusive",
        "SBATCH_EXCLUSIVE,user,--exclusive=user",
        "SBATCH_ARRAY_INX,0-9,--array=0-9",
        "SBATCH_GPUS_PER_NODE,2,--gpus-per-node=2",
        "SBATCH_NICE,2,-",
        "SLURM_PARTITION,gpu,-"
      })
  void shouldReadThoseOfSbatch(String variable, String value, String word) {
    assertThat(VariableOptions.ofSubmit(Map.of(variable, value, "HOME", "/")).words())
        .isEqualTo(word == null ? List.of() : List.of(word));
  }

  @ParameterizedTest
  @CsvSource({
    "SLURM_LABELIO,1,--label",
    "SLURM_KILL_BAD_EXIT,1,--kill-on-bad-exit=1",
    "SRUN_CPUS_PER_TASK,4,--cpus-per-task=4",
    "SLURM_STDINMODE,none,--input=none",
    "SLURM_WAIT,30,--wait=30",
    "SLURM_PARTITION,gpu,--partition=gpu"
  })
  void shouldReadThoseOfSrun(String variable, String value, String word) {
    assertThat(VariableOptions.ofRun(Map.of(variable, value)).words()).containsExactly(word);
  }

  @Test
  void shouldNotGiveAStepWhatOnlyAJobHas() {
    Map<String, String> inJob =
        Map.of("SLURM_JOB_ID", "7", "SLURM_PARTITION", "gpu", "SLURM_LABELIO", "1");

    assertThat(VariableOptions.ofRun(inJob).words()).containsExactly("--label");
  }

  @Test
  void shouldLetTheCommandLinePrevail() {
    VariableOptions options =
        VariableOptions.ofAllocate(new TreeMap<>(Map.of("SALLOC_ACCOUNT", "a", "SALLOC_QOS", "q")));

    assertThat(options.before(List.of("-A", "b")))
        .containsExactly("--account=a", "--qos=q", "-A", "b");
    assertThat(options.hint()).contains("SALLOC_ACCOUNT, SALLOC_QOS", "PLIANT_SLURM_VARIABLES=off");
  }

  @Test
  void shouldLookAtNoneWhenASiteSaysSo() {
    VariableOptions options =
        VariableOptions.ofSubmit(
            Map.of("SBATCH_PARTITION", "gpu", "PLIANT_SLURM_VARIABLES", "off"));

    assertThat(options.words()).isEmpty();
    assertThat(options.hint()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"ofSubmit", "ofRun", "ofAllocate"})
  void shouldNameOptionsThatEachCommandKnowsOrRefuses(String command) throws Exception {
    Map<String, String> every = new TreeMap<>();
    for (String prefix : List.of("SBATCH_", "SALLOC_", "SLURM_", "SRUN_")) {
      for (SubmitOption option : SubmitOption.values()) {
        every.put(prefix + option.longName().toUpperCase(Locale.ROOT).replace('-', '_'), "1");
      }
    }
    VariableOptions options =
        (VariableOptions)
            VariableOptions.class.getDeclaredMethod(command, Map.class).invoke(null, every);
    OptionScope scope = command.equals("ofSubmit") ? OptionScope.SUBMIT_LINE : OptionScope.RUN_LINE;

    assertThat(options.words()).hasSizeGreaterThan(10);
    assertThat(options.words())
        .allMatch(word -> scope.byLongName(word.substring(2).split("=", -1)[0]) != null);
  }
}
