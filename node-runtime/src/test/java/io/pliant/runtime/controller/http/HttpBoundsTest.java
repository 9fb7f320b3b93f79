package io.pliant.runtime.controller.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.spec.Submitter;
import io.pliant.runtime.controller.http.RawClient.Response;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bad input: it gets a clear error, and nothing else notices. */
final class HttpBoundsTest {
  @TempDir Path dir;
  private ApiFixture fixture;

  @BeforeEach
  void start() throws IOException {
    fixture = ApiFixture.start(dir);
  }

  @AfterEach
  void stop() throws IOException {
    try (RawClient client = fixture.unix()) {
      assertThat(client.get("/readyz").status()).as("still serving").isEqualTo(200);
    }
    fixture.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/v1/jobs",
        "/v1/jobs/1",
        "/v1/nodes",
        "/v1/partitions",
        "/v1/history",
        "/v1/events"
      })
  void shouldAskForATokenWhenTcpIsUsedWithoutOne(String path) throws IOException {
    try (RawClient client = fixture.tcp()) {
      Response response = client.get(path);

      assertThat(response.status()).isEqualTo(401);
      assertThat(response.headers()).containsEntry("www-authenticate", "Bearer");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"/livez", "/readyz", "/healthz", "/v1/status", "/v1/openapi.json"})
  void shouldShowWhatIsNotPrivateWithoutAToken(String path) throws IOException {
    try (RawClient client = fixture.tcp()) {
      assertThat(client.get(path).status()).isEqualTo(200);
    }
  }

  @Test
  void shouldRefuseWrongEndedAndForeignTokens() throws IOException {
    String ended = ApiFixture.TOKENS.issue(new Submitter("ada", 1, 1), ApiFixture.NOW);
    try (RawClient client = fixture.tcp()) {
      assertThat(client.get("/v1/jobs", "Authorization: Bearer " + ended).message())
          .contains("ended at");
      assertThat(client.get("/v1/jobs", "Authorization: Bearer plt1.e.f").status()).isEqualTo(401);
      assertThat(client.get("/v1/jobs", "Authorization: Basic cm9vdDo=").status()).isEqualTo(401);
      assertThat(client.get("/v1/jobs", ApiFixture.bearer("ada", 1) + "x").status()).isEqualTo(401);
    }
  }

  @Test
  void shouldNameTheSocketWhenNoTokensAreConfigured() throws IOException {
    fixture.close();
    fixture = ApiFixture.withoutTokens(dir);
    try (RawClient client = fixture.tcp()) {
      Response response = client.get("/v1/jobs", ApiFixture.bearer("root", 0));

      assertThat(response.status()).isEqualTo(401);
      assertThat(response.message()).contains("pliant.security.token-secret-file");
    }
  }

  @Test
  void shouldRefuseABodyOfMoreThanEightMegabytes() throws IOException {
    try (RawClient client = fixture.unix()) {
      client.write("POST /v1/jobs HTTP/1.1\r\nHost: x\r\nContent-Length: 8388609\r\n\r\n");

      assertThat(client.read().status()).isEqualTo(413);
    }
  }

  @Test
  void shouldRefuseAnEndlessChunkedBody() throws IOException {
    byte[] chunk = ("10000\r\n" + "x".repeat(0x10000) + "\r\n").getBytes();
    try (RawClient client = fixture.unix()) {
      client.write("POST /v1/jobs HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n");
      for (int i = 0; i < 129; i++) {
        client.write(chunk);
      }

      assertThat(client.read().status()).isEqualTo(413);
    }
  }

  @Test
  void shouldRefuseHugeHeaders() throws IOException {
    try (RawClient client = fixture.tcp()) {
      Response response = client.get("/livez", "X-Long: " + "x".repeat(20_000));

      assertThat(response.status()).isEqualTo(431);
      assertThat(response.json().at("/error/status").asInt()).isEqualTo(431);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void shouldSurviveGarbageOnBothPorts(long seed) throws IOException {
    byte[] garbage = new byte[4096];
    new Random(seed).nextBytes(garbage);
    try (RawClient tcp = fixture.tcp();
        RawClient unix = fixture.unix()) {
      tcp.write(garbage);
      unix.write(garbage);
    }
    try (RawClient client = fixture.tcp()) {
      client.write("GET /livez HTTP/9.9\r\n\r\n");
      assertThat(client.read().status()).isBetween(400, 505);
    }
  }

  @Test
  void shouldNotMindClientsThatStopInTheMiddle() throws IOException {
    try (RawClient client = fixture.unix()) {
      client.write("POST /v1/jobs HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n{\"scr");
    }
    assertThat(fixture.gateway.jobs).isEmpty();
  }

  @Test
  void shouldSayWhereJsonIsBroken() throws IOException {
    try (RawClient client = fixture.unix()) {
      assertThat(client.post("/v1/jobs", "{\n  \"script\": oops}").message())
          .contains("line 2")
          .contains("oops");
      assertThat(client.post("/v1/jobs", "").status()).isEqualTo(400);
      assertThat(client.post("/v1/jobs", "null").status()).isEqualTo(400);
      assertThat(client.post("/v1/jobs", "[]").status()).isEqualTo(400);
      assertThat(client.post("/v1/jobs", HttpApiTest.SCRIPT + "x").status()).isEqualTo(400);
    }
  }

  @Test
  void shouldRefuseUnknownAndMissingFields() throws IOException {
    try (RawClient client = fixture.unix()) {
      String unknown = HttpApiTest.SCRIPT.replace("\"command\"", "\"user\":\"root\",\"command\"");
      assertThat(client.post("/v1/jobs", unknown).message()).contains("user");
      String missing = HttpApiTest.SCRIPT.replace("\"workingDirectory\":\"/tmp\",", "");
      assertThat(client.post("/v1/jobs", missing).message()).contains("workingDirectory");
      String twice = HttpApiTest.SCRIPT.replace("\"command\"", "\"scriptName\":\"b\",\"command\"");
      assertThat(client.post("/v1/jobs", twice).message()).contains("scriptName");
      assertThat(fixture.gateway.jobs).isEmpty();
    }
  }

  @Test
  void shouldRefuseWhatIsTooBigAndNameTheLimit() throws IOException {
    try (RawClient client = fixture.unix()) {
      String name =
          HttpApiTest.SCRIPT.replace("\"options\":[", "\"options\":[\"--job-name=a\\u202eb\"");
      assertThat(client.post("/v1/jobs", name).message()).contains("printable").contains("202e");
      String key =
          HttpApiTest.SCRIPT.replace(
              "\"submissionKey\":null", "\"submissionKey\":\"%s\"".formatted("k".repeat(257)));
      assertThat(client.post("/v1/jobs", key).message()).contains("256").contains("limits.key");
      String environment =
          HttpApiTest.SCRIPT.replace(
              "\"environment\":{", "\"environment\":{\"X\":\"%s\",".formatted("v".repeat(131_070)));
      assertThat(client.post("/v1/jobs", environment).message()).contains("limits.variable");
      String step =
          "{\"name\":\"s\",\"nodes\":0,\"tasks\":0,\"cpusPerTask\":1,\"command\":[\"x\",\"%s\"],\"environment\":{},\"workingDirectory\":\"/\",\"files\":{\"output\":\"o\",\"error\":null,\"input\":null,\"append\":false},\"io\":null}"
              .formatted("a".repeat(262_144));
      assertThat(client.post("/v1/jobs/1/steps", step).message()).contains("limits.arguments");
      assertThat(fixture.gateway.jobs).isEmpty();
    }
  }

  @Test
  void shouldNameWhatIsAllowedWhenTheMethodIsWrong() throws IOException {
    try (RawClient client = fixture.tcp()) {
      Response response = client.send("PATCH", "/v1/jobs/1", null);

      assertThat(response.status()).isEqualTo(405);
      assertThat(response.headers()).containsEntry("allow", "DELETE, GET");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/index.html",
        "/console/",
        "/console/lib",
        "/v2/jobs",
        "/v1/jobs/1/steps/0/x",
        "/v1//jobs",
        "/v1/jobs/"
      })
  void shouldTellNothingAboutPathsThatDoNotExist(String path) throws IOException {
    try (RawClient client = fixture.tcp()) {
      Response response = client.get(path);

      assertThat(response.status()).isIn(400, 404);
      assertThat(response.body()).doesNotContain("jetty").doesNotContain("<html");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/v1/jobs/0",
        "/v1/jobs/x",
        "/v1/jobs/99999999999999999999",
        "/v1/jobs?partition=a/b",
        "/v1/jobs?colour=red",
        "/v1/jobs/1?waitSeconds=-1",
        "/v1/jobs/1?waitSeconds=soon",
        "/v1/events?cursor=-1",
        "/v1/jobs?user=%zz"
      })
  void shouldRefuseValuesThatMakeNoSense(String path) throws IOException {
    try (RawClient client = fixture.unix()) {
      assertThat(client.get(path).status()).isEqualTo(400);
    }
  }
}
