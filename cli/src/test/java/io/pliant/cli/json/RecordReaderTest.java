package io.pliant.cli.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.pliant.api.AdaptationStatus;
import io.pliant.api.ControllerStatus;
import io.pliant.api.HistoryEntry;
import io.pliant.api.JobDetails;
import io.pliant.api.JobEnergyEntry;
import io.pliant.api.JobEventEntry;
import io.pliant.api.JournalStatus;
import io.pliant.api.NodeEntry;
import io.pliant.api.PartitionEntry;
import io.pliant.api.PhaseEntry;
import io.pliant.api.PowerStatus;
import io.pliant.api.QueueEntry;
import io.pliant.api.StepDetails;
import io.pliant.api.Submitted;
import io.pliant.api.WaitExplanation;
import io.pliant.core.adaptation.SizeChange;
import io.pliant.core.id.JobId;
import io.pliant.core.id.JobStatus;
import io.pliant.core.id.NodeName;
import io.pliant.core.spec.Payload;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Answers as they should be, and of controllers that lie. */
final class RecordReaderTest {
  private static final List<Object> LIES =
      List.of(
          "",
          "x",
          "\u001b[2J",
          -1L,
          Long.MAX_VALUE,
          Long.MIN_VALUE,
          1e300,
          Double.NaN,
          true,
          List.of(),
          List.of(1L),
          new ArrayList<@Nullable Object>(List.of(Map.of("a", 1L))),
          Map.of(),
          Map.of("type", "Nothing"),
          "9".repeat(100_000));

  static List<Class<?>> documents() {
    return List.of(
        QueueEntry.class,
        JobDetails.class,
        StepDetails.class,
        NodeEntry.class,
        PartitionEntry.class,
        WaitExplanation.class,
        HistoryEntry.class,
        PowerStatus.class,
        JobEnergyEntry.class,
        AdaptationStatus.class,
        SizeChange.class,
        PhaseEntry.class,
        JobEventEntry.class,
        ControllerStatus.class,
        JournalStatus.class,
        Submitted.class);
  }

  @Test
  void shouldReadWhatAControllerWrites() {
    JobDetails job =
        Partial.of(
            JobDetails.class,
            """
            {"job":7,"status":"RUNNING","spec":{"payload":{"type":"ParallelCommand","command":["a"],"io":null},
              "timeLimit":"PT1H30M","environment":{"A":"b"}},"exit":null,
             "allocation":{"slices":[{"node":"n1","cpus":2,"memoryMb":3,"tasks":1,
               "kinds":{"amounts":{"gpu":{"count":2,"units":["0","1"]}}}}]}}
            """);
    assertThat(job.job()).isEqualTo(new JobId(7));
    assertThat(job.status()).isEqualTo(JobStatus.RUNNING);
    assertThat(job.exit()).isNull();
    assertThat(job.spec().timeLimit()).hasToString("PT1H30M");
    assertThat(job.spec().environment()).containsEntry("A", "b");
    assertThat(job.spec().payload()).isEqualTo(new Payload.ParallelCommand(List.of("a"), null));
    assertThat(Objects.requireNonNull(job.allocation()).nodes())
        .containsExactly(new NodeName("n1"));
  }

  @Test
  void shouldSkipWhatANewerControllerSaysMore() {
    String newer = Partial.text(QueueEntry.class, "{\"job\":3,\"future\":{\"a\":[1]},\"x\":2}");
    assertThat(Json.parse(newer).as(QueueEntry.class).job()).isEqualTo(new JobId(3));
  }

  @Test
  void shouldNameWhatIsMissingOrOfAnotherKind() {
    assertThatThrownBy(() -> Json.parse("{\"job\":3}").as(Submitted.class))
        .hasMessage("Expected Submitted.warnings, but there is none.");
    assertThatThrownBy(() -> Json.parse("{\"job\":\"3\",\"warnings\":[]}").as(Submitted.class))
        .hasMessage("Expected Submitted.job to be the number of a job, but got '3'.");
    assertThatThrownBy(() -> Json.parse("{\"job\":-3,\"warnings\":[]}").as(Submitted.class))
        .hasMessageContaining("Expected a valid Submitted.job, but: Expected a job id");
    assertThatThrownBy(() -> Json.parse("{\"job\":3,\"warnings\":[null]}").as(Submitted.class))
        .hasMessage("Expected Submitted.warnings[0], but there is none.");
    assertThatThrownBy(() -> Partial.of(QueueEntry.class, "{\"nodes\":3000000000}"))
        .hasMessageContaining("QueueEntry.nodes to be a number of at most 32 bits");
    assertThatThrownBy(() -> Partial.of(QueueEntry.class, "{\"status\":\"ASLEEP\"}"))
        .hasMessageContaining("QueueEntry.status to be one of [PENDING");
    assertThatThrownBy(() -> Partial.of(QueueEntry.class, "{\"submittedAt\":\"soon\"}"))
        .hasMessage("Expected QueueEntry.submittedAt to be a time, but got 'soon'.");
    assertThatThrownBy(() -> Json.parse("[]").as(Submitted.class))
        .hasMessage("Expected Submitted to be an object, but got '[]'.");
    assertThatThrownBy(() -> Json.parse("{}").listOf(Submitted.class))
        .hasMessageContaining("Expected a list of Submitted");
  }

  @Test
  void shouldEscapeWhatIsShownAndNothingElse() {
    String text = Partial.text(QueueEntry.class, "{\"name\":\"a\\u001b[2J\"}");
    assertThat(Json.parse(text).as(QueueEntry.class).name()).isEqualTo("a\\u001b[2J");
    assertThat(Json.parse(text).exactly(QueueEntry.class).name()).isEqualTo("a\u001b[2J");
    assertThat(Json.parse("[%s]".formatted(text)).exactListOf(QueueEntry.class).getFirst().name())
        .isEqualTo("a\u001b[2J");
  }

  /** Each part of each document is left out, and is each of the lies: read, or refused in words. */
  @ParameterizedTest
  @MethodSource("documents")
  void shouldReadOrRefuseEachLieInWords(Class<?> type) {
    Json whole = Json.parse(Partial.text(type, "{}"));
    assertThat(whole.as(type)).isNotNull();
    for (RecordShape.Part part : RecordShape.of(type).parts()) {
      Map<String, @Nullable Object> without = members(whole);
      without.remove(part.name());
      Throwable refusal = catchThrowable(() -> new Json(without).as(type));
      if (part.nullable()) {
        assertThat(refusal).isNull();
      } else {
        assertThat(refusal)
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining(part.name());
      }
      for (Object lie : LIES) {
        Map<String, @Nullable Object> lying = members(whole);
        lying.put(part.name(), lie);
        expectWords(lying, type);
      }
    }
    LIES.forEach(lie -> expectWords(lie, type));
    String text = Json.write(whole);
    for (int end = 0; end < text.length(); end++) {
      String cut = text.substring(0, end);
      assertThatThrownBy(() -> Json.parse(cut).as(type))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  private static void expectWords(Object value, Class<?> type) {
    Throwable refusal = catchThrowable(() -> new Json(value).as(type));
    if (refusal != null) {
      assertThat(refusal).isInstanceOf(IllegalArgumentException.class);
      assertThat(refusal.getMessage()).startsWith("Expected ").hasSizeLessThan(1000);
    }
  }

  private static Map<String, @Nullable Object> members(Json object) {
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    if (object.value() instanceof Map<?, ?> map) {
      map.forEach((name, member) -> members.put(String.valueOf(name), member));
    }
    return members;
  }
}
