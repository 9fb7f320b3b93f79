package io.pliant.journal;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pliant.journal.Continuity.JournalGap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class ContinuityTest {
  @Test
  void shouldTakeAllEventsAndThoseAfterASnapshotOrADeletion() {
    assertThatCode(() -> replay(Continuity.of("job|1", 1, 5, 5, 0), 1, 2, 3, 4, 5))
        .doesNotThrowAnyException();
    assertThatCode(() -> replay(Continuity.of("job|1", 4, 5, 5, 0), 4, 5))
        .doesNotThrowAnyException();
    assertThatCode(() -> replay(Continuity.of("job|1", 1, 5, 5, 3), 4, 5))
        .doesNotThrowAnyException();
    assertThatCode(() -> replay(Continuity.of("job|1", 1, 5, 5, 5))).doesNotThrowAnyException();
    assertThatCode(() -> replay(Continuity.of("job|1", 1, Long.MAX_VALUE, 2, 0), 1, 2))
        .doesNotThrowAnyException();
  }

  @Test
  void shouldNameAGapAtTheBeginningInTheMiddleAndAtTheEnd() {
    assertThatThrownBy(() -> replay(Continuity.of("job|1", 1, 5, 5, 0), 2))
        .isInstanceOf(JournalGap.class)
        .hasMessageContaining("'job|1'")
        .hasMessageContaining("1 to 1 are missing");
    assertThatThrownBy(() -> replay(Continuity.of("job|1", 1, 5, 5, 0), 1, 2, 5))
        .hasMessageContaining("3 to 4 are missing");
    assertThatThrownBy(() -> replay(Continuity.of("job|1", 1, 5, 5, 0), 1, 2))
        .hasMessageContaining("3 to 5 are missing");
  }

  private static void replay(Continuity whole, long... numbers) {
    LongStream.of(numbers).forEach(whole::took);
    whole.ended();
  }
}
