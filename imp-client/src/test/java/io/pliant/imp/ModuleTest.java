package io.pliant.imp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.module.ModuleDescriptor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;

final class ModuleTest {
  @Test
  void shouldNeedNothingButTheJdkAtRunTime() throws Exception {
    // given: the descriptor that lies beside our classes, not one of another jar
    Path classes = Path.of(Imp.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    ModuleDescriptor module;
    try (InputStream in = Files.newInputStream(classes.resolve("module-info.class"))) {
      module = ModuleDescriptor.read(in);
    }
    assertThat(module.name()).isEqualTo("io.pliant.imp");
    assertThat(module.requires())
        .filteredOn(r -> !r.modifiers().contains(ModuleDescriptor.Requires.Modifier.STATIC))
        .extracting(ModuleDescriptor.Requires::name)
        .containsExactly("java.base");
    assertThat(module.exports())
        .extracting(ModuleDescriptor.Exports::source)
        .doesNotContain("io.pliant.imp.internal");
  }

  @Test
  void shouldRunOnJava17() throws IOException {
    try (DataInputStream in =
        new DataInputStream(
            Objects.requireNonNull(ModuleTest.class.getResourceAsStream("Imp.class")))) {
      in.skipBytes(6);
      assertThat(in.readUnsignedShort()).isEqualTo(61);
    }
  }
}
