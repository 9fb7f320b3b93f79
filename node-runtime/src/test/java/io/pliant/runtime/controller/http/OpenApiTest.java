package io.pliant.runtime.controller.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.pliant.actors.cluster.EntityGroups;
import io.pliant.runtime.controller.metrics.Metrics;
import io.pliant.runtime.security.UserAccounts;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The file says what the program does, and the program does what the file says. */
final class OpenApiTest {
  @TempDir Path dir;

  @Test
  void shouldListEachRouteAndNoOther() throws IOException {
    Set<String> routes = new TreeSet<>();
    for (Route route : routes()) {
      routes.add(
          "%s %s %s %s"
              .formatted(
                  route.method(),
                  route.template(),
                  route.access(),
                  new TreeSet<>(route.queries())));
    }

    assertThat(documented()).isEqualTo(routes);
  }

  @Test
  void shouldDescribeEverySchemaThatIsNamed() throws IOException {
    JsonNode file = file();
    Set<String> schemas = new TreeSet<>();
    file.at("/components/schemas").fieldNames().forEachRemaining(schemas::add);

    for (JsonNode ref : file.findValues("$ref")) {
      assertThat(schemas).contains(ref.asText().replace("#/components/schemas/", ""));
    }
  }

  private List<Route> routes() throws IOException {
    HttpApi.Parts parts =
        new HttpApi.Parts(
            new FakeGateway(),
            null,
            EntityGroups.ONE,
            UserAccounts.ofSystem(),
            null,
            null,
            () -> ApiFixture.NOW,
            ApiFixture.AUTHORITY,
            Metrics.create(),
            () -> 0);
    return HttpApi.routes(
        ApiFixture.settings(dir, dir.resolve("s"), ""), parts, new Waiting(Duration.ofSeconds(1)));
  }

  private static Set<String> documented() throws IOException {
    Set<String> operations = new TreeSet<>();
    for (Map.Entry<String, JsonNode> path : file().get("paths").properties()) {
      for (Map.Entry<String, JsonNode> operation : path.getValue().properties()) {
        JsonNode security = operation.getValue().get("security");
        Set<String> queries = new TreeSet<>();
        for (JsonNode parameter : operation.getValue().path("parameters")) {
          if (parameter.get("in").asText().equals("query")) {
            queries.add(parameter.get("name").asText());
          }
        }
        operations.add(
            "%s %s %s %s"
                .formatted(
                    operation.getKey().toUpperCase(Locale.ROOT),
                    path.getKey(),
                    security == null ? "USER" : "OPEN",
                    queries));
      }
    }
    return operations;
  }

  private static JsonNode file() throws IOException {
    try (var in = HttpApi.class.getResourceAsStream("openapi.json")) {
      return new ObjectMapper().readTree(in);
    }
  }
}
