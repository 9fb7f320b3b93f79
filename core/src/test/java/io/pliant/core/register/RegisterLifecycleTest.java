package io.pliant.core.register;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.id.NodeName;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class RegisterLifecycleTest {
  private static final Instant T0 = Instant.parse("2026-01-01T00:00:00Z");
  private static final Duration HOUR = Duration.ofHours(1);
  private static final NodeName N1 = new NodeName("n1");

  private RegisterState state = RegisterState.EMPTY;
  private Instant now = T0;

  @Test
  void shouldLetAWordBeUsedOnceAndByTheSameKeyAgain() {
    make("w", "n[1-3]");

    assertThat(use("w", "key")).isEqualTo(new RegisterReply.Granted("n[1-3]", null));
    assertThat(use("w", "key")).as("the answer was lost").isInstanceOf(RegisterReply.Granted.class);
    assertThat(use("w", "other"))
        .isInstanceOfSatisfying(
            RegisterReply.Refused.class,
            r -> assertThat(r.refusal().reason()).contains("not used"));
  }

  @Test
  void shouldRefuseAWordThatIsUnknownOrOver() {
    make("w", "n1");

    assertThat(use("x", "key")).isInstanceOf(RegisterReply.Refused.class);
    now = T0.plus(HOUR);
    assertThat(use("w", "key")).isInstanceOf(RegisterReply.Refused.class);
  }

  @Test
  void shouldForgetWordsThatAreOver() {
    make("w", "n1");
    now = T0.plus(HOUR);
    make("x", "n1");

    assertThat(state.words()).containsOnlyKeys("x");
  }

  @Test
  void shouldKeepWordsFewShortAndShortLived() {
    for (int i = 0; i < 1_000; i++) {
      make("w" + i, "n1");
    }
    assertThat(make("more", "n1")).isInstanceOf(RegisterReply.Refused.class);
    now = T0.plus(HOUR);
    assertThat(make("more", "n1")).isInstanceOf(RegisterReply.Done.class);
    assertThat(make("long", "n" + "1".repeat(5_000))).isInstanceOf(RegisterReply.Refused.class);
    assertThat(tell(new RegisterIntent.MakeWord("v", "n1", now.plus(Duration.ofDays(8)), "root")))
        .isInstanceOf(RegisterReply.Refused.class);
    assertThat(tell(new RegisterIntent.MakeWord("v", "n1", now, "root")))
        .isInstanceOf(RegisterReply.Refused.class);
  }

  @Test
  void shouldBelieveOnlyCertificatesFromAfterTheRevocation() {
    assertThat(state.believes(N1, T0)).isTrue();
    tell(new RegisterIntent.Revoke(N1, "root"));

    assertThat(state.believes(N1, T0)).isFalse();
    assertThat(state.believes(N1, T0.minusSeconds(1))).isFalse();
    assertThat(state.believes(N1, T0.plusSeconds(1))).isTrue();
    assertThat(state.believes(new NodeName("n2"), T0)).isTrue();
  }

  @Test
  void shouldNotTakeARevocationBackWhenTheNextClockIsBehind() {
    tell(new RegisterIntent.Revoke(N1, "root"));
    now = T0.minusSeconds(60);
    tell(new RegisterIntent.Revoke(N1, "root"));

    assertThat(state.believes(N1, T0)).isFalse();
  }

  @Test
  void shouldTellFromWhenOnACertificateCounts() {
    tell(new RegisterIntent.Revoke(N1, "root"));
    make("w", "n[1-2]");

    assertThat(use("w", "key")).isEqualTo(new RegisterReply.Granted("n[1-2]", T0));
  }

  private RegisterReply make(String hash, String nodes) {
    return tell(new RegisterIntent.MakeWord(hash, nodes, now.plus(HOUR), "root"));
  }

  private RegisterReply use(String hash, String key) {
    return tell(new RegisterIntent.UseWord(hash, key));
  }

  private RegisterReply tell(RegisterIntent intent) {
    RegisterOutcome outcome = RegisterLifecycle.decide(state, intent, now);
    if (outcome.event() != null) {
      state = state.evolve(outcome.event());
    }
    return outcome.reply();
  }
}
