package io.pliant.core.option;

import static io.pliant.core.option.Submissions.context;
import static io.pliant.core.option.Submissions.script;
import static io.pliant.core.option.Submissions.withDirectives;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pliant.core.id.NodeName;
import io.pliant.core.resource.NodeChoice;
import io.pliant.core.resource.NodeTerms;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.resource.Resources;
import io.pliant.core.spec.Deadline;
import io.pliant.core.spec.JobSpec;
import io.pliant.core.spec.ParsedJob;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
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
        "-w n[1-3]             | 3 | 3 | 3 | only",
        "-w n[1-3] -N 3        | 3 | 3 | 3 | only",
        "-w n[1-3] -n 7        | 3 | 7 | 7 | with",
        "-w n[1-3] -n 3        | 3 | 3 | 3 | only",
        "-w n[1-3] -N 2-4 -n 8 | 3 | 4 | 8 | with",
        "-w n[1-3] -N 4        | 4 | 4 | 4 | with",
        "-w n[1-3] --ntasks-per-node=2 | 3 | 3 | 6 | only"
      })
  void shouldAskForAllNodesOfTheListAndOthersWhereItAsksForMore(
      String options, int min, int max, int tasks, String how) {
    ResourceRequest request = parsed(options).resources();

    assertThat(List.of(request.minNodes(), request.maxNodes(), request.tasks()))
        .containsExactly(min, max, tasks);
    NodeChoice choice = Objects.requireNonNull(request.choice());
    assertThat(how.equals("only") ? choice.only() : choice.besides().with())
        .isEqualTo(names("n1", "n2", "n3"));
    assertThat(choice.listed()).isEqualTo(names("n1", "n2", "n3"));
  }

  @Test
  void shouldUseFewerOfTheListWhereThereAreTasksForFewer() {
    ParsedJob.Parsed job = job("-w n[1-3] -n 2");

    assertThat(job.spec().resources().minNodes()).isEqualTo(2);
    assertThat(job.warnings()).containsExactly("2 tasks cannot use 3 nodes; the job asks for 2.");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = ';',
      value = {
        "-C a*2&b*4        ; 6 ; 6 ; 6",
        "-C [a*2&b*4] -N 8 ; 8 ; 8 ; 8",
        "-C a*2 -n 5       ; 2 ; 5 ; 5",
        "-C a*2 -N 1-3 -n 3 ; 2 ; 3 ; 3",
        "-C [a|b] -N 2     ; 2 ; 2 ; 2"
      })
  void shouldAskForAsManyNodesAsTheConstraintCounts(String options, int min, int max, int tasks) {
    ResourceRequest request = parsed(options).resources();

    assertThat(List.of(request.minNodes(), request.maxNodes(), request.tasks()))
        .containsExactly(min, max, tasks);
    assertThat(Objects.requireNonNull(request.choice()).constraint())
        .isEqualTo(options.split(" ")[1]);
  }

  @Test
  void shouldReadWhatFewJobsSay() {
    JobSpec job = parsed("--prefer=ib --mincpus=8 --tmp=2G --contiguous -n2 --mem-per-cpu=10");

    assertThat(Objects.requireNonNull(job.resources().choice()).besides())
        .isEqualTo(new NodeTerms(null, "ib", 8, 2048, true));
    assertThat(job.resources().onNodeWith(2)).isEqualTo(Resources.of(8, 80, null));
  }

  @Test
  void shouldReadADeadlineAsABegin() {
    assertThat(parsed("--deadline=now+2hours").deadline())
        .isEqualTo(new Deadline(Submissions.NOW.plusSeconds(7_200)));
    assertThat(parsed("-n1").deadline()).isNull();
  }

  @Test
  void shouldTakeTheNamesOfAFileThatTheClientHasRead() {
    SubmitCommandLine line = SubmitCommandLine.split(List.of("-N3", "-F", "mine", "job.sh"));

    assertThat(line.nodeFile("#!/bin/sh\n#SBATCH --nodefile=its\n")).isEqualTo("mine");
    assertThat(
            SubmitCommandLine.split(List.of("job.sh"))
                .nodeFile("#!/bin/sh\n#SBATCH --nodefile=its\n"))
        .isEqualTo("its");
    assertThat(line.options()).containsExactly("--nodes=3");
    assertThat(NodeFile.asOption("f", "n1 n[3, 5-6],n7 # mine\n\n# none\nn2\r\n"))
        .isEqualTo("--nodelist=n1,n[3, 5-6],n7,n2");
    assertThatThrownBy(() -> NodeFile.asOption("f", "# nothing\n"))
        .hasMessage("Expected names of nodes in the file 'f' of --nodefile, but it has none.");
    ParsedJob job =
        JobScriptParser.parse(
            script(withDirectives("-F hosts.txt"), "--nodelist=n1,n2"), context());
    assertThat(((ParsedJob.Parsed) job).spec().resources().minNodes()).isEqualTo(2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "-w n[1-3] -N 2 ; option '--nodelist' has the value 'n[1-3]', but expected no more than 2 nodes",
        "-w n[1- ; option '--nodelist'",
        "-x n[1-5000] ; at most 4096 nodes",
        "-C a*2&b*4 -N 3 ; option '--constraint' has the value 'a*2&b*4', but expected no more than 3",
        "-C a*2&b*4 -n 3 ; no more than 3 nodes, as there are tasks for",
        "-C [a*2|b*4] ; [rack1*2&rack2*4] for numbers",
        "--prefer=a& ; option '--prefer'",
        "--mincpus=0 ; option '--mincpus'",
        "--deadline=soon ; option '--deadline'",
        "--tmp=lots ; option '--tmp'",
        "-C [a|b] --min-nodes=1 ; A job that changes size may",
        "-F hosts.txt ; write its names into --nodelist here"
      })
  void shouldRefuseWhatItCannotKeep(String options, String expected) {
    ParsedJob job = JobScriptParser.parse(script(withDirectives(options)), context());

    assertThat(job).isInstanceOf(ParsedJob.Refused.class);
    assertThat(((ParsedJob.Refused) job).message()).contains(expected);
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
