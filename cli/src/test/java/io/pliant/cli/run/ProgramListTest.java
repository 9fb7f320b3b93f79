package io.pliant.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pliant.cli.invocation.CommandFailure;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What each task of a {@code --multi-prog} step runs, as real Slurm 22.05 has it. */
final class ProgramListTest {
  private static final String LIST =
      """
      # who does what
      0 echo zero %t %o

      1-2 echo "one  %t" %o a\\ b 'c'
      5,7-8 echo $HOME %o
      * echo other %t %o
      """;

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "0,zero 0 0",
        "1,`\"one 1\" 0 a b 'c'`",
        "2,`\"one 2\" 1 a b 'c'`",
        "5,$HOME 0",
        "7,$HOME 1",
        "8,$HOME 2",
        "9,other 9 9"
      })
  void shouldRunTheFirstLineThatHasTheRank(String rank, String expected) throws Exception {
    assertThat(run(ProgramList.script("list", LIST), rank)).isEqualTo(expected + "\n");
  }

  @Test
  void shouldFailForARankThatNoLineHas() throws Exception {
    assertThat(run(ProgramList.script("list", "0 true\n"), "1")).contains("for task 1");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "x echo", "2-1 echo", "0- echo", "1,, echo"})
  void shouldNameTheLineThatIsWrong(String line) {
    assertThatThrownBy(() -> ProgramList.script("list", "0 true\n" + line + "\n"))
        .isInstanceOf(CommandFailure.class)
        .hasMessageContaining("list line 2");
  }

  private static String run(String script, String rank) throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder("/bin/bash", "-c", script, "task");
    builder.environment().put("SLURM_PROCID", rank);
    Process process = builder.redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    return output;
  }
}
