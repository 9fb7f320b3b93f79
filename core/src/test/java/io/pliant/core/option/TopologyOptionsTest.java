package io.pliant.core.option;

import static io.pliant.core.option.Submissions.context;
import static io.pliant.core.option.Submissions.script;
import static io.pliant.core.option.Submissions.withDirectives;
import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.resource.NodeChoice;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.resource.Topology;
import io.pliant.core.spec.ParsedJob;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TopologyOptionsTest {
  /** Numbers of tasks are those of Slurm 22.05.8. */
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          -B 2:2:2                        | 2:2:2 | 1 | 8
          -B 2                            | 2:1:1 | 1 | 2
          -B 2:2:2 -N2                    | 2:2:2 | 2 | 16
          -B 2:2 -n1                      | 2:2:1 | 1 | 1
          -B *:2:2 -n1                    | 1:2:2 | 1 | 1
          -B 1-2:2-4 -n1                  | 1:2:1 | 1 | 1
          -B 2:2:2 --sockets-per-node=1 -n1 | 1:2:2 | 1 | 1
          --sockets-per-node=2            | 2:1:1 | 1 | 1
          --sockets-per-node=2 -N1        | 2:1:1 | 1 | 2
          --cores-per-socket=2 -N2        | 1:2:1 | 2 | 4
          --threads-per-core=2 -N1        | 1:1:2 | 1 | 2
          -B 2:2 --ntasks-per-node=3 -N2  | 2:2:1 | 2 | 6
          --threads-per-core=1 -N1        |       | 1 | 1
          """)
  void shouldAskForNodesOfThatTopologyAndForTasksAsSlurmDoes(
      String options, @Nullable String least, int nodes, int tasks) {
    ResourceRequest request = parsed(options).spec().resources();

    assertThat(request.minNodes()).isEqualTo(nodes);
    assertThat(request.tasks()).isEqualTo(tasks);
    assertThat(word(request.choice())).isEqualTo(least);
  }

  @ParameterizedTest
  @CsvSource({
    "-B x,--extra-node-info",
    "-B 0,--extra-node-info",
    "-B 1:1:1:1,--extra-node-info",
    "-B 3-2,--extra-node-info",
    "-B 99999999999,--extra-node-info",
    "--sockets-per-node=1-2,--sockets-per-node",
    "--cores-per-socket=0,--cores-per-socket",
    "--cores-per-socket=65537,--cores-per-socket",
    "--threads-per-core=x,--threads-per-core",
    "-B 65536:65536:65536,--extra-node-info",
    "-B 60000:60 -N1,--extra-node-info"
  })
  void shouldNameTheOptionThatIsWrong(String options, String option) {
    assertThat(((ParsedJob.Refused) parse(options)).toString())
        .contains("option '" + option + "' has the value");
  }

  @Test
  void shouldTellTheThreads() {
    ParsedJob.Parsed one = parsed("--threads-per-core=1");
    assertThat(one.spec().environment()).containsEntry("SLURM_THREADS_PER_CORE", "1");
    assertThat(one.warnings()).isEmpty();
    ParsedJob.Parsed two = parsed("-B 1:2:2");
    assertThat(two.spec().environment()).containsEntry("SLURM_THREADS_PER_CORE", "2");
    assertThat(two.warnings()).isEmpty();
    assertThat(parsed("-B 1:2:*").spec().environment()).doesNotContainKey("SLURM_THREADS_PER_CORE");
  }

  private static @Nullable String word(@Nullable NodeChoice choice) {
    Topology least = choice == null ? null : choice.besides().topology();
    return least == null ? null : least.word();
  }

  private static ParsedJob.Parsed parsed(String directives) {
    return (ParsedJob.Parsed) parse(directives);
  }

  private static ParsedJob parse(String directives) {
    return JobScriptParser.parse(script(withDirectives(directives)), context());
  }
}
