package io.pliant.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.pliant.core.testing.PemFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The ways in which a command reaches a controller: quick, whole, and over TLS with a token. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class CommandLineIT {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final Map<String, String> FULL = Map.of("PLIANT_FULL_CLIENT", "1");

  private Path folder;
  private Path work;
  private PliantCommand pliant;
  private PemFiles pem;

  @BeforeAll
  void startAClusterWithCertificates(@TempDir Path folder) throws Exception {
    this.folder = folder;
    work = Files.createDirectory(folder.resolve("work"));
    Files.writeString(
        work.resolve("job.sh"), "#!/bin/bash\n#SBATCH -J from-script -t 2\necho \"$@\"\n");
    pem = PemFiles.make(Files.createDirectory(folder.resolve("tls")), "EC");
    Path secret = folder.resolve("secret");
    Files.writeString(secret, "0123456789abcdef".repeat(4) + "\n");
    assertThat(secret.toFile().setReadable(false, false)).isTrue();
    assertThat(secret.toFile().setReadable(true, true)).isTrue();
    assertThat(pem.key().toFile().setReadable(false, false)).isTrue();
    assertThat(pem.key().toFile().setReadable(true, true)).isTrue();
    pliant = PliantCommand.of(PliantCommand.root(), folder.resolve("cluster"), work);
    List<String> options = new ArrayList<>(List.of("--nodes", "1"));
    for (String setting :
        List.of(
            "security.token-secret-file=" + secret,
            "security.tls.certificate=" + pem.certificate(),
            "security.tls.key=" + pem.key())) {
      options.addAll(List.of("--set", setting));
    }
    pliant.run(PliantCommand.UP, "up", options).expectSuccess();
  }

  @AfterAll
  void stopTheCluster() {
    pliant.run("down").expectSuccess();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "job.sh",
        "job.sh|a b|--not-ours|ü\n\"\\\t",
        "-N1|-n|1|--time=3|-J|named|job.sh|-J",
        "--job-name|x|--exclusive|--comment=a=b|-o|/dev/null|./job.sh",
        "-H|--no-requeue|--export=A=1,B|job.sh",
        "--wrap=echo 'x y'",
        "-Q|--wrap|true",
        "-c1|-Hn1|job.sh"
      })
  void shouldSubmitTheSameByTheQuickAndByTheWholeClient(String line) throws IOException {
    List<String> words = new ArrayList<>(List.of("--parsable"));
    words.addAll(List.of(line.split("\\|", -1)));
    Map<String, String> odd = Map.of("ODD", "é\u0001\"\\", "PLIANT_TOKEN", "secret");
    ObjectNode quick = spec(pliant.with(odd), words);
    ObjectNode whole = spec(pliant.with(with(odd, FULL)), words);
    assertThat(quick).isEqualTo(whole);
    assertThat(quick.toString()).doesNotContain("secret");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "-h", "-t|PD,R", "--states=pending", "-p|main|-hu|nobody", "-u|nobody|-h"})
  void shouldShowTheSameQueueByTheQuickAndByTheWholeClient(String line) {
    pliant.run("submit", "-H", "-J", "a name", "--wrap", "true").expectSuccess();
    List<String> words = line.isEmpty() ? List.of() : List.of(line.split("\\|", -1));
    PliantCommand.Result quick = pliant.run(Duration.ofMinutes(5), "queue", words);
    PliantCommand.Result whole = pliant.with(FULL).run(Duration.ofMinutes(5), "queue", words);
    assertThat(quick.expectSuccess()).isEqualTo(whole.expectSuccess());
    assertThat(quick.out().contains("a name")).isEqualTo(!line.contains("nobody"));
  }

  @Test
  void shouldPrintTheQueueInSlurmsFormat() {
    String id =
        pliant
            .run("submit", "--parsable", "-H", "-J", "odd", "-t9", "--wrap", "true")
            .expectSuccess();
    PliantCommand.Result lines = pliant.run("queue", "-o", "%i|%.5j|%t|%l|%R");
    assertThat(lines.expectSuccess().lines())
        .startsWith("JOBID| NAME|ST|TIME_LIMIT|NODELIST(REASON)")
        .contains(id + "|  odd|PD|9:00|(JobHeldUser)");
    assertThat(pliant.run("queue", "-o", "%s").exit()).isEqualTo(2);
    assertThat(pliant.run("queue", "-h", "-j", id + ",999999").expectSuccess().lines())
        .hasSize(1)
        .isEqualTo(
            pliant
                .with(FULL)
                .run("queue", "-hj" + id + ",999999")
                .expectSuccess()
                .lines()
                .toList());
  }

  @Test
  void shouldNarrowTheQueueByNodesAndTellExpectedStarts() {
    String held = submitHeld("later");
    String begins =
        pliant
            .run("submit", "--parsable", "-b", "now+1hour", "-J", "begins", "--wrap", "true")
            .expectSuccess();

    String starts = pliant.run("queue", "--start", "-j", held + "," + begins).expectSuccess();
    assertThat(starts.lines().findFirst().orElseThrow().strip().split(" +"))
        .containsExactly(
            "JOBID",
            "PARTITION",
            "NAME",
            "USER",
            "ST",
            "START_TIME",
            "NODES",
            "SCHEDNODES",
            "NODELIST(REASON)");
    assertThat(starts.lines().filter(line -> line.contains("later")))
        .singleElement()
        .asString()
        .contains(" N/A ");
    String running =
        pliant
            .run("submit", "--parsable", "--exclusive", "-t10", "--wrap", "sleep 600")
            .expectSuccess();
    String next =
        pliant
            .run("submit", "--parsable", "--exclusive", "-t10", "-J", "next", "--wrap", "true")
            .expectSuccess();
    RunningCluster.await(
        "the head of the queue to be expected at a time",
        Duration.ofMinutes(5),
        () ->
            pliant
                .run("queue", "-h", "--start", "-o", "%S", "-j", next)
                .expectSuccess()
                .matches("20\\d\\d-\\d\\d-\\d\\dT[0-9:]{8}"));
    pliant.run("cancel", next, running).expectSuccess();
    assertThat(pliant.run("queue", "-h", "-w", "n[001-009]", "-j", held).expectSuccess())
        .as("it holds no node")
        .isEmpty();
    assertThat(pliant.run("queue", "-h", "-R", "none").expectSuccess()).isEmpty();
    assertThat(pliant.run("queue", "-w", "n[9-1]").err()).contains("--nodelist");
    assertThat(account(held, "-N", "n[001-009]")).isEmpty();
    assertThat(account(held, "-I", "1-2")).isEqualTo(held);
    assertThat(account(held, "-i", "7")).isEmpty();
    assertThat(account(held, "-q", "none")).isEmpty();
    assertThat(pliant.run("sacct", "-I", "few").err()).contains("--ncpus", "'few'");
    assertThat(pliant.run("cancel", "-w", "n[001-009]", "-n", "later").err())
        .contains("no job matches");
    assertThat(pliant.run("cancel", "-Q", "-R", "none").err()).isEmpty();
    pliant.run("cancel", held, begins).expectSuccess();
    assertThat(pliant.run("cancel", "-Q", held).err()).isEmpty();
  }

  private String account(String job, String... narrowed) {
    List<String> words = new ArrayList<>(List.of("-n", "-X", "-P", "-o", "JobID", "-j", job));
    words.addAll(List.of(narrowed));
    return pliant.run("sacct", words.toArray(String[]::new)).expectSuccess();
  }

  @Test
  void shouldReadOptionsOfListsFromSlurmsVariables() {
    String first = submitHeld("sorted-b");
    String second = submitHeld("sorted-a");
    Map<String, String> variables =
        Map.of(
            "SQUEUE_NAMES", "sorted-a,sorted-b",
            "SQUEUE_SORT", "-i",
            "SQUEUE_FORMAT", "%i %V",
            "SLURM_TIME_FORMAT", "%H.%M");
    PliantCommand chosen = pliant.with(variables);

    assertThat(chosen.run("queue", "-h").expectSuccess().lines().map(CommandLineIT::shortened))
        .containsExactly(second + " ##.##", first + " ##.##");
    assertThat(chosen.run("queue", "-h", "-S", "j", "-o", "%i").expectSuccess().lines())
        .containsExactly(second, first);
    assertThat(chosen.run("queue", "-h", "-n", "none").expectSuccess()).isEmpty();
    assertThat(pliant.with(Map.of("SQUEUE_STATES", "BOGUS")).run("queue").err())
        .contains("BOGUS", "Variables that counted as options: SQUEUE_STATES");
    PliantCommand only = pliant.with(Map.of("SCANCEL_NAME", "sorted-a"));
    PliantCommand.Result cancelled = only.run("cancel", first, second);
    assertThat(cancelled.exit()).as(cancelled.err()).isZero();
    assertThat(chosen.run("queue", "-h", "-o", "%i").expectSuccess()).isEqualTo(first);
    assertThat(pliant.with(Map.of("SINFO_FORMAT", "%P")).run("sinfo", "-l").expectSuccess())
        .startsWith("PARTITION")
        .doesNotContain("NODELIST");
    pliant.run("cancel", first).expectSuccess();
  }

  private String submitHeld(String name) {
    return pliant.run("submit", "--parsable", "-H", "-J", name, "--wrap", "true").expectSuccess();
  }

  private static String shortened(String line) {
    return line.replaceFirst(" [0-9]{2}[.][0-9]{2}$", " ##.##");
  }

  @Test
  void shouldAddWhatALoginShellSets() throws IOException {
    String path = folder.resolve("login").toString();
    pliant
        .with(Map.of("ODD", "1"))
        .run(
            "submit",
            "--wait",
            "--get-user-env=60",
            "--export=NONE",
            "-o",
            path,
            "--wrap",
            "env; srun -n1 echo stepped")
        .expectSuccess();

    assertThat(Files.readString(Path.of(path)))
        .contains("SLURM_GET_USER_ENV=1\n", "HOME=", "stepped\n")
        .doesNotContain("ODD", "warning");
  }

  @Test
  void shouldBeOneJobWhenTheSameKeyIsSubmittedTwice() {
    PliantCommand keyed = pliant.with(Map.of("PLIANT_SUBMISSION_KEY", "mine"));
    String first = keyed.run("submit", "--parsable", "--wrap", "true").expectSuccess();
    String again =
        keyed
            .with(with(keyed.environment(), FULL))
            .run("submit", "--parsable", "--wrap", "true")
            .expectSuccess();
    assertThat(again).isEqualTo(first);
  }

  @Test
  void shouldSpeakTlsWithATokenAndNameTheRemedyWhenTheAuthorityIsNotKnown() throws IOException {
    JsonNode cluster = JSON.readTree(folder.resolve("cluster/cluster.json").toFile());
    JsonNode controller = cluster.path("controllers").get(0);
    String url = controller.path("http").asText().replaceFirst("^http://", "https://");
    String user = System.getProperty("user.name");
    String token =
        pliant
            .plain(
                "controller",
                "token",
                "--config",
                controller.path("config").asText(),
                "--user",
                user)
            .expectSuccess();
    Map<String, String> remote = Map.of("PLIANT_CONTROLLERS", url, "PLIANT_TOKEN", token);

    // when
    PliantCommand trusting =
        pliant.with(with(remote, Map.of("PLIANT_CA", pem.certificate().toString())));
    String id =
        trusting.plain("submit", "--parsable", "--wait", "--wrap", "echo tls").expectSuccess();
    PliantCommand.Result doubting = pliant.with(remote).plain("queue");

    // then
    assertThat(work.resolve("slurm-" + id + ".out")).hasContent("tls");
    assertThat(doubting.exit()).isEqualTo(1);
    assertThat(doubting.err()).contains(url).contains("PLIANT_CA").doesNotContain(token);
  }

  /** The specification of a job submitted with these words, without what differs on purpose. */
  private ObjectNode spec(PliantCommand command, List<String> words) throws IOException {
    String id = command.run(Duration.ofMinutes(5), "submit", words).expectSuccess();
    JsonNode job = JSON.readTree(pliant.run("show", id, "--json").expectSuccess());
    ObjectNode spec = (ObjectNode) job.path("spec");
    spec.remove(List.of("submissionKey", "begin"));
    for (String own : List.of("PLIANT_FULL_CLIENT", "_", "SHLVL")) {
      ((ObjectNode) spec.path("environment")).remove(own);
    }
    return spec;
  }

  private static Map<String, String> with(Map<String, String> one, Map<String, String> other) {
    Map<String, String> both = new java.util.TreeMap<>(one);
    both.putAll(other);
    return both;
  }
}
