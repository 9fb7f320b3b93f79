package io.pliant.runtime.controller.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.runtime.controller.http.RawClient.Response;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Reservations over HTTP, also by those who may not. */
final class ReservationRoutesTest {
  private static final String PATH = "/v1/reservations";
  private static final String OPERATOR = ApiFixture.bearer("op", 1000);
  private static final String ADA = ApiFixture.bearer("ada", 1001);
  private static final String USUAL =
      "{\"name\":\"course\",\"partition\":\"main\",\"end\":\"2099-01-01T00:00:00Z\",%s}";

  @TempDir private Path dir;
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
  void shouldMakeListAndDelete() throws IOException {
    try (RawClient client = fixture.tcp()) {
      String body =
          USUAL.formatted(
              "\"nodeList\":\"n[1-2]\",\"users\":[\"ada\"],\"flags\":[\"maintenance\"]");
      Response made = client.post(PATH, body, OPERATOR);

      assertThat(made.status()).as(made.toString()).isEqualTo(201);
      assertThat(made.json().get("start").asText()).isEqualTo(ApiFixture.NOW.toString());
      assertThat(made.json().get("nodeList").asText()).isEqualTo("n[1-2]");
      assertThat(made.json().get("maintenance").asBoolean()).isTrue();
      assertThat(client.get(PATH, ADA).json()).hasSize(1);
      assertThat(client.send("DELETE", PATH + "/main/other", null, OPERATOR).status())
          .isEqualTo(404);
      assertThat(client.send("DELETE", PATH + "/main/course", null, OPERATOR).status())
          .isEqualTo(200);
      assertThat(client.get(PATH, ADA).json()).isEmpty();
    }
  }

  @Test
  void shouldRefuseThoseWhoAreNoOperators() throws IOException {
    try (RawClient client = fixture.tcp()) {
      assertThat(client.post(PATH, USUAL.formatted("\"nodes\":1"), ADA).status()).isEqualTo(403);
      assertThat(client.send("DELETE", PATH + "/main/course", null, ADA).status()).isEqualTo(403);
      assertThat(fixture.gateway.reservations.made).isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "\"nodes\":0|how many of them",
        "\"nodes\":1,\"nodeList\":\"n1\"|how many of them",
        "\"nodes\":100000|at most 4096 nodes",
        "\"nodeList\":\"n[1-\"|nodeList",
        "\"nodeList\":\"n[1-5000]\"|1 to 4096 nodes",
        "\"nodeList\":\"\"|1 to 100000 characters",
        "\"nodes\":1,\"users\":[\"\"]|1 to 256 characters",
        "\"nodes\":1,\"flags\":[\"flex\"]|maintenance and ignore-jobs",
        "\"nodes\":1,\"start\":\"2099-01-01T00:00:00Z\"|ends after its start",
        "\"nodes\":1,\"start\":\"-1000000000-01-01T00:00:00Z\"|between 1970-01-01",
        "\"nodes\":1,\"name\":\"a b\"|name of a reservation",
        "\"nodes\":1,\"partition\":\"\"|partition"
      })
  void shouldSayWhatIsWrong(String parts, String why) throws IOException {
    String body =
        parts.contains("\"name\"")
            ? USUAL.formatted(parts).replace("\"name\":\"course\",", "")
            : parts.contains("\"partition\"")
                ? USUAL.formatted(parts).replace("\"partition\":\"main\",", "")
                : USUAL.formatted(parts);
    try (RawClient client = fixture.tcp()) {
      Response refused = client.post(PATH, body, OPERATOR);

      assertThat(refused.status()).as(refused.toString()).isEqualTo(400);
      assertThat(refused.message()).contains(why);
      assertThat(fixture.gateway.reservations.made).isEmpty();
    }
  }
}
