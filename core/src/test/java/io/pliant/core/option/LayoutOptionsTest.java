package io.pliant.core.option;

import static io.pliant.core.option.Submissions.context;
import static io.pliant.core.option.Submissions.script;
import static io.pliant.core.option.Submissions.withDirectives;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pliant.core.id.NodeName;
import io.pliant.core.resource.Distribution;
import io.pliant.core.resource.Layout;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.resource.Resources;
import io.pliant.core.spec.ParsedJob;
import io.pliant.core.spec.Submission;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LayoutOptionsTest {
  private static final Layout CYCLIC = new Layout(Distribution.parse("cyclic"), false);

  @Test
  void shouldReadTheLayoutOfAJob() {
    assertThat(parsed("-N 2 -n 8").spec().resources().layout()).isNull();
    assertThat(parsed("-N 2 -n 8 -m cyclic").spec().resources().layout()).isEqualTo(CYCLIC);
    assertThat(parsed("-n 8 -O").spec().resources().layout()).isEqualTo(new Layout(null, true));
  }

  @Test
  void shouldTellTasksWhatSlurmTells() {
    assertThat(told("-n 8 -m plane=3"))
        .isEqualTo(Map.of("SLURM_DISTRIBUTION", "plane", "SLURM_DIST_PLANESIZE", "3"));
    assertThat(told("-n 8 -m cyclic:block,Pack"))
        .isEqualTo(Map.of("SLURM_DISTRIBUTION", "cyclic:block,pack"));
    assertThat(told("-n 8 --overcommit")).isEqualTo(Map.of("SLURM_OVERCOMMIT", "1"));
    assertThat(told("-m arbitrary -w n2,n1,n2"))
        .isEqualTo(Map.of("SLURM_DISTRIBUTION", "arbitrary", "SLURM_ARBITRARY_NODELIST", "n[1-2]"));
    assertThat(told("-n 8")).isEmpty();
  }

  @Test
  void shouldWarnOfLevelsBelowNodes() {
    assertThat(parsed("-n 8 -m block:cyclic").warnings())
        .singleElement()
        .asString()
        .startsWith(
            "--distribution=block:cyclic: sockets and cores count in steps whose tasks are bound");
    assertThat(parsed("-n 8 -m block:cyclic --hint=nomultithread").warnings()).isEmpty();
    assertThat(parsed("-n 8 -m cyclic,Pack").warnings()).isEmpty();
  }

  @Test
  void shouldAskForTheNodesAndTasksOfAList() {
    ResourceRequest request =
        parsed("-m arbitrary -w n2,n1,n2,n2 -c 2 --mem-per-cpu=10").spec().resources();

    assertThat(List.of(request.minNodes(), request.maxNodes(), request.tasks()))
        .containsExactly(2, 2, 4);
    assertThat(Objects.requireNonNull(request.choice()).only()).isEqualTo(names("n1", "n2"));
    assertThat(Objects.requireNonNull(request.distribution()).places())
        .isEqualTo(names("n2", "n1", "n2", "n2"));
    assertThat(request.onNodeWith(1)).isEqualTo(new Resources(6, 60, Resources.NONE.kinds()));
    assertThat(parsed("-m arbitrary -w n2,n1,n2,n3 -n 3").spec().resources().minNodes())
        .isEqualTo(2);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = ';',
      value = {
        "-m plane; has the value 'plane', but expected block, cyclic, plane=N",
        "-m arbitrary; a list of nodes beside it",
        "-m arbitrary -w n1,n2 -n 3; a node for each of 3 tasks, and it names 2",
        "-m arbitrary -w n1,n2 -N 3; as many nodes as --nodes asks for, and its tasks are on 2",
        "-m arbitrary -w n1,n1,n1,n2 --ntasks-per-node=2; at least 3, as the list of nodes has so many",
        "-m cyclic -N 2 --max-nodes=4; do not go with a job that changes size",
        "-O -N 2 --max-nodes=4; do not go with a job that changes size"
      })
  void shouldSayWhatIsWrong(String options, String said) {
    assertThat(refused(options)).contains(said);
  }

  @Test
  void shouldReadTheLayoutOfAStep() {
    assertThat(step(Map.of()).layout()).isNull();
    RunOptions cyclic = step(Map.of(), "-m", "cyclic", "-n", "4");
    assertThat(cyclic.layout()).isEqualTo(CYCLIC);
    assertThat(cyclic.environment()).containsEntry("SLURM_DISTRIBUTION", "cyclic");

    RunOptions placed = step(Map.of(), "-m", "arbitrary", "-w", "n2,n1,n2,n3", "-n3", "-O");
    assertThat(placed.on()).isNull();
    assertThat(placed.tasks()).isEqualTo(3);
    assertThat(placed.layout())
        .isEqualTo(new Layout(Distribution.parse("arbitrary").at(names("n2", "n1", "n2")), true));
    assertThat(placed.environment())
        .containsEntry("SLURM_OVERCOMMIT", "1")
        .doesNotContainKey("SLURM_ARBITRARY_NODELIST");
    assertThatThrownBy(() -> step(Map.of(), "-m", "arbitrary", "-w", "n1", "-x", "n2"))
        .hasMessageContaining("'--exclude' has the value 'n2', but expected nothing");
  }

  @Test
  void shouldWarnStepsOnlyOfWhatTheirJobHasNotSaid() {
    assertThat(step(Map.of(), "-m", "block:block").warnings()).hasSize(1);
    assertThat(step(Map.of(), "-m", "block:block", "--cpu-bind=cores").warnings()).isEmpty();
    assertThat(step(Map.of(), "-m", "block:block", "--cpu-bind=none").warnings()).hasSize(1);
    assertThat(step(Map.of("SLURM_DISTRIBUTION", "block:block"), "-m", "block:block").warnings())
        .isEmpty();
  }

  @Test
  void shouldReadTheLayoutFromVariables() {
    assertThat(
            VariableOptions.ofRun(
                    Map.of("SLURM_DISTRIBUTION", "plane", "SLURM_DIST_PLANESIZE", "4"))
                .words())
        .containsExactly("--distribution=plane=4");
    assertThat(
            VariableOptions.ofRun(Map.of("SLURM_DISTRIBUTION", "cyclic", "SLURM_OVERCOMMIT", "1"))
                .words())
        .containsExactly("--distribution=cyclic", "--overcommit");
    assertThat(VariableOptions.ofSubmit(Map.of("SBATCH_DISTRIBUTION", "cyclic")).words())
        .containsExactly("--distribution=cyclic");
  }

  @Test
  void shouldReadAFileOfHosts() {
    assertThat(NodeFile.asPlaces("f", "n2\nn1 # mine\n\n# none\nn[3-4],n1*3\n"))
        .containsExactly("--nodelist=n2,n1,n[3-4],n1,n1,n1", "--distribution=arbitrary");
    assertThat(NodeFile.named(List.of("-n4", "--nodelist=n1"))).isTrue();
    assertThat(NodeFile.named(List.of("--ntasks=4"))).isFalse();
    assertThatThrownBy(() -> NodeFile.asPlaces("f", "n1*x")).hasMessageContaining("got 'x'");
    assertThatThrownBy(() -> NodeFile.asPlaces("f", "#\n")).hasMessageContaining("SLURM_HOSTFILE");
    assertThatThrownBy(() -> NodeFile.asPlaces("f", "n1*40000\nn2*40000"))
        .hasMessageContaining("at most 4096 names");
  }

  @Test
  void shouldBoundTheTasksThatShareANode() {
    String list = "n2," + String.join(",", Collections.nCopies(513, "n1"));

    assertThat(refused("-O -m arbitrary -w " + list))
        .contains("each node at most 512 times", "513 times");
    assertThat(parsed("-O -n 512 -m arbitrary -w " + list).spec().resources().tasks())
        .isEqualTo(512);
  }

  private static String refused(String options) {
    ParsedJob job =
        JobScriptParser.parse(script(withDirectives("-t 5"), options.split(" ")), context());
    assertThat(job).isInstanceOf(ParsedJob.Refused.class);
    return ((ParsedJob.Refused) job).message();
  }

  private static ParsedJob.Parsed parsed(String options) {
    ParsedJob job =
        JobScriptParser.parse(script(withDirectives("-t 5"), options.split(" ")), context());
    assertThat(job).isInstanceOf(ParsedJob.Parsed.class);
    return (ParsedJob.Parsed) job;
  }

  private static Map<String, String> told(String options) {
    Map<String, String> told = new TreeMap<>(parsed(options).spec().environment());
    told.keySet().removeIf(name -> !name.matches("SLURM_(DIST|OVER|ARBI).*"));
    return told;
  }

  private static RunOptions step(Map<String, String> variables, String... options) {
    Map<String, String> caller = new TreeMap<>(variables);
    caller.putAll(Map.of("SLURM_JOB_ID", "42", "SLURM_JOB_NUM_NODES", "3"));
    return RunOptions.read(
        new Submission(
            null,
            null,
            List.of(),
            List.of(options),
            List.of("hostname"),
            null,
            "/work",
            caller,
            null));
  }

  private static List<NodeName> names(String... names) {
    return Arrays.stream(names).map(NodeName::new).toList();
  }
}
