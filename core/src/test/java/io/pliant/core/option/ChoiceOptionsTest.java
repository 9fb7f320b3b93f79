package io.pliant.core.option;

import static io.pliant.core.option.Submissions.context;
import static io.pliant.core.option.Submissions.script;
import static io.pliant.core.option.Submissions.withDirectives;
import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.id.NodeName;
import io.pliant.core.resource.NodeChoice;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.spec.JobSpec;
import io.pliant.core.spec.ParsedJob;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChoiceOptionsTest {
  @Test
  void shouldReadListsAndConstraint() {
    assertThat(parsed("-w n[3,1-2],n1, -x n7 -C haswell&ib").resources().choice())
        .isEqualTo(new NodeChoice(names("n1", "n2", "n3"), names("n7"), "haswell&ib"));
    assertThat(parsed("-N 2").resources().choice()).isNull();
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "-w n[1-3]             | 3 | 3 | 3 |",
        "-w n[1-3] -n 7        | 3 | 3 | 7 |",
        "-w n[1-3] -n 2        | 2 | 2 | 2 | 2 tasks cannot use 3 nodes; the job asks for 2.",
        "-w n[1-3] -N 2        | 2 | 2 | 2 | --nodelist: the job gets 2 of the 3 nodes listed.",
        "-w n[1-3] -N 2-4 -n 8 | 3 | 3 | 8 |",
        "-w n[1-3] --ntasks-per-node=2 | 3 | 3 | 6 |"
      })
  void shouldAskForAllNodesOfTheList(
      String options, int min, int max, int tasks, @Nullable String warning) {
    ParsedJob.Parsed job = job(options);
    ResourceRequest request = job.spec().resources();

    assertThat(List.of(request.minNodes(), request.maxNodes(), request.tasks()))
        .containsExactly(min, max, tasks);
    assertThat(job.warnings()).isEqualTo(warning == null ? List.of() : List.of(warning));
  }

  @Test
  void shouldTakeBracketsForParentheses() {
    ParsedJob.Parsed job = job("'--constraint=[rack1|rack2]&ib'");

    assertThat(job.spec().resources().choice())
        .isEqualTo(new NodeChoice(null, null, "(rack1|rack2)&ib"));
    assertThat(job.warnings()).hasSize(1).first().asString().contains("in brackets");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "-w n1 -N 2      | option '--nodelist' has the value 'n1', but expected at least 2 nodes",
        "-w n[1-         | option '--nodelist'",
        "-x n[1-5000]    | at most 4096 nodes",
        "-C a*2&b*4      | option '--constraint' has the value 'a*2&b*4'",
        "-F hosts.txt    | Write the nodes into --nodelist"
      })
  void shouldRefuseWhatItCannotKeep(String options, String expected) {
    ParsedJob job = JobScriptParser.parse(script(withDirectives(options)), context());

    assertThat(job).isInstanceOf(ParsedJob.Refused.class);
    assertThat(((ParsedJob.Refused) job).message()).contains("line 2").contains(expected);
  }

  private static JobSpec parsed(String options) {
    return job(options).spec();
  }

  private static ParsedJob.Parsed job(String options) {
    ParsedJob job = JobScriptParser.parse(script(withDirectives(options)), context());
    assertThat(job).isInstanceOf(ParsedJob.Parsed.class);
    return (ParsedJob.Parsed) job;
  }

  private static List<NodeName> names(String... names) {
    return Arrays.stream(names).map(NodeName::new).toList();
  }
}
