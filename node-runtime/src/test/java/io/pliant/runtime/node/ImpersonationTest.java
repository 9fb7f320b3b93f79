package io.pliant.runtime.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.pliant.core.id.NodeName;
import io.pliant.core.id.StepId;
import io.pliant.core.job.ExitStatus;
import io.pliant.core.launch.StepEnd;
import io.pliant.core.launch.StepReport;
import io.pliant.core.spec.Submitter;
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

  @Test
  void shouldRefuseToImpersonateWhenAgentIsNotRoot() {
    try (TestController controller = TestController.start();
        TestNode node = TestNode.start(controller)) {
      HostFacts ordinary = new HostFacts("host", "alice", 1000, 1, 1);

      String refusal =
          LaunchCheck.refusal(
              node.script(1, "true").user(NOBODY).order(), new NodeName("n1"), ordinary);

      assertThat(refusal)
          .contains("nobody (uid 65534)")
          .contains("alice (uid 1000)")
          .contains("only root");
    }
  }
}
