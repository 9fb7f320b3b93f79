package io.pliant.cli.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pliant.cli.invocation.CommandFailure;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ControllersTest {
  private final List<String> notes = new CopyOnWriteArrayList<>();

  @TempDir private Path folder;

  @Test
  void shouldReadAnAnswerOverAUnixSocket() throws IOException {
    try (ScriptedController one = listen("a").then(200, "{\"job\":12}")) {
      // when
      long job =
          controllers(true, one.endpoint())
              .json(Request.post("/v1/jobs", "{}"))
              .get("job")
              .number();

      // then
      assertThat(job).isEqualTo(12);
      assertThat(one.requests().getFirst())
          .startsWith("POST /v1/jobs HTTP/1.1\r\nHost: localhost\r\n")
          .endsWith("\r\n\r\n{}")
          .doesNotContain("Authorization");
    }
  }

  @Test
  void shouldReadAnAnswerInChunks() throws IOException {
    String chunked =
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2;x=1\r\nde\r\n0\r\n\r\n";
    try (ScriptedController one = listen("a").thenRaw(chunked)) {
      assertThat(controllers(true, one.endpoint()).text(Request.get("/v1/x"))).isEqualTo("abcde");
    }
  }

  @Test
  void shouldReadAStreamLineByLine() throws IOException {
    String stream = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\nid: 1\ndata: {}\n\n";
    try (ScriptedController one = listen("a").thenRaw(stream);
        Response response = controllers(true, one.endpoint()).open(Request.get("/v1/events"));
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8))) {
      assertThat(lines.lines()).containsExactly("id: 1", "data: {}", "");
    }
  }

  @Test
  void shouldAskTheNextControllerWhenOneIsGone() throws IOException {
    try (ScriptedController alive = listen("a").then(200, "yes").then(200, "yes")) {
      // given
      Endpoint gone = new Endpoint.Unix(folder.resolve("gone.sock"));
      Controllers controllers = controllers(false, gone, alive.endpoint());

      // then
      assertThat(controllers.text(Request.get("/v1/x"))).isEqualTo("yes");
      assertThat(controllers.text(Request.get("/v1/x"))).isEqualTo("yes");
    }
  }

  @Test
  void shouldAskAgainWhenNoControllerCanAnswerYet() throws IOException {
    try (ScriptedController one =
        listen("a").then(503, error("no leader")).then(503, error("no leader")).then(200, "now")) {
      assertThat(controllers(true, one.endpoint()).text(Request.get("/v1/x"))).isEqualTo("now");
      assertThat(one.requests()).hasSize(3);
    }
  }

  @Test
  void shouldGiveUpAtOnceWhenNobodyWillComeBack() throws IOException {
    try (ScriptedController one = listen("a").then(503, error("shutting down"))) {
      Controllers controllers = controllers(false, one.endpoint());
      assertThatThrownBy(() -> controllers.text(Request.get("/v1/x")))
          .isInstanceOf(ApiRefusal.class)
          .hasMessage("shutting down");
    }
  }

  @RepeatedTest(4) // it is chance who is asked first
  void shouldTellWhatAControllerAnsweredRatherThanThatOthersAreGone() throws IOException {
    try (ScriptedController one = listen("a").then(503, error("shutting down"))) {
      Endpoint gone = new Endpoint.Unix(folder.resolve("gone.sock"));
      Controllers controllers = controllers(false, gone, one.endpoint(), gone);
      assertThatThrownBy(() -> controllers.text(Request.get("/v1/x")))
          .isInstanceOf(ApiRefusal.class)
          .hasMessage("shutting down");
    }
  }

  @Test
  void shouldWaitForAControllerThatNobodyKnowsToComeBack() throws Exception {
    Endpoint later = new Endpoint.Unix(folder.resolve("later.sock"));
    Controllers controllers = controllers(false, later).patient(Duration.ofMinutes(2));

    CompletableFuture<String> answer =
        CompletableFuture.supplyAsync(() -> controllers.text(Request.post("/v1/x", "{}")));
    while (notes.isEmpty()) {
      assertThat(answer).isNotDone();
      Thread.onSpinWait();
    }
    try (ScriptedController one = listen("later").then(200, "here")) {
      assertThat(answer.get(60, TimeUnit.SECONDS)).isEqualTo("here");
    }
    assertThat(notes).singleElement().asString().contains("trying on for up to 120 s");
  }

  @Test
  void shouldTellTheControllersReasonWhenItRefuses() throws IOException {
    try (ScriptedController one = listen("a").then(404, error("There is no job 9."))) {
      Controllers controllers = controllers(true, one.endpoint());
      assertThatThrownBy(() -> controllers.text(Request.get("/v1/jobs/9")))
          .isInstanceOfSatisfying(ApiRefusal.class, e -> assertThat(e.status()).isEqualTo(404))
          .hasMessage("There is no job 9.");
      assertThat(one.requests()).hasSize(1);
    }
  }

  /** As of {@code /readyz}, or of something else that listens there. */
  @Test
  void shouldTellWhatWasAnsweredWhenThatIsNoErrorOfTheApi() throws IOException {
    try (ScriptedController one =
        listen("a").then(503, "{\n  \"ready\": false\n}\u001b[2J" + "x".repeat(999))) {
      Controllers controllers = controllers(false, one.endpoint());
      assertThatThrownBy(() -> controllers.text(Request.get("/readyz")))
          .hasMessageStartingWith(
              "The controller answered with status 503: { \"ready\": false } [2Jxxx")
          .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(300));
    }
  }

  @Test
  void shouldAskAgainWhenTheAnswerBreaksOff() throws IOException {
    String half = "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc";
    try (ScriptedController one = listen("a").thenRaw(half).then(200, "whole")) {
      assertThat(controllers(true, one.endpoint()).text(Request.get("/v1/x"))).isEqualTo("whole");
      assertThat(notes).singleElement().asString().contains("asking again");
    }
  }

  @Test
  void shouldNotSendAChangeTwiceWhenItMayHaveArrived() throws IOException {
    try (ScriptedController one = listen("a").thenRaw("").then(200, "done twice")) {
      Controllers controllers = controllers(true, one.endpoint());
      assertThatThrownBy(() -> controllers.text(Request.postOnce("/v1/jobs/1/steps", "{}")))
          .isInstanceOf(CommandFailure.class)
          .hasMessageContaining("Expected an answer to POST /v1/jobs/1/steps");
      assertThat(one.requests()).hasSize(1);
    }
  }

  @Test
  void shouldNameTheSocketWhenNobodyListens() {
    Controllers controllers = controllers(false, new Endpoint.Unix(folder.resolve("gone.sock")));
    assertThatThrownBy(() -> controllers.text(Request.get("/v1/x")))
        .isInstanceOf(CommandFailure.class)
        .hasMessageContaining("gone.sock");
  }

  private ScriptedController listen(String name) throws IOException {
    return ScriptedController.listen(folder.resolve(name + ".sock"));
  }

  private Controllers controllers(boolean worthRetrying, Endpoint... endpoints) {
    return Controllers.of(List.of(endpoints), "secret", () -> worthRetrying, notes::add);
  }

  private static String error(String message) {
    return "{\"error\":{\"status\":0,\"code\":\"X\",\"message\":\"" + message + "\"}}";
  }
}
