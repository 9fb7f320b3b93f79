package io.pliant.core.option;

import static io.pliant.core.option.Submissions.context;
import static io.pliant.core.option.Submissions.script;
import static io.pliant.core.option.Submissions.withDirectives;
import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.id.PartitionName;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.spec.JobSpec;
import io.pliant.core.spec.ParsedJob;
import io.pliant.core.spec.Submission;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Directives and command lines of job packs, as Slurm 22.05 reads them. */
class PackOptionsTest {
  @Test
  void shouldReadEachComponentOfAScript() {
    ResourceRequest pack =
        spec(script(
                withDirectives("-n 1 -c 4", "hetjob", "-N 2", "packjob", "-n 3 --mem-per-cpu=5")))
            .resources();

    assertThat(pack.components()).hasSize(3);
    assertThat(pack.cpusPerTask()).isEqualTo(4);
    assertThat(pack.components().get(1)).isEqualTo(new ResourceRequest(2, 2, 2, 1, 0, false));
    assertThat(pack.components().get(2).tasks()).isEqualTo(3);
    assertThat(pack.allTasks()).isEqualTo(6);
    assertThat(pack.leastNodes()).isEqualTo(4);
    assertThat(pack.leastCpus()).isEqualTo(9);
  }

  @Test
  void shouldGiveTheCommandLineToTheComponentsInTheirOrder() {
    Submission submission =
        script(withDirectives("-n 1", "hetjob", "-n 2"), "--ntasks=5", ":", "--ntasks=6", ":");

    ResourceRequest pack = spec(submission).resources();

    assertThat(pack.components().stream().map(ResourceRequest::tasks)).containsExactly(5, 6, 1);
  }

  @Test
  void shouldGiveOptionsOfAPlainCommandLineToTheFirstComponent() {
    ResourceRequest pack =
        spec(script(withDirectives("-n 1", "hetjob", "-n 2"), "--ntasks=5")).resources();

    assertThat(pack.components().stream().map(ResourceRequest::tasks)).containsExactly(5, 2);
  }

  @Test
  void shouldHaveMemoryAndExcludedNodesOfTheFirstAsUnderSlurm() {
    ResourceRequest pack =
        spec(script(
                withDirectives(
                    "--mem=10 -x n9",
                    "hetjob",
                    "-n 2",
                    "hetjob",
                    "--mem-per-cpu=7",
                    "hetjob",
                    "--mem=20")))
            .resources();

    assertThat(pack.components().stream().map(ResourceRequest::memoryMbPerNode))
        .containsExactly(10, 10, 0, 20);
    assertThat(pack.components().stream().map(ResourceRequest::choice)).doesNotContainNull();
  }

  @Test
  void shouldEndByTheLongestLimit() {
    ParsedJob.Parsed parsed = parsed(script(withDirectives("-t 5", "hetjob", "-t 7")));

    assertThat(parsed.spec().timeLimit()).isEqualTo(Duration.ofMinutes(7));
    assertThat(parsed.warnings()).singleElement().asString().startsWith("--time: a job pack ends");
    assertThat(parsed(script(withDirectives("-t 5", "hetjob", "-t 5"))).warnings()).isEmpty();
    assertThat(spec(script(withDirectives("-t 5", "hetjob", "-n 2"))).timeLimit())
        .isEqualTo(Duration.ofMinutes(5));
  }

  @Test
  void shouldSayWhatCountsOfTheFirstComponentAlone() {
    ParsedJob.Parsed parsed =
        parsed(script(withDirectives("-J one", "hetjob", "-J two -o second.out --comment=x")));

    assertThat(parsed.spec().name()).isEqualTo("one");
    assertThat(parsed.warnings())
        .singleElement()
        .isEqualTo(
            "--job-name, --output, --comment: those of the first component count for the job pack as a whole.");
  }

  @Test
  void shouldTellAllFaultsWithTheirComponents() {
    String faults =
        refusal(
            script(
                withDirectives(
                    "-n 1 --array=0-3 -A blue",
                    "hetjob",
                    "-n many -w n1 -d afterok:3 --min-nodes=1",
                    "hetjob -n 2",
                    "-p other -A red",
                    "-C [a|b] -m cyclic -O")));

    assertThat(faults.lines())
        .containsExactlyInAnyOrder(
            "job.sh line 5: expected nothing behind 'hetjob', but got '-n 2'; write options in lines of their own.",
            "job.sh line 2: option '--array=0-3' does not go with components in several partitions, here 'batch' and 'other'; submit one pack for each index, or name one partition.",
            "job.sh line 4 (component 1): option '--nodelist=n1' does not go with the components of a job pack; choose nodes with --constraint or --exclude.",
            "job.sh line 4 (component 1): option '--dependency' is of the job as a whole, whose components start together; give it in the first component.",
            "job.sh line 4 (component 1): option '--ntasks' has the value 'many', but expected a whole number from 1 to 1000000.",
            "job.sh line 4 (component 1): option '--min-nodes=1' does not go with the components of a job pack; only the last component changes its size; write this one last, or delete the option.",
            "job.sh line 7 (component 2): option '--constraint=[a|b]' does not go with the components of a job pack; write a component for each number of nodes.",
            "job.sh line 7 (component 2): option '--distribution=cyclic' does not go with the components of a job pack; tasks are spread evenly over the nodes of a component.",
            "job.sh line 7 (component 2): option '--overcommit=' does not go with the components of a job pack; ask for a cpu for each task.",
            "job.sh line 6 (component 2): option '--account' is of the job as a whole, whose components start together; give it in the first component, which has 'blue'.");
  }

  @Test
  void shouldKeepThePartitionOfEachComponent() {
    ResourceRequest request =
        spec(script(withDirectives("-n 1", "hetjob", "-n 2 -p other", "hetjob", "-n 3")))
            .resources();

    assertThat(Objects.requireNonNull(request.spread()).partitions())
        .extracting(PartitionName::value)
        .containsExactly("batch", "other", "batch");
    assertThat(spec(script(withDirectives("-p other", "hetjob", "-p other"))).resources().spread())
        .isNull();
  }

  @Test
  void shouldRefuseSeveralPartitionsOfAComponent() {
    assertThat(refusal(script(withDirectives("-n 1", "hetjob", "-p batch,other"))))
        .contains("(component 1): option '--partition=batch,other' has several partitions")
        .contains("name one");
  }

  @Test
  void shouldBoundTheComponents() {
    List<String> most = new ArrayList<>(Collections.nCopies(127, "hetjob"));
    assertThat(spec(script(withDirectives(most.toArray(String[]::new)))).resources().components())
        .hasSize(128);
    most.add("hetjob");
    assertThat(refusal(script(withDirectives(most.toArray(String[]::new)))))
        .contains("at most 128 components, but got more");
  }

  @Test
  void shouldReadNoMoreOfALiarThanIsRefused() {
    String[] lines = Collections.nCopies(100_000, "hetjob").toArray(String[]::new);
    assertThat(refusal(script(withDirectives(lines))))
        .isEqualTo(
            "Expected a job pack of at most 128 components, but got more; make one of those that ask for the same (--ntasks).");

    List<String> colons = new ArrayList<>(Collections.nCopies(100_000, ":"));
    assertThat(refusal(script(withDirectives(), colons.toArray(String[]::new))))
        .isEqualTo(
            "Expected a job pack of at most 128 components, but got more; make one of those that ask for the same (--ntasks).");
  }

  @Test
  void shouldTellTheCpusOfEachComponentAndNoneOfTheJob() {
    JobSpec spec = spec(script(withDirectives("-c 2", "hetjob", "-c 3 --ntasks-per-node=1")));

    assertThat(spec.environment())
        .containsEntry("SLURM_CPUS_PER_TASK_HET_GROUP_0", "2")
        .containsEntry("SLURM_CPUS_PER_TASK_HET_GROUP_1", "3")
        .containsEntry("SLURM_CPUS_PER_TASK_PACK_GROUP_1", "3")
        .containsEntry("SLURM_NTASKS_PER_NODE_HET_GROUP_1", "1")
        .doesNotContainKeys("SLURM_CPUS_PER_TASK", "SLURM_NTASKS_PER_NODE");
  }

  private static JobSpec spec(Submission submission) {
    return parsed(submission).spec();
  }

  private static ParsedJob.Parsed parsed(Submission submission) {
    ParsedJob job = JobScriptParser.parse(submission, context());
    assertThat(job).isInstanceOf(ParsedJob.Parsed.class);
    return (ParsedJob.Parsed) job;
  }

  private static String refusal(Submission submission) {
    ParsedJob job = JobScriptParser.parse(submission, context());
    assertThat(job).isInstanceOf(ParsedJob.Refused.class);
    return ((ParsedJob.Refused) job).message();
  }
}
