package io.pliant.core.pool;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.id.JobId;
import io.pliant.core.lease.Rank;
import java.time.Instant;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Claims beside what they are by definition, for each rank and each end. */
final class ClaimsTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final int CLAIMS = 6;

  @Test
  void shouldKeepWhatIsPromisedAtEachTime() {
    for (long seed = 0; seed < 300; seed++) {
      Random random = new Random(seed);
      Forecast forecast = forecast(random);
      Claims claims = Claims.none();
      for (int i = 0; i < CLAIMS; i++) {
        Instant at = NOW.plusSeconds(random.nextInt(12) - 2);
        Instant end = at.plusSeconds(1 + random.nextInt(6));
        claims = claims.with(new Claim(rank(random.nextInt(9)), random.nextInt(5), at, end));
      }
      for (int rank = 0; rank <= 9; rank++) {
        Forecast left = claims.leftFor(rank(rank), forecast);
        for (int second = 0; second < 20; second++) {
          Instant time = NOW.plusSeconds(second);
          assertThat(claims.most(rank(rank), time, NOW, forecast))
              .as("seed %d, rank %d, end %d", seed, rank, second)
              .isEqualTo(most(claims, rank(rank), time, forecast));
          assertThat(left.at(time))
              .as("seed %d, rank %d, at %d", seed, rank, second)
              .isEqualTo(left(claims, rank(rank), time, forecast));
        }
      }
    }
  }

  private static int most(Claims claims, Rank rank, Instant end, Forecast forecast) {
    int most = forecast.at(NOW);
    for (Claim claim : claims.all().headMap(rank).values()) {
      Instant at = claim.at().isBefore(NOW) ? NOW : claim.at();
      if (end.isAfter(at)) {
        int promised =
            claims.all().headMap(rank).values().stream()
                .filter(other -> !other.at().isAfter(at))
                .mapToInt(Claim::nodes)
                .sum();
        most = Math.min(most, forecast.at(at) - promised);
      }
    }
    return Math.max(0, most);
  }

  private static int left(Claims claims, Rank rank, Instant time, Forecast forecast) {
    int promised =
        claims.all().headMap(rank).values().stream()
            .filter(claim -> claim.end().isAfter(time))
            .mapToInt(Claim::nodes)
            .sum();
    return Math.max(0, forecast.at(time) - promised);
  }

  private static Forecast forecast(Random random) {
    TreeMap<Instant, Integer> ends = new TreeMap<>();
    for (int i = 0; i < 4; i++) {
      ends.merge(NOW.plusSeconds(random.nextInt(12)), 1 + random.nextInt(3), Integer::sum);
    }
    return Forecast.of(NOW, random.nextInt(6), ends);
  }

  private static Rank rank(int number) {
    return new Rank(0, NOW, new JobId(number + 1L));
  }
}
