package io.pliant.runtime.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.id.ExitStatus;
import io.pliant.core.id.StepId;
import io.pliant.core.spec.MpiStart;
import io.pliant.core.spec.StepIo;
import io.pliant.core.step.StepEnd;
import io.pliant.core.step.StepReport;
import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class StepIoTest {
  private TestController controller;
  private TestNode node;
  private IoClient client;

  @BeforeEach
  void start() {
    controller = TestController.start();
    node = TestNode.start(controller);
    client = new IoClient();
  }

  @AfterEach
  void stop() {
    client.close();
    node.close();
    controller.close();
  }

  @Test
  void shouldStreamBothOutputsAndExitsOfEachTask() throws IOException {
    // when
    StepId step =
        node.tasks(3, 2, 2, "sh", "-c", "echo out$SLURM_PROCID; echo err >&2; exit $SLURM_PROCID")
            .firstRank(1)
            .io(client.io())
            .launch();

    // then
    assertThat(client.accept()).isEqualTo("pliant-io 1 s3cret 3-1-2 n1 0 1 2 3");
    client.write("c\n");
    client.readToEnd();
    assertThat(client.texts())
        .isEqualTo(Map.of("o1", "out1\n", "o2", "out2\n", "e1", "err\n", "e2", "err\n"));
    assertThat(client.exits).containsExactlyInAnyOrder("x 1 1 0", "x 2 2 0");
    assertThat(controller.ended(step).taskExits())
        .containsExactly(new ExitStatus(1, 0), new ExitStatus(2, 0));
  }

  @Test
  void shouldGiveInputToAllTasksUntilItIsClosed() throws IOException {
    // given
    node.tasks(1, 0, 2, "cat").io(client.io()).launch();
    client.accept();

    // when
    client.input("hello ".getBytes());
    client.input("world".getBytes());
    client.write("c\n");
    client.readToEnd();

    // then
    assertThat(client.texts()).isEqualTo(Map.of("o0", "hello world", "o1", "hello world"));
    assertThat(client.acknowledged).isEqualTo(11);
  }

  @Test
  void shouldLoseNothingOfMuchOutputAndInput() throws IOException {
    // given
    node.tasks(1, 0, 1, "cat").io(client.io()).launch();
    client.accept();
    byte[] chunk = new byte[60_000];
    Arrays.fill(chunk, (byte) 'x');

    // when
    int sent = 0;
    while (sent < 100) {
      if (60_000L * (sent + 1) - client.acknowledged <= 262_144) {
        client.input(chunk);
        sent++;
      } else {
        client.frame();
      }
    }
    client.write("c\n");
    client.readToEnd();

    // then
    assertThat(client.streams.get("o0")).isNotNull();
    assertThat(client.texts().get("o0")).hasSize(6_000_000);
    assertThat(client.exits).containsExactly("x 0 0 0");
  }

  @Test
  void shouldPassOnSignalsWhileInputIsStuck() throws IOException {
    // given
    node.tasks(1, 0, 1, "sleep", "1000").io(client.io()).launch();
    client.accept();
    for (int i = 0; i < 4; i++) {
      client.input(new byte[65_536 - 100]);
    }

    // when
    client.write("s 2\n");
    client.readToEnd();

    // then
    assertThat(client.exits).containsExactly("x 0 0 2");
  }

  @Test
  void shouldEndStepWhenClientGoes() throws IOException {
    // given
    StepId step =
        node.tasks(1, 0, 1, "sh", "-c", "while :; do echo x; done").io(client.io()).launch();
    client.accept();
    client.frame();

    // when
    client.close();

    // then
    StepReport.Ended ended = controller.ended(step);
    assertThat(ended.end()).isEqualTo(StepEnd.TERMINATED);
    assertThat(ended.message()).contains("client went away");
  }

  @Test
  void shouldEndStepWhenClientAsksForIt() throws IOException {
    StepId step = node.tasks(1, 0, 1, "sleep", "1000").io(client.io()).launch();
    client.accept();

    client.write("s 0\n");
    client.readToEnd();

    assertThat(controller.ended(step).end()).isEqualTo(StepEnd.TERMINATED);
    assertThat(client.messages).anyMatch(text -> text.contains("*** STEP 1.0 ON n1 CANCELLED AT"));
  }

  @Test
  void shouldEndStepWhenClientSendsGarbage() throws IOException {
    StepId step = node.tasks(1, 0, 1, "sleep", "1000").io(client.io()).launch();
    client.accept();

    client.write("GET / HTTP/1.1\r\n\r\n");

    assertThat(controller.ended(step).message()).contains("not known");
  }

  @Test
  void shouldFailLaunchNamingAddressWhenClientCannotBeReached() {
    int port = client.io().port();
    client.close();

    StepId step =
        node.tasks(1, 0, 1, "true").io(new StepIo("127.0.0.1", port, "x", false)).launch();

    StepReport.Ended ended = controller.ended(step);
    assertThat(ended.end()).isEqualTo(StepEnd.LAUNCH_FAILED);
    assertThat(ended.message()).contains("127.0.0.1 port " + port).contains("refused");
  }

  @Test
  void shouldStartNothingOnANodeThatOthersWouldWaitFor() {
    int port = client.io().port();
    client.close();
    StepIo mpiAlone = new StepIo("127.0.0.1", port, "x", false, true);

    StepId without = node.tasks(1, 0, 1, "true").firstRank(1).io(mpiAlone).launch();
    StepId with =
        node.tasks(2, 0, 1, "true")
            .firstRank(1)
            .variable(MpiStart.VARIABLE, "pmi1")
            .io(mpiAlone)
            .launch();

    assertThat(controller.ended(without).end()).isEqualTo(StepEnd.EXITED);
    StepReport.Ended ended = controller.ended(with);
    assertThat(ended.end()).isEqualTo(StepEnd.LAUNCH_FAILED);
    assertThat(ended.message()).contains("127.0.0.1 port " + port).contains("srun --mpi=none");
  }

  @Test
  void shouldTellClientWhyNothingWasStarted() throws IOException {
    node.tasks(1, 0, 1, "true").directory("/no/such").io(client.io()).launch();
    client.accept();

    client.readToEnd();

    assertThat(client.messages).singleElement().asString().contains("/no/such");
    assertThat(client.exits).isEmpty();
  }

  @Test
  void shouldStreamOutputOfSlowReaderCompletely() throws IOException {
    // given
    node.tasks(1, 0, 1, "sh", "-c", "yes 0123456789 | head -c 5000000").io(client.io()).launch();
    client.accept();
    client.write("c\n");

    // when
    TestNode.await(() -> !controller.reports().isEmpty(), "the start");
    client.readToEnd();

    // then
    assertThat(client.texts().get("o0")).hasSize(5_000_000);
  }
}
