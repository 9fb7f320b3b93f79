package io.pliant.runtime.controller.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pliant.runtime.bounds.ByteBudget;
import io.pliant.runtime.bounds.Shares;
import io.pliant.runtime.controller.http.RawClient.Response;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clients that take more than their part: they are refused, and the others are served. */
final class HttpAttackTest {
  private static final String HEAD =
      "POST /v1/jobs HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n%s\r\n";

  @TempDir Path dir;
  private final List<RawClient> open = new ArrayList<>();

  @AfterEach
  void close() throws IOException {
    for (RawClient client : open) {
      client.close();
    }
  }

  @Test
  void shouldRefuseBodiesOfOneUserBeyondHisPart() throws IOException {
    BodyBounds bounds = bounds(100_000, 20_000, Duration.ofSeconds(30));
    try (ApiFixture fixture = ApiFixture.with(dir, bounds)) {
      start(fixture.unix(), 15_000, "");
      await(bounds, 15_000);

      Response refused = start(fixture.unix(), 15_000, "").read();
      assertThat(refused.status()).isEqualTo(503);
      assertThat(refused.headers()).containsEntry("retry-after", "1");
      assertThat(refused.message()).contains("20000 bytes");
      start(fixture.tcp(), 15_000, ApiFixture.bearer("ada", 1) + "\r\n");
      await(bounds, 30_000);
      assertThat(start(fixture.unix(), 15_000, "").read().status()).isEqualTo(503);
    }
  }

  @Test
  void shouldRefuseBodiesBeyondWhatAllMayHoldAndTakeThemAgainLater() throws IOException {
    BodyBounds bounds = bounds(20_000, 20_000, Duration.ofSeconds(30));
    try (ApiFixture fixture = ApiFixture.with(dir, bounds)) {
      RawClient slow = start(fixture.tcp(), 15_000, ApiFixture.bearer("ada", 1) + "\r\n");
      await(bounds, 15_000);
      Response refused = start(fixture.unix(), 15_000, "").read();
      assertThat(refused.status()).isEqualTo(503);
      assertThat(refused.message()).contains("others hold 15000 of 20000");

      slow.close();

      await(bounds, 0);
      try (RawClient client = fixture.unix()) {
        assertThat(client.post("/v1/jobs", HttpApiTest.SCRIPT).status()).isEqualTo(201);
      }
      await(bounds, 0);
    }
  }

  @Test
  void shouldChargeBodiesOfUnknownLengthAsTheyCome() throws IOException {
    BodyBounds bounds = bounds(200_000, 100_000, Duration.ofSeconds(30));
    try (ApiFixture fixture = ApiFixture.with(dir, bounds)) {
      RawClient client = add(fixture.unix());
      client.write("POST /v1/jobs HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n");
      client.write("10000\r\n" + "x".repeat(0x10000) + "\r\n");
      await(bounds, 65_536);
      client.write("20000\r\n" + "x".repeat(0x10000));

      assertThat(client.read().status()).isEqualTo(503);
      await(bounds, 0);
    }
  }

  @Test
  void shouldEndABodyThatComesTooSlowly() throws IOException {
    BodyBounds bounds = bounds(100_000, 100_000, Duration.ofMillis(500));
    try (ApiFixture fixture = ApiFixture.with(dir, bounds)) {
      RawClient client = start(fixture.unix(), 1000, "");
      client.write("{");

      Response response = client.read();
      assertThat(response.status()).isEqualTo(408);
      assertThat(response.json().at("/error/code").asText()).isEqualTo("TOO_SLOW");
      await(bounds, 0);
    }
  }

  @Test
  void shouldCloseConnectionsOfOnePeerBeyondItsPart() throws IOException {
    try (ApiFixture fixture =
        ApiFixture.with(dir, "pliant.controller.http.max-connections-by-peer = 3")) {
      for (int i = 0; i < 3; i++) {
        assertThat(add(fixture.tcp()).get("/livez").status()).isEqualTo(200);
      }

      assertThatThrownBy(() -> add(fixture.tcp()).get("/livez")).isInstanceOf(IOException.class);
      assertThat(add(fixture.unix()).get("/livez").status()).as("another peer").isEqualTo(200);

      open.getFirst().close();
      poll(() -> {
        try (RawClient next = fixture.tcp()) {
          return next.get("/livez").status() == 200;
        } catch (IOException e) {
          return false; // not yet
        }
      });
    }
  }

  @Test
  void shouldLetRootInWhenOthersFillThePort() throws IOException {
    try (ApiFixture fixture = ApiFixture.with(dir, "pliant.controller.http.max-connections = 2")) {
      for (int i = 0; i < 2; i++) {
        assertThat(add(fixture.tcp()).get("/livez").status()).isEqualTo(200);
      }

      assertThatThrownBy(() -> add(fixture.tcp()).get("/livez")).isInstanceOf(IOException.class);
      assertThat(add(fixture.unix()).get("/v1/jobs").status()).isEqualTo(200);
    }
  }

  @Test
  void shouldBoundTheEventStreamsOfOneUser() throws IOException {
    try (ApiFixture fixture = ApiFixture.with(dir, "pliant.controller.http.max-streams = 16")) {
      for (int i = 0; i < 4; i++) {
        RawClient stream = add(fixture.unix());
        stream.write("GET /v1/events HTTP/1.1\r\nHost: x\r\n\r\n");
        assertThat(stream.readStreamHead()).containsEntry("content-type", "text/event-stream");
      }

      Response refused = add(fixture.unix()).get("/v1/events");
      assertThat(refused.status()).isEqualTo(503);
      assertThat(refused.message()).contains("at most 4");
      RawClient other = add(fixture.tcp());
      other.write(
          "GET /v1/events HTTP/1.1\r\nHost: x\r\n" + ApiFixture.bearer("ada", 1) + "\r\n\r\n");
      assertThat(other.readStreamHead()).containsEntry("content-type", "text/event-stream");
    }
  }

  private static BodyBounds bounds(long all, long user, Duration within) {
    return new BodyBounds(ByteBudget.of(all), new Shares(user), within);
  }

  private RawClient start(RawClient client, int length, String header) throws IOException {
    add(client).write(HEAD.formatted(length, header));
    return client;
  }

  private RawClient add(RawClient client) {
    open.add(client);
    return client;
  }

  private static void await(BodyBounds bounds, long held) {
    poll(() -> bounds.all().held() == held);
  }

  private interface Condition {
    boolean holds() throws IOException;
  }

  private static void poll(Condition condition) {
    long until = System.nanoTime() + Duration.ofSeconds(20).toNanos();
    try {
      while (!condition.holds()) {
        assertThat(System.nanoTime()).as("waited too long").isLessThan(until);
        Thread.sleep(10);
      }
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
