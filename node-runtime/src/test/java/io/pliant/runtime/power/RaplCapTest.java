package io.pliant.runtime.power;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On a directory tree like the kernel's: two packages of 150 W with memory. */
final class RaplCapTest {
  private static final long SECOND = 1_000_000_000;

  @TempDir private Path root = Path.of("unset");
  @TempDir private Path state = Path.of("unset");
  private final List<String> complaints = new ArrayList<>();
  private long nanos;

  @BeforeEach
  void twoSockets() throws IOException {
    Files.createDirectory(root.resolve("intel-rapl"));
    zone("intel-rapl:0", "package-0", 150_000_000);
    zone("intel-rapl:0:0", "core", 90_000_000);
    zone("intel-rapl:0:1", "dram", 30_000_000);
    zone("intel-rapl:1", "package-1", 150_000_000);
    zone("intel-rapl:1:0", "dram", 30_000_000);
    zone("intel-rapl:2", "psys", 400_000_000);
    zone("intel-rapl-mmio:0", "package-0", 150_000_000);
  }

  @Test
  void shouldShareTheCapAmongThePackagesAndPutAllBack() throws IOException {
    PowerCap cap = cap();
    cap.limit(240);

    assertThat(limit("intel-rapl:0")).isEqualTo(120_000_000);
    assertThat(limit("intel-rapl:1")).isEqualTo(120_000_000);
    assertThat(limit("intel-rapl:0:0")).isEqualTo(90_000_000);
    assertThat(limit("intel-rapl:0:1")).isEqualTo(30_000_000);
    assertThat(limit("intel-rapl:2")).isEqualTo(400_000_000);
    assertThat(limit("intel-rapl-mmio:0")).isEqualTo(150_000_000);

    cap.limit(200);
    assertThat(limit("intel-rapl:0")).isEqualTo(100_000_000);
    cap.lift();
    assertThat(limit("intel-rapl:0")).isEqualTo(150_000_000);
    assertThat(limit("intel-rapl:1")).isEqualTo(150_000_000);
    assertThat(state).isEmptyDirectory();
    assertThat(complaints).isEmpty();
  }

  @Test
  void shouldTakeOffWhatTheMemoryDrawsLately() throws IOException {
    PowerCap cap = cap();
    cap.limit(240);
    nanos += 2 * SECOND;
    write("intel-rapl:0:1", "energy_uj", 40_000_000);
    write("intel-rapl:1:0", "energy_uj", 20_000_000);
    cap.limit(240);

    assertThat(limit("intel-rapl:0")).isEqualTo(105_000_000);
  }

  @Test
  void shouldNeverAllowAPackageMoreThanBefore() throws IOException {
    cap().limit(1000);
    assertThat(limit("intel-rapl:0")).isEqualTo(150_000_000);
  }

  @Test
  void shouldSwitchALimitOnThatIsOffAndOffAgain() throws IOException {
    write("intel-rapl:1", "enabled", 0);
    PowerCap cap = cap();
    cap.limit(200);
    assertThat(read("intel-rapl:1", "enabled")).isEqualTo(1);
    cap.lift();
    assertThat(read("intel-rapl:1", "enabled")).isEqualTo(0);
    assertThat(limit("intel-rapl:1")).isEqualTo(150_000_000);
  }

  @Test
  void shouldPutBackWhatAnAgentThatDiedHasChanged() throws IOException {
    cap().limit(200);

    PowerCap later = cap();
    later.lift();

    assertThat(limit("intel-rapl:0")).isEqualTo(150_000_000);
    assertThat(limit("intel-rapl:1")).isEqualTo(150_000_000);
  }

  @Test
  void shouldForgetWhatWasChangedBeforeTheHostWasRestarted() throws IOException {
    cap().limit(200);
    String text = Files.readString(state.resolve("power-cap"));
    Files.writeString(
        state.resolve("power-cap"), "another-boot" + text.substring(text.indexOf('\n')));

    PowerCap later = cap();
    later.lift();

    assertThat(limit("intel-rapl:0")).as("as the host has it now").isEqualTo(100_000_000);
    assertThat(state).isEmptyDirectory();
  }

  @Test
  void shouldComplainOnceWhereNothingCanBeCapped() throws IOException {
    for (int i = 0; i < 2; i++) {
      Files.delete(root.resolve("intel-rapl:" + i).resolve("constraint_0_power_limit_uw"));
    }
    PowerCap cap = cap();
    cap.limit(200);
    cap.limit(200);

    assertThat(complaints).hasSize(1);
    assertThat(complaints.getFirst())
        .contains("Expected to cap the node at 200 W")
        .contains("constraint_0_power_limit_uw");
  }

  @Test
  void shouldSayWhereTheHostHasNoMeters() {
    PowerCap cap =
        new RaplCap(root.resolve("none"), state.resolve("power-cap"), () -> nanos, complaints::add);
    cap.limit(200);
    assertThat(complaints).hasSize(1);
    assertThat(complaints.getFirst()).contains("there is no ").contains("none");
  }

  @Test
  void shouldSayThatAFileIsClosedToIt() throws IOException {
    Path limit = root.resolve("intel-rapl:0").resolve("constraint_0_power_limit_uw");
    Files.setPosixFilePermissions(limit, PosixFilePermissions.fromString("r--r--r--"));
    PowerCap cap = cap();
    cap.limit(200);
    if (Files.isWritable(limit)) {
      assertThat(complaints).as("root may write everything").isEmpty();
    } else {
      assertThat(complaints.getFirst()).contains("run the agent as root");
    }
  }

  private PowerCap cap() {
    return new RaplCap(root, state.resolve("power-cap"), () -> nanos, complaints::add);
  }

  private void zone(String folder, String name, long limit) throws IOException {
    Path zone = Files.createDirectory(root.resolve(folder));
    Files.writeString(zone.resolve("name"), name + "\n");
    write(folder, "energy_uj", 0);
    write(folder, "enabled", 1);
    write(folder, "constraint_0_power_limit_uw", limit);
  }

  private void write(String folder, String file, long value) throws IOException {
    Files.writeString(root.resolve(folder).resolve(file), value + "\n");
  }

  private long limit(String folder) throws IOException {
    return read(folder, "constraint_0_power_limit_uw");
  }

  private long read(String folder, String file) throws IOException {
    return NumberFile.once(root.resolve(folder).resolve(file));
  }
}
