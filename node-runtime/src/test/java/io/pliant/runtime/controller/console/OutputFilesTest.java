package io.pliant.runtime.controller.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.pliant.api.OutputPart;
import io.pliant.core.spec.Submitter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
final class OutputFilesTest {
  private static final int NOBODY = 65534;

  @TempDir Path folder;
  private final int uid = uid();
  private final Submitter own = new Submitter("own", uid, uid);
  private final OutputFiles files = new OutputFiles(uid);

  @Test
  void shouldReadFromAPlaceOn() throws Exception {
    Path file = Files.writeString(folder.resolve("o 'u\"t"), "one\ntwo\nthree\n");

    OutputPart part = done(files.read(own, file.toString(), 4));

    assertThat(text(part)).isEqualTo("two\nthree\n");
    assertThat(part.size()).isEqualTo(14);
    assertThat(part.next()).isEqualTo(14);
  }

  @Test
  void shouldReadTheEndAndPartByPart() throws Exception {
    Path file = folder.resolve("long");
    Files.write(file, new byte[3 * OutputFiles.MOST_BYTES / 2]);

    OutputPart first = done(files.read(own, file.toString(), 0));
    OutputPart second = done(files.read(own, file.toString(), first.next()));
    OutputPart end = done(files.read(own, file.toString(), -10));
    OutputPart all = done(files.read(own, file.toString(), Long.MIN_VALUE / 2));

    assertThat(bytes(first)).hasSize(OutputFiles.MOST_BYTES);
    assertThat(bytes(second)).hasSize(OutputFiles.MOST_BYTES / 2);
    assertThat(bytes(end)).hasSize(10);
    assertThat(end.offset()).isEqualTo(3L * OutputFiles.MOST_BYTES / 2 - 10);
    assertThat(all.offset()).isZero();
  }

  @Test
  void shouldGiveBytesAsTheyAre() throws Exception {
    byte[] bytes = new byte[256];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) i;
    }
    Path file = Files.write(folder.resolve("bytes"), bytes);

    assertThat(bytes(done(files.read(own, file.toString(), 0)))).isEqualTo(bytes);
    assertThat(bytes(done(files.read(own, file.toString(), 1000)))).isEmpty();
  }

  @Test
  void shouldSayThatThereIsNoSuchFile() throws Exception {
    assertThat(files.read(own, folder.resolve("none").toString(), 0))
        .isInstanceOf(OutputFiles.Read.Missing.class);
    assertThat(files.read(own, "relative", 0)).isInstanceOf(OutputFiles.Read.Missing.class);
    assertThat(files.read(own, folder.toString(), 0)).isInstanceOf(OutputFiles.Read.Missing.class);
  }

  @Test
  void shouldNotHangOnAPipe() throws Exception {
    Path pipe = folder.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();

    OutputFiles.Read read = files.read(own, pipe.toString(), 0);

    assertThat(read).isInstanceOfAny(OutputFiles.Read.Missing.class, OutputFiles.Read.Done.class);
  }

  @Test
  void shouldReadNothingThatTheUserMayNot() throws Exception {
    assumeTrue(uid == 0, "only root becomes another user");
    Path secret = Files.writeString(folder.resolve("secret"), "of root");
    Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-------"));
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    Path link = Files.createSymbolicLink(folder.resolve("slurm-1.out"), secret);

    assertThat(files.read(new Submitter("nobody", NOBODY, NOBODY), link.toString(), 0))
        .isInstanceOf(OutputFiles.Read.Missing.class);
    assertThat(text(done(files.read(own, link.toString(), 0)))).isEqualTo("of root");
  }

  @Test
  void shouldReadNoFilesOfOthersWithoutBeingRoot() throws Exception {
    OutputFiles ofAUser = new OutputFiles(NOBODY);

    assertThat(ofAUser.read(new Submitter("root", 0, 0), "/etc/shadow", 0))
        .isInstanceOf(OutputFiles.Read.Unable.class);
  }

  private static OutputPart done(OutputFiles.Read read) {
    assertThat(read).isInstanceOf(OutputFiles.Read.Done.class);
    return ((OutputFiles.Read.Done) read).part();
  }

  private static String text(OutputPart part) {
    return new String(bytes(part), StandardCharsets.UTF_8);
  }

  private static byte[] bytes(OutputPart part) {
    return Base64.getDecoder().decode(part.data());
  }

  private static int uid() {
    try {
      return (int) Files.getAttribute(Path.of("/proc/self"), "unix:uid");
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
