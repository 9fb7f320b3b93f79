package io.pliant.runtime.controller.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.runtime.controller.http.RawClient.Response;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PowerApiTest {
  private static final String BOUNDS = "{\"lower\":1700,\"upper\":2500.5}";

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
  void shouldShowTheCorridorToAnyUser() throws IOException {
    try (RawClient client = fixture.tcp()) {
      Response response =
          client.get(
              "/v1/power?after=2026-11-20T12:00:00Z&samples=3", ApiFixture.bearer("ada", 1001));

      assertThat(response.status()).isEqualTo(200);
      assertThat(response.json().get("samples")).hasSize(3);
      assertThat(response.json().get("bounds").isNull()).isTrue();
      assertThat(fixture.gateway.power.asked)
          .containsExactly("show after 2026-11-20T12:00:00Z at most 3");
    }
  }

  @Test
  void shouldLetOperatorsSetAndClearBounds() throws IOException {
    String operator = ApiFixture.bearer("op", 900);
    try (RawClient client = fixture.tcp()) {
      Response set = client.post("/v1/power", BOUNDS, operator);
      assertThat(set.status()).isEqualTo(200);
      assertThat(set.json().at("/bounds/upper").asDouble()).isEqualTo(2500.5);
      String later = BOUNDS.replace("}", ",\"at\":\"2026-11-21T08:00:00Z\"}");
      assertThat(client.post("/v1/power", later, operator).status()).isEqualTo(200);
      assertThat(client.send("DELETE", "/v1/power", null, operator).status()).isEqualTo(200);

      assertThat(fixture.gateway.power.asked)
          .containsExactly(
              "set Corridor[lower=1700.0, upper=2500.5] from null by op",
              "set Corridor[lower=1700.0, upper=2500.5] from 2026-11-21T08:00:00Z by op",
              "clear by op");
    }
  }

  @Test
  void shouldRefuseOtherUsersToChangeBounds() throws IOException {
    String user = ApiFixture.bearer("ada", 1001);
    try (RawClient client = fixture.tcp()) {
      assertThat(client.post("/v1/power", BOUNDS, user).status()).isEqualTo(403);
      assertThat(client.send("DELETE", "/v1/power", null, user).message())
          .contains("pliant.controller.operators");
      assertThat(fixture.gateway.power.asked).isEmpty();
    }
  }

  @Test
  void shouldSayWhatIsWrongWithBounds() throws IOException {
    String operator = ApiFixture.bearer("op", 900);
    try (RawClient client = fixture.tcp()) {
      Response reversed = client.post("/v1/power", "{\"lower\":9,\"upper\":5}", operator);
      assertThat(reversed.status()).isEqualTo(400);
      assertThat(reversed.message()).contains("0 <= lower <= upper").contains("9.0 and 5.0");
      assertThat(client.post("/v1/power", "{\"lower\":9}", operator).status()).isEqualTo(400);
      assertThat(client.get("/v1/power?after=noon", operator).message())
          .contains("Expected a time such as")
          .contains("noon");
      assertThat(client.get("/v1/power?samples=601", operator).status()).isEqualTo(400);
    }
  }
}
