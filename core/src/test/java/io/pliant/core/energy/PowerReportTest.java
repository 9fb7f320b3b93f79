package io.pliant.core.energy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.StepId;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class PowerReportTest {
  @Test
  void shouldTakeSpansInOrderWithGaps() {
    assertThat(
            new PowerReport("rapl", List.of(span("n1", 0, 1), span("n1", 1, 2), span("n1", 5, 6))))
        .satisfies(report -> assertThat(report.spans()).hasSize(3));
    assertThat(new PowerReport("rapl", List.of()).spans()).isEmpty();
    assertThat(new PowerReport("rapl", List.of()).node()).isNull();
    assertThat(new PowerReport("rapl", List.of(span("n1", 0, 1))).latest())
        .isEqualTo(span("n1", 0, 1));
    assertThat(new PowerReport("rapl", List.of(), span("n1", 0, 1), null).node())
        .isEqualTo(new NodeName("n1"));
  }

  @Test
  void shouldRefuseWhatDoesNotFitTogether() {
    refuses("rapl", List.of(span("n1", 0, 2), span("n1", 1, 3)), "in order");
    refuses("rapl", List.of(span("n1", 4, 5), span("n1", 1, 3)), "in order");
    refuses("rapl", List.of(span("n1", 0, 1), span("n2", 1, 2)), "one of n2");
    assertThatThrownBy(
            () -> new PowerReport("rapl", List.of(span("n1", 2, 3)), span("n1", 0, 1), null))
        .hasMessageContaining("in order");
    assertThatThrownBy(
            () -> new PowerReport("rapl", List.of(span("n1", 2, 3)), span("n2", 3, 4), null))
        .hasMessageContaining("one of n2");
    refuses(" ", List.of(), "a method");
    StepRun run = new StepRun(StepId.batch(new JobId(1), 1), 1, 0, null);
    assertThatThrownBy(
            () -> new PowerReport("rapl", List.of(), null, Collections.nCopies(1_001, run)))
        .hasMessageContaining("at most 1000 steps");
    refuses("rapl", Collections.nCopies(121, span("n1", 0, 1)), "at most 120");
  }

  @Test
  void shouldTakeAsManySpansAsItSays() {
    List<EnergySpan> most =
        IntStream.range(0, PowerReport.MOST_SPANS).mapToObj(i -> span("n1", i, i + 1)).toList();
    assertThat(new PowerReport("ipmi", most).spans()).isEqualTo(most);
  }

  private static void refuses(String method, List<EnergySpan> spans, String because) {
    assertThatThrownBy(() -> new PowerReport(method, spans))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(because);
  }

  private static EnergySpan span(String node, long from, long to) {
    return new EnergySpan(new NodeName(node), from, to, 7, false);
  }
}
