package io.pliant.core.launch;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.StepId;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FilePatternTest {
  private static final StepId BATCH = StepId.batch(new JobId(45), 1);
  private static final StepId STEP = new StepId(new JobId(45), 1, 3);

  @ParameterizedTest
  @CsvSource({
    // pattern, in the batch script, in a step
    "slurm-%j.out, slurm-45.out, slurm-45.out",
    "%4j, 0045, 0045",
    "%99j, 0000000045, 0000000045",
    "%1j, 45, 45",
    "%A_%a, 45_4294967294, 45_4294967294",
    "%J, 45, 45.3",
    "%s, batch, 3",
    "%x, 100% %t, 100% %t",
    "%u, alice, alice",
    "%t %4t, 2 0002, 2 0002",
    "%N-%n, cn7-1, cn7-1",
    "%%j, %j, %j",
    "%q %5q %, %q %5q %, %q %5q %",
    "%5%j, %545, %545",
    "%%%j%%, %45%, %45%",
    "%5%jt, %545t, %545t",
    "a\\%j, a%j, a%j"
  })
  void shouldReplaceSymbolsInTwoPhases(String pattern, String inBatch, String inStep) {
    assertThat(replaced(pattern, BATCH, "/w")).isEqualTo("/w/" + inBatch);
    assertThat(replaced(pattern, STEP, "/w/")).isEqualTo("/w/" + inStep);
  }

  @ParameterizedTest
  @CsvSource({"/tmp/%j, /tmp/45", "out, /home/50%j/out", "/dev/null, /dev/null"})
  void shouldResolveAgainstTheWorkingDirectory(String pattern, String path) {
    assertThat(replaced(pattern, BATCH, "/home/50%j")).isEqualTo(path);
  }

  @ParameterizedTest
  @CsvSource({"%j_%t, /w/45_%t", "%4n%N%%, /w/%4n%N%%", "%q, /w/%%q"})
  void shouldLeaveTaskSymbolsForTheNode(String pattern, String left) {
    JobSymbols symbols = new JobSymbols(BATCH, "job", "alice", null);
    assertThat(FilePattern.replaceJobSymbols(pattern, symbols, "/w")).isEqualTo(left);
  }

  @Property
  void shouldAnswerAnyPatternAndKeepTextWithoutSymbols(@ForAll String text) {
    String plain = text.replace("%", "").replace("\\", "");
    assertThat(replaced(text, BATCH, "/w")).startsWith("/");
    assertThat(replaced("/" + plain, BATCH, "/w")).isEqualTo("/" + plain);
  }

  private static String replaced(String pattern, StepId step, String directory) {
    JobSymbols symbols = new JobSymbols(step, "100% %t", "alice", null);
    String forNode = FilePattern.replaceJobSymbols(pattern, symbols, directory);
    return FilePattern.replaceTaskSymbols(forNode, 2, new NodeName("cn7.cluster.local"), 1);
  }
}
