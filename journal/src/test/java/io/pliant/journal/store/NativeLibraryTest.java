package io.pliant.journal.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NativeLibraryTest {
  @Test
  void shouldUnpackItForEveryUserOfTheHost(@TempDir Path folder) throws IOException {
    String before = System.getProperty(NativeLibrary.PROPERTY, "");
    System.setProperty(NativeLibrary.PROPERTY, folder.toString());
    try {
      NativeLibrary.load(folder);
    } finally {
      System.setProperty(NativeLibrary.PROPERTY, before);
    }

    List<Path> files;
    try (Stream<Path> below = Files.walk(folder)) {
      files = below.filter(Files::isRegularFile).toList();
    }
    assertThat(files).hasSize(1);
    assertThat(Files.getPosixFilePermissions(files.getFirst()))
        .contains(PosixFilePermission.OTHERS_READ)
        .doesNotContain(PosixFilePermission.OTHERS_WRITE);
  }
}
