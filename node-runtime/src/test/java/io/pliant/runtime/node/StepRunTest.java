package io.pliant.runtime.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.id.ExitStatus;
import io.pliant.core.id.StepId;
import io.pliant.core.spec.StreamFiles;
import io.pliant.core.step.StepEnd;
import io.pliant.core.step.StepReport;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class StepRunTest {
  private TestController controller;
  private TestNode node;

  @BeforeEach
  void start() {
    controller = TestController.start();
    node = TestNode.start(controller);
  }

  @AfterEach
  void stop() {
    node.close();
    controller.close();
  }

  @Test
  void shouldReportStartAndExitCodeOfScript() {
    // when
    StepId step =
        node.script(1, "echo \"$0 $1 $GREETING $SLURM_PROCID\"; exit 7")
            .arguments("one")
            .variable("GREETING", "hi")
            .launch();

    // then
    StepReport.Ended ended = controller.ended(step);
    assertThat(ended.taskExits()).containsExactly(new ExitStatus(7, 0));
    assertThat(ended.end()).isEqualTo(StepEnd.EXITED);
    assertThat(ended.at()).isAfterOrEqualTo(ended.startedAt());
    assertThat(node.output("out")).matches("(?s)/.*/slurm_script one hi 0\n");
  }

  @Test
  void shouldGiveTasksTheUmaskAndTheLimitsOfTheirUser() {
    StepId step =
        node.script(
                1,
                "umask; ulimit -Sn; ulimit -Hn; ulimit -Sc; env | grep -c RLIMIT; stat -c %a out")
            .variable("SLURM_UMASK", "0077")
            .variable("SLURM_RLIMIT_NOFILE", "123")
            .variable("SLURM_RLIMIT_CORE", "0")
            .launch();

    assertThat(controller.ended(step).taskExits()).containsExactly(new ExitStatus(0, 0));
    List<String> lines = node.output("out").lines().toList();
    assertThat(lines.get(0)).isEqualTo("0077");
    assertThat(lines.get(1)).isEqualTo("123");
    assertThat(Integer.parseInt(lines.get(2))).isGreaterThan(123);
    assertThat(lines.subList(3, 6)).containsExactly("0", "0", "600");
  }

  @Test
  void shouldGiveNoMoreThanTheNodeHas() {
    StepId step =
        node.script(1, "[ $(ulimit -Sn) = $(ulimit -Hn) ] && umask")
            .variable("SLURM_UMASK", "nonsense")
            .variable("SLURM_RLIMIT_NOFILE", "unlimited")
            .launch();

    assertThat(controller.ended(step).taskExits()).containsExactly(new ExitStatus(0, 0));
    assertThat(node.output("out")).isEqualTo("0022\n");
  }

  @Test
  void shouldReportSignalThatEndedScript() {
    StepId step = node.script(1, "kill -USR1 $$").launch();

    assertThat(controller.ended(step).taskExits()).containsExactly(new ExitStatus(0, 10));
  }

  @Test
  void shouldStartTasksWithRanksAndOwnFilesWhenPatternNamesTask() {
    // when
    StepId step =
        node.tasks(
                1,
                0,
                3,
                "sh",
                "-c",
                "echo rank $SLURM_PROCID local $SLURM_LOCALID; exit $SLURM_PROCID")
            .firstRank(4)
            .output("out-%N-%2t")
            .launch();

    // then
    assertThat(controller.ended(step).taskExits())
        .containsExactly(new ExitStatus(4, 0), new ExitStatus(5, 0), new ExitStatus(6, 0));
    assertThat(node.output("out-n1-04")).isEqualTo("rank 4 local 0\n");
    assertThat(node.output("out-n1-06")).isEqualTo("rank 6 local 2\n");
  }

  @Test
  void shouldKeepAllLinesWhenTasksAndBothStreamsShareOneFile() {
    StepId step =
        node.tasks(1, 0, 4, "sh", "-c", "for i in 1 2 3; do echo out; echo err >&2; done").launch();

    controller.ended(step);
    assertThat(node.output("out").lines()).hasSize(24);
  }

  @Test
  void shouldTruncateOrAppendAsOrdered() throws IOException {
    // given
    Files.writeString(node.work.resolve("out"), "old\n");
    String out = node.work.resolve("out").toString();

    // when
    controller.ended(
        node.script(1, "echo a").files(new StreamFiles(out, null, null, true)).launch());
    String appended = node.output("out");
    controller.ended(node.script(2, "echo b").launch());

    // then
    assertThat(appended).isEqualTo("old\na\n");
    assertThat(node.output("out")).isEqualTo("b\n");
  }

  @Test
  void shouldReadInputFileAndSeparateErrors() throws IOException {
    Files.writeString(node.work.resolve("in"), "hello");
    StreamFiles files =
        new StreamFiles(
            node.work.resolve("o").toString(),
            node.work.resolve("e").toString(),
            node.work.resolve("in").toString(),
            false);

    controller.ended(node.script(1, "cat; echo bad >&2").files(files).launch());

    assertThat(node.output("o")).isEqualTo("hello");
    assertThat(node.output("e")).isEqualTo("bad\n");
  }

  @Test
  void shouldExitAsSlurmDoesWhenCommandDoesNotExist() {
    StepId step = node.tasks(1, 0, 1, "no-such-program").launch();

    assertThat(controller.ended(step).taskExits()).containsExactly(new ExitStatus(2, 0));
    assertThat(node.output("out")).contains("execve(): no-such-program: No such file or directory");
  }

  @Test
  void shouldFailLaunchNamingFolderWhenWorkingDirectoryIsMissing() {
    StepId step = node.script(1, "true").directory("/no/such/place").launch();

    StepReport.Ended ended = controller.ended(step);
    assertThat(ended.end()).isEqualTo(StepEnd.LAUNCH_FAILED);
    assertThat(ended.message()).contains("/no/such/place").contains("No such file or directory");
    assertThat(ended.taskExits()).isEmpty();
  }

  @Test
  void shouldFailLaunchNamingFileWhenOutputFolderIsMissing() {
    StepId step = node.script(1, "true").output("none/out").launch();

    StepReport.Ended ended = controller.ended(step);
    assertThat(ended.end()).isEqualTo(StepEnd.LAUNCH_FAILED);
    assertThat(ended.message()).contains("none/out");
  }

  @Test
  void shouldRefuseTextsThatNoProcessCanHave() {
    StepId step = node.script(1, "true").variable("BAD", "a\0b").launch();

    StepReport.Ended ended = controller.ended(step);
    assertThat(ended.end()).isEqualTo(StepEnd.LAUNCH_FAILED);
    assertThat(ended.message()).contains("NUL").contains("a\\0b");
  }

  @Test
  void shouldPassOnTextOfAllKinds() {
    String odd = "two words\nand a line, ünïcödé, 'quotes' \"too\" $HOME `x`";

    controller.ended(
        node.script(1, "printf %s \"$ODD\"; printf '|%s' \"$@\"")
            .variable("ODD", odd)
            .arguments("a b", "", "ü")
            .launch());

    assertThat(node.output("out")).isEqualTo(odd + "|a b||ü");
  }

  @Test
  void shouldForgetFolderWhenEndIsConfirmed() {
    StepId step = node.script(1, "true").launch();

    controller.ended(step);

    TestNode.await(() -> !Files.exists(node.stepDir(step)), "the folder to be gone");
  }
}
