package io.pliant.imp.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.imp.testkit.FakeJob;
import io.pliant.imp.testkit.FakeScheduler;
import io.pliant.imp.testkit.Report;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What an adaptation of an MPI program in C gives and leaves, and what it says to wrong ones. */
@Timeout(600)
final class MpiRulesTest {
  @TempDir static Path built;
  @TempDir Path folder;

  @BeforeAll
  static void build() throws Exception {
    CLibrary.needs("make", "cc", "c++", "ar", "mpicc.mpich", "mpiexec.mpich");
    CLibrary.build(built, "tests");
  }

  private FakeScheduler start(int nodes, String... words) throws IOException {
    List<String> command = new ArrayList<>(List.of(words));
    command.set(0, built.resolve("tests").resolve(words[0]).toString());
    return FakeScheduler.start(FakeJob.ofCommand(command, folder, nodes).between(1, 4));
  }

  private void committed(FakeScheduler scheduler, int more) throws Exception {
    Report report =
        (more > 0 ? scheduler.expand(more) : scheduler.shrink(-more)).get(120, TimeUnit.SECONDS);
    assertThat(report.result())
        .as(() -> report + "\n" + CLibrary.printed(folder))
        .isEqualTo(Report.Result.COMMITTED);
  }

  @Test
  void shouldGiveCommunicatorsAndLeaveNothingBehind() throws Exception {
    try (FakeScheduler scheduler = start(1, "cycle", "6")) {
      for (int more : new int[] {1, -1, 2, -1, 1, -2}) {
        committed(scheduler, more);
      }
      scheduler.awaitEnd(Duration.ofSeconds(120));
    }
    assertThat(CLibrary.printed(folder))
        .doesNotContain("Expected")
        .contains("6 rounds, 0 wrong, thread level 3");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          windows | at MPI_Comm_adapt_begin, but there are 1 windows and 0 files
          files | at MPI_Comm_adapt_begin, but there are 0 windows and 1 files
          abort | has called MPI_Abort, exit code 7
          """)
  void shouldSayWhatIsWrong(String what, String words) throws Exception {
    try (FakeScheduler scheduler = start(1, "wrong", what)) {
      var unused = scheduler.expand(1);
      CLibrary.await(() -> CLibrary.printed(folder).contains(words));
      CLibrary.await(() -> scheduler.busyNodes().isEmpty());
    }
  }

  @Test
  void shouldSayThatNoProbeHasSaidSo() throws Exception {
    try (FakeScheduler scheduler = start(1, "wrong", "begin")) {
      CLibrary.await(
          () -> CLibrary.printed(folder).contains("Expected MPI_Probe_adapt to say that"));
      CLibrary.await(() -> scheduler.busyNodes().isEmpty());
    }
  }

  /** Of what {@code measure} prints. */
  private static double share(String printed, int rank, int phase) {
    Matcher matcher =
        Pattern.compile("rank " + rank + ", phase " + phase + ": ([0-9.]+) of it in MPI")
            .matcher(printed);
    assertThat(matcher.find()).as(printed).isTrue();
    return Double.parseDouble(matcher.group(1));
  }

  private String measured(String how) throws Exception {
    try (FakeScheduler scheduler = start(2, "measure", how)) {
      scheduler.awaitEnd(Duration.ofSeconds(120));
    }
    return CLibrary.printed(folder);
  }

  @Test
  void shouldMeasureCommunicationOfAProgramThatMarksNoPhases() throws Exception {
    String printed = measured("rounds");
    assertThat(share(printed, 0, 0)).isLessThan(0.5);
    assertThat(share(printed, 1, 0)).isGreaterThan(0.5);
    assertThat(printed).doesNotContain("phase 1").doesNotContain("phase 2");
  }

  @Test
  void shouldMeasureCommunicationByPhase() throws Exception {
    String printed = measured("phases");
    assertThat(share(printed, 1, 1)).isLessThan(0.4);
    assertThat(share(printed, 1, 2)).isGreaterThan(0.6);
    assertThat(share(printed, 0, 2)).isLessThan(0.5);
    assertThat(printed).doesNotContain("phase 0");
  }

  private String alone(int code, String... command) throws Exception {
    Path out = folder.resolve("alone.out");
    assertThat(CLibrary.run(List.of(command), out)).as(() -> CLibrary.read(out)).isEqualTo(code);
    return CLibrary.read(out);
  }

  @Test
  void shouldRunRigidInTheWorldOfItsLauncher() throws Exception {
    String program = built.resolve("tests/plain").toString();
    assertThat(alone(0, program)).isEqualTo("1 processes, ranks sum up to 0\n");
    assertThat(alone(0, "mpiexec.mpich", "-n", "3", program))
        .isEqualTo("3 processes, ranks sum up to 3\n");
  }

  @Test
  void shouldRefuseAProgramThatIsLinkedWithMpichItself() throws Exception {
    assertThat(alone(1, built.resolve("tests/direct").toString()))
        .contains("Expected a program that is linked with -limp alone");
  }
}
