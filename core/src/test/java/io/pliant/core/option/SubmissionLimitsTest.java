package io.pliant.core.option;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.id.PartitionName;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.spec.ByteCount;
import io.pliant.core.spec.JobSpec;
import io.pliant.core.spec.Payload;
import io.pliant.core.spec.StepText;
import io.pliant.core.spec.StreamFiles;
import io.pliant.core.spec.Submitter;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SubmissionLimitsTest {
  private static final SubmissionLimits LIMITS = new SubmissionLimits(100, 40, 60, 30, 20, 8, 5);
  private static final String OUTPUT = "slurm-%j.out";

  @Test
  void shouldTakeTheLargestOfEach() {
    assertThat(
            refusal(
                "s".repeat(100),
                List.of("a".repeat(39)),
                Map.of("A", "v".repeat(27), "B", "v".repeat(27)),
                "c".repeat(20),
                "k".repeat(8)))
        .isNull();
  }

  @Test
  void shouldCountBytesAndNotCharacters() {
    assertThat(refusal("\u20ac".repeat(34), List.of(), Map.of(), "", null))
        .isEqualTo("Expected at most 100 bytes in a script, but got 102 (limits.script).");
  }

  @Test
  void shouldNameTheVariableThatIsTooLong() {
    assertThat(refusal("", List.of(), Map.of("LONG", "v".repeat(25)), "", null))
        .contains("'LONG'")
        .contains("30")
        .contains("--export");
  }

  @Test
  void shouldRefuseWhatTogetherIsTooMuch() {
    Map<String, String> three =
        Map.of("A", "v".repeat(18), "B", "v".repeat(18), "C", "v".repeat(18));
    assertThat(refusal("", List.of(), three, "", null)).contains("60").contains("63");
    assertThat(refusal("", List.of("x".repeat(20), "y".repeat(19)), Map.of(), "", null))
        .contains("limits.arguments");
  }

  @Test
  void shouldRefuseLongAndUnprintableTexts() {
    assertThat(refusal("", List.of(), Map.of(), "c".repeat(21), null)).contains("limits.comment");
    assertThat(refusal("", List.of(), Map.of(), "a\u202eb", null)).contains("\\u202e");
    assertThat(refusal("", List.of(), Map.of(), "", "k".repeat(9))).contains("limits.key");
    assertThat(refusal("", List.of(), Map.of(), "", "k\tk")).contains("submission key");
  }

  @Test
  void shouldRefuseFileNamesThatNoKernelTakes() {
    assertThat(LIMITS.refusal(step(List.of("x"), "f".repeat(4097)))).contains("4096");
    assertThat(LIMITS.refusal(step(List.of("x"), "a\u001b[2J"))).contains("file name");
    assertThat(LIMITS.refusal(step(List.of("x".repeat(4097)), OUTPUT))).contains("program");
    assertThat(LIMITS.refusal(step(List.of("x", "y"), OUTPUT))).isNull();
  }

  @Property
  void shouldCountAsUtf8Does(@ForAll String text) {
    String whole =
        new String(
            text.getBytes(java.nio.charset.StandardCharsets.UTF_8),
            java.nio.charset.StandardCharsets.UTF_8);
    assertThat(ByteCount.of(whole))
        .isEqualTo(whole.getBytes(java.nio.charset.StandardCharsets.UTF_8).length);
  }

  private static StepText step(List<String> command, String output) {
    return new io.pliant.core.step.StepRequest(
        "s", 1, 1, 1, command, Map.of(), "/", new StreamFiles(output, null, null, false), null);
  }

  private static @Nullable String refusal(
      String script,
      List<String> arguments,
      Map<String, String> environment,
      String comment,
      @Nullable String key) {
    return LIMITS.refusal(
        new JobSpec(
            "job",
            new Submitter("ada", 1000, 1000),
            new PartitionName("main"),
            ResourceRequest.single(),
            null,
            new Payload.BatchScript(script, arguments),
            StreamFiles.batchDefault(),
            "/",
            environment,
            true,
            false,
            null,
            comment,
            key));
  }
}
