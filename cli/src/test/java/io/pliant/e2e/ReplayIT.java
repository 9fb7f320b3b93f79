package io.pliant.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Decisions of a live cluster, made again by the simulator from the decision log. */
final class ReplayIT {
  private static final int JOBS = 100;
  private static final Pattern VERDICT =
      Pattern.compile("(\\d+) rounds, (\\d+) starts, (\\d+) differing plans");

  @Test
  void shouldReplayEveryPlanOfAHundredLiveJobs(@TempDir Path folder) throws IOException {
    // given: the cluster of the demo: three controllers, eight nodes
    Path log = folder.resolve("decisions");
    PliantCommand pliant =
        PliantCommand.of(PliantCommand.root(), folder.resolve("cluster"), folder);
    List<String> options =
        List.of("--controllers", "3", "--nodes", "8", "--set", "decision-log.folder=" + log);
    pliant.run(PliantCommand.UP, "up", options).expectSuccess();
    try {
      // when: jobs of many widths and limits, so that some wait and some pass others
      for (int i = 0; i < JOBS; i++) {
        String nodes = String.valueOf(i % 7 == 0 ? 6 : 1 + i % 3);
        pliant
            .run("submit", "-N", nodes, "-t", String.valueOf(1 + i % 5), "--wrap", "sleep 0.1")
            .expectSuccess();
      }
      List<String> wait = new ArrayList<>(List.of("-N", "8", "--wait", "--wrap", "true"));
      pliant.run(PliantCommand.UP, "submit", wait).expectSuccess();
    } finally {
      pliant.run("down").expectSuccess();
    }

    // then
    List<String> files;
    try (Stream<Path> found = Files.list(log)) {
      files = found.map(Path::toString).filter(name -> name.endsWith(".jsonl")).toList();
    }
    List<String> words = new ArrayList<>(List.of("sim", "replay"));
    words.addAll(files);
    String out = pliant.plain(words.toArray(String[]::new)).expectSuccess();
    int starts = 0;
    for (Matcher verdict = VERDICT.matcher(out); verdict.find(); ) {
      starts += Integer.parseInt(verdict.group(2));
      assertThat(verdict.group(3)).as(out).isEqualTo("0");
    }
    assertThat(starts).as(out).isGreaterThanOrEqualTo(JOBS + 1);
  }
}
