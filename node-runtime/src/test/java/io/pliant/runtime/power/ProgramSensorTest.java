package io.pliant.runtime.power;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With real scripts as the programs. The sensor's time is the test's, the programs' is real. */
final class ProgramSensorTest {
  private static final long SECOND = 1_000_000_000;
  private static final long PATIENCE = 60 * SECOND;
  private static final String IPMITOOL =
      """

          Instantaneous power reading:                   204 Watts
          Minimum during sampling period:                 12 Watts
          Maximum during sampling period:                468 Watts
          Power reading state is:                   activated
      """;

  @TempDir private Path dir = Path.of("unset");
  private final List<String> complaints = new ArrayList<>();
  private ProgramSensor sensor = dcmi(List.of("/bin/true"));

  @AfterEach
  void close() {
    sensor.close();
  }

  private ProgramSensor dcmi(List<String> command) {
    return new ProgramSensor(
        "ipmi", command, Duration.ofSeconds(10), ProgramReaders::dcmi, List.of(), complaints::add);
  }

  @Test
  void shouldHoldTheLastReadingAndCallSeldom() throws IOException {
    sensor = dcmi(script("echo x >> calls; printf '%s' '" + IPMITOOL + "'"));
    assertThat(sensor.trouble()).isNull();
    assertThat(calls()).isEqualTo(1);

    long now = untilKnown(sensor, 0);
    assertThat(sensor.sample(now + SECOND)).isEqualTo(204_000_000);
    assertThat(sensor.sample(now + SECOND + SECOND / 4)).isEqualTo(51_000_000);
    for (int i = 2; i < 9; i++) {
      assertThat(sensor.sample(now + i * SECOND)).isPositive();
    }
    assertThat(calls()).isEqualTo(2);
    assertThat(sensor.method()).isEqualTo("ipmi");
    assertThat(sensor.estimated()).isFalse();
    assertThat(complaints).isEmpty();
  }

  @Test
  void shouldLeaveAGapAndComplainOnceWhileTheProgramFails() throws IOException {
    Path broken = dir.resolve("broken");
    sensor =
        dcmi(
            script(
                "[ -e broken ] && { echo no BMC here >&2; exit 3; }; printf '%s' '"
                    + IPMITOOL
                    + "'"));
    long now = untilKnown(sensor, 0);
    Files.createFile(broken);

    now = untilGap(sensor, now);
    assertThat(complaints).singleElement().asString().contains("code 3: no BMC here");
    for (int i = 0; i < 3; i++) {
      now = untilCalled(sensor, now + 11 * SECOND);
    }
    assertThat(complaints).hasSize(1);
    Files.delete(broken);
    now = untilKnown(sensor, now + 11 * SECOND);
    assertThat(sensor.sample(now + SECOND)).isEqualTo(204_000_000);
  }

  @Test
  void shouldEndAProgramThatTakesTooLong() throws IOException {
    sensor = dcmi(script("echo $$ > pid; exec sleep 1000"));
    assertThat(sensor.sample(0)).isEqualTo(Sensor.GAP);
    Path file = dir.resolve("pid");
    await(() -> Files.exists(file) && Files.readString(file).endsWith("\n"));
    ProcessHandle process =
        ProcessHandle.of(Long.parseLong(Files.readString(file).strip())).orElseThrow();

    assertThat(sensor.sample(6 * SECOND)).isEqualTo(Sensor.GAP);
    assertThat(complaints).singleElement().asString().contains("took longer than 5 s");
    await(() -> !process.isAlive());
  }

  @Test
  void shouldSayWhyItCannotMeasure() throws IOException {
    sensor = dcmi(script("echo 'Power Measurement : Not Available'"));
    assertThat(sensor.trouble()).contains("printed 'Power Measurement : Not Available'");
    sensor = dcmi(List.of(dir.resolve("none").toString()));
    assertThat(sensor.trouble()).contains(dir.resolve("none").toString());
  }

  @Test
  void shouldReadBothProgramsOfDcmi() {
    assertThat(ProgramReaders.dcmi(IPMITOOL)).containsExactly(204_000_000L);
    assertThat(
            ProgramReaders.dcmi(
                "Current Power                        : 164 Watts\nMinimum Power over sampling duration : 20 watts\n"))
        .containsExactly(164_000_000L);
    assertThatThrownBy(() -> ProgramReaders.dcmi(IPMITOOL.replace("204", "0")))
        .hasMessageContaining("0 watts");
  }

  @Test
  void shouldSumAllGpusAndNotGuessOne() {
    assertThat(ProgramReaders.gpus("63.21\n250.04\n")).containsExactly(63_210_000L, 250_040_000L);
    assertThatThrownBy(() -> ProgramReaders.gpus("63.21\n[N/A]\n"))
        .hasMessageContaining("GPU 1", "[N/A]");
    assertThatThrownBy(() -> ProgramReaders.gpus("-3\n")).hasMessageContaining("GPU 0");
    assertThatThrownBy(() -> ProgramReaders.gpus("\n")).hasMessageContaining("no line");
  }

  @Test
  void shouldTellGpusApartWhereItIsToldOfEach() throws IOException {
    List<String> command = script("printf '100\\n25\\n'");
    sensor = gpus(command, List.of("1", "0")); // in the program's order
    long now = untilKnown(sensor, 0);
    assertThat(sensor.sample(now + SECOND)).isEqualTo(125_000_000);
    assertThat(sensor.ofGpus()).isEqualTo(Map.of("1", 100_000_000L, "0", 25_000_000L));
    sensor.close();
    sensor = gpus(command, List.of("0", "1", "2"));
    now = untilKnown(sensor, 0);
    assertThat(sensor.sample(now + SECOND)).isEqualTo(125_000_000);
    assertThat(sensor.ofGpus()).as("one of them is not told").isEmpty();
  }

  private ProgramSensor gpus(List<String> command, List<String> units) {
    return new ProgramSensor(
        "nvml", command, Duration.ofSeconds(10), ProgramReaders::gpus, units, complaints::add);
  }

  @Test
  void shouldFindProgramsByPathAndByName() throws IOException {
    assertThat(ProgramCall.find("sh")).isNotNull();
    assertThat(ProgramCall.find("no-such-program")).isNull();
    String script = script("true").getFirst();
    assertThat(ProgramCall.find(script)).hasToString(script);
    assertThat(ProgramCall.find(script + "x")).isNull();
  }

  private interface Condition {
    boolean holds() throws IOException;
  }

  private static void await(Condition condition) throws IOException {
    long until = System.nanoTime() + PATIENCE;
    while (!condition.holds()) {
      assertThat(System.nanoTime()).isLessThan(until);
      LockSupport.parkNanos(2_000_000);
    }
  }

  /** Samples in time that hardly passes until a reading is there; returns that time. */
  private static long untilKnown(ProgramSensor sensor, long from) throws IOException {
    long[] now = {from};
    await(() -> sensor.sample(now[0]++) >= 0);
    return now[0];
  }

  private static long untilGap(ProgramSensor sensor, long from) throws IOException {
    long[] now = {from + 11 * SECOND};
    await(() -> sensor.sample(now[0]++) < 0);
    return now[0];
  }

  private long untilCalled(ProgramSensor sensor, long from) throws IOException {
    long[] now = {from};
    Path marker = dir.resolve("called");
    Files.deleteIfExists(marker);
    await(() -> {
      assertThat(sensor.sample(now[0]++)).isEqualTo(Sensor.GAP);
      return Files.exists(marker);
    });
    return now[0];
  }

  private long calls() throws IOException {
    try (var lines = Files.lines(dir.resolve("calls"))) {
      return lines.count();
    }
  }

  private List<String> script(String text) throws IOException {
    Path file =
        Files.createTempFile(
            dir,
            "program",
            ".sh",
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    Files.writeString(file, "#!/bin/sh\ncd " + dir + "; touch called\n" + text + "\n");
    return List.of(file.toString());
  }
}
