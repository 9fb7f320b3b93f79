package io.pliant.runtime.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.pliant.core.node.OutputAnswer;
import io.pliant.core.node.OutputAnswer.Result;
import io.pliant.core.node.OutputQuestion;
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

    OutputAnswer part = done(read(own, file.toString(), 4));

    assertThat(text(part)).isEqualTo("two\nthree\n");
    assertThat(part.size()).isEqualTo(14);
    assertThat(part.offset()).isEqualTo(4);
  }

  @Test
  void shouldReadTheEndAndPartByPart() throws Exception {
    Path file = folder.resolve("long");
    Files.write(file, new byte[3 * OutputAnswer.MOST_BYTES / 2]);

    OutputAnswer first = done(read(own, file.toString(), 0));
    OutputAnswer second = done(read(own, file.toString(), first.offset() + bytes(first).length));
    OutputAnswer end = done(read(own, file.toString(), -10));
    OutputAnswer all = done(read(own, file.toString(), Long.MIN_VALUE / 2));

    assertThat(bytes(first)).hasSize(OutputAnswer.MOST_BYTES);
    assertThat(bytes(second)).hasSize(OutputAnswer.MOST_BYTES / 2);
    assertThat(bytes(end)).hasSize(10);
    assertThat(end.offset()).isEqualTo(3L * OutputAnswer.MOST_BYTES / 2 - 10);
    assertThat(all.offset()).isZero();
  }

  @Test
  void shouldGiveBytesAsTheyAre() throws Exception {
    byte[] bytes = new byte[256];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) i;
    }
    Path file = Files.write(folder.resolve("bytes"), bytes);

    assertThat(bytes(done(read(own, file.toString(), 0)))).isEqualTo(bytes);
    assertThat(bytes(done(read(own, file.toString(), 1000)))).isEmpty();
  }

  @Test
  void shouldSayThatThereIsNoSuchFile() throws Exception {
    assertThat(read(own, folder.resolve("none").toString(), 0).result()).isEqualTo(Result.MISSING);
    assertThat(read(own, "relative", 0).result()).isEqualTo(Result.MISSING);
    assertThat(read(own, folder.toString(), 0).result()).isEqualTo(Result.MISSING);
  }

  @Test
  void shouldNotHangOnAPipe() throws Exception {
    Path pipe = folder.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();

    OutputAnswer read = read(own, pipe.toString(), 0);

    assertThat(read.result()).isIn(Result.MISSING, Result.READ);
  }

  @Test
  void shouldReadNothingThatTheUserMayNot() throws Exception {
    assumeTrue(uid == 0, "only root becomes another user");
    Path secret = Files.writeString(folder.resolve("secret"), "of root");
    Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-------"));
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    Path link = Files.createSymbolicLink(folder.resolve("slurm-1.out"), secret);

    assertThat(read(new Submitter("nobody", NOBODY, NOBODY), link.toString(), 0).result())
        .isEqualTo(Result.MISSING);
    assertThat(text(done(read(own, link.toString(), 0)))).isEqualTo("of root");
  }

  @Test
  void shouldReadNoFilesOfOthersWithoutBeingRoot() throws Exception {
    OutputFiles ofAUser = new OutputFiles(NOBODY);

    assertThat(ofAUser.read(new OutputQuestion(1, "root", 0, 0, "/etc/shadow", 0)).result())
        .isEqualTo(Result.UNABLE);
  }

  private OutputAnswer read(Submitter owner, String path, long offset) throws Exception {
    OutputAnswer answer =
        files.read(new OutputQuestion(9, owner.name(), owner.uid(), owner.gid(), path, offset));
    assertThat(answer.number()).isEqualTo(9);
    return answer;
  }

  private static OutputAnswer done(OutputAnswer answer) {
    assertThat(answer.result()).as(answer.why()).isEqualTo(Result.READ);
    return answer;
  }

  private static String text(OutputAnswer part) {
    return new String(bytes(part), StandardCharsets.UTF_8);
  }

  private static byte[] bytes(OutputAnswer part) {
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
