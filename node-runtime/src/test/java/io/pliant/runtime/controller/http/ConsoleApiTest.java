package io.pliant.runtime.controller.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.pliant.api.ControllerStatus;
import io.pliant.api.NodeEntry;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a browser is given, and what it is not. */
@Timeout(60)
final class ConsoleApiTest {
  private static final String OTHER = "http://127.0.0.2:7301";

  @TempDir Path dir;
  private ApiFixture fixture;

  @BeforeEach
  void start() throws IOException {
    fixture = ApiFixture.with(dir, "pliant.controller.http.console.url = \"http://ctl1:7301\"\n");
    fixture.gateway.members.add(new ControllerStatus.Member("b", "Up", OTHER));
  }

  @AfterEach
  void stop() throws IOException {
    fixture.close();
  }

  @Test
  void shouldShowThePagesToAnybodyAndLetThemTalkToControllersAlone() throws IOException {
    try (RawClient client = fixture.tcp()) {
      RawClient.Response page = client.get("/");
      assertThat(page.status()).isEqualTo(200);
      assertThat(page.body()).contains("/console/app.js");
      assertThat(page.headers().get("content-security-policy"))
          .contains("script-src 'self';")
          .contains("connect-src 'self' http://ctl1:7301 " + OTHER + ";")
          .doesNotContain("unsafe");
      assertThat(page.headers()).containsEntry("x-content-type-options", "nosniff");

      RawClient.Response icon = client.get("/console/icon.svg");
      assertThat(icon.headers().get("content-type")).startsWith("image/svg+xml");
      RawClient.Response same =
          client.get("/console/icon.svg", "If-None-Match: " + icon.headers().get("etag"));
      assertThat(same.status()).isEqualTo(304);
      assertThat(client.post("/console/app.js", "").status()).isEqualTo(404);
      assertThat(client.get("/console/../v1/jobs").status()).isEqualTo(401);
      assertThat(client.get("/v1/me").status()).isEqualTo(401);
    }
  }

  @Test
  void shouldServeNoPagesWhereTheSiteWantsNone() throws IOException {
    fixture.close();
    fixture = ApiFixture.with(dir, "pliant.controller.http.console.serve = false\n");
    try (RawClient client = fixture.tcp()) {
      assertThat(client.get("/").status()).isEqualTo(404);
      assertThat(client.get("/console/app.js").status()).isEqualTo(404);
    }
  }

  @Test
  void shouldLogInOnceWithAWordThatTheSocketGave() throws IOException {
    String word;
    String user;
    try (RawClient client = fixture.unix()) {
      RawClient.Response link = client.post("/v1/console/links", "");
      assertThat(link.status()).isEqualTo(201);
      String url = link.json().get("url").asText();
      assertThat(url).startsWith("http://ctl1:7301/#login=");
      word = url.substring(url.indexOf('=') + 1);
      user = link.json().get("user").asText();
    }
    try (RawClient client = fixture.tcp()) {
      RawClient.Response login =
          client.post("/v1/console/login", "", "Authorization: Login " + word);
      assertThat(login.status()).isEqualTo(200);
      String bearer = "Authorization: Bearer " + login.json().get("token").asText();
      assertThat(client.get("/v1/me", bearer).json().get("user").asText()).isEqualTo(user);
      assertThat(login.json().get("until").asText()).isEqualTo("2026-11-21T00:00:00Z");

      assertThat(client.post("/v1/console/login", "", "Authorization: Login " + word).status())
          .isEqualTo(401);
    }
  }

  @Test
  void shouldGiveNoLinkToAToken() throws IOException {
    try (RawClient client = fixture.tcp()) {
      assertThat(client.post("/v1/console/links", "").status()).isEqualTo(401);
      RawClient.Response refused =
          client.post("/v1/console/links", "", ApiFixture.bearer("op", 1000));
      assertThat(refused.status()).isEqualTo(403);
      assertThat(refused.message()).contains("Unix domain socket");
    }
  }

  @Test
  void shouldBelieveNoOtherWord() throws IOException {
    try (RawClient client = fixture.tcp()) {
      for (String header :
          List.of(
              "X: y",
              "Authorization: Login",
              "Authorization: Login " + "x".repeat(43),
              ApiFixture.bearer("op", 1000).replace("Bearer", "Login"))) {
        assertThat(client.post("/v1/console/login", "", header).status()).isEqualTo(401);
      }
    }
  }

  @Test
  void shouldReadNoBodyOfAStranger() throws IOException {
    try (RawClient client = fixture.tcp()) {
      client.write("POST /v1/console/login HTTP/1.1\r\nHost: x\r\nContent-Length: 8000000\r\n\r\n");

      assertThat(client.read().status()).isEqualTo(401);
    }
  }

  @Test
  void shouldSayWhatIsMissingWithoutATokenSecret() throws IOException {
    fixture.close();
    fixture = ApiFixture.withoutTokens(dir);
    try (RawClient client = fixture.unix()) {
      RawClient.Response refused = client.post("/v1/console/links", "");
      assertThat(refused.status()).isEqualTo(409);
      assertThat(refused.message()).contains("pliant controller secret");
    }
  }

  @Test
  void shouldTellOperatorsFromOthers() throws IOException {
    try (RawClient client = fixture.tcp()) {
      JsonNode operator = client.get("/v1/me", ApiFixture.bearer("op", 1000)).json();
      assertThat(operator.get("operator").asBoolean()).isTrue();
      assertThat(operator.get("controllers"))
          .extracting(JsonNode::asText)
          .containsExactly("http://ctl1:7301", OTHER);
      JsonNode user = client.get("/v1/me", ApiFixture.bearer("ada", 1001)).json();
      assertThat(user.get("operator").asBoolean()).isFalse();
    }
  }

  @Test
  void shouldLetPagesOfOtherControllersGoOnHereAndNobodyElses() throws IOException {
    try (RawClient client = fixture.tcp()) {
      RawClient.Response asked =
          client.send(
              "OPTIONS",
              "/v1/queue",
              null,
              "Origin: " + OTHER,
              "Access-Control-Request-Method: GET",
              "Access-Control-Request-Headers: authorization");
      assertThat(asked.status()).isEqualTo(204);
      assertThat(asked.headers())
          .containsEntry("access-control-allow-origin", OTHER)
          .doesNotContainKey("access-control-allow-credentials");
      assertThat(asked.headers().get("access-control-allow-headers")).contains("authorization");
      RawClient.Response answer =
          client.get("/v1/queue", "Origin: " + OTHER, ApiFixture.bearer("ada", 1001));
      assertThat(answer.headers()).containsEntry("access-control-allow-origin", OTHER);

      for (String origin : List.of("http://evil.example", OTHER + ".evil.example", "null")) {
        assertThat(client.get("/v1/status", "Origin: " + origin).headers())
            .doesNotContainKey("access-control-allow-origin");
        assertThat(client.send("OPTIONS", "/v1/queue", null, "Origin: " + origin).status())
            .isEqualTo(405);
      }
    }
  }

  @Test
  void shouldKnowThePagesOfAControllerThatIsGone() throws IOException {
    fixture.api.membersChanged();
    fixture.gateway.members.clear();
    fixture.api.membersChanged();
    try (RawClient client = fixture.tcp()) {
      assertThat(client.get("/v1/status", "Origin: " + OTHER).headers())
          .containsEntry("access-control-allow-origin", OTHER);
    }
  }

  @Test
  void shouldTellWatchersAllNodesAndThenWhatHasChanged() throws IOException {
    try (RawClient client = fixture.unix()) {
      client.write(
          "GET /v1/events?cursor=latest&with=nodes,partitions HTTP/1.1\r\nHost: x\r\n\r\n");
      client.readStreamHead();
      JsonNode first = data(client, "nodes");
      assertThat(first.get("whole").asBoolean()).isTrue();
      assertThat(first.at("/nodes/0/state").asText()).isEqualTo("idle");

      NodeEntry drained = FakeGateway.node("drained", "disk");
      fixture.gateway.nodes.set(List.of(drained));
      JsonNode second = data(client, "nodes");
      assertThat(second.get("whole").asBoolean()).isFalse();
      assertThat(second.at("/nodes/0/reason").asText()).isEqualTo("disk");

      fixture.gateway.nodes.set(List.of());
      assertThat(data(client, "nodes").at("/gone/0").asText()).isEqualTo(drained.node().value());
    }
  }

  @Test
  void shouldRefuseWhatItCannotTell() throws IOException {
    try (RawClient client = fixture.unix()) {
      assertThat(client.get("/v1/events?with=weather").message()).contains("nodes, partitions");
      assertThat(client.get("/v1/events?with=nodes", "Accept: application/json").status())
          .isEqualTo(400);
      assertThat(client.get("/v1/events?cursor=newest").status()).isEqualTo(400);
      assertThat(client.get("/v1/queue?limit=501").status()).isEqualTo(400);
      assertThat(client.get("/v1/queue?offset=-1").status()).isEqualTo(400);
      assertThat(client.get("/v1/queue?text=" + "x".repeat(101)).status()).isEqualTo(400);
    }
  }

  @Test
  void shouldShowOutputToNobodyElse() throws IOException {
    try (RawClient owner = fixture.unix();
        RawClient other = fixture.tcp()) {
      long job =
          owner
              .post(
                  "/v1/jobs",
                  """
                  {"script":"#!/bin/sh\\ntrue\\n","scriptName":"s","scriptArguments":[],"options":[],
                   "command":[],"io":null,"workingDirectory":"/tmp","submissionKey":null,"environment":{}}\
                  """)
              .json()
              .get("job")
              .asLong();

      assertThat(
              other.get("/v1/jobs/" + job + "/output", ApiFixture.bearer("mallory", 6666)).status())
          .isEqualTo(403);
      assertThat(owner.get("/v1/jobs/" + job + "/output?stream=other").status()).isEqualTo(400);
      assertThat(owner.get("/v1/jobs/77/output").status()).isEqualTo(404);
    }
  }

  private static JsonNode data(RawClient client, String event) throws IOException {
    boolean wanted = false;
    for (String line = client.in.readLine(); line != null; line = client.in.readLine()) {
      if (wanted && line.startsWith("data: ")) {
        return new ObjectMapper().readTree(line.substring(6));
      }
      wanted = line.equals("event: " + event) || wanted && !line.isEmpty();
    }
    throw new IOException("the stream ended");
  }
}
