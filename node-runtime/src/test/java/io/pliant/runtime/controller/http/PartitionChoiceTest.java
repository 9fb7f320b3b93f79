package io.pliant.runtime.controller.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.api.StartEntry;
import io.pliant.core.id.JobId;
import io.pliant.core.id.PartitionName;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PartitionChoiceTest {
  private static final String BODY =
      """
      {"script":"#!/bin/sh\\n#SBATCH -p %s\\ntrue\\n","scriptName":"x.sh","scriptArguments":[],
       "options":[],"command":[],"io":null,"workingDirectory":"/tmp","environment":{},"submissionKey":null}
      """;

  private ApiFixture fixture;
  private RawClient client;

  @BeforeEach
  void start(@TempDir Path dir) throws IOException {
    fixture =
        ApiFixture.with(
            dir,
            "pliant.partitions = [{ name = a, default = true, nodes = \"a1\" }, { name = b, nodes = \"b1\" }, { name = c, nodes = \"c1\" }]");
    client = fixture.unix();
  }

  @AfterEach
  void stop() throws IOException {
    client.close();
    fixture.close();
  }

  @Test
  void shouldHaveAJobWaitWhereItWouldStartFirst() throws IOException {
    starts("a", at(100));
    starts("b", at(50));
    starts("c", at(60));

    assertThat(chosen("a,b,c")).isEqualTo("b");
    assertThat(chosen("c,a")).isEqualTo("c");
    assertThat(chosen("a")).as("of one, none is asked").isEqualTo("a");
  }

  @Test
  void shouldTakeTheFirstOfEqualOnesAndAnyThatTakesItOverOneThatDoesNot() throws IOException {
    starts("a", null);
    starts("b", StartEntry.unknown("nodes are down"));
    starts("c", at(60));
    assertThat(chosen("a,b")).as("a refuses").isEqualTo("b");
    assertThat(chosen("b,c")).isEqualTo("c");
    starts("b", at(60));
    assertThat(chosen("b,c")).isEqualTo("b");
  }

  @Test
  void shouldSendARepeatedSubmissionWhereTheFirstOneWent() throws IOException {
    starts("a", at(1));
    starts("b", StartEntry.original(new JobId(7)));

    assertThat(chosen("a,b")).isEqualTo("b");
  }

  @Test
  void shouldSubmitToThatPartitionAndSaySo() throws IOException {
    starts("a", at(100));
    starts("b", at(50));

    RawClient.Response taken = client.post("/v1/jobs", BODY.formatted("a,b"));

    assertThat(taken.status()).isEqualTo(201);
    assertThat(taken.json().path("warnings").get(0).asText()).contains("waits in 'b'");
    assertThat(fixture.gateway.jobs.values())
        .extracting(job -> job.spec().partition())
        .containsExactly(new PartitionName("b"));
  }

  private String chosen(String list) throws IOException {
    return client.post("/v1/jobs/check", BODY.formatted(list)).json().path("partition").asText();
  }

  private void starts(String partition, @Nullable StartEntry start) {
    fixture.gateway.starts.put(new PartitionName(partition), Optional.ofNullable(start));
  }

  private static StartEntry at(long seconds) {
    return new StartEntry(FakeGateway.START.plusSeconds(seconds), 1, "n1", null, null);
  }
}
