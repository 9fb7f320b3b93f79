package io.pliant.runtime.controller.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.id.JobId;
import io.pliant.core.spec.Bookkeeping;
import io.pliant.runtime.controller.http.RawClient.Response;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Names and wishes of jobs over HTTP, also of those who go past the command line. */
final class BookkeepingRoutesTest {
  private static final String OPERATOR = ApiFixture.bearer("op", 1000);
  private static final String ADA = ApiFixture.bearer("ada", 1001);

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

  @ParameterizedTest
  @ValueSource(
      strings = {"--nice=-1", "--nice=-2147483645", "--priority=1", "--priority=TOP", "--prio=9"})
  void shouldLetNobodyPutHisJobsBeforeOthers(String option) throws IOException {
    try (RawClient client = fixture.tcp()) {
      for (String body :
          new String[] {body("", option), body("#SBATCH " + option + "\\n", "-N1")}) {
        Response refused = client.post("/v1/jobs", body, ADA);

        assertThat(refused.status()).as(refused.toString()).isEqualTo(400);
        assertThat(refused.message()).contains("operators");
        assertThat(client.post("/v1/jobs/check", body, ADA).body()).contains("operators");
      }
      assertThat(fixture.gateway.jobs).isEmpty();
    }
  }

  /** Neither is there another way in than options, which are read in the name of the caller. */
  @Test
  void shouldNotTakeThePlaceFromTheBody() throws IOException {
    try (RawClient client = fixture.tcp()) {
      String body =
          body("", "--nice=5")
              .replaceFirst(
                  "[{]",
                  "{\"bookkeeping\":{\"nice\":-9,\"priority\":7},\"submitter\":{\"name\":\"op\"},");
      Response response = client.post("/v1/jobs", body, ADA);

      assertThat(response.status() == 201 ? asked() : null)
          .isIn(null, new Bookkeeping(null, null, null, 5, null));
    }
  }

  @Test
  void shouldTakeThemFromOperatorsAndShowThem() throws IOException {
    try (RawClient client = fixture.tcp()) {
      String body = body("", "--nice=-50");
      assertThat(client.post("/v1/jobs", body, OPERATOR).status()).isEqualTo(201);

      assertThat(asked()).isEqualTo(new Bookkeeping(null, null, null, -50, null));
      assertThat(client.get("/v1/jobs/1", ADA).json().at("/spec/bookkeeping/nice").asInt())
          .isEqualTo(-50);
    }
  }

  /** Nobody says over HTTP who he is, or that he may use an account. */
  @Test
  void shouldKeepUsersToTheirAccounts() throws IOException {
    fixture.close();
    fixture =
        ApiFixture.with(
            dir,
            """
            pliant.accounts = [{ name = lab, users = [ada] }, { name = secret, users = [bob] }]
            pliant.qos = [{ name = high, priority = 9 }]
            """);
    try (RawClient client = fixture.tcp()) {
      Response refused =
          client.post("/v1/jobs", body("#SBATCH -A secret\\n#SBATCH -t soon\\n", "-qbest"), ADA);
      assertThat(refused.status()).isEqualTo(400);
      assertThat(refused.message())
          .contains("a.sh line 2: option '--account' has the value 'secret', but expected lab")
          .contains("a.sh line 3: option '--time'")
          .contains("command line: option '--qos' has the value 'best', but expected high");
      Response forged =
          client.post(
              "/v1/jobs",
              body("", "-Asecret")
                  .replace(
                      "\"environment\":{}",
                      "\"environment\":{\"USER\":\"bob\",\"LOGNAME\":\"bob\",\"SLURM_JOB_ACCOUNT\":\"secret\"}"),
              ADA);
      assertThat(forged.status()).isEqualTo(400);
      Response nobody = client.post("/v1/jobs", body("", "-N1"), ApiFixture.bearer("eve", 1003));
      assertThat(nobody.message()).contains("eve, who is in none of this site's");
      assertThat(fixture.gateway.jobs).isEmpty();

      assertThat(client.post("/v1/jobs", body("", "--qos=HIGH"), ADA).status()).isEqualTo(201);
      assertThat(asked()).isEqualTo(new Bookkeeping("lab", "high", null));
    }
  }

  private @Nullable Bookkeeping asked() {
    return Objects.requireNonNull(fixture.gateway.jobs.get(new JobId(1))).spec().bookkeeping();
  }

  private static String body(String directives, String option) {
    return """
    {"script":"#!/bin/bash\\n%shostname\\n","scriptName":"a.sh","scriptArguments":[],"options":["%s"],
     "command":[],"io":null,"workingDirectory":"/tmp","environment":{},"submissionKey":null}
    """
        .formatted(directives, option);
  }
}
