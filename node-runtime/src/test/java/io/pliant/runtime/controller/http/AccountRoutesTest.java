package io.pliant.runtime.controller.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.pliant.api.PriorityEntry;
import io.pliant.core.id.JobId;
import io.pliant.core.id.JobStatus;
import io.pliant.core.partition.QueueFilter;
import io.pliant.core.priority.PriorityFactors;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Accounts, shares and priorities over HTTP. */
final class AccountRoutesTest {
  private static final String ADA = ApiFixture.bearer("ada", 1001);

  @TempDir private Path dir;
  private ApiFixture fixture;

  @BeforeEach
  void start() throws IOException {
    fixture =
        ApiFixture.with(
            dir,
            """
            pliant.accounts = [
              { name = physics, description = "Department", shares = 3, users = [] }
              { name = theory, parent = physics, users = [ada, bob], qos = [high] }
              { name = guests }
            ]
            pliant.qos = [{ name = high, priority = 9, max-time = "2:00:00" }]
            pliant.partitions = [{ name = main, priority { fair-share = 2 } }]
            """);
  }

  @AfterEach
  void stop() throws IOException {
    fixture.close();
  }

  @Test
  void shouldListWhatIsConfigured() throws IOException {
    JsonNode all = answer("/v1/accounts");
    assertThat(all.at("/accounts/0").toString())
        .isEqualTo(
            "{\"name\":\"physics\",\"parent\":null,\"description\":\"Department\",\"shares\":3,\"users\":[],\"qos\":[]}");
    assertThat(all.at("/accounts/1/users").toString()).isEqualTo("[\"ada\",\"bob\"]");
    assertThat(all.at("/accounts/2/users").isNull()).isTrue();
    assertThat(all.at("/qos/0/maxTimeSeconds").asInt()).isEqualTo(7200);

    JsonNode own = answer("/v1/accounts?user=ada,zoe");
    assertThat(own.at("/accounts").findValuesAsText("name")).containsExactly("theory", "guests");
    assertThat(own.at("/accounts/0/users").toString()).isEqualTo("[\"ada\"]");
  }

  @Test
  void shouldComputeSharesFromWhatPartitionsRemember() throws IOException {
    fixture.gateway.priorities.uses.put("bob", 300.0);
    fixture.gateway.priorities.uses.put("carl", 100.0);

    JsonNode main = answer("/v1/shares").get(0);
    assertThat(main.get("partition").asText()).isEqualTo("main");
    assertThat(main.get("weight").asDouble()).isEqualTo(2);
    assertThat(main.get("cpuSeconds").asDouble()).isEqualTo(400);
    assertThat(main.get("shares")).hasSize(5);
    JsonNode ada = answer("/v1/shares?partition=main&user=ada").get(0).get("shares");
    assertThat(ada.findValuesAsText("user")).containsOnlyOnce("ada").doesNotContain("bob", "carl");
    assertThat(answer("/v1/shares?partition=other")).isEmpty();
  }

  @Test
  void shouldTellWhatOrdersTheQueue() throws IOException {
    PriorityEntry job =
        new PriorityEntry(
            new JobId(7), null, "bob", 0.7, new PriorityFactors(0.5, 1, 0, 0, 1, 0.6), 30, null);
    fixture.gateway.priorities.jobs.add(job);

    JsonNode main = answer("/v1/priorities?user=bob&job=7").get(0);
    assertThat(main.at("/weights/fairShare").asDouble()).isEqualTo(2);
    assertThat(main.at("/jobs/0/factors/age").asDouble()).isEqualTo(0.5);
    assertThat(main.at("/jobs/0/nice").asInt()).isEqualTo(30);
    assertThat(fixture.gateway.priorities.asked)
        .containsExactly(new QueueFilter("bob", List.of(JobStatus.PENDING), Set.of(new JobId(7))));
    assertThat(answer("/v1/priorities?user=ada,eve").at("/0/jobs")).isEmpty();
  }

  @Test
  void shouldRefuseTooManyUsersAndWhoIsNobody() throws IOException {
    try (RawClient client = fixture.tcp()) {
      String many = "u,".repeat(50) + String.join(",", numbers());
      assertThat(client.get("/v1/shares?user=" + many, ADA).message()).contains("at most 100");
      for (String path : List.of("accounts", "shares", "priorities")) {
        assertThat(client.get("/v1/" + path, "X: y").status()).isEqualTo(401);
        assertThat(client.get("/v1/" + path + "?color=red", ADA).status()).isEqualTo(400);
      }
    }
  }

  private static List<String> numbers() {
    return java.util.stream.IntStream.range(0, 101).mapToObj(i -> "u" + i).toList();
  }

  private JsonNode answer(String path) throws IOException {
    try (RawClient client = fixture.tcp()) {
      RawClient.Response response = client.get(path, ADA);
      assertThat(response.status()).as(response.toString()).isEqualTo(200);
      return response.json();
    }
  }
}
