package io.pliant.core.option;

import static io.pliant.core.option.Submissions.command;
import static io.pliant.core.option.Submissions.context;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pliant.core.id.JobId;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.spec.JobSpec;
import io.pliant.core.spec.ParsedJob;
import io.pliant.core.spec.Payload;
import io.pliant.core.spec.StepIo;
import io.pliant.core.spec.Submission;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The command lines of {@code pliant submit} and {@code pliant run}. */
class CommandLinesTest {
  private static final StepIo IO = new StepIo("127.0.0.1", 4711, "secret", false);

  @Test
  void shouldFindTheScriptBehindTheOptions() {
    SubmitCommandLine line =
        SubmitCommandLine.split(
            List.of("-N", "2", "--parsable", "-Wt5", "--mem", "1G", "job.sh", "-x", "--nodes"));

    assertThat(line.options()).containsExactly("--nodes=2", "--time=5", "--mem=1G");
    assertThat(line.parsable()).isTrue();
    assertThat(line.waitForEnd()).isTrue();
    assertThat(line.quiet()).isFalse();
    assertThat(line.wrap()).isNull();
    assertThat(line.scriptFile()).isEqualTo("job.sh");
    assertThat(line.scriptArguments()).containsExactly("-x", "--nodes");
  }

  @Test
  void shouldTakeAWrappedCommandInsteadOfAScript() {
    SubmitCommandLine line = SubmitCommandLine.split(List.of("--wrap=sleep 1", "-Q"));

    assertThat(line.wrap()).isEqualTo("sleep 1");
    assertThat(line.quiet()).isTrue();
    assertThat(line.scriptFile()).isNull();
    assertThat(SubmitCommandLine.wrapped("sleep 1"))
        .startsWith("#!/bin/sh\n")
        .endsWith("sleep 1\n");
  }

  @Test
  void shouldRefuseAScriptBesideAWrappedCommand() {
    assertThatThrownBy(() -> SubmitCommandLine.split(List.of("--wrap", "true", "job.sh")))
        .hasMessage("command line: expected no script beside '--wrap', but got 'job.sh'.");
  }

  @Test
  void shouldSwitchOnFlagsThatStandInTheScript() {
    SubmitCommandLine line = SubmitCommandLine.split(List.of("job.sh"));

    assertThat(line.withFlagsOf("#!/bin/sh\n#SBATCH --parsable -W\n"))
        .returns(true, SubmitCommandLine::parsable)
        .returns(true, SubmitCommandLine::waitForEnd)
        .returns("job.sh", SubmitCommandLine::scriptFile);
    assertThat(line.withFlagsOf("#!/bin/sh\n#SBATCH --wiat\n")).isEqualTo(line);
  }

  @Test
  void shouldFindTheCommandOfARun() {
    RunCommandLine line =
        RunCommandLine.split(List.of("-ln4", "--jobid=12", "-o", "out", "sh", "-c", "echo $A"));

    assertThat(line.label()).isTrue();
    assertThat(line.options()).containsExactly("--ntasks=4", "--output=out");
    assertThat(line.job()).isEqualTo(new JobId(12));
    assertThat(line.command()).containsExactly("sh", "-c", "echo $A");
  }

  @Test
  void shouldEndTheOptionsOfARunAtTwoDashes() {
    assertThat(RunCommandLine.split(List.of("-N1", "--", "-odd")).command())
        .containsExactly("-odd");
  }

  @Test
  void shouldSayWhatIsWrongWithARun() {
    assertThatThrownBy(() -> RunCommandLine.split(List.of("-N", "2")))
        .hasMessage("command line: expected a command to run, but got none.");
    assertThatThrownBy(() -> RunCommandLine.split(List.of("--jobid=x", "true")))
        .hasMessageContaining("option '--jobid' has the value 'x'");
    assertThatThrownBy(() -> RunCommandLine.split(List.of("--begin=now", "true")))
        .hasMessage("command line: option '--begin' has no meaning for pliant run.");
    assertThatThrownBy(() -> RunCommandLine.split(List.of("--bcast", "true")))
        .hasMessage(
            "command line: unknown option '--bcast': Slurm has it, Pliant does not."
                + " Copy the program with sbcast, or to a folder that all nodes share.");
  }

  @Test
  void shouldMakeAJobOfARunOutsideAJob() {
    JobSpec spec = job(command(IO, List.of("/bin/hostname", "-s"), "-N", "2", "-n4"));

    assertThat(spec.name()).isEqualTo("hostname");
    assertThat(spec.payload())
        .isEqualTo(new Payload.ParallelCommand(List.of("/bin/hostname", "-s"), IO));
    assertThat(spec.resources()).isEqualTo(new ResourceRequest(2, 2, 4, 1, 0, false));
    assertThat(spec.submissionKey()).isEqualTo("key-1");
  }

  @Test
  void shouldDetachARunThatWritesToAFile() {
    JobSpec spec = job(command(IO, List.of("hostname"), "-o", "out-%t"));

    assertThat(spec.payload()).isEqualTo(new Payload.ParallelCommand(List.of("hostname"), null));
    assertThat(spec.files().output()).isEqualTo("out-%t");
  }

  @Test
  void shouldRefuseHalfOfTheStreamsInAFile() {
    ParsedJob job = JobScriptParser.parse(command(IO, List.of("hostname"), "-e", "err"), context());

    assertThat(((ParsedJob.Refused) job).message())
        .contains("option '--error' has the value 'err', but expected --output beside it");
  }

  @Test
  void shouldRefuseNeitherScriptNorCommand() {
    ParsedJob job = JobScriptParser.parse(command(null, List.of()), context());

    assertThat(((ParsedJob.Refused) job).message())
        .isEqualTo("Expected either a script or a command to run, but got neither.");
  }

  @Test
  void shouldRefuseWhatNoSystemPassesOn() {
    assertThat(refusal(command(null, List.of("echo", "a\0b"))))
        .isEqualTo("Expected text in the command, but 'a\\u0000b' has a NUL byte.");
    assertThat(refusal(command(null, List.of("")))).contains("the name of a program");
    Submission badVariable =
        new Submission(
            null, null, List.of(), List.of(), List.of("true"), null, "/", Map.of("A=", "1"), null);
    assertThat(refusal(badVariable)).contains("the name of a variable", "'A='");
  }

  @Test
  void shouldKeepLineBreaksOutOfADefaultName() {
    assertThat(job(command(null, List.of("a\nb"))).name()).isEqualTo("a?b");
  }

  @Test
  void shouldExplainEachOptionOnce() {
    for (List<SubmitOption> options : List.of(SubmitOption.ofSubmit(), SubmitOption.ofRun())) {
      Set<Character> letters = new HashSet<>();
      String help = OptionHelp.of(options) + OptionHelp.unkept(options);
      for (SubmitOption option : options) {
        assertThat(help).contains("--" + option.longName());
        assertThat(option.unkept() != null || help.contains(option.description())).isTrue();
        assertThat(option.description()).endsWith(".");
        Character letter = option.shortName();
        assertThat(letter == null || letters.add(letter)).as("letter of " + option).isTrue();
      }
    }
  }

  private static String refusal(Submission submission) {
    ParsedJob job = JobScriptParser.parse(submission, context());
    assertThat(job).isInstanceOf(ParsedJob.Refused.class);
    return ((ParsedJob.Refused) job).message();
  }

  private static JobSpec job(Submission submission) {
    ParsedJob job = JobScriptParser.parse(submission, context());
    assertThat(job).isInstanceOf(ParsedJob.Parsed.class);
    return ((ParsedJob.Parsed) job).spec();
  }
}
