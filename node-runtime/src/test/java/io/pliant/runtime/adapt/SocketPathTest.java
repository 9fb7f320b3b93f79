package io.pliant.runtime.adapt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SocketPathTest {
  @TempDir private Path folder;

  @Test
  void shouldLieInTheFolderOfTheNodeWhenItsNameIsShort() {
    assertThat(SocketPath.in(Path.of("/var/n1"), Map.of()).socket())
        .isEqualTo(Path.of("/var/n1/adapt.sock"));
  }

  @Test
  void shouldStayWhereItWasWhenTheEnvironmentChanges() throws IOException {
    Path node = deep();
    SocketPath first = noted(node);
    first.prepare();

    assertThat(SocketPath.in(node, Map.of("XDG_RUNTIME_DIR", "/elsewhere")).socket())
        .isEqualTo(first.socket());
    assertThat(
            PosixFilePermissions.toString(
                Files.getPosixFilePermissions(first.socket().getParent())))
        .isEqualTo("rwx--x--x");
  }

  @Test
  void shouldRefuseLinkThatSomebodyHasPutThere() throws IOException {
    SocketPath path = noted(deep());
    Files.createSymbolicLink(
        folder.resolve("short"), Files.createDirectory(folder.resolve("trap")));

    assertThatThrownBy(path::prepare).isInstanceOf(IOException.class).hasMessageContaining("short");
    assertThat(folder.resolve("trap")).isEmptyDirectory();
  }

  @Test
  void shouldRefuseFolderThatOthersMayWriteTo() throws IOException {
    SocketPath path = noted(deep());
    Files.createDirectory(folder.resolve("short"));
    Files.setPosixFilePermissions(
        folder.resolve("short"), PosixFilePermissions.fromString("rwxrwxrwx"));

    assertThatThrownBy(path::prepare).hasMessageContaining("chmod go-w");
  }

  private Path deep() throws IOException {
    return Files.createDirectories(folder.resolve("x".repeat(100)).resolve("n1"));
  }

  /** The path of a node whose earlier agent chose the folder {@code short}. */
  private SocketPath noted(Path node) throws IOException {
    Files.writeString(node.resolve("adapt.path"), folder.resolve("short") + "\n");
    return SocketPath.in(node, Map.of());
  }
}
