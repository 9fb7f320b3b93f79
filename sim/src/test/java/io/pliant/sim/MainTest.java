package io.pliant.sim;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.pliant.sim.command.SimFailure;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class MainTest {
  @TempDir private Path folder = Path.of("unset");
  private Path trace = Path.of("unset");
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @BeforeEach
  void writeATrace() throws IOException {
    trace =
        Files.write(
            folder.resolve("small.swf"),
            List.of(
                "; MaxProcs: 4",
                "1 0 -1 100 4 -1 -1 4 100 -1 1 1 1 -1 1 -1 -1 -1",
                "2 10 -1 50 2 -1 -1 2 60 -1 1 1 1 -1 1 -1 -1 -1"));
  }

  @Test
  void shouldPrintTheResultAsJson() throws IOException {
    // when
    int code = run("--trace", trace.toString(), "--policy", "easy", "--repeat", "3", "--json");

    // then
    assertThat(code).isZero();
    JsonNode json = new ObjectMapper().readTree(out.toByteArray());
    assertThat(json.get("jobs").asInt()).isEqualTo(2);
    assertThat(json.get("meanWaitSeconds").asDouble()).isEqualTo(45);
    assertThat(json.get("meanResponseSeconds").asDouble()).isEqualTo(120);
    assertThat(json.get("meanBoundedSlowdown").asDouble()).isEqualTo(1.9);
    assertThat(json.get("maxWaitSeconds").asLong()).isEqualTo(90);
    assertThat(json.get("makespanSeconds").asLong()).isEqualTo(150);
    assertThat(json.get("utilization").asDouble()).isEqualTo(500 / 600.0);
    assertThat(json.get("digest").asText()).matches("[0-9a-f]{16}");
    assertThat(json.get("simulationSeconds").asDouble()).isPositive();
  }

  @Test
  void shouldRunAPoolInEachWayAndTheSameAgain() throws IOException {
    String[] arguments = {
      "pools", "--partitions", "3", "--nodes", "4", "--jobs", "8", "--workload", "big", "--json"
    };
    assertThat(run(arguments)).isZero();
    String first = out.toString(StandardCharsets.UTF_8);
    List<JsonNode> lines = new ArrayList<>();
    for (String line : first.lines().toList()) {
      lines.add(new ObjectMapper().readTree(line));
    }
    assertThat(lines)
        .extracting(line -> line.get("way").asText())
        .containsExactly("leases", "stealing", "central");
    assertThat(lines).allSatisfy(line -> assertThat(line.get("finished").asInt()).isEqualTo(24));
    assertThat(lines.getFirst().get("messagesPerJob").asDouble()).isPositive();
    assertThat(lines.getLast().get("messagesPerJob").asDouble()).isZero();

    out.reset();
    assertThat(run(arguments)).isZero();
    assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo(first);
  }

  @Test
  void shouldRefuseAPoolThatIsNone() {
    assertThat(run("pools", "--partitions", "2", "--controllers", "3")).isEqualTo(2);
    assertThat(err.toString(StandardCharsets.UTF_8)).contains("1 to 2 controllers");
    assertThat(run("pools", "--jobs", "0")).isEqualTo(2);
    assertThat(run("pools", "--run-us", "-1")).isEqualTo(2);
    assertThat(run("pools", "--latency-us", "9223372036854775807")).isEqualTo(2);
    assertThat(run("pools", "--partitions", "1048577", "--nodes", "1", "--jobs", "1")).isEqualTo(2);
  }

  @Test
  void shouldBearTheLongestTimesOfAPool() {
    List<String> words =
        List.of(
            "pools --partitions 2 --jobs 2 --latency-us 100000 --message-us 100000 --job-us 10000000 --hints-us 3600000000 --run-us 3600000000"
                .split(" "));
    assertThat(run(words.toArray(String[]::new))).isZero();
  }

  @Test
  void shouldSimulateAListThatItHasGenerated() throws IOException {
    // given
    assertThat(run("generate", "--jobs", "60", "--seed", "3", "--nodes", "8", "--cpus", "4"))
        .isZero();
    Path list = Files.write(folder.resolve("jobs.txt"), out.toByteArray());
    Path csv = folder.resolve("jobs.csv");
    out.reset();

    // when
    int code =
        run(
            "jobs",
            list.toString(),
            "--policies",
            "easy,elastic",
            "--json",
            "--csv",
            csv.toString());

    // then
    assertThat(code).as(err.toString(StandardCharsets.UTF_8)).isZero();
    JsonNode json = new ObjectMapper().readTree(out.toByteArray());
    assertThat(json).hasSize(2);
    JsonNode shapes = json.get(0).get("shapes");
    int started = shapes.get(shapes.size() - 1).get("jobs").asInt();
    assertThat(started).isGreaterThan(60);
    assertThat(Files.readAllLines(csv).stream().filter(line -> line.startsWith("easy,")))
        .hasSize(started);
    assertThat(Files.readAllLines(csv).getFirst())
        .isEqualTo("policy,job,index,shape,submit,start,end,state,cpus");
  }

  @Test
  void shouldNameTheLineOfAListThatIsWrong() throws IOException {
    Path list = Files.writeString(folder.resolve("bad.txt"), "partition a nodes=1\njob 1 at=x\n");
    assertThat(run("jobs", list.toString())).isEqualTo(SimFailure.MISUSE);
    assertThat(err.toString(StandardCharsets.UTF_8))
        .contains("bad.txt, line 2: expected at= in seconds");
    assertThat(run("generate", "--arrays", "80", "--packs", "30")).isEqualTo(SimFailure.MISUSE);
    assertThat(err.toString(StandardCharsets.UTF_8)).contains("at most 100 % together");
    assertThat(run("jobs", list.toString(), "--policies", "none")).isEqualTo(SimFailure.MISUSE);
  }

  @Test
  void shouldCompareThePoliciesOnTheEspMixAndWriteTheReports() throws IOException {
    // given
    Path html = folder.resolve("esp.html");
    Path csv = folder.resolve("esp.csv");

    // when
    int code =
        run(
            "compare",
            "--esp",
            "--seeds",
            "1",
            "--malleable",
            "100",
            "--policies",
            "easy,elastic",
            "--kinds",
            "--html",
            html.toString(),
            "--csv",
            csv.toString());

    // then
    assertThat(code).as(errors()).isZero();
    assertThat(out.toString(StandardCharsets.UTF_8))
        .contains("| 100 % | elastic |", "elastic against", "| 100 % | easy | Z | 2 |");
    assertThat(Files.readString(html))
        .contains("<svg", "</html>")
        .doesNotContain("http://www.w3.org/1999", "<script", "src=");
    assertThat(Files.readAllLines(csv)).hasSize(1 + 2 * 230);
  }

  @Test
  void shouldKeepThePapersCorridorWithWaitingJobsAndNotWithout() throws IOException {
    // given
    Path html = folder.resolve("power.html");
    Path csv = folder.resolve("power.csv");

    // when
    int code = run("power", "--json", "--html", html.toString(), "--csv", csv.toString());

    // then: all three bounds are settled in time by the policy that counts waiting jobs in
    assertThat(code).as(errors()).isZero();
    JsonNode policies = new ObjectMapper().readTree(out.toByteArray()).get("policies");
    JsonNode easy = policies.get(0);
    JsonNode running = policies.get(1);
    JsonNode aware = policies.get(2);
    assertThat(easy.get("avoidableSeconds").asDouble()).isGreaterThan(100);
    assertThat(running.get("policy").asText()).isEqualTo("power-aware-running");
    assertThat(running.get("settledSeconds").get(1).isNull()).isTrue();
    assertThat(aware.get("settledSeconds"))
        .hasSize(3)
        .allSatisfy(settled -> assertThat(settled.asDouble()).isLessThan(4));
    assertThat(aware.get("avoidableSeconds").asDouble()).isLessThan(4);
    assertThat(aware.get("joules").asDouble()).isBetween(1e6, 1e7);
    assertThat(Files.readString(html)).contains("<svg", "power-aware", "</html>");
    assertThat(Files.readAllLines(csv)).hasSizeGreaterThan(100);
  }

  @Test
  void shouldRefuseBoundsThatMakeNoSense() {
    assertThat(run("power", "--bounds", "0:1700")).isEqualTo(2);
    assertThat(run("power", "--bounds", "0:1700-1600")).isEqualTo(2);
    assertThat(run("power", "--bounds", "9:1-2,3:1-2")).isEqualTo(2);
    assertThat(run("power", "--policies", "lottery")).isEqualTo(2);
    assertThat(run("power", "--resize-base", "-1")).isEqualTo(2);
    assertThat(run("compare", "--esp", "--policies", "power-aware")).isEqualTo(2);
    assertThat(run("--trace", trace.toString(), "--policy", "power-aware")).isEqualTo(2);
    assertThat(out.toString(StandardCharsets.UTF_8)).isEmpty();
  }

  @Test
  void shouldRunPoliciesForMalleableJobsOnRigidOnes() throws IOException {
    // given
    run("--trace", trace.toString(), "--policy", "easy", "--json");
    JsonNode easy = new ObjectMapper().readTree(out.toByteArray());
    out.reset();

    // when
    int code = run("--trace", trace.toString(), "--policy", "elastic", "--json");

    // then
    assertThat(code).isZero();
    JsonNode elastic = new ObjectMapper().readTree(out.toByteArray());
    assertThat(elastic.get("digest")).isEqualTo(easy.get("digest"));
  }

  @Test
  void shouldRefuseContradictoryComparisons() {
    assertThat(run("compare")).isEqualTo(2);
    assertThat(run("compare", "--esp", "--trace", trace.toString())).isEqualTo(2);
    assertThat(run("compare", "--esp", "--procs", "4")).isEqualTo(2);
    assertThat(run("compare", "--esp", "--phases", "3")).isEqualTo(2);
    assertThat(run("compare", "--esp", "--malleable", "120")).isEqualTo(2);
    assertThat(run("compare", "--esp", "--policies", "easy,lottery")).isEqualTo(2);
    assertThat(run("psp", "--lenient")).isEqualTo(2);
    assertThat(run("replay", folder.resolve("none").toString())).isEqualTo(2);
    assertThat(out.toString(StandardCharsets.UTF_8)).isEmpty();
  }

  @Test
  void shouldListThePoliciesWhenItDoesNotKnowOne() {
    assertThat(run("--trace", trace.toString(), "--policy", "lottery"))
        .isEqualTo(SimFailure.MISUSE);
    assertThat(errors()).contains("fcfs, easy, easy-sjbf, conservative", "'lottery'");
    assertThat(out.toString(StandardCharsets.UTF_8)).isEmpty();
  }

  @Test
  void shouldRefuseBadInputWithoutAnyOutput() {
    assertThat(run("--trace", folder.resolve("none").toString(), "--policy", "easy")).isEqualTo(2);
    assertThat(run("--policy", "easy")).isEqualTo(2);
    assertThat(run("--trace", trace.toString())).isEqualTo(2);
    assertThat(run("--trace", trace.toString(), "--policy", "easy", "--procs", "3")).isEqualTo(2);
    assertThat(run("--trace", trace.toString(), "--policy", "easy", "--procs", "-3")).isEqualTo(2);
    assertThat(run("--trace", trace.toString(), "--policy", "easy", "--repeat", "0")).isEqualTo(2);
    assertThat(run("--trace", trace.toString(), "--policy", "easy", "--fast")).isEqualTo(2);
    assertThat(out.toString(StandardCharsets.UTF_8)).isEmpty();
    assertThat(errors().lines().filter(l -> l.startsWith("pliant sim: error: "))).hasSize(7);
  }

  private String errors() {
    return err.toString(StandardCharsets.UTF_8);
  }

  private int run(String... arguments) {
    return Main.run(
        new PrintStream(out, true, StandardCharsets.UTF_8),
        new PrintStream(err, true, StandardCharsets.UTF_8),
        arguments);
  }
}
