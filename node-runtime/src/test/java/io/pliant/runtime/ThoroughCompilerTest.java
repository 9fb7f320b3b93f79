package io.pliant.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ThoroughCompilerTest {
  private static final int NICENESS = 16; // fields after the name in stat, see proc(5)

  /** The tests themselves run with the quick compiler alone. */
  @Test
  void shouldHaveTheCompilerOfAProcessStepBackAndNoOtherThread() throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=4",
                "-XX:+UseSerialGC",
                "-Xmx64m",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                Nicenesses.class.getName())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      List<String> lines = process.inputReader().lines().toList();
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(lines).contains("compiler 10").contains("this 0").doesNotContain("compiler 0");
    } finally {
      process.destroyForcibly();
    }
  }

  /** Says how nice the threads of a process are. */
  static final class Nicenesses {
    private Nicenesses() {}

    public static void main(String[] args) throws Exception {
      ThoroughCompiler.stepBack();
      for (int thread : ThoroughCompiler.threads()) {
        System.out.println("compiler " + niceness("/proc/self/task/" + thread + "/stat"));
      }
      System.out.println("this " + niceness("/proc/thread-self/stat"));
    }

    private static String niceness(String stat) throws Exception {
      String line = Files.readString(Path.of(stat));
      return line.substring(line.lastIndexOf(')') + 2).split(" ")[NICENESS];
    }
  }
}
