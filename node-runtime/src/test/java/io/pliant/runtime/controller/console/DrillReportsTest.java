package io.pliant.runtime.controller.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.api.DrillList;
import io.pliant.api.DrillReportEntry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DrillReportsTest {
  private static final String REPORT =
      """
      {"began":"2026-11-27T10:00:00Z","ended":"2026-11-27T10:05:00Z","seed":"%s","version":"1","beside":null,
       "acknowledged":10,"lost":0,"twice":0,"reads":5,"violations":[],"right":true,"later":1,
       "faults":[{"at":"2026-11-27T10:01:00Z","what":"one killed","whom":"c1","submit":1.5,"start":null,"others":null}]}
      """;

  @TempDir Path folder;

  private DrillList list() throws IOException {
    return new DrillReports(folder.resolve("drills")).list();
  }

  private Path file(String name, String text) throws IOException {
    return Files.writeString(Files.createDirectories(folder.resolve("drills")).resolve(name), text);
  }

  @Test
  void shouldTellTheNewestFirst() throws IOException {
    assertThat(list().reports()).isEmpty();
    for (int i = 0; i < DrillReports.MOST + 5; i++) {
      file("drill-%03d.json".formatted(i), REPORT.formatted(i));
    }
    file("drill-999.json.new", "half");
    DrillList all = list();
    assertThat(all.unreadable()).isEmpty();
    assertThat(all.reports()).hasSize(DrillReports.MOST);
    assertThat(all.reports().getFirst().seed()).isEqualTo("54");
    assertThat(all.reports().getLast().seed()).isEqualTo("5");
    DrillReportEntry.Fault fault = all.reports().getFirst().faults().getFirst();
    assertThat(fault.submit()).isEqualTo(1.5);
    assertThat(fault.others()).isNull();
  }

  @Test
  void shouldTellOfAsManyOfTheLargestAsAnAnswerMayHave() throws IOException {
    String report = REPORT.formatted("x");
    String largest = report + " ".repeat(DrillReports.MOST_BYTES - report.length());
    for (int i = 0; i < DrillReports.MOST; i++) {
      file("drill-%03d.json".formatted(i), largest);
    }
    DrillList all = list();
    assertThat(all.reports()).hasSize(DrillReports.MOST_BYTES_TOGETHER / DrillReports.MOST_BYTES);
    assertThat(all.unreadable())
        .hasSize(DrillReports.MOST - all.reports().size())
        .contains("drill-000.json: it is left out, since newer ones fill the list");
  }

  /** Who may write there says what he likes. */
  @Test
  void shouldNameFilesThatAreNoReports() throws IOException {
    Path secret = Files.writeString(folder.resolve("secret"), REPORT.formatted("secret"));
    Path real = file("a.json", REPORT.formatted("right"));
    Files.createSymbolicLink(real.resolveSibling("b.json"), secret);
    Files.createDirectory(real.resolveSibling("c.json"));
    file("d.json", "x".repeat(DrillReports.MOST_BYTES + 1));
    file("e.json", "[[[[".repeat(10_000));
    file("f.json", "{\"began\":7}");
    file("g.json", "");
    DrillList all = list();
    assertThat(all.reports()).extracting(DrillReportEntry::seed).containsExactly("right");
    assertThat(all.unreadable()).hasSize(6);
    assertThat(all.unreadable()).filteredOn(line -> line.startsWith("b.json")).hasSize(1);
    assertThat(String.join(" ", all.unreadable()))
        .contains("d.json: it has more than 131072 bytes", "c.json: it is no plain file")
        .doesNotContain("secret");
  }
}
