package io.pliant.runtime.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.id.ExitStatus;
import io.pliant.core.id.JobId;
import io.pliant.core.id.StepId;
import io.pliant.core.node.ControllerMessage;
import io.pliant.core.step.Onlooker;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Those who look at a running step: they see it, and it feels nothing of them. */
class OnlookerTest {
  private static final String WORD = "0123abcd";
  private TestController controller;
  private TestNode node;
  private IoClient client;
  private IoClient viewer;

  @BeforeEach
  void start() {
    controller = TestController.start();
    node = TestNode.start(controller);
    client = new IoClient();
    viewer = new IoClient();
  }

  @AfterEach
  void stop() {
    viewer.close();
    client.close();
    node.close();
    controller.close();
  }

  @Test
  void shouldSeeWhatTasksWriteFromThenOnAndHowTheyEnd() throws IOException {
    StepId step =
        node.tasks(
                1,
                0,
                2,
                "sh",
                "-c",
                "[ $SLURM_PROCID = 0 ] && exit 5; read line; echo $line; exit 3")
            .io(client.io())
            .launch();
    client.accept();
    while (client.exits.isEmpty()) {
      client.frame();
    }
    look(step, viewer.onlooker(WORD, false));
    assertThat(viewer.accept()).isEqualTo("pliant-io 1 " + WORD + " 1-1-0 n1 0 0 2 2");
    viewer.write("c\n");
    client.input("seen\n".getBytes());

    viewer.readToEnd();
    client.readToEnd();
    assertThat(viewer.texts()).isEqualTo(Map.of("o1", "seen\n"));
    assertThat(viewer.exits).containsExactly("x 0 5 0", "x 1 3 0");
    assertThat(client.texts()).isEqualTo(viewer.texts());
    assertThat(controller.ended(step).taskExits())
        .containsExactly(new ExitStatus(5, 0), new ExitStatus(3, 0));
  }

  @Test
  void shouldNotFeelWhoGoesOrSendsGarbageOrDoesNotRead() throws IOException {
    StepId step =
        node.tasks(1, 0, 1, "sh", "-c", "read line; yes 0123456789 | head -c 9000000; exit 4")
            .io(client.io())
            .launch();
    client.accept();
    try (IoClient goes = new IoClient();
        IoClient babbles = new IoClient()) {
      comes(step, goes, goes.onlooker("00000001", false));
      comes(step, babbles, babbles.onlooker("00000002", false));
      comes(step, viewer, viewer.onlooker(WORD, false)); // does not read
      goes.close();
      babbles.write("s 0\ns 9\ni 3\nxyz");
      client.input("go\n".getBytes());

      client.readToEnd();
      assertThat(client.texts().get("o0")).hasSize(9_000_000);
      assertThat(controller.ended(step).taskExits()).containsExactly(new ExitStatus(4, 0));
      readWhatIsLeft();
      assertThat(viewer.texts().get("o0")).hasSizeLessThan(9_000_000);
      assertThat(viewer.exits).isEmpty();
    }
  }

  @Test
  void shouldTellOnceWhatEachTaskHasUsed() throws IOException {
    StepId step =
        node.tasks(
                1,
                0,
                2,
                "sh",
                "-c",
                "x=$(head -c 20000000 /dev/zero | tr '\\0' x); echo ready; read line; exit ${#line}")
            .io(client.io())
            .launch();
    client.accept();
    while (client.streams.size() < 2) {
      client.frame();
    }
    assertThat(comes(step, viewer, viewer.onlooker(WORD, true))).startsWith("pliant-io 1 " + WORD);
    viewer.readToEnd(); // it comes to its end while the tasks run
    assertThat(viewer.uses).hasSize(2);
    for (int rank = 0; rank < 2; rank++) {
      String[] words = viewer.uses.get(rank).split(" ");
      assertThat(words[1]).isEqualTo(Integer.toString(rank));
      assertThat(Long.parseLong(words[2])).isPositive();
      assertThat(Long.parseLong(words[3])).isBetween(20_000_000L, 400_000_000L);
      assertThat(words[9]).matches("[0-9,]+");
    }
    client.input("12\n".getBytes());
    client.readToEnd();
    assertThat(controller.ended(step).taskExits())
        .containsExactly(new ExitStatus(2, 0), new ExitStatus(2, 0));
  }

  @Test
  void shouldTellWhatABatchScriptHasUsedButHasNoOutputToShow() throws IOException {
    StepId step = node.script(1, "until [ -e go ]; do sleep 0.1; done").launch();
    TestNode.await(() -> !controller.reports().isEmpty(), "the start");
    look(step, viewer.onlooker("00000003", false)); // nobody comes
    assertThat(comes(step, viewer, viewer.onlooker(WORD, true)))
        .startsWith("pliant-io 1 " + WORD + " 1-1-batch");
    viewer.readToEnd();
    assertThat(viewer.uses).hasSize(1);
    Files.createFile(node.work.resolve("go"));
    assertThat(controller.ended(step).taskExits()).containsExactly(ExitStatus.SUCCESS);
  }

  /** Whoever has thousands of processes and looks at them keeps no limit of his from being held. */
  @Test
  void shouldLookAtNoMoreThanAThousandProcesses() throws IOException {
    StepId step =
        node.script(
                1,
                "for i in $(seq 1200); do sleep 1000 & done; until grep -q sleep /proc/$!/comm; do :; done; "
                    + "sed -n 's/^VmSize:[^0-9]*\\([0-9]*\\) kB/\\1/p' /proc/$!/status > one; mv one each; "
                    + "until [ -e go ]; do sleep 0.1; done")
            .launch();
    TestNode.await(() -> Files.exists(node.work.resolve("each")), "all processes to be there");
    long each = 1024 * Long.parseLong(Files.readString(node.work.resolve("each")).strip());
    assertThat(comes(step, viewer, viewer.onlooker(WORD, true))).startsWith("pliant-io 1 " + WORD);
    viewer.readToEnd();
    assertThat(Long.parseLong(viewer.uses.getFirst().split(" ")[4]) / each).isBetween(900L, 1100L);
    Files.createFile(node.work.resolve("go"));
    assertThat(controller.ended(step).taskExits()).containsExactly(ExitStatus.SUCCESS);
  }

  /** A word that comes for a step that is not there, or for one that has too many, is dropped. */
  @Test
  void shouldHaveABoundAndReportNothingOfWhatItDoesNotKnow() throws IOException {
    StepId unknown = StepId.batch(new JobId(99), 1);
    look(unknown, viewer.onlooker(WORD, true));
    StepId step = node.tasks(1, 0, 1, "sh", "-c", "read line").io(client.io()).launch();
    client.accept();
    TestNode.await(() -> !controller.reports().isEmpty(), "the start");
    for (int i = 0; i < 1000; i++) {
      look(step, viewer.onlooker("%08d".formatted(i), false));
    }
    client.input("go\n".getBytes());
    client.readToEnd();
    assertThat(controller.ended(step).taskExits()).containsExactly(ExitStatus.SUCCESS);
    assertThat(controller.reports()).noneMatch(report -> report.step().equals(unknown));
  }

  /** Its end may come in the middle of a frame. */
  private void readWhatIsLeft() throws IOException {
    try {
      viewer.readToEnd();
    } catch (EOFException e) {
      assertThat(viewer.streams).isNotEmpty();
    }
  }

  /** Asks until the step comes, as who looks does: words may be left while others are taken. */
  private String comes(StepId step, IoClient at, Onlooker onlooker) throws IOException {
    for (int attempt = 0; ; attempt++) {
      look(step, onlooker);
      if (at.isDialled(Duration.ofSeconds(2)) || attempt == 15) {
        return at.accept();
      }
    }
  }

  private void look(StepId step, Onlooker onlooker) {
    controller.send(node.name(), new ControllerMessage.Ask(step, null, onlooker));
  }
}
