package io.pliant.core.option;

import static io.pliant.core.option.Submissions.context;
import static io.pliant.core.option.Submissions.script;
import static io.pliant.core.option.Submissions.withDirectives;
import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.id.PartitionName;
import io.pliant.core.spec.ParsedJob;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each option of Slurm's is meant, or warned about with what changes, or refused with a remedy. */
class UnkeptOptionsTest {
  static Stream<String> optionsOfSbatch() {
    return SlurmOptions.all().stream().filter(name -> !SlurmOptions.ofSrunAlone(name));
  }

  static Stream<SubmitOption> unkept() {
    return Arrays.stream(SubmitOption.values())
        .filter(option -> option.unkept() != null && option.isFor(OptionUse.SUBMIT));
  }

  @ParameterizedTest
  @MethodSource("optionsOfSbatch")
  void shouldTakeOrSayWhatToDoInstead(String name) {
    if (OptionScope.DIRECTIVES.meantBy(name) == null) {
      assertThat(OptionScope.DIRECTIVES.unknownLong(name, "job.sh line 2").message())
          .startsWith(
              "job.sh line 2: unknown option '--" + name + "': Slurm has it, Pliant does not. ");
    }
  }

  @ParameterizedTest
  @MethodSource("unkept")
  void shouldWarnOfWhatChanges(SubmitOption option) {
    String value = option.argument() == OptionArgument.REQUIRED ? "=x" : "";

    ParsedJob job = parse(option.typed() + value);

    assertThat(warnings(job)).containsExactly(option.typed() + ": " + consequence(option) + ".");
    assertThat(consequence(option)).matches("[a-z][^.]{10,100}");
  }

  @Test
  void shouldWarnOfLinesThatSlurmReadsForPbs() {
    ParsedJob job = parse("-n 1\n#PBS -l walltime=1:00:00\n#PBS -N x");
    assertThat(warnings(job)).singleElement().asString().contains("line 3: #PBS lines are not");
    assertThat(warnings(parse("--ignore-pbs\n#PBS -N x"))).isEmpty();
  }

  @Test
  void shouldWarnOfMemoryAloneThatIsToBeSorted() {
    assertThat(warnings(parse("--mem-bind=none"))).isEmpty();
    assertThat(warnings(parse("--mem-bind=quiet,local"))).isEmpty();
    assertThat(warnings(parse("--mem-bind=sort,local")))
        .containsExactly("--mem-bind=sort: free pages are not sorted.");
  }

  @Test
  void shouldTellOneConsequenceOnce() {
    assertThat(warnings(parse("--spread-job --reboot --switches=1")))
        .containsExactlyInAnyOrder(
            "--switches, --spread-job: nodes are chosen for room, wherever they are in the network.",
            "--reboot: nodes are not booted for a job; it gets them as they are.");
  }

  @Test
  void shouldTellAllPartitionsThatAJobMayWaitIn() {
    ParsedJob.Parsed job = (ParsedJob.Parsed) parse("-p batch,whole,batch");

    assertThat(job.spec().partition().value()).isEqualTo("batch");
    assertThat(job.partitions()).extracting(PartitionName::value).containsExactly("batch", "whole");
    assertThat(job.warnings()).isEmpty();
    PartitionList some = PartitionList.parse("nope,batch");
    List<PartitionName> known = some.of(List.of(new PartitionName("batch")));
    assertThat(some.warning(known))
        .isEqualTo("--partition: there is no nope here; the job waits in one of the others.");
    assertThat(((ParsedJob.Parsed) parse("-p batch")).partitions()).isEmpty();
    assertThat(parse("-p " + "batch,".repeat(40) + "batch")).isInstanceOf(ParsedJob.Refused.class);
  }

  @Test
  void shouldKnowASubmissionThatNamesSeveralPartitions() {
    String script = "#!/bin/sh\n#SBATCH -p a,b\ntrue\n";

    assertThat(PartitionList.isIn(List.of(), script)).isTrue();
    assertThat(PartitionList.isIn(List.of("--partition=a"), script)).isFalse();
    assertThat(PartitionList.isIn(List.of("--partition=a", "--partition=b,c"), null)).isTrue();
    assertThat(PartitionList.isIn(List.of("--nodes=1", ":", "--partition=b,c"), null)).isFalse();
    assertThat(PartitionList.settled(List.of("-N1", ":", "-N2"), new PartitionName("b")))
        .containsExactly("-N1", "--partition=b", ":", "-N2");
  }

  @Test
  void shouldWarnOnTheCommandLineOfARunAndPassNothingOn() {
    RunCommandLine line =
        RunCommandLine.split(List.of("-u", "--cpu-bind=cores", "-n2", "hostname", "-u"));

    assertThat(line.options()).containsExactly("--cpu-bind=cores", "--ntasks=2");
    assertThat(line.command()).containsExactly("hostname", "-u");
    assertThat(line.warnings()).hasSize(1);
  }

  private static String consequence(SubmitOption option) {
    Unkept unkept = option.unkept();
    return unkept == null ? "" : unkept.consequence();
  }

  private static ParsedJob parse(String directives) {
    return JobScriptParser.parse(script(withDirectives(directives)), context());
  }

  private static List<String> warnings(ParsedJob job) {
    assertThat(job).isInstanceOf(ParsedJob.Parsed.class);
    return ((ParsedJob.Parsed) job).warnings();
  }
}
