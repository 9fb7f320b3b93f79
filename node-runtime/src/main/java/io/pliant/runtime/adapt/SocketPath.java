package io.pliant.runtime.adapt;

import io.pliant.runtime.security.OwnFolder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;

/**
 * Where the socket of a node lies; the same after each restart. In the node's folder, or, when that
 * has too long a name, in a folder of its own in {@code /run} (root), {@code XDG_RUNTIME_DIR} or
 * {@code /tmp}, which is used only while it is ours.
 */
final class SocketPath {
  /** The kernel's limit of 108 bytes with its end. */
  private static final int LONGEST = 100;

  private static final String NAME = "adapt.sock";
  private static final String NOTE = "adapt.path";

  private final Path node;
  private final Path folder;

  private SocketPath(Path node, Path folder) {
    this.node = node;
    this.folder = folder;
  }

  static SocketPath in(Path node) {
    return in(node.toAbsolutePath(), System.getenv());
  }

  static SocketPath in(Path node, Map<String, String> environment) {
    if (fits(node)) {
      return new SocketPath(node, node);
    }
    Path note = node.resolve(NOTE); // what an earlier agent chose, maybe in another environment
    if (Files.isRegularFile(note)) {
      try {
        return new SocketPath(node, Path.of(Files.readString(note).strip()));
      } catch (IOException e) {
        throw new IllegalStateException(
            "Expected to read %s, but %s.".formatted(note, e.getMessage()), e);
      }
    }
    String name = "pliant-adapt-" + digest(node.resolve(NAME).toString());
    Path run = Path.of("/run");
    if (Files.isWritable(run)) {
      return new SocketPath(node, run.resolve(name)); // root, whose tasks are of many users
    }
    String runtime = environment.getOrDefault("XDG_RUNTIME_DIR", "");
    if (runtime.startsWith("/")
        && fits(Path.of(runtime, name))
        && Files.isWritable(Path.of(runtime))) {
      return new SocketPath(node, Path.of(runtime, name));
    }
    return new SocketPath(node, Path.of("/tmp", name));
  }

  /** Where programs find it. */
  Path socket() {
    return folder.resolve(NAME);
  }

  /** Makes the folder, when it is not the node's own; fails when somebody else has made it. */
  void prepare() throws IOException {
    if (folder.equals(node)) {
      return;
    }
    OwnFolder.make(folder, "rwx--x--x");
    Files.writeString(node.resolve(NOTE), folder + "\n");
  }

  private static boolean fits(Path folder) {
    return folder.resolve(NAME).toString().getBytes(StandardCharsets.UTF_8).length <= LONGEST;
  }

  private static String digest(String text) {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(hash, 0, 8);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Expected SHA-256 in every JDK, but it is not there.", e);
    }
  }
}
