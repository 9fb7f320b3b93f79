package io.pliant.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.api.JobDetails;
import io.pliant.api.StepDetails;
import io.pliant.cli.http.Controllers;
import io.pliant.cli.http.ScriptedController;
import io.pliant.cli.json.Partial;
import io.pliant.core.id.JobStatus;
import io.pliant.core.option.Attendance;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RunSessionTest {
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final RunMessages messages =
      new RunMessages(new PrintStream(err, true, StandardCharsets.UTF_8), "srun", false);

  @TempDir private Path folder;

  @Test
  void shouldExitWithTheHighestCodeOfTheTasks() throws Exception {
    try (ScriptedController controller = listen().then(200, step("RUNNING", "null", ""));
        StepListener listener = listener()) {
      try (Socket node = new Socket(InetAddress.getLoopbackAddress(), listener.port())) {
        String text = "pliant-io 1 word 12-1-0 n1 0 0 2 2\nx 0 4 0\nx 1 0 9\n";
        node.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
      }
      assertThat(session(controller).attend(listener, Attendance.USUAL)).isEqualTo(137);
      assertThat(text()).contains("task 0: Exited with exit code 4").contains("task 1: Killed");
    }
  }

  @Test
  void shouldForgiveATaskThatItsProgramWentOnWithout() throws Exception {
    String survived = "{\"code\":0,\"signal\":0}";
    try (ScriptedController controller =
            listen()
                .then(200, program("RUNNING", "null"))
                .then(200, program("FAILED", "{\"code\":0,\"signal\":9}"))
                .then(200, program("COMPLETED", survived));
        StepListener listener = listener()) {
      try (Socket node = new Socket(InetAddress.getLoopbackAddress(), listener.port())) {
        String text = "pliant-io 1 word 12-1-0 n1 0 0 2 2\nx 0 0 0\nx 1 0 9\n";
        node.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
      }
      assertThat(session(controller).attend(listener, Attendance.USUAL)).isZero();
    }
  }

  @Test
  void shouldExitWithTheCodeOfATaskWithoutWhichNothingWentOn() throws Exception {
    try (ScriptedController controller = listen();
        StepListener listener = listener()) {
      for (int i = 0; i < 20; i++) {
        ScriptedController unused =
            controller.then(200, program("FAILED", "{\"code\":0,\"signal\":9}"));
      }
      try (Socket node = new Socket(InetAddress.getLoopbackAddress(), listener.port())) {
        String text = "pliant-io 1 word 12-1-0 n1 0 0 2 2\nx 0 0 0\nx 1 0 9\n";
        node.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
      }
      assertThat(session(controller).attend(listener, Attendance.USUAL)).isEqualTo(137);
    }
  }

  @Test
  void shouldBelieveTheRecordWhenNoNodeEverConnects() throws Exception {
    try (ScriptedController controller =
            listen().then(200, step("FAILED", "{\"code\":0,\"signal\":0}", "no such folder"));
        StepListener listener = listener()) {
      assertThat(session(controller).attend(listener, Attendance.USUAL)).isEqualTo(1);
      assertThat(text()).contains("step 12.0 ended as FAILED: no such folder");
    }
  }

  @Test
  void shouldWaitForTheRecordWhenTheStreamsGoToFiles() throws Exception {
    try (ScriptedController controller =
        listen()
            .then(200, step("RUNNING", "null", ""))
            .then(200, step("COMPLETED", "{\"code\":0,\"signal\":0}", ""))) {
      assertThat(session(controller).await(Attendance.USUAL)).isZero();
      assertThat(controller.requests().get(1)).contains("/v1/jobs/12/steps/0?waitSeconds=");
    }
  }

  @Test
  void shouldAskAgainWhenWhatWasUnderstoodIsNotAnyMore() throws Exception {
    String misread =
        "{\"error\":{\"status\":400,\"code\":\"INVALID\",\"message\":\"Illegal character\"}}";
    try (ScriptedController controller =
        listen()
            .then(200, step("RUNNING", "null", ""))
            .then(400, misread)
            .then(400, misread)
            .then(200, step("COMPLETED", "{\"code\":0,\"signal\":0}", ""))) {
      assertThat(session(controller).await(Attendance.USUAL)).isZero();
      assertThat(text()).contains("no controller answers; waiting on", "Illegal character");
    }
  }

  @Test
  void shouldLookAtTheFirstStepOfAJobOfItsOwn() {
    String steps = "[%s,%s]".formatted(step("RUNNING", "null", ""), step("COMPLETED", "null", ""));
    JobDetails job =
        Partial.of(
            JobDetails.class, "{\"status\":\"RUNNING\",\"attempt\":1,\"steps\":" + steps + "}");

    assertThat(StepStanding.ofJob(job).status()).isEqualTo(JobStatus.RUNNING);
  }

  private RunSession session(ScriptedController controller) {
    Controllers controllers =
        Controllers.of(List.of(controller.endpoint()), null, () -> true, note -> {});
    return new RunSession(controllers, new RunTarget.OfJob(12, 0), messages);
  }

  private ScriptedController listen() throws IOException {
    return ScriptedController.listen(folder.resolve("c.sock"));
  }

  private StepListener listener() throws IOException {
    PrintStream nowhere =
        new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);
    StepListener listener =
        StepListener.open(
            InetAddress.getLoopbackAddress(),
            "word",
            new TaskOutput(nowhere, nowhere, false, false),
            messages);
    listener.serve(input -> input.end());
    return listener;
  }

  private String text() {
    return err.toString(StandardCharsets.UTF_8);
  }

  private static String step(String status, String exit, String message) {
    return step(status, false, exit, message);
  }

  private static String program(String status, String exit) {
    return step(status, true, exit, "");
  }

  private static String step(String status, boolean resizes, String exit, String message) {
    String part =
        """
        {"step":0,"attempt":1,"name":"x","status":"%s","nodes":["n1"],"tasks":2,"resizes":%s,"exit":%s,"message":"%s"}
        """
            .formatted(status, resizes, exit, message);
    return Partial.text(StepDetails.class, part);
  }
}
