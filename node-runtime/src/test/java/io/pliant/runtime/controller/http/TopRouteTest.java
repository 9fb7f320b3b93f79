package io.pliant.runtime.controller.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.id.JobId;
import io.pliant.core.partition.QueueMoves;
import io.pliant.core.spec.JobChange;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jobs before others of their user, over HTTP. */
final class TopRouteTest {
  private static final String ADA = ApiFixture.bearer("ada", 1001);
  private static final String BOB = ApiFixture.bearer("bob", 1002);
  private static final String OPERATOR = ApiFixture.bearer("op", 900);

  @TempDir private Path dir;

  @Test
  void shouldChangeNiceValuesInTheOrderOfThePartition() throws IOException {
    try (ApiFixture fixture = ApiFixture.with(dir, "pliant.limits.user-top = true\n")) {
      submitTwo(fixture);
      fixture.gateway.priorities.moves.add(new QueueMoves.Move(new JobId(1), 3));
      fixture.gateway.priorities.moves.add(new QueueMoves.Move(new JobId(2), -2));
      assertThat(post(fixture, ADA, "[\"2\"]"))
          .contains("[{\"job\":1,\"nice\":3},{\"job\":2,\"nice\":-2}]");
      assertThat(fixture.gateway.priorities.topped).containsExactly(List.of(new JobId(2)));
      assertThat(fixture.gateway.changes).containsExactly(JobChange.nice(3), JobChange.nice(-2));
    }
  }

  @Test
  void shouldBeForOperatorsUnlessTheSiteAllowsIt() throws IOException {
    try (ApiFixture fixture = ApiFixture.start(dir)) {
      submitTwo(fixture);
      assertThat(post(fixture, ADA, "[\"2\"]")).contains("403").contains("limits.user-top");
      assertThat(post(fixture, OPERATOR, "[\"2\"]")).contains("200");
    }
  }

  @Test
  void shouldMoveNoOtherUsersJobs() throws IOException {
    try (ApiFixture fixture = ApiFixture.with(dir, "pliant.limits.user-top = true\n")) {
      submitTwo(fixture);
      assertThat(post(fixture, BOB, "[\"2\"]")).contains("403").contains("owner of job 2");
      assertThat(fixture.gateway.changes).isEmpty();
    }
  }

  @Test
  void shouldBoundWhatIsNamed() throws IOException {
    try (ApiFixture fixture = ApiFixture.start(dir)) {
      String many = String.join(",", Collections.nCopies(1_001, "\"7\""));
      assertThat(post(fixture, OPERATOR, "[" + many + "]")).contains("400").contains("1 to 1000");
      assertThat(post(fixture, OPERATOR, "[]")).contains("400").contains("1 to 1000");
      assertThat(post(fixture, OPERATOR, "[\"7_3\"]")).contains("400").contains("the array 7");
      assertThat(post(fixture, OPERATOR, "[\"x\"]")).contains("400");
      assertThat(fixture.gateway.priorities.topped).isEmpty();
    }
  }

  /** Jobs 1 and 2 of ada. */
  private static void submitTwo(ApiFixture fixture) throws IOException {
    try (RawClient client = fixture.tcp()) {
      for (int i = 0; i < 2; i++) {
        assertThat(client.post("/v1/jobs", HttpApiTest.SCRIPT, ADA).status()).isEqualTo(201);
      }
    }
  }

  private static String post(ApiFixture fixture, String user, String jobs) throws IOException {
    try (RawClient client = fixture.tcp()) {
      RawClient.Response answer =
          client.send("POST", "/v1/jobs/top", "{\"jobs\":" + jobs + "}", user);
      return answer.status() + " " + answer.body();
    }
  }
}
