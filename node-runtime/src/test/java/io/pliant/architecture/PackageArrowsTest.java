package io.pliant.architecture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

final class PackageArrowsTest {
  private static final String PLANTED = "io.pliant.architecture.planted";

  @Test
  void shouldUseOnlyThePackagesThatTheFileAllows() throws IOException {
    PackageArrows arrows = PackageArrows.read("io.pliant", "packages.txt");

    assertThat(arrows.faultsOf(HouseClasses.ofTheHouse())).isEmpty();
  }

  @Test
  void shouldNameClassArrowAndFileOfWhatIsNotAllowed() {
    List<String> faults = faultsOfPlanted("core.id:");

    assertThat(faults)
        .anySatisfy(fault ->
            assertThat(fault)
                .startsWith("Expected core.id not to use core.job, but ")
                .contains("core.id.TooHigh", "architecture/packages.txt"));
  }

  @Test
  void shouldAllowWhatIsWritten() {
    List<String> faults = faultsOfPlanted("core.id: core.job\ncore.job:\n  core.policy");

    assertThat(faults).noneMatch(f -> f.contains("core.id") || f.contains("core.job "));
  }

  @Test
  void shouldRefuseAnEntryThatNoClassUses() {
    assertThat(faultsOfPlanted("core.id: core.job core.view"))
        .anyMatch(f -> f.startsWith("Expected core.id to use core.view, but no class does."));
  }

  @Test
  void shouldRefuseAPackageThatIsNotThereOrNotNamed() {
    assertThat(faultsOfPlanted("core.gone:"))
        .anyMatch(f -> f.startsWith("Expected classes in core.gone, but there are none."))
        .anyMatch(f -> f.startsWith("Expected the package core.view in "));
  }

  @Test
  void shouldRefuseACircleThatTheFileAllows() {
    assertThat(faultsOfPlanted("core.id:\ncore.job: core.id core.policy\ncore.policy: core.job"))
        .anyMatch(f ->
            f.startsWith("Expected no circle among packages, but ")
                && f.contains(" core.job -> core.policy -> core.job."));
  }

  @Test
  void shouldSeeWhatACallHandsOver() {
    // Chained names no class of core.job, but gets one from core.id
    assertThat(faultsOfPlanted("core.view: core.id"))
        .anySatisfy(fault ->
            assertThat(fault)
                .startsWith("Expected core.view not to use core.job, but ")
                .contains("TooHigh.event()"));
  }

  @Test
  void shouldReadEachPackageOnce() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PackageArrows.parse(PLANTED, "core.id:\ncore.id:"));
  }

  private static List<String> faultsOfPlanted(String text) {
    return PackageArrows.parse(PLANTED, text).faultsOf(HouseClasses.planted());
  }
}
