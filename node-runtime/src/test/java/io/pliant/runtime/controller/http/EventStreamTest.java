package io.pliant.runtime.controller.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
final class EventStreamTest {
  @TempDir Path dir;
  private ApiFixture fixture;

  @BeforeEach
  void start() throws IOException {
    fixture = ApiFixture.with(dir, "pliant.controller.http.max-streams = 2\n");
    fixture.gateway.happen(3, "JobSubmitted");
    fixture.gateway.happen(5, "JobAllocated");
  }

  @AfterEach
  void stop() throws IOException {
    fixture.close();
  }

  @Test
  void shouldStreamWhatIsThereAndWhatComes() throws IOException {
    try (RawClient client = open()) {
      assertThat(ids(client, 2)).containsExactly("id: 3", "id: 5");

      fixture.gateway.happen(8, "JobStarted");

      assertThat(ids(client, 1)).containsExactly("id: 8");
    }
  }

  @Test
  void shouldResumeAfterTheLastEventThatTheClientSaw() throws IOException {
    try (RawClient client = open("Last-Event-ID: 3")) {
      assertThat(ids(client, 1)).containsExactly("id: 5");
    }
  }

  @Test
  void shouldCarryTypeAndDataWithEachEvent() throws IOException {
    try (RawClient client = open()) {
      List<String> lines = new ArrayList<>();
      for (String line = client.in.readLine(); lines.size() < 3; line = client.in.readLine()) {
        if (line.startsWith("id:") || line.startsWith("event:") || line.startsWith("data:")) {
          lines.add(line);
        }
      }
      assertThat(lines.get(1)).isEqualTo("event: JobSubmitted");
      assertThat(lines.get(2)).startsWith("data: {\"cursor\":3,\"job\":1,");
    }
  }

  @Test
  void shouldGiveAPageWhenJsonIsAskedFor() throws IOException {
    try (RawClient client = fixture.unix()) {
      JsonNode page = client.get("/v1/events?cursor=3&limit=1", "Accept: application/json").json();

      assertThat(page).hasSize(1);
      assertThat(page.get(0).get("cursor").asInt()).isEqualTo(5);
      assertThat(client.get("/v1/events?limit=1").status()).isEqualTo(400);
    }
  }

  @Test
  void shouldRefuseMoreStreamsThanAllowedAndTakeNewOnesLater() throws IOException {
    try (RawClient first = open()) {
      ids(first, 1);
      try (RawClient second = open()) {
        ids(second, 1);
        try (RawClient third = fixture.unix()) {
          assertThat(third.get("/v1/events").status()).isEqualTo(503);
        }
      }
      fixture.gateway.happen(9, "JobEnded");
      int status = 503;
      long end = System.nanoTime() + 30_000_000_000L;
      while (status == 503 && System.nanoTime() < end) {
        fixture.gateway.happen(10 + fixture.gateway.events.size(), "JobClosed");
        try (RawClient again = fixture.unix()) {
          again.write("GET /v1/events HTTP/1.1\r\nHost: x\r\n\r\n");
          status = Integer.parseInt(again.in.readLine().split(" ")[1]);
        }
      }
      assertThat(status).isEqualTo(200);
    }
  }

  @Test
  void shouldEndStreamsWhenTheServerStops() throws IOException {
    try (RawClient client = open()) {
      ids(client, 2);
      fixture.close();
      assertThat(client.in.lines())
          .as("the rest of the stream")
          .noneMatch(l -> l.startsWith("id:"));
      assertThat(client.in.read()).as("end of the stream").isEqualTo(-1);
      assertThatThrownBy(() -> fixture.unix().close()).isInstanceOf(IOException.class);
    } finally {
      fixture = ApiFixture.start(dir);
    }
  }

  private RawClient open(String... headers) throws IOException {
    RawClient client = fixture.unix();
    StringBuilder request = new StringBuilder("GET /v1/events HTTP/1.1\r\nHost: x\r\n");
    for (String header : headers) {
      request.append(header).append("\r\n");
    }
    client.write(request + "\r\n");
    assertThat(client.readStreamHead()).containsEntry("content-type", "text/event-stream");
    return client;
  }

  private static List<String> ids(RawClient client, int count) throws IOException {
    List<String> ids = new ArrayList<>();
    while (ids.size() < count) {
      String line = client.in.readLine();
      if (line == null) {
        throw new IOException("the stream ended");
      }
      if (line.startsWith("id:")) {
        ids.add(line);
      }
    }
    return ids;
  }
}
