package io.pliant.core.option;

import static io.pliant.core.option.Submissions.context;
import static io.pliant.core.option.Submissions.script;
import static io.pliant.core.option.Submissions.withDirectives;
import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.resource.CoreRule;
import io.pliant.core.spec.ParsedJob;
import io.pliant.core.spec.Submission;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CoreOptionsTest {
  /**
   * Variables are those of Slurm 22.05.8: hint, tasks on a core, on a socket, threads of a core.
   */
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --threads-per-core=1                            | 1 0 0     | - - - 1
          --threads-per-core=2                            | 2 0 0     | - - - 2
          -B 2:2:1                                        | 1 0 0     | - - - 1
          -B 2:2                                          |           | - - - -
          --hint=nomultithread                            | 1 0 0     | nomultithread - - 1
          --hint=compute_bound                            | 1 0 0     | compute_bound - - 1
          --hint=compute_bound,nomultithread              | 1 0 0     | compute_bound,nomultithread - - 1
          --hint=memory_bound                             | 1 0 0     | memory_bound - - 1
          --hint=multithread                              |           | multithread 65535 - -
          --hint=nomultithread --threads-per-core=2       | 2 0 0     | - - - 2
          --hint=nomultithread --ntasks-per-core=2        | 0 2 0     | - 2 - -
          --ntasks-per-core=1                             | 0 1 0     | - 1 - -
          --ntasks-per-socket=4 --ntasks-per-node=8       | 0 0 4     | - - 4 -
          """)
  void shouldMeanAndTellWhatSlurmDoes(String options, @Nullable String rule, String told) {
    ParsedJob.Parsed job = (ParsedJob.Parsed) parse(options);
    CoreRule cores = job.spec().resources().cores();
    Map<String, String> environment = job.spec().environment();

    assertThat(
            cores == null
                ? null
                : "%d %d %d".formatted(cores.threads(), cores.tasksOnCore(), cores.tasksOnSocket()))
        .isEqualTo(rule);
    assertThat(
            "%s %s %s %s"
                .formatted(
                    environment.getOrDefault("SLURM_HINT", "-"),
                    environment.getOrDefault("SLURM_NTASKS_PER_CORE", "-"),
                    environment.getOrDefault("SLURM_NTASKS_PER_SOCKET", "-"),
                    environment.getOrDefault("SLURM_THREADS_PER_CORE", "-")))
        .isEqualTo(told);
  }

  @ParameterizedTest
  @CsvSource({
    "--hint=bad,--hint",
    "--hint=help,--hint",
    "--hint=,--hint",
    "--ntasks-per-core=0,--ntasks-per-core",
    "--ntasks-per-core=x,--ntasks-per-core",
    "--ntasks-per-core=99999999,--ntasks-per-core",
    "--ntasks-per-socket=-1,--ntasks-per-socket"
  })
  void shouldNameTheOptionThatIsWrong(String options, String option) {
    assertThat(((ParsedJob.Refused) parse(options)).toString()).contains("'" + option + "'");
  }

  @Test
  void shouldSayWhatDoesNotCount() {
    assertThat(((ParsedJob.Parsed) parse("--hint=nomultithread --threads-per-core=2")).warnings())
        .containsExactly("--hint: does not count beside --threads-per-core, as in Slurm.");
    assertThat(((ParsedJob.Parsed) parse("--hint=memory_bound")).warnings()).hasSize(1);
    assertThat(((ParsedJob.Parsed) parse("--hint=nomultithread --ntasks-per-core=1")).warnings())
        .hasSize(1);
    assertThat(((ParsedJob.Parsed) parse("--hint=nomultithread")).warnings()).isEmpty();
  }

  @Test
  void shouldReadTheVariablesThatSlurmReads() {
    Map<String, String> variables = new TreeMap<>();
    variables.put("SBATCH_HINT", "nomultithread");
    variables.put("SBATCH_THREADS_PER_CORE", "1");
    variables.put("SLURM_HINT", "multithread");
    variables.put("SLURM_THREADS_PER_CORE", "2");
    variables.put("SLURM_NTASKS_PER_CORE", "1");
    assertThat(VariableOptions.ofSubmit(variables).words())
        .containsExactly("--hint=nomultithread", "--threads-per-core=1");
    assertThat(VariableOptions.ofRun(variables).words())
        .containsExactly("--hint=multithread", "--ntasks-per-core=1", "--threads-per-core=2");
  }

  @Test
  void shouldWarnAStepOfAJobThatHoldsNoWholeCores() {
    GivenOptions options =
        GivenOptions.of(
            new OptionReader(List.of("--hint=nomultithread"), OptionScope.RUN_STEP, "command line")
                .readAll());
    assertThat(CoreOptions.ofStep(options, Map.of())).contains("ask for them with the job");
    assertThat(CoreOptions.ofStep(options, Map.of("SLURM_THREADS_PER_CORE", "1"))).isNull();
  }

  @Test
  void shouldForgetInAJobWhatAStepAroundItWasTold() {
    assertThat(environment(Map.of("SLURM_CPU_BIND", "cores")))
        .as("a user's own")
        .containsEntry("SLURM_CPU_BIND", "cores");
    assertThat(environment(Map.of("SLURM_CPU_BIND", "cores", "PLIANT_CPU_BIND", "cores")))
        .doesNotContainKeys("SLURM_CPU_BIND", "PLIANT_CPU_BIND");
  }

  private static Map<String, String> environment(Map<String, String> ofSubmitter) {
    Submission plain = script("#!/bin/sh\ntrue\n");
    Submission submission =
        new Submission(
            plain.script(),
            plain.scriptName(),
            List.of(),
            List.of(),
            List.of(),
            null,
            "/work",
            ofSubmitter,
            null);
    return ((ParsedJob.Parsed) JobScriptParser.parse(submission, context())).spec().environment();
  }

  private static ParsedJob parse(String directives) {
    return JobScriptParser.parse(script(withDirectives(directives)), context());
  }
}
