package io.pliant.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.cli.cluster.ClusterRecord;
import io.pliant.cli.http.Request;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * Measures the console with a long queue; called by {@code bench/console.sh}, which gives the
 * number of jobs. It asserts on what is seen, never on times.
 */
@EnabledIfSystemProperty(named = "pliant.console.jobs", matches = "[0-9]+")
final class ConsoleScaleIT {
  private static final List<String> PARTITIONS = List.of("main", "long", "debug", "gpu");
  private static final int NODES = 500;
  private static final int BATCH = 500;
  private static final Duration WATCH = Duration.ofSeconds(30);
  private static final double TICKS = 100;

  private static final String SCROLL =
      """
      const done = arguments[arguments.length - 1];
      const frame = () => new Promise((next) => requestAnimationFrame(next));
      const at = (all, part) => all.sort((a, b) => a - b)[Math.min(all.length - 1, Math.floor(part * all.length))];
      const told = (all) => `p50 ${at(all, 0.5).toFixed(0)}, p95 ${at(all, 0.95).toFixed(0)}, most ${at(all, 1).toFixed(0)} ms`;
      (async () => {
        const box = document.querySelector('.scroller');
        const frames = [];
        const jumps = [];
        let last = performance.now();
        for (let i = 0; i < 300; i++) {
          box.scrollTop += 600;
          await frame();
          frames.push(performance.now() - last);
          last = performance.now();
        }
        for (let i = 1; i <= 40; i++) {
          box.scrollTop = (box.scrollHeight * ((i * 7) % 41)) / 41;
          const begun = performance.now();
          do await frame(); while (document.querySelector('tr.coming') || performance.now() - begun < 20);
          jumps.push(performance.now() - begun);
        }
        done(`frames while scrolling: ${told(frames)}\\njumps until all rows are there: ${told(jumps)}`);
      })();
      """;

  @TempDir Path folder;
  private @Nullable PliantCommand started;
  private @Nullable ConsoleBrowser opened;
  private final List<String> report = new ArrayList<>();

  @AfterEach
  void stop() {
    if (opened != null) {
      opened.close();
    }
    if (started != null) {
      started.run("down").expectSuccess();
    }
  }

  @Test
  void shouldShowALongQueue() throws IOException {
    int jobs = Integer.getInteger("pliant.console.jobs");
    PliantCommand pliant = start();
    fill(jobs);
    ConsoleBrowser browser = ConsoleBrowser.open(Files.createDirectory(folder.resolve("browser")));
    opened = browser;
    double unwatched = cpuSeconds();
    LockSupport.parkNanos(WATCH.toNanos()); // the time of the measurement
    unwatched = cpuSeconds() - unwatched;

    String link = pliant.run("console").expectSuccess().lines().findFirst().orElseThrow();
    browser.open(link);
    browser.awaitText("Nodes up");
    browser.page("#/queue");
    browser.await("rows", () -> !browser.all("table.jobs tbody a").isEmpty());
    String origin = String.valueOf(browser.script("return location.origin"));
    browser.open(origin + "/#/queue");
    browser.await("rows", () -> !browser.all("table.jobs tbody a").isEmpty());
    report.add(
        "first paint: "
            + browser.script(
                "return performance.getEntriesByType('paint').map((one) => one.name + ' ' + Math.round(one.startTime) + ' ms').join(', ')"));
    report.add(
        "rows: "
            + browser.asyncScript(
                """
                const done = arguments[arguments.length - 1];
                const asked = performance.getEntriesByType('resource').filter((one) => one.name.includes('/v1/queue'));
                done(Math.round(asked[0].responseEnd) + ' ms after the navigation began');
                """));
    report.add(String.valueOf(browser.asyncScript(SCROLL)));
    assertThat(browser.text()).contains(String.format(Locale.ROOT, "%,d jobs", jobs));

    browser.page("#/");
    browser.await("the map", () -> browser.all(".cell").size() == NODES);
    double watched = cpuSeconds();
    LockSupport.parkNanos(WATCH.toNanos()); // the time of the measurement
    watched = cpuSeconds() - watched;
    report.add(
        "%d controllers together: %.1f %% of a core, %.1f %% with one watcher of the overview"
            .formatted(
                controllers().size(),
                100 * unwatched / WATCH.toSeconds(),
                100 * watched / WATCH.toSeconds()));
    Files.write(Files.createDirectories(Path.of("target", "console")).resolve("scale.txt"), report);
  }

  private PliantCommand start() throws IOException {
    PliantCommand pliant =
        PliantCommand.of(
            PliantCommand.root(),
            folder.resolve("cluster"),
            Files.createDirectory(folder.resolve("work")));
    int each = NODES / PARTITIONS.size();
    List<String> more = new ArrayList<>(List.of("--set", "limits.user-jobs=30000"));
    for (int i = 1; i < PARTITIONS.size(); i++) {
      more.add("--partition");
      more.add("%s:n[%03d-%03d]".formatted(PARTITIONS.get(i), i * each + 1, (i + 1) * each));
    }
    started = pliant;
    pliant.upEmulated(
        3,
        NODES,
        "%s:n[001-%03d]".formatted(PARTITIONS.getFirst(), each),
        more.toArray(String[]::new));
    return pliant;
  }

  private void fill(int jobs) {
    long begun = System.nanoTime();
    RunningCluster cluster = new RunningCluster(folder.resolve("cluster"));
    for (int done = 0; done < jobs; done += BATCH) {
      int from = done;
      String body =
          String.join(
              ",",
              IntStream.range(from, Math.min(jobs, from + BATCH))
                  .mapToObj(ConsoleScaleIT::submission)
                  .toList());
      String answer =
          cluster
              .controllers()
              .text(
                  new Request(
                      "POST",
                      "/v1/jobs:batch",
                      "{\"jobs\":[" + body + "]}",
                      false,
                      Duration.ofMinutes(5)));
      assertThat(answer).doesNotContain("\"error\":\"").doesNotContain("\"error\":{");
    }
    report.add(
        "%d jobs on %d nodes in %d partitions, submitted by one client in %d s"
            .formatted(
                jobs,
                NODES,
                PARTITIONS.size(),
                Duration.ofNanos(System.nanoTime() - begun).toSeconds()));
  }

  private static String submission(int number) {
    return """
    {"script":"#!/bin/sh\\nsleep 3600\\n","scriptName":"s","scriptArguments":[],
     "options":["-J","job-%d","-p","%s","-N","%d","-t","120"],"command":[],"io":null,
     "workingDirectory":"/tmp","submissionKey":null,"environment":{}}\
    """
        .formatted(number, PARTITIONS.get(number % PARTITIONS.size()), 1 + number % 60);
  }

  private List<ClusterRecord.Controller> controllers() {
    return new RunningCluster(folder.resolve("cluster")).record().controllers();
  }

  private double cpuSeconds() {
    double sum = 0;
    for (ClusterRecord.Controller controller : controllers()) {
      try {
        String stat = Files.readString(Path.of("/proc/" + controller.pid() + "/stat"));
        String[] words = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        sum += (Long.parseLong(words[11]) + Long.parseLong(words[12])) / TICKS;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return sum;
  }
}
