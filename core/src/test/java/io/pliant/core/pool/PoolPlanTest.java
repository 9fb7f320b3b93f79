package io.pliant.core.pool;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.id.JobId;
import io.pliant.core.id.PartitionName;
import io.pliant.core.lease.Rank;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class PoolPlanTest {
  private static final PartitionName HOME = new PartitionName("home");
  private static final PartitionName A = new PartitionName("a");
  private static final PartitionName B = new PartitionName("b");
  private static final Instant NOW = Instant.ofEpochSecond(1000);

  @Test
  void shouldFindTheEarliestTimeAtWhichAllTogetherHaveEnoughAndTakeFromHomeFirst() {
    SortedMap<PartitionName, Forecast> forecasts =
        new TreeMap<>(
            Map.of(
                HOME, forecast(1, Map.of(at(50), 2)),
                A, forecast(2, Map.of(at(20), 3)),
                B, forecast(0, Map.of(at(60), 9))));
    PoolPlan plan = PoolPlan.of(HOME, 6, forecasts);
    assertThat(plan).isEqualTo(new PoolPlan(at(20), new TreeMap<>(Map.of(HOME, 1, A, 5))));
    assertThat(PoolPlan.of(HOME, 8, forecasts))
        .isEqualTo(new PoolPlan(at(50), new TreeMap<>(Map.of(HOME, 3, A, 5))));
    assertThat(PoolPlan.of(HOME, 18, forecasts)).isNull();
  }

  @Test
  void shouldLeaveIdleNodesToThoseWhoEndBeforeAClaimOrLeaveEnoughForIt() {
    Forecast forecast = forecast(4, Map.of(at(100), 4));
    Claims claims = Claims.none().with(new Claim(rank(5), 6, at(100), at(500)));
    assertThat(claims.most(rank(9), at(100), NOW, forecast)).isEqualTo(4);
    assertThat(claims.most(rank(9), at(101), NOW, forecast)).isEqualTo(2);
    assertThat(claims.most(rank(1), at(101), NOW, forecast)).isEqualTo(4);
    assertThat(claims.without(rank(5)).most(rank(9), at(101), NOW, forecast)).isEqualTo(4);
  }

  @Test
  void shouldCountClaimsThatBeginEarlierToo() {
    Forecast forecast = forecast(4, Map.of(at(100), 4));
    Claims claims =
        Claims.none()
            .with(new Claim(rank(2), 3, at(0), at(500)))
            .with(new Claim(rank(3), 5, at(100), at(500)));
    assertThat(claims.most(rank(9), at(200), NOW, forecast)).isZero();
    assertThat(claims.most(rank(9), at(50), NOW, forecast)).isEqualTo(1);
  }

  @Test
  void shouldForecastWhatClaimsBeforeAJobLeave() {
    Claims claims = Claims.none().with(new Claim(rank(2), 3, at(100), at(150)));
    Forecast forecast = forecast(4, Map.of(at(100), 1));
    assertThat(claims.leftFor(rank(9), forecast))
        .isEqualTo(new Forecast(new TreeMap<>(Map.of(NOW, 1, at(100), 2, at(150), 5))));
    assertThat(claims.leftFor(rank(1), forecast)).isEqualTo(forecast);
  }

  @Test
  void shouldAskThoseOfASampleThatHaveMostForHalfAsManyAgain() {
    List<Map.Entry<PartitionName, Integer>> others = List.of(Map.entry(A, 3), Map.entry(B, 20));
    assertThat(LenderChoice.ask(HOME, 10, 2, others))
        .isEqualTo(new TreeMap<>(Map.of(HOME, 2, B, 12)));
    assertThat(LenderChoice.ask(HOME, 30, 2, others)).isEmpty();
    assertThat(LenderChoice.ask(HOME, 25, 2, others))
        .isEqualTo(new TreeMap<>(Map.of(HOME, 2, A, 3, B, 20)));
  }

  private static Rank rank(int job) {
    return new Rank(0, Instant.ofEpochSecond(job), new JobId(job));
  }

  private static Instant at(int second) {
    return NOW.plusSeconds(second);
  }

  private static Forecast forecast(int idle, Map<Instant, Integer> ends) {
    return Forecast.of(NOW, idle, new TreeMap<>(ends));
  }
}
