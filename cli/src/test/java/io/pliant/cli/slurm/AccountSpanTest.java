package io.pliant.cli.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

final class AccountSpanTest {
  private static final Instant ONE = Instant.parse("2026-11-25T01:00:00Z");
  private static final Instant TWO = ONE.plusSeconds(3600);
  private static final Instant SIX = ONE.plusSeconds(5 * 3600);
  private static final Instant NINE = ONE.plusSeconds(8 * 3600);

  @Test
  void shouldCutOffWhatWasBeforeAndAfter() {
    AccountSpan span = new AccountSpan(TWO, SIX);
    assertThat(span.start(ONE)).isEqualTo(TWO);
    assertThat(span.end(ONE, NINE)).isEqualTo(SIX);
    assertThat(span.end(ONE, null)).isEqualTo(SIX);
  }

  @Test
  void shouldLeaveWhatLiesWithinAndWhatNeverBegan() {
    AccountSpan span = new AccountSpan(ONE, NINE);
    assertThat(span.start(TWO)).isEqualTo(TWO);
    assertThat(span.end(TWO, SIX)).isEqualTo(SIX);
    assertThat(span.start(null)).isNull();
    assertThat(span.end(null, null)).isNull();
    assertThat(AccountSpan.ALL.start(ONE)).isEqualTo(ONE);
    assertThat(AccountSpan.ALL.end(ONE, null)).isNull();
  }
}
