package io.pliant.runtime.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.pliant.core.adaptation.TaskStanding;
import io.pliant.core.id.StepId;
import io.pliant.core.launch.StepLaunch;
import io.pliant.core.node.AgentMessage;
import io.pliant.core.node.ControllerMessage;
import io.pliant.core.spec.Submitter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Only the owner of a live step, and root, speak for its tasks. */
class AdaptSocketTest {
  private static final Submitter ADA = new Submitter("nobody", 65534, 65534);
  private static final Submitter BOB = new Submitter("daemon", 1, 1);

  private static final String SAY =
      "use Socket; alarm 20; socket S, AF_UNIX, SOCK_STREAM, 0;"
          + " connect S, pack_sockaddr_un($ARGV[0]) or die \"$!\\n\"; $SIG{PIPE} = 'IGNORE';"
          + " syswrite S, \"cmd=hello version=1 task=$ARGV[1] address=127.0.0.1:1\\n\";"
          + " shutdown S, 1; print while <S>;";

  private TestController controller;
  private TestNode node;
  private final List<StepId> steps = new ArrayList<>();

  @BeforeEach
  void start() throws Exception {
    assumeThat(TestNode.ME.uid()).as("this test needs root").isZero();
    controller = TestController.start();
    node = TestNode.start(controller);
    Files.setPosixFilePermissions(node.work, PosixFilePermissions.fromString("rwxrwxrwx"));
  }

  @AfterEach
  void stop() {
    if (node != null) {
      for (StepId step : steps) {
        controller.send(node.name(), new ControllerMessage.Terminate(step, 0, null));
        controller.ended(step);
      }
      node.close();
      controller.close();
    }
  }

  @Test
  void shouldHearNobodyButTheOwnerBeforeAndAfterARestartOfTheAgent() throws Exception {
    // given
    StepId hers = launch(1, ADA);
    launch(2, BOB);

    for (int round = 0; round < 2; round++) {
      // then
      for (String word : List.of("1-1-0.0", "1-1-77.0", "1-1-0.1", "1-2-0.0", "01-1-0.0", "x")) {
        assertThat(say(BOB, word)).as(word).startsWith("cmd=rejected");
      }
      assertThat(say(ADA, "1-1-77.0")).startsWith("cmd=rejected");
      assertThat(say(new Submitter("stranger", 4711, 4711), "1-1-0.0")).startsWith("cmd=rejected");
      assertThat(heard()).isEmpty();
      assertThat(say(ADA, "1-1-0.0")).isEmpty();
      controller.await(() -> heard().equals(List.of("1-1-0.0")), "her task");

      // when
      node.stopRole();
      controller.forget();
      node.startRole();
      controller.started(hers);
    }
  }

  @Test
  void shouldHearNobodyOfAStepThatIsOver() throws Exception {
    StepId hers = launch(1, ADA);
    StepId other = launch(2, ADA);
    controller.send(node.name(), new ControllerMessage.Terminate(hers, 0, null));
    controller.ended(hers);

    TestNode.await(() -> say(ADA, "1-1-0.0").startsWith("cmd=rejected"), "the end to be known");
    assertThat(say(ADA, other.key() + ".0")).isEmpty();
  }

  private StepId launch(long job, Submitter user) {
    StepId step =
        node.tasks(job, 0, 1, "sleep", "1000")
            .output("out" + job)
            .user(user)
            .variable(StepLaunch.MALLEABLE, "initial")
            .launch();
    steps.add(step);
    controller.started(step);
    return step;
  }

  private List<String> heard() {
    return controller.messages(AgentMessage.Adapt.class).stream()
        .flatMap(message -> message.standing().tasks().stream())
        .map(TaskStanding::task)
        .distinct()
        .toList();
  }

  /** What the agent answers to a hello of that user; empty when it takes it. */
  private String say(Submitter user, String word) {
    Path socket = node.dir.resolve("state").resolve("n1").resolve("adapt.sock");
    try {
      Process client =
          new ProcessBuilder(
                  "setpriv",
                  "--reuid=" + user.uid(),
                  "--regid=" + user.gid(),
                  "--clear-groups",
                  "perl",
                  "-e",
                  SAY,
                  socket.toString(),
                  word)
              .redirectErrorStream(true)
              .start();
      String said = new String(client.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(client.waitFor(30, TimeUnit.SECONDS)).isTrue();
      assertThat(client.exitValue()).as(said).isZero();
      return said;
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }
}
