package io.pliant.runtime.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A file system of a test's own, which is taken away again. Needs root, and a host that mounts. */
final class TestMount implements AutoCloseable {
  /** A test that dies leaves nothing frozen for longer. */
  private static final int THAW_SECONDS = 120;

  private final Path dir;
  private boolean frozen;

  private TestMount(Path dir) {
    this.dir = dir;
  }

  /** One in memory. */
  static TestMount ofMemory(Path dir, String size) {
    return mounted(dir, "mount", "-t", "tmpfs", "-o", "mode=755,size=" + size, "none", "" + dir);
  }

  /** One in a file, which can be frozen. */
  static TestMount ofFile(Path dir, Path image) {
    assumeThat(TestNode.ME.uid()).as("this test needs root, to mount").isZero();
    assertThat(said("truncate", "-s", "16M", "" + image)).isEmpty();
    String made = said("mkfs.ext4", "-q", "" + image);
    assumeThat(made).as("this test needs mkfs.ext4").isEmpty();
    return mounted(dir, "mount", "-o", "loop", "" + image, "" + dir);
  }

  private static TestMount mounted(Path dir, String... command) {
    assumeThat(TestNode.ME.uid()).as("this test needs root, to mount").isZero();
    try {
      Files.createDirectories(dir);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    assumeThat(said(command)).as("this test needs a host that lets root mount").isEmpty();
    return new TestMount(dir);
  }

  /** From now on whoever writes there is held up in the kernel, and no signal helps. */
  void freeze() {
    assertThat(said("fsfreeze", "-f", dir.toString())).isEmpty();
    frozen = true;
    String guard = "sleep %d; fsfreeze -u '%s' 2>/dev/null".formatted(THAW_SECONDS, dir);
    start(List.of("setsid", "sh", "-c", guard));
  }

  void thaw() {
    if (frozen) {
      frozen = false;
      assertThat(said("fsfreeze", "-u", dir.toString())).isEmpty();
    }
  }

  @Override
  public void close() {
    thaw();
    TestNode.await(() -> said("umount", dir.toString()).isEmpty(), "nobody to use " + dir);
  }

  /** What a command complains of; nothing when it went well. */
  private static String said(String... command) {
    try {
      Process process = start(List.of(command));
      try (InputStream output = process.getInputStream()) {
        String text = new String(output.readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        return process.exitValue() == 0 ? "" : text + "exit " + process.exitValue();
      }
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static Process start(List<String> command) {
    try {
      return new ProcessBuilder(command).redirectErrorStream(true).start();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
