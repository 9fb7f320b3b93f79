package io.pliant.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pliant.cli.invocation.CommandFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OwnFolderTest {
  @TempDir private Path place;

  @Test
  void shouldTakeFolderThatIsOurs() throws IOException {
    OwnFolder.make(place.resolve("own"), uid());
    OwnFolder.make(place.resolve("own"), uid());

    assertThat(place.resolve("own")).isDirectory();
  }

  @Test
  void shouldRefuseLinkFolderOfOthersAndOpenFolder() throws IOException {
    Files.createSymbolicLink(place.resolve("link"), Files.createDirectory(place.resolve("trap")));
    Files.createDirectory(place.resolve("open"));
    Files.setPosixFilePermissions(
        place.resolve("open"), PosixFilePermissions.fromString("rwxrwxrwx"));

    for (String name : new String[] {"link", "open"}) {
      assertThatThrownBy(() -> OwnFolder.make(place.resolve(name), uid()))
          .isInstanceOf(CommandFailure.class)
          .hasMessageContaining("shorter --dir");
    }
    assertThatThrownBy(() -> OwnFolder.make(place.resolve("trap"), uid() + 1))
        .isInstanceOf(CommandFailure.class);
  }

  private long uid() throws IOException {
    return ((Number) Files.getAttribute(place, "unix:uid")).longValue();
  }
}
