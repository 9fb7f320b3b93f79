package io.pliant.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.option.Attendance;
import io.pliant.core.option.RunCommandLine;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs before and after a task, as real Slurm 22.05 has them. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class TaskCommandTest {
  @TempDir private Path folder;

  @Test
  void shouldSetVariablesAndPrintByTheProlog() throws Exception {
    Path prolog =
        program(
            "prolog", "echo export A=b c", "echo print from prolog", "echo other", "echo unset B");

    assertThat(run(List.of("--task-prolog=" + prolog), "echo \"A=$A B=$B\"; exit 3"))
        .isEqualTo("from prolog\nA=b c B=\n[3]");
  }

  @Test
  void shouldRunTheEpilogInSilenceAndKeepTheExitCode() throws Exception {
    Path epilog = program("epilog", "echo not shown; touch " + folder.resolve("done"));

    assertThat(run(List.of("--task-epilog=" + epilog), "read x; echo got $x; exit 4"))
        .isEqualTo("got input\n[4]");
    assertThat(folder.resolve("done")).exists();
  }

  @ParameterizedTest
  @ValueSource(strings = {"TERM", "INT", "HUP", "USR1"})
  void shouldPassSignalsOnToATaskWithAnEpilog(String signal) throws Exception {
    Path epilog = program("epilog", "touch " + folder.resolve("done"));

    assertThat(
            run(
                List.of("--task-epilog=" + epilog),
                "trap 'echo heard; exit 5' %1$s; kill -%1$s $PPID; while :; do sleep 0.05; done"
                    .formatted(signal)))
        .isEqualTo("heard\n[5]");
    assertThat(folder.resolve("done")).exists();
  }

  @Test
  void shouldTellTheSignalThatEndedATaskWithAnEpilog() throws Exception {
    Path epilog = program("epilog", "true");

    assertThat(run(List.of("--task-epilog=" + epilog), "kill -INT $$; sleep 20"))
        .isEqualTo("[130]");
  }

  private Path program(String name, String... lines) throws IOException {
    Path file = folder.resolve(name);
    Files.writeString(file, "#!/bin/bash\n" + String.join("\n", lines) + "\n");
    assertThat(file.toFile().setExecutable(true)).isTrue();
    return file;
  }

  /** Output of a shell command run as a task with these options, and its exit code. */
  private static String run(List<String> options, String shell)
      throws IOException, InterruptedException {
    List<String> words = new ArrayList<>(options);
    words.addAll(List.of("bash", "-c", shell));
    RunCommandLine line = RunCommandLine.split(words);
    Attendance attendance = line.attendance();
    assertThat(TaskCommand.changes(attendance)).isTrue();
    // a check that began in the background ignores interrupts
    List<String> command = new ArrayList<>(List.of("env", "--default-signal=INT"));
    command.addAll(TaskCommand.of(line.command(), attendance));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("B", "set");
    Process process = builder.redirectErrorStream(true).start();
    process.getOutputStream().write("input\n".getBytes(StandardCharsets.UTF_8));
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    return output + "[" + process.exitValue() + "]";
  }
}
