package io.pliant.runtime.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.pliant.core.id.ExitStatus;
import io.pliant.core.id.StepId;
import io.pliant.core.node.ControllerMessage;
import io.pliant.core.spec.Submitter;
import io.pliant.core.step.StepEnd;
import io.pliant.core.step.StepReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;

class ImpersonationTest {
  private static final Submitter NOBODY = new Submitter("nobody", 65534, 65534);

  @Test
  void shouldRunAsSubmittingUserWhenAgentIsRoot() throws IOException {
    assumeThat(TestNode.ME.uid()).as("this test needs root").isZero();
    try (TestController controller = TestController.start();
        TestNode node = TestNode.start(controller)) {
      // given
      Files.setPosixFilePermissions(node.work, PosixFilePermissions.fromString("rwxrwxrwx"));

      // when
      StepId step =
          node.script(
                  1,
                  "id -u; id -g; id -G; echo $USER; echo $HOME; cat \"$PLIANT_STEP_DIR/state\" ||"
                      + " echo private; kill -9 $PPID || echo safe")
              .user(NOBODY)
              .launch();

      // then
      assertThat(controller.ended(step).taskExits()).containsExactly(ExitStatus.SUCCESS);
      assertThat(
              node.output("out")
                  .lines()
                  .filter(line -> !line.contains("denied") && !line.contains("permitted")))
          .containsExactly("65534", "65534", "65534", "nobody", "/nonexistent", "private", "safe");
      assertThat(Files.getAttribute(node.work.resolve("out"), "unix:uid")).isEqualTo(65534);
    }
  }

  @Test
  void shouldOpenFilesWithRightsOfUserOnly() throws IOException {
    assumeThat(TestNode.ME.uid()).as("this test needs root").isZero();
    try (TestController controller = TestController.start();
        TestNode node = TestNode.start(controller)) {
      // given
      Path secret = node.work.resolve("secret");
      Files.writeString(secret, "root's");
      Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-------"));

      // when
      StepReport.Ended ended =
          controller.ended(node.script(1, "echo gone").user(NOBODY).output("secret").launch());

      // then
      assertThat(ended.end()).isEqualTo(StepEnd.LAUNCH_FAILED);
      assertThat(ended.message())
          .contains("secret")
          .contains("as user nobody")
          .contains("Permission denied");
      assertThat(Files.readString(secret)).isEqualTo("root's");
    }
  }

  @Test
  void shouldTellTheUserInHisFileWithHisRightsOnly() throws IOException {
    assumeThat(TestNode.ME.uid()).as("this test needs root").isZero();
    try (TestController controller = TestController.start();
        TestNode node = TestNode.start(controller)) {
      // given: one job that leaves its file alone, and one that puts a link to root's in its place
      Path secret = node.dir.resolve("secret");
      Files.writeString(secret, "root's");
      Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-------"));
      Files.setPosixFilePermissions(node.work, PosixFilePermissions.fromString("rwxrwxrwx"));
      StepId plain =
          node.script(1, "echo $$ > pid1; sleep 1000").user(NOBODY).output("out1").launch();
      StepId link =
          node.script(2, "ln -sf %s out2; echo $$ > pid2; sleep 1000".formatted(secret))
              .user(NOBODY)
              .output("out2")
              .launch();
      node.number("pid1");
      node.number("pid2");
      controller.started(plain);
      controller.started(link);

      // when
      controller.send(node.name(), new ControllerMessage.Terminate(plain, 0, null));
      controller.send(node.name(), new ControllerMessage.Terminate(link, 0, null));

      // then
      controller.ended(plain);
      controller.ended(link);
      assertThat(node.output("out1")).contains("*** JOB 1 ON n1 CANCELLED AT");
      assertThat(Files.readString(secret)).isEqualTo("root's");
    }
  }

  @Test
  void shouldSayWhyWhenUserMayNotReachTheScript() throws IOException {
    assumeThat(TestNode.ME.uid()).as("this test needs root").isZero();
    try (TestController controller = TestController.start();
        TestNode node = TestNode.start(controller)) {
      Files.setPosixFilePermissions(
          node.dir.resolve("state"), PosixFilePermissions.fromString("rwx------"));

      StepReport.Ended ended =
          controller.ended(node.script(1, "true").directory("/").user(NOBODY).launch());

      assertThat(ended.end()).isEqualTo(StepEnd.LAUNCH_FAILED);
      assertThat(ended.message()).contains("slurm_script").contains("Maybe choose a state folder");
    }
  }
}
