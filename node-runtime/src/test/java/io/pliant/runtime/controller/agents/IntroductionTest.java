package io.pliant.runtime.controller.agents;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.id.JobId;
import io.pliant.core.id.StepId;
import io.pliant.core.node.AgentMessage;
import io.pliant.core.node.ClockSkew;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class IntroductionTest {
  private static final long NOW = 1_700_000_000_000L;
  private static final StepId STEP = StepId.batch(new JobId(7), 1);

  @Test
  void shouldTellTheEntityAnewWithEveryThirdHeartbeat() {
    Introduction introduction = new Introduction(RawAgent.hello("n1", NOW), NOW);

    for (int round = 0; round < 3; round++) {
      assertThat(introduction.beat(beat(NOW), NOW)).isFalse();
      assertThat(introduction.beat(beat(NOW), NOW)).isFalse();
      assertThat(introduction.beat(beat(NOW), NOW)).isTrue();
    }
  }

  @Test
  void shouldTellTheEntityAnewWithEachHeartbeatOfANodeThatIsSeldomHeard() {
    Introduction introduction = new Introduction(RawAgent.hello("n1", NOW), NOW);
    long later = NOW + Introduction.AT_LEAST_MILLIS;

    assertThat(introduction.beat(beat(NOW), later - 1)).isFalse();
    assertThat(introduction.beat(beat(NOW), later)).isTrue();
    assertThat(introduction.beat(beat(NOW), later + Introduction.AT_LEAST_MILLIS)).isTrue();
  }

  @Test
  void shouldTellWhatRunsByTheLatestHeartbeat() {
    Introduction introduction = new Introduction(RawAgent.hello("n1", NOW), NOW);
    assertThat(introduction.hello().running()).isEmpty();

    introduction.beat(new AgentMessage.Heartbeat(List.of(STEP), 12L, NOW, null), NOW);

    assertThat(introduction.hello().running()).containsExactly(STEP);
    assertThat(introduction.hello().stamp()).isEqualTo(12);
    assertThat(introduction.hello().node()).hasToString("n1");
  }

  @Test
  void shouldTellHowFarTheClockIsOffUntilItAgrees() {
    Introduction introduction = new Introduction(RawAgent.hello("n1", NOW + 60_000), NOW);
    assertThat(ahead(introduction)).isEqualTo(60_000);

    introduction.beat(beat(NOW), NOW);

    assertThat(ahead(introduction)).isNull();
    for (int i = 0; i <= ClockSkew.IN_A_ROW; i++) {
      introduction.beat(beat(NOW - 60_000), NOW);
    }
    assertThat(ahead(introduction)).isEqualTo(-60_000);
  }

  private static AgentMessage.Heartbeat beat(long clockMillis) {
    return new AgentMessage.Heartbeat(List.of(), null, clockMillis, null);
  }

  private static @Nullable Long ahead(Introduction introduction) {
    return introduction.hello().description().clockAheadMillis();
  }
}
