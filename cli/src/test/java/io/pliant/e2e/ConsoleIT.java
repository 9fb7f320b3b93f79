package io.pliant.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.pliant.cli.cluster.ClusterRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;

/** The web console of three controllers, used by a real browser. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
final class ConsoleIT {
  private static final Path SHOTS = Path.of("target", "console");
  private static final String EVIL =
      "<img src=x onerror=document.title='hacked'><script>1</script>";
  private static final int MANY = 700;

  private Path work = Path.of("unset");
  private PliantCommand pliant;
  private ConsoleBrowser browser;
  private long running;

  @BeforeAll
  void start(@TempDir Path folder) throws IOException {
    assumeTrue(ConsoleBrowser.isThere(), "no chromium with its driver on this host");
    work = Files.createDirectory(folder.resolve("work"));
    pliant = PliantCommand.of(PliantCommand.root(), folder.resolve("cluster"), work);
    String[] more =
        Stream.concat(
                Stream.of(EnergyTruth.METERS),
                Stream.of("--partition", "spare:n[021-030]", "--set", "placement=spread"))
            .toArray(String[]::new);
    pliant.upEmulated(3, 30, "main:n[001-020]:power-aware:71/150-250", more);
    browser = ConsoleBrowser.open(Files.createDirectory(folder.resolve("browser")));
  }

  @AfterAll
  void stop() {
    if (browser != null) {
      browser.close();
    }
    if (pliant != null) {
      pliant.run("down").expectSuccess();
    }
  }

  @BeforeEach
  void forgetComplaints() {
    browser.complaints();
  }

  @Test
  @Order(1)
  void shouldShowWithoutALoginOnlyThatItIsThere() {
    browser.open(controller("c1").http());
    browser.awaitText("This is a controller of a Pliant cluster.");

    assertThat(browser.text()).doesNotContain("Overview", "n001", "pliant by");
    assertThat(browser.violations()).isEmpty();
    assertNoComplaints();

    // when: a token that is none
    browser.one("input[name=token]").sendKeys("plt1.wrong.wrong", Keys.ENTER);

    // then
    browser.awaitText("Expected a Pliant token");
  }

  @Test
  @Order(2)
  void shouldLogInByALinkOnce() {
    String link = pliant.run("console").expectSuccess().lines().findFirst().orElseThrow();
    browser.open(link);
    browser.awaitText("Nodes up");
    assertThat(String.valueOf(browser.script("return location.href"))).doesNotContain("login");
    browser.awaitText("root, operator");

    // when: somebody finds the link and opens it
    browser.script("localStorage.clear()");
    browser.open(link);

    // then
    browser.awaitText("good once");

    browser.open(pliant.run("console").expectSuccess().lines().findFirst().orElseThrow());
    browser.awaitText("30 of 30");
  }

  @Test
  @Order(3)
  void shouldShowWhatOthersTypeAsText() {
    long job =
        number(
            pliant.run("submit", "--parsable", "-J", EVIL, "--wrap", "sleep 600").expectSuccess());
    running = job;
    Path output = work.resolve("slurm-" + job + ".out");
    RunningCluster.await(
        "the job to have an output", Duration.ofMinutes(5), () -> Files.exists(output));

    for (String page : List.of("#/", "#/queue", "#/job/" + job, "#/history")) {
      browser.page(page);
      browser.awaitText("<img src=x onerror");
    }

    assertThat(browser.all("img, main script")).isEmpty();
    assertNoComplaints();
  }

  @Test
  @Order(4)
  void shouldScrollThroughALongQueueAndFindAJobInIt() {
    submitMany();
    browser.page("#/queue");
    browser.awaitText((MANY + 1) + " jobs");

    // when
    browser.script(
        "const box = document.querySelector('.scroller'); box.scrollTop = box.scrollHeight");

    // then: the last row is there, and few besides
    browser.await(
        "the last row",
        () -> !browser.all("tr[aria-rowindex='%d'] a".formatted(MANY + 2)).isEmpty());
    assertThat(browser.all("table.jobs tbody tr")).hasSizeLessThan(100);

    // when
    browser.one("#find").sendKeys("MANY-123");

    // then
    browser.await("one row", () -> browser.text().contains("1 jobs"));
    assertThat(browser.all("table.jobs tbody tr")).hasSize(1);
    assertThat(String.valueOf(browser.script("return location.hash")))
        .isEqualTo("#/queue?text=MANY-123");

    // when: another job of that name comes
    pliant
        .run("submit", "-J", "many-123b", "-p", "spare", "--hold", "--wrap", "true")
        .expectSuccess();

    // then: by itself
    browser.awaitText("many-123b");
    assertNoComplaints();
  }

  @Test
  @Order(5)
  void shouldFollowAJobToItsEnd() throws IOException {
    Path go = work.resolve("go");
    long job =
        number(
            pliant
                .run(
                    "submit",
                    "--parsable",
                    "-p",
                    "spare",
                    "-N",
                    "2",
                    "--wrap",
                    "echo begun; until [ -e " + go + " ]; do sleep 0.1; done; echo 'the <end>'")
                .expectSuccess());
    browser.page("#/job/" + job);
    browser.awaitText("RUNNING");
    browser.awaitText("begun");

    // when
    Files.createFile(go);

    // then
    browser.awaitText("the <end>");
    browser.awaitText("COMPLETED");
    assertThat(browser.text()).contains("slurm-" + job + ".out");
    assertThat(complaints())
        .allMatch(
            one -> one.contains("/output?") && one.contains("404")); // before the file is made
  }

  @Test
  @Order(6)
  void shouldLetAnOperatorChangeThings() {
    browser.page("#/node/n030");
    browser.press("Drain");
    browser.await("a question", () -> !browser.all(".dialog input").isEmpty());
    assertThat(browser.violations()).isEmpty();
    browser.one(".dialog input").sendKeys("new memory");
    browser.press("Drain");
    browser.awaitText("new memory");
    browser.awaitText("drained");
    browser.page("#/nodes");
    browser.await("a cell that is drained", () -> !browser.all(".cell.drained").isEmpty());

    browser.page("#/power");
    browser.await("watts", () -> browser.text().contains("no bounds are set"));
    browser.one("input[name=upper]").sendKeys("9000");
    browser.press("Set bounds");
    browser.awaitText("set by root");
    assertThat(cluster().get("/v1/power").get("bounds").get("upper").decimal()).isEqualTo(9000);
    browser.await("a chart", () -> !browser.all("#power-chart canvas").isEmpty());

    browser.page("#/job/" + running);
    browser.press("Cancel");
    browser.press("No");
    assertThat(cluster().statusOf(running)).isEqualTo("RUNNING");
    browser.press("Cancel");
    browser.await("a question", () -> !browser.all(".dialog").isEmpty());
    browser.press("Cancel");
    browser.awaitText("CANCELLED");
    assertNoComplaints();
  }

  @Test
  @Order(7)
  void shouldShowWhatDrillsFound() throws IOException {
    browser.page("#/drills");
    browser.awaitText("No reports yet");
    Path reports = Files.createDirectories(cluster().folder().resolve("drills"));
    Files.writeString(
        reports.resolve("drill-1.json"),
        """
        {"began":"2026-11-27T10:00:00Z","ended":"2026-11-27T10:05:00Z","seed":"7","version":"1","beside":null,
         "acknowledged":2070,"lost":0,"twice":0,"reads":5,"violations":[],"right":true,
         "faults":[{"at":"2026-11-27T10:01:00Z","what":"<b>one</b> killed","whom":"c1","submit":1.5,"start":2,"others":null}]}
        """);
    Files.writeString(reports.resolve("drill-0.json"), "no report");
    browser.page("#/queue");
    browser.page("#/drills");
    browser.awaitText("2,070");
    browser.awaitText("<b>one</b> killed");
    browser.awaitText("nothing lost");
    browser.awaitText("drill-0.json");
    assertNoComplaints();
  }

  @Test
  @Order(8)
  void shouldBeReadableForAllOnEachPage() {
    List<String> pages =
        List.of(
            "#/",
            "#/queue",
            "#/job/" + running,
            "#/nodes",
            "#/node/n001",
            "#/power",
            "#/partitions",
            "#/history",
            "#/drills");
    for (boolean dark : List.of(false, true)) {
      browser.dark(dark);
      for (String page : pages) {
        browser.settledPage(page);
        browser.await("page " + page, () -> browser.all("main h2, main .tile").size() > 0);
        assertThat(browser.violations()).as("%s, dark %s", page, dark).isEmpty();
        String name = page.replaceAll("[^a-z]+", "");
        browser.screenshot(
            SHOTS.resolve((name.isEmpty() ? "overview" : name) + (dark ? "-dark" : "") + ".png"));
      }
    }
    browser.dark(false);
    assertNoComplaints();
  }

  @Test
  @Order(9)
  void shouldFitOnAPhone() {
    browser.resize(500, 800); // the narrowest that Chromium's window takes
    for (String page : List.of("#/", "#/queue", "#/nodes", "#/power")) {
      browser.page(page);
      browser.await("page " + page, () -> browser.all("main h2, main .tile").size() > 0);
      assertThat((Long) browser.script("return document.documentElement.scrollWidth"))
          .as(page)
          .isLessThanOrEqualTo((Long) browser.script("return window.innerWidth"));
    }
    browser.screenshot(SHOTS.resolve("phone.png"));
    browser.resize(1280, 900);
  }

  @Test
  @Order(10)
  void shouldGoByKeys() {
    browser.page("#/");
    browser.awaitText("Nodes up");
    browser.one("body").sendKeys("g", "n");
    browser.await("the nodes", () -> "#/nodes".equals(browser.script("return location.hash")));
    browser.one("body").sendKeys("?");
    browser.awaitText("These keys");
    browser.one("body").sendKeys(Keys.ESCAPE);
    browser.await("no help", () -> browser.all("[role=dialog]").isEmpty());
  }

  @Test
  @Order(11)
  void shouldGoOnWithAnotherControllerWhenItsOwnIsKilled() {
    String link = pliant.run("console").expectSuccess().lines().findFirst().orElseThrow();
    browser.open(link);
    browser.awaitText("Nodes up");
    ClusterRecord.Controller own =
        cluster().record().controllers().stream()
            .filter(each -> link.startsWith(each.http()))
            .findFirst()
            .orElseThrow();
    browser.page("#/queue?partition=spare");
    pliant.run("submit", "-p", "spare", "-J", "before", "--hold", "--wrap", "true").expectSuccess();
    browser.awaitText("before");

    // when
    RunningCluster.kill(own.pid());
    long job =
        number(
            pliant
                .run(
                    "submit",
                    "--parsable",
                    "-p",
                    "spare",
                    "-J",
                    "afterwards",
                    "--hold",
                    "--wrap",
                    "true")
                .expectSuccess());

    // then: the same page shows it, and more
    browser.awaitText("afterwards");
    String gone = own.http().replace("http://", "");
    browser.await("another controller", () -> !browser.one("#link").getText().contains(gone));
    browser.page("#/job/" + job);
    browser.awaitText("JobHeldUser");
  }

  /** The description names them, since a report may show its first line alone. */
  private void assertNoComplaints() {
    List<String> complaints = complaints();
    assertThat(complaints).as("complaints %s", complaints).isEmpty();
  }

  private List<String> complaints() {
    List<String> complaints = browser.complaints();
    complaints.removeIf(ConsoleIT::lateAnswer);
    return complaints;
  }

  /**
   * A question that a busy host did not answer in its time: the page asks the next controller, and
   * what it is to show then is awaited.
   */
  private static boolean lateAnswer(String complaint) {
    boolean late = complaint.contains("status of 503") || complaint.contains("status of 504");
    if (late) {
      System.out.println("The console asks again: " + complaint);
    }
    return late;
  }

  private void submitMany() {
    String jobs =
        String.join(
            ",",
            IntStream.range(0, MANY)
                .mapToObj(i ->
                    """
                    {"script":"#!/bin/sh\\ntrue\\n","scriptName":"s","scriptArguments":[],
                     "options":["-J","many-%d","--hold"],"command":[],"io":null,
                     "workingDirectory":"/tmp","submissionKey":null,"environment":{}}\
                    """
                        .formatted(i))
                .toList());
    cluster()
        .controllers()
        .text(
            new io.pliant.cli.http.Request(
                "POST",
                "/v1/jobs:batch",
                "{\"jobs\":[" + jobs + "]}",
                false,
                Duration.ofMinutes(5)));
  }

  private RunningCluster cluster() {
    return new RunningCluster(pliant.clusterFolder());
  }

  private ClusterRecord.Controller controller(String name) {
    return cluster().record().controllers().stream()
        .filter(each -> each.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static long number(String text) {
    return Long.parseLong(text.strip());
  }
}
