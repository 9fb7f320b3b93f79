package io.pliant.sim.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SwfReaderTest {
  @TempDir private Path folder = Path.of("unset");

  @Test
  void shouldFilterAsThePublishedSchedulesDo() throws IOException {
    // given: id submit run allocated requested-procs requested-time
    Path file =
        write(
            "; MaxProcs: 8",
            line(9, 5, 100, 4, -1, 60),
            line(2, 5, 10, -1, 2, 60),
            line(3, 6, 10, 9, 2, 60),
            line(4, 6, 10, 2, 9, 60),
            line(5, 6, 0, 2, 2, 60),
            line(6, 6, 10, 2, 2, 0),
            line(7, -1, 10, 2, 2, 60),
            line(8, 6, 10, 0, 0, 60),
            line(1, 1, 10, 1, 8, 60));

    // when
    Trace trace = SwfReader.read(file, 0, false);

    // then
    assertThat(trace.processors()).isEqualTo(8);
    assertThat(trace.ids()).containsExactly(1, 2, 9);
    assertThat(trace.widths()).containsExactly(8, 2, 4);
    assertThat(trace.runs()).containsExactly(10, 10, 60);
    assertThat(trace.estimates()).containsExactly(60, 60, 60);
  }

  @Test
  void shouldTakeRunTimesForEstimatesWhereTheLogKnowsNone() throws IOException {
    Path file = write("; MaxProcs: 8", line(1, 0, 10, 2, -1, -1), line(2, 0, 20, 2, -1, -1));
    assertThat(SwfReader.read(file, 0, false).estimates()).containsExactly(10, 20);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1 2 3|ends before field 4 (run time)",
        "1 0 0 10 2 -1 -1 2 60 -1 1 1 1 1 1 1 1 1 1|but it has more",
        "1 0 0 1x0 2 -1 -1 2 60 -1 1 1 1 1 1 1 1 1|line 3, field 4 (run time), to be a whole number, but got '1x0'",
        "1 0 0 1.5 2 -1 -1 2 60 -1 1 1 1 1 1 1 1 1|field 4 (run time), to be a whole number",
        "1 -7 0 10 2 -1 -1 2 60 -1 1 1 1 1 1 1 1 1|field 2 (submit time), to be at least 0",
        "1 0 0 10 2 -1 -1 2 99999999999999999999 -1 1 1 1 1 1 1 1 1|field 9 (requested time), to be at most",
        "1 0 zero 10 2 -1 -1 2 60 -1 1 1 1 1 1 1 1 1|field 3 (wait time), to be a number, but got 'zero'"
      })
  void shouldNameLineAndFieldOfADamagedLine(String damaged, String message) throws IOException {
    // given
    Path file = write("; MaxProcs: 8", line(1, 0, 10, 2, 2, 60), damaged);

    // then
    assertThatThrownBy(() -> SwfReader.read(file, 0, false))
        .isInstanceOf(TraceException.class)
        .hasMessageContaining("line 3")
        .hasMessageContaining(message)
        .hasMessageContaining("--lenient");
    assertThat(SwfReader.read(file, 0, true).skipped()).isEqualTo(1);
    assertThat(SwfReader.read(file, 0, true).size()).isEqualTo(1);
  }

  @Test
  void shouldRefuseAJobWiderThanTheMachine() throws IOException {
    Path file = write("; MaxProcs: 8", line(1, 0, 10, 2, 2, 60), line(2, 0, 10, 8, 8, 60));
    assertThatThrownBy(() -> SwfReader.read(file, 4, false))
        .hasMessage(
            "Expected each job to fit on 4 processors, but job 2 asks for 8. Give more --procs, or --lenient to skip such jobs.");
    assertThat(SwfReader.read(file, 4, true).ids()).containsExactly(1);
    assertThat(SwfReader.read(file, 4, true).skipped()).isEqualTo(1);
  }

  @Test
  void shouldRefuseWhatIsNoWholeLog() throws IOException {
    Path missing = folder.resolve("missing.swf");
    assertThatThrownBy(() -> SwfReader.read(missing, 0, false))
        .hasMessageContaining("there is none");
    assertThatThrownBy(() -> SwfReader.read(folder, 0, false)).hasMessageContaining("is a folder");
    Path headless = write(line(1, 0, 10, 2, 2, 60));
    assertThatThrownBy(() -> SwfReader.read(headless, 0, false))
        .hasMessageContaining("Give --procs");
    Path empty = write("; MaxProcs: 8");
    assertThatThrownBy(() -> SwfReader.read(empty, 0, false))
        .hasMessageContaining("at least one job");
  }

  @Test
  void shouldRefuseATruncatedGzipFile() throws IOException {
    // given
    Path whole = folder.resolve("log.gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(whole))) {
      for (int i = 0; i < 1000; i++) {
        out.write((line(i, i * 7 % 100, 10, 2, 2, 60) + "\n").getBytes(StandardCharsets.UTF_8));
      }
    }
    byte[] bytes = Files.readAllBytes(whole);
    Path cut = Files.write(folder.resolve("cut.gz"), Arrays.copyOf(bytes, bytes.length / 2));

    // then
    assertThat(SwfReader.read(whole, 8, false).size()).isEqualTo(1000);
    assertThatThrownBy(() -> SwfReader.read(cut, 8, false))
        .isInstanceOf(TraceException.class)
        .hasMessageContaining("complete gzip file");
  }

  private Path write(String... lines) throws IOException {
    return Files.write(Files.createTempFile(folder, "log", ".swf"), Arrays.asList(lines));
  }

  private static String line(long id, long submit, long run, int allocated, int procs, long time) {
    return "%d %d -1 %d %d -1 -1 %d %d -1 1 3 1 -1 1 -1 -1 -1"
        .formatted(id, submit, run, allocated, procs, time);
  }
}
