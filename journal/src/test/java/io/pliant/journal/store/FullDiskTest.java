package io.pliant.journal.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of files on a disk that is full for a while: files of the process cannot grow. */
@Timeout(120)
final class FullDiskTest {
  private static final byte[] KEPT = "kept".getBytes(StandardCharsets.UTF_8);
  private static final byte[] FIRST = "first".getBytes(StandardCharsets.UTF_8);

  @TempDir Path folder;

  /** Writes until that fails, says why, and tries once more at each word that it is told. */
  static final class Writer {
    private Writer() {}

    public static void main(String[] arguments) throws IOException {
      SortedFiles files = SortedFiles.open(Path.of(arguments[0]));
      files.write(batch -> batch.put(FIRST, FIRST));
      BufferedReader words =
          new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
      System.out.println("open");
      while (words.readLine() != null) {
        try {
          for (int i = 0; i < 100; i++) {
            files.write(batch -> batch.put(KEPT, new byte[100_000]));
          }
          System.out.println("written");
        } catch (StoreFailure e) {
          boolean reads = files.get(FIRST) != null;
          System.out.println("failed, " + (reads ? "reads: " : "blind: ") + e.getMessage());
        }
      }
      files.close();
    }
  }

  @Test
  void shouldBeReadWhileTheDiskIsFullAndWrittenWhenItIsNot() throws Exception {
    Path place = folder.resolve("f");
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx64m",
            "-XX:-UsePerfData",
            "--enable-native-access=ALL-UNNAMED",
            "-Dio.pliant.native.dir=" + Path.of("target", "native").toAbsolutePath(),
            "-cp",
            System.getProperty("java.class.path"),
            Writer.class.getName(),
            place.toString());
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    try (BufferedReader said = process.inputReader();
        PrintWriter tell = new PrintWriter(process.outputWriter(), true)) {
      assertThat(said.readLine()).isEqualTo("open");
      limitFiles(process, "1000000:");
      for (String when : List.of("full", "still full")) {
        tell.println(when);
        assertThat(said.readLine()).startsWith("failed, reads: ").contains(place.toString());
      }
      limitFiles(process, "unlimited:");
      tell.println("mended");
      assertThat(said.readLine()).isEqualTo("written");
    } finally {
      process.waitFor();
    }
    try (SortedFiles files = SortedFiles.open(place)) {
      assertThat(files.get(KEPT)).hasSize(100_000);
      assertThat(files.get(FIRST)).isEqualTo(FIRST);
    }
  }

  private static void limitFiles(Process process, String bytes) throws Exception {
    Process limiting =
        new ProcessBuilder("prlimit", "--pid", Long.toString(process.pid()), "--fsize=" + bytes)
            .start();
    assertThat(limiting.waitFor()).isZero();
  }
}
