package io.pliant.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The tests themselves run with the quick compiler alone, so each has a process of its own. */
class ThoroughCompilerTest {
  @TempDir Path dir;

  @Test
  void shouldHaveTheCompilerOfAProcessStepBackAndNoOtherThread() throws Exception {
    ForkedJava.Ended ended = run("-XX:TieredStopAtLevel=4");

    assertThat(ended.said().lines()).contains("compiler stepped back: true", "this did not: true");
    assertThat(ended.exit()).isZero();
  }

  @Test
  void shouldDoNothingWhereTheQuickCompilerWorksAlone() throws Exception {
    ForkedJava.Ended ended = run("-XX:TieredStopAtLevel=1");

    assertThat(ended.said().lines()).containsExactly("this did not: true");
    assertThat(ended.exit()).isZero();
  }

  private ForkedJava.Ended run(String compilers) throws Exception {
    return ForkedJava.run(
        dir.resolve("said"),
        List.of("-Xmx64m", "--enable-native-access=ALL-UNNAMED", compilers),
        Nicenesses.class);
  }

  /** Says whether its threads are as nice as they should be. */
  static final class Nicenesses {
    private Nicenesses() {}

    public static void main(String[] args) throws Exception {
      int before = ThoroughCompiler.niceness(Path.of("/proc/thread-self"));
      ThoroughCompiler.stepBack();
      int after = Math.min(19, before + 10); // there is nothing nicer
      for (Path thread : ThoroughCompiler.threads()) {
        System.out.println(
            "compiler stepped back: " + (ThoroughCompiler.niceness(thread) == after));
      }
      System.out.println(
          "this did not: " + (ThoroughCompiler.niceness(Path.of("/proc/thread-self")) == before));
    }
  }
}
