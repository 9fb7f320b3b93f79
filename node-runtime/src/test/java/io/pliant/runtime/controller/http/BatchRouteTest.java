package io.pliant.runtime.controller.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.api.BatchRequest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class BatchRouteTest {
  private static final String JOB =
      """
      {"script":"#!/bin/sh\\n%s\\n","scriptName":"x.sh","scriptArguments":[],"options":[],"command":[],
       "io":null,"workingDirectory":"/tmp","environment":{},"submissionKey":null}\
      """;

  private ApiFixture fixture;
  private RawClient client;

  @BeforeEach
  void start(@TempDir Path dir) throws IOException {
    fixture = ApiFixture.with(dir, "");
    client = fixture.unix();
  }

  @AfterEach
  void stop() throws IOException {
    client.close();
    fixture.close();
  }

  @Test
  void shouldTakeAndRefuseEachForItself() throws IOException {
    RawClient.Response answer =
        batch(List.of(job("true"), job("#SBATCH --nodez=2"), job("#SBATCH -N 3"), job("false")));

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.json().findValuesAsText("status"))
        .containsExactly("201", "400", "400", "201");
    assertThat(answer.json().findValuesAsText("job")).containsExactly("1", "null", "null", "2");
    assertThat(answer.json().path(0).path("error").isNull()).isTrue();
    assertThat(answer.json().path(1).path("error").asText()).contains("--nodez");
    assertThat(answer.json().path(2).path("error").asText()).contains("at most 1 node");
    assertThat(fixture.gateway.jobs.values())
        .extracting(job -> job.spec().submitter().name())
        .as("in the name of who is proven")
        .containsExactly(System.getProperty("user.name"), System.getProperty("user.name"));
  }

  @Test
  void shouldSayOfEachWhatBecameOfItWhenOneBreaksTheController() throws IOException {
    AtomicInteger turns = new AtomicInteger();
    fixture.gateway.answersOn.set(answer -> {
      if (turns.incrementAndGet() == 2) {
        throw new RejectedExecutionException("the journal does not keep up");
      }
      answer.run();
    });

    RawClient.Response answer = batch(List.of(job("true"), job("true"), job("true")));

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.json().findValuesAsText("status")).containsExactly("201", "500", "201");
    assertThat(answer.json().path(1).path("error").asText()).contains("same submission key");
  }

  @Test
  void shouldTakeTheLargestBody() throws IOException {
    String line = "# " + "x".repeat(8_000);
    List<String> largest = Collections.nCopies(BatchRequest.MOST, job(line));
    assertThat(body(largest).length()).isBetween(RequestBody.LIMIT - 300_000, RequestBody.LIMIT);

    assertThat(batch(largest).json().findValuesAsText("status"))
        .hasSize(BatchRequest.MOST)
        .containsOnly("201");
  }

  @Test
  void shouldTakeTheMostAndRefuseOneMore() throws IOException {
    List<String> most = Collections.nCopies(BatchRequest.MOST, job("true"));
    List<String> more = Collections.nCopies(BatchRequest.MOST + 1, job("true"));

    assertThat(batch(more).json().toString())
        .contains("Expected 1 to 1000 submissions in jobs, but got 1001.");
    assertThat(batch(List.of()).status()).isEqualTo(400);
    assertThat(fixture.gateway.jobs).isEmpty();
    assertThat(batch(most).json()).hasSize(BatchRequest.MOST);
    assertThat(fixture.gateway.jobs).hasSize(BatchRequest.MOST);
  }

  @Test
  void shouldRefuseWhatIsNoSubmission() throws IOException {
    assertThat(batch(List.of("null")).status()).isEqualTo(400);
    assertThat(batch(List.of("{}")).status()).isEqualTo(400);
    assertThat(client.post("/v1/jobs:batch", "[]").status()).isEqualTo(400);
    assertThat(batch(List.of(job("true"))).status()).as("it goes on").isEqualTo(200);
  }

  @Test
  void shouldHaveNoMoreOnTheirWayHoweverManyClientsThereAre() throws Exception {
    fixture.gateway.answersOn.set(
        CompletableFuture.delayedExecutor(50, TimeUnit.MILLISECONDS, Runnable::run));
    List<String> most = Collections.nCopies(BatchRequest.MOST, job("true"));
    List<Future<RawClient.Response>> answers = new ArrayList<>();
    try (ExecutorService clients = Executors.newFixedThreadPool(6)) {
      for (int i = 0; i < 6; i++) {
        answers.add(
            clients.submit(() -> {
              try (RawClient another = fixture.unix()) {
                return another.post("/v1/jobs:batch", body(most));
              }
            }));
      }
    }

    for (Future<RawClient.Response> answer : answers) {
      assertThat(answer.get().json().findValuesAsText("status"))
          .hasSize(BatchRequest.MOST)
          .containsOnly("201");
    }
    assertThat(fixture.gateway.mostOnTheirWay)
        .hasValueBetween(BatchRoute.WAVE, BatchRoute.MOST_ON_THEIR_WAY);
  }

  private static String job(String line) {
    return JOB.formatted(line);
  }

  private RawClient.Response batch(List<String> jobs) throws IOException {
    return client.post("/v1/jobs:batch", body(jobs));
  }

  private static String body(List<String> jobs) {
    return "{\"jobs\":[" + String.join(",", jobs) + "]}";
  }
}
