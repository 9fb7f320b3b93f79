package io.pliant.runtime.controller.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.pliant.core.accounting.HistoryFilter;
import io.pliant.core.id.JobId;
import io.pliant.core.id.JobStatus;
import io.pliant.core.spec.JobSpec;
import io.pliant.runtime.controller.http.RawClient.Response;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class HttpApiTest {
  static final String SCRIPT =
      """
      {"script":"#!/bin/bash\\n#SBATCH -J hello\\nhostname\\n","scriptName":"hello.sh",
       "scriptArguments":[],"options":[],"command":[],"io":null,"workingDirectory":"/tmp",
       "environment":{"HOME":"/root"},"submissionKey":null}
      """;

  @TempDir Path dir;
  private ApiFixture fixture;

  @BeforeEach
  void start() throws IOException {
    fixture = ApiFixture.start(dir);
  }

  @AfterEach
  void stop() throws IOException {
    fixture.close();
  }

  @Test
  void shouldSubmitInTheNameThatTheKernelGives() throws IOException {
    try (RawClient client = fixture.unix()) {
      Response response = client.post("/v1/jobs", SCRIPT);

      assertThat(response.status()).isEqualTo(201);
      assertThat(response.json().get("job").asLong()).isEqualTo(1);
      JobSpec spec = spec(1);
      assertThat(spec.name()).isEqualTo("hello");
      assertThat(spec.submitter().name()).isEqualTo(System.getProperty("user.name"));
    }
  }

  @Test
  void shouldSubmitInTheNameOfTheTokenWhenTcpIsUsed() throws IOException {
    try (RawClient client = fixture.tcp()) {
      assertThat(client.post("/v1/jobs", SCRIPT, ApiFixture.bearer("ada", 1001)).status())
          .isEqualTo(201);
      assertThat(spec(1).submitter().name()).isEqualTo("ada");
    }
  }

  @Test
  void shouldTakeElementsOfAnArrayWhereTheyMeanSomething() throws IOException {
    try (RawClient client = fixture.unix()) {
      client.post("/v1/jobs", SCRIPT);

      assertThat(client.send("DELETE", "/v1/jobs/1_%5B3-9,12%5D", null).status()).isEqualTo(200);
      assertThat(fixture.gateway.endedElements).containsExactly("1_3-9,12");
      assertThat(client.get("/v1/jobs/1_7").status()).isEqualTo(200);
      Response held = client.post("/v1/jobs/1_7/hold", "");
      assertThat(held.status()).isEqualTo(400);
      assertThat(held.message()).contains("held and released as a whole");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"1_", "1_x", "1_%5B3-9", "1_3-9", "1_%zz", "x_1", "1_9999999"})
  void shouldRefuseWhatNamesNoJob(String wrong) throws IOException {
    try (RawClient client = fixture.unix()) {
      assertThat(client.send("DELETE", "/v1/jobs/" + wrong, null).status()).isEqualTo(400);
    }
  }

  @Test
  void shouldGiveTheParsersMessageWhenTheScriptIsWrong() throws IOException {
    try (RawClient client = fixture.unix()) {
      Response response = client.post("/v1/jobs", SCRIPT.replace("-J hello", "--nodez=2"));

      assertThat(response.status()).isEqualTo(400);
      assertThat(response.message()).contains("--nodez").contains("2");
    }
  }

  @Test
  void shouldPassOnTheReasonWhenTheClusterRefuses() throws IOException {
    try (RawClient client = fixture.unix()) {
      Response response = client.post("/v1/jobs", SCRIPT.replace("-J hello", "-N 3"));

      assertThat(response.status()).isEqualTo(400);
      assertThat(response.json().at("/error/code").asText()).isEqualTo("INVALID");
      assertThat(response.message()).contains("at most 1 node");
    }
  }

  @Test
  void shouldShowScriptsAndEnvironmentsToOwnersAndOperatorsOnly() throws IOException {
    try (RawClient client = fixture.tcp()) {
      client.post("/v1/jobs", SCRIPT, ApiFixture.bearer("ada", 1001));

      String own = client.get("/v1/jobs/1", ApiFixture.bearer("ada", 1001)).body();
      String operators = client.get("/v1/jobs/1", ApiFixture.bearer("op", 900)).body();
      String others = client.get("/v1/jobs/1", ApiFixture.bearer("bob", 1002)).body();

      assertThat(own).contains("hostname").contains("HOME");
      assertThat(operators).contains("hostname").contains("HOME");
      assertThat(others).doesNotContain("hostname").doesNotContain("HOME");
    }
  }

  @Test
  void shouldTellTheEnergyOfAJob() throws IOException {
    try (RawClient client = fixture.unix()) {
      client.post("/v1/jobs", SCRIPT);

      JsonNode account = client.get("/v1/jobs/1/energy").json();

      assertThat(account.at("/total/joules").asDouble()).isEqualTo(480);
      assertThat(account.at("/total/meanWatts").asDouble()).isEqualTo(240);
      assertThat(account.at("/total/estimated").asBoolean()).isTrue();
      assertThat(account.at("/sizes/0/energy/methods/0").asText()).isEqualTo("model");
      assertThat(account.at("/sizes/0/to").isNull()).isTrue();
      assertThat(account.at("/complete").asBoolean()).isFalse();
      assertThat(client.get("/v1/jobs/1").json().at("/energy")).isEqualTo(account.get("total"));
      assertThat(client.get("/v1/jobs/9/energy").status()).isEqualTo(404);
    }
  }

  @Test
  void shouldRefuseAForeignUserWhenHeCancels() throws IOException {
    try (RawClient client = fixture.tcp()) {
      client.post("/v1/jobs", SCRIPT, ApiFixture.bearer("ada", 1001));

      assertThat(client.send("DELETE", "/v1/jobs/1", null, ApiFixture.bearer("bob", 2)).status())
          .isEqualTo(403);
      assertThat(client.send("DELETE", "/v1/jobs/1", null, ApiFixture.bearer("ada", 1001)).status())
          .isEqualTo(200);
      assertThat(client.send("DELETE", "/v1/jobs/1", null, ApiFixture.bearer("ada", 1001)).status())
          .isEqualTo(409);
      assertThat(client.send("DELETE", "/v1/jobs/9", null, ApiFixture.bearer("ada", 1001)).status())
          .isEqualTo(404);
    }
  }

  @Test
  void shouldAnswerALongPollAsSoonAsTheJobIsOver() throws Exception {
    try (RawClient client = fixture.unix();
        RawClient waiting = fixture.unix()) {
      client.post("/v1/jobs", SCRIPT);
      CompletableFuture<Response> answer = inBackground(waiting, "/v1/jobs/1?waitSeconds=30");
      assertThat(client.get("/v1/jobs/1").json().get("status").asText()).isEqualTo("PENDING");
      assertThat(answer).isNotDone();

      fixture.gateway.become(new JobId(1), JobStatus.COMPLETED);

      assertThat(answer)
          .succeedsWithin(Duration.ofSeconds(10))
          .satisfies(r -> assertThat(r.json().get("status").asText()).isEqualTo("COMPLETED"));
    }
  }

  @Test
  void shouldAnswerALongPollWithThePresentWhenTheTimeIsOver() throws IOException {
    try (RawClient client = fixture.unix()) {
      client.post("/v1/jobs", SCRIPT);

      assertThat(client.get("/v1/jobs/1?waitSeconds=1").json().get("status").asText())
          .isEqualTo("PENDING");
    }
  }

  @Test
  void shouldGoOnWaitingWhileTheClusterGivesNoAnswer() throws Exception {
    try (RawClient client = fixture.unix();
        RawClient waiting = fixture.unix()) {
      client.post("/v1/jobs", SCRIPT);
      fixture.gateway.silent.set(true);
      CompletableFuture<Response> answer = inBackground(waiting, "/v1/jobs/1?waitSeconds=30");
      assertThat(client.get("/v1/jobs/1").status()).isEqualTo(503);
      assertThat(answer).isNotDone();

      fixture.gateway.silent.set(false);
      fixture.gateway.become(new JobId(1), JobStatus.FAILED);

      assertThat(answer)
          .succeedsWithin(Duration.ofSeconds(10))
          .satisfies(r -> assertThat(r.json().get("status").asText()).isEqualTo("FAILED"));
    }
  }

  @Test
  void shouldAnswerHeadWhereNothingIsPrivate() throws IOException {
    try (RawClient client = fixture.tcp()) {
      client.write("HEAD /livez HTTP/1.1\r\nHost: x\r\n\r\nGET /livez HTTP/1.1\r\nHost: x\r\n\r\n");

      assertThat(client.readStreamHead()).containsKey("content-length");
      assertThat(client.read().body()).isEqualTo("{\"live\":true}");
      client.write("HEAD /v1/jobs HTTP/1.1\r\nHost: x\r\n\r\n");
      assertThat(client.readStreamHead()).containsEntry("allow", "GET, POST");
    }
  }

  @Test
  void shouldFilterTheQueue() throws IOException {
    try (RawClient client = fixture.tcp()) {
      client.post("/v1/jobs", SCRIPT, ApiFixture.bearer("ada", 1001));
      client.post("/v1/jobs", SCRIPT, ApiFixture.bearer("bob", 1002));
      fixture.gateway.become(new JobId(2), JobStatus.RUNNING);
      String op = ApiFixture.bearer("op", 900);

      assertThat(client.get("/v1/jobs", op).json()).hasSize(2);
      assertThat(client.get("/v1/jobs?user=ada", op).json()).hasSize(1);
      assertThat(client.get("/v1/jobs?state=r,CG", op).json().get(0).get("job").asInt())
          .isEqualTo(2);
      assertThat(client.get("/v1/jobs?state=ZZ", op).status()).isEqualTo(400);
      assertThat(client.get("/v1/jobs?header=maybe", op).status()).isEqualTo(400);
    }
  }

  @Test
  void shouldCreateAStepAndTellHowItStands() throws IOException {
    String request =
        """
        {"name":"hostname","nodes":0,"tasks":2,"cpusPerTask":1,"command":["hostname"],"environment":{},
         "workingDirectory":"/tmp","files":{"output":"x","error":null,"input":null,"append":false},"io":null}
        """;
    try (RawClient client = fixture.unix()) {
      Response created = client.post("/v1/jobs/1/steps", request);

      assertThat(created.status()).isEqualTo(201);
      assertThat(created.json().get("step").asInt()).isZero();
      assertThat(fixture.gateway.steps.getFirst().tasks()).isEqualTo(2);
      JsonNode step = client.get("/v1/jobs/1/steps/0?waitSeconds=5").json();
      assertThat(step.at("/exit/code").asInt()).isZero();
      assertThat(client.get("/v1/jobs/1/steps/batch").json().get("step").asInt()).isEqualTo(-1);
      assertThat(client.get("/v1/jobs/1/steps/x").status()).isEqualTo(400);
    }
  }

  @Test
  void shouldLetOperatorsAloneDrainNodes() throws IOException {
    String body = "{\"reason\":\"disk\"}";
    try (RawClient client = fixture.tcp()) {
      String op = ApiFixture.bearer("op", 900);

      Response drained = client.post("/v1/nodes/n001/drain", body, op);
      assertThat(drained.json().get("state").asText()).isEqualTo("drained");
      assertThat(drained.json().get("reason").asText()).isEqualTo("disk");
      assertThat(client.post("/v1/nodes/n001/resume", "", op).status()).isEqualTo(200);
      assertThat(client.post("/v1/nodes/n001/drain", "{\"reason\":\" \"}", op).status())
          .isEqualTo(400);
      assertThat(client.post("/v1/nodes/n001/drain", body, ApiFixture.bearer("ada", 1001)).status())
          .isEqualTo(403);
    }
  }

  @Test
  void shouldSayWhatWouldBecomeOfASubmissionAndWriteNothing() throws IOException {
    try (RawClient client = fixture.unix()) {
      Response taken = client.post("/v1/jobs/check", SCRIPT);
      assertThat(taken.status()).isEqualTo(200);
      assertThat(taken.json().path("taken").asBoolean()).isTrue();
      assertThat(taken.json().path("resources").path("minNodes").asInt()).isEqualTo(1);
      assertThat(taken.json().path("start").path("nodes").asText()).isEqualTo("main1");
      Response tooLarge = client.post("/v1/jobs/check", SCRIPT.replace("-J hello", "-N 3"));
      assertThat(tooLarge.json().path("fault").asText()).contains("at most 1 node");
      Response unknown = client.post("/v1/jobs/check", SCRIPT.replace("-J hello", "--nodez=2"));
      assertThat(unknown.status()).isEqualTo(200);
      assertThat(unknown.json().path("taken").asBoolean()).isFalse();
      assertThat(unknown.json().path("fault").asText()).contains("--nodez");
      assertThat(client.get("/v1/jobs").json()).isEmpty();
    }
  }

  @Test
  void shouldPassOnTheFiltersOfHistory() throws IOException {
    try (RawClient client = fixture.unix()) {
      client.get(
          "/v1/history?user=ada,bob&state=CD&since=2026-11-01T00:00:00Z&limit=7&job=3,4"
              + "&name=a%20b&partition=p&account=x&until=2026-11-02T00:00:00Z&before=9");

      var query = fixture.gateway.historyQueries.getFirst();
      assertThat(query.filter())
          .isEqualTo(
              new HistoryFilter(
                  Set.of(new JobId(3), new JobId(4)),
                  Set.of(JobStatus.COMPLETED),
                  Set.of("ada", "bob"),
                  Set.of("a b"),
                  Set.of("p"),
                  Set.of("x"),
                  Instant.parse("2026-11-01T00:00:00Z"),
                  Instant.parse("2026-11-02T00:00:00Z")));
      assertThat(query.limit()).isEqualTo(7);
      assertThat(query.before()).isEqualTo(new JobId(9));
      assertThat(client.get("/v1/history?limit=10001").status()).isEqualTo(400);
      assertThat(client.get("/v1/history?limit=0").status()).isEqualTo(400);
      assertThat(client.get("/v1/history?since=yesterday").message()).contains("yesterday");
    }
  }

  @Test
  void shouldSayTryAgainWhenTheClusterGivesNoAnswer() throws IOException {
    fixture.gateway.silent.set(true);
    try (RawClient client = fixture.unix()) {
      Response response = client.get("/v1/jobs");

      assertThat(response.status()).isEqualTo(503);
      assertThat(response.headers()).containsEntry("retry-after", "1");
    }
  }

  @Test
  void shouldBeReadyOnlyWhenTheMemberIsUpAndPartitionsAnswer() throws IOException {
    try (RawClient client = fixture.tcp()) {
      assertThat(client.get("/livez").status()).isEqualTo(200);
      assertThat(client.get("/readyz").status()).isEqualTo(200);
      fixture.gateway.ready.set(false);
      assertThat(client.get("/readyz").status()).isEqualTo(503);
      assertThat(client.get("/healthz").json().get("ready").asBoolean()).isFalse();
      assertThat(client.get("/livez").status()).isEqualTo(200);
    }
  }

  @Test
  void shouldRemoveItsSocketWhenItStops() throws IOException {
    assertThat(fixture.socket).exists();
    fixture.close();

    assertThat(fixture.socket).doesNotExist();
    fixture = ApiFixture.start(dir);
  }

  @Test
  void shouldTakeOverASocketThatADeadProcessLeft() throws IOException {
    fixture.close();
    try (var server =
        java.nio.channels.ServerSocketChannel.open(java.net.StandardProtocolFamily.UNIX)) {
      server.bind(java.net.UnixDomainSocketAddress.of(fixture.socket));
    }
    assertThat(fixture.socket).exists();

    fixture = ApiFixture.start(dir);

    try (RawClient client = fixture.unix()) {
      assertThat(client.get("/livez").status()).isEqualTo(200);
    }
  }

  @Test
  void shouldRefuseToStartWhenAnotherProcessHasSocketOrPort() throws IOException {
    assertThatThrownBy(() -> ApiFixture.start(dir))
        .hasMessageContaining("pliant.controller.http.socket")
        .hasMessageContaining("another process");
    assertThatThrownBy(() ->
            ApiFixture.with(
                dir, "pliant.controller.http { socket = \"\", port = " + fixture.api.port() + " }"))
        .hasMessageContaining("127.0.0.1:" + fixture.api.port())
        .hasMessageContaining("pliant.controller.http");
  }

  private static CompletableFuture<Response> inBackground(RawClient client, String path) {
    return CompletableFuture.supplyAsync(() -> {
      try {
        return client.get(path);
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
    });
  }

  @Test
  void shouldLeaveOutJobsOfTheQueueThatWereNotAskedFor() throws IOException {
    try (RawClient client = fixture.unix()) {
      for (int i = 0; i < 3; i++) {
        client.post("/v1/jobs", SCRIPT);
      }
      assertThat(client.get("/v1/jobs?job=1,3").json().findValuesAsText("job"))
          .containsExactly("1", "3");
      assertThat(client.get("/v1/jobs?job=9").json()).isEmpty();
      assertThat(client.get("/v1/jobs?job=one").status()).isEqualTo(400);
    }
  }

  private JobSpec spec(long job) {
    return List.copyOf(fixture.gateway.jobs.values()).get((int) job - 1).spec();
  }
}
