package io.pliant.runtime.controller.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.id.NodeName;
import io.pliant.runtime.controller.http.RawClient.Response;
import io.pliant.runtime.security.EnrollWord;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Operators let nodes in and take them out; others do not. */
final class NodeAdmissionTest {
  private static final String OPERATOR = ApiFixture.bearer("op", 7);
  private static final String ADA = ApiFixture.bearer("ada", 8);

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
  void shouldMakeAWordOfWhichOnlyTheHashIsKept() throws IOException {
    try (RawClient client = fixture.tcp()) {
      Response made = client.post("/v1/nodes/words", "{\"nodes\":\"n[1-3]\"}", OPERATOR);

      assertThat(made.status()).isEqualTo(201);
      String text = made.json().get("word").asText();
      EnrollWord word = EnrollWord.parse(text);
      assertThat(word.text()).isEqualTo(text);
      assertThat(word.authority()).isEqualTo(ApiFixture.AUTHORITY);
      assertThat(fixture.gateway.register.words)
          .singleElement()
          .satisfies(kept -> {
            assertThat(kept.hash()).isEqualTo(word.hash()).doesNotContain(word.secret());
            assertThat(kept.nodes()).isEqualTo("n[1-3]");
            assertThat(kept.until()).isEqualTo(ApiFixture.NOW.plusSeconds(3600));
            assertThat(kept.by()).isEqualTo("op");
          });
    }
  }

  @Test
  void shouldRefuseWordsOfOthersAndWithoutBounds() throws IOException {
    try (RawClient client = fixture.tcp()) {
      String path = "/v1/nodes/words";
      assertThat(client.post(path, "{\"nodes\":\"n1\"}", ADA).status()).isEqualTo(403);
      assertThat(client.post(path, "{\"nodes\":\"\"}", OPERATOR).status()).isEqualTo(400);
      assertThat(client.post(path, "{\"nodes\":\"n[1-\"}", OPERATOR).status()).isEqualTo(400);
      for (String seconds : new String[] {"0", "-1", "604801"}) {
        String body = "{\"nodes\":\"n1\",\"seconds\":%s}".formatted(seconds);
        assertThat(client.post(path, body, OPERATOR).message()).contains("604800");
      }
      assertThat(fixture.gateway.register.words).isEmpty();
    }
  }

  @Test
  void shouldRemoveANodeForOperators() throws IOException {
    try (RawClient client = fixture.tcp()) {
      assertThat(client.send("DELETE", "/v1/nodes/n1", null, ADA).status()).isEqualTo(403);
      assertThat(fixture.gateway.register.revoked).isEmpty();

      Response gone = client.send("DELETE", "/v1/nodes/n1", null, OPERATOR);
      assertThat(gone.status()).isEqualTo(200);
      assertThat(gone.json().get("node").asText()).isEqualTo("n1");
      assertThat(client.send("DELETE", "/v1/nodes/busy", null, OPERATOR).status()).isEqualTo(409);
      assertThat(client.send("DELETE", "/v1/nodes/busy?force=true", null, OPERATOR).status())
          .isEqualTo(200);
      assertThat(fixture.gateway.register.revoked)
          .containsOnlyKeys(new NodeName("busy"), new NodeName("n1"));
    }
  }
}
