package io.pliant.actors.corridor;

import io.pliant.api.PowerStatus;
import io.pliant.api.PowerStatus.Drawn;
import io.pliant.api.PowerStatus.Sample;
import io.pliant.core.corridor.PartitionStanding;
import io.pliant.core.id.PartitionName;
import io.pliant.core.power.Corridor;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What partitions told of their power last, and a sample of it each second for an hour. Not
 * durable: it is told again and again, and the samples of a lost controller are lost.
 */
final class PowerHistory {
  /** What was told longer ago says nothing of now. */
  static final Duration FRESH = Duration.ofSeconds(5);

  private static final int MOST_SAMPLES = 3600;

  /** Numbers of one answer: with more, it would be too long for a message. */
  private static final int MOST_NUMBERS = 1500;

  private final SortedMap<PartitionName, PartitionStanding> standings = new TreeMap<>();
  private final SortedMap<PartitionName, Instant> heard = new TreeMap<>();
  private final Deque<Sample> samples = new ArrayDeque<>();

  void told(PartitionStanding standing, Instant now) {
    standings.put(standing.partition(), standing);
    heard.put(standing.partition(), now);
  }

  /** Those heard of lately, by name. */
  List<PartitionStanding> lately(Instant now) {
    return standings.values().stream()
        .filter(standing ->
            Duration.between(Objects.requireNonNull(heard.get(standing.partition())), now)
                    .compareTo(FRESH)
                <= 0)
        .toList();
  }

  void sample(Instant now, @Nullable Corridor bounds) {
    List<PartitionStanding> lately = lately(now);
    List<Drawn> drawn = new ArrayList<>();
    for (PartitionStanding standing : lately) {
      Double watts = standing.watts();
      if (watts != null) {
        drawn.add(new Drawn(standing.partition(), watts));
      }
    }
    samples.addLast(new Sample(now, sum(lately, PartitionStanding::watts), bounds, drawn));
    if (samples.size() > MOST_SAMPLES) {
      samples.removeFirst();
    }
  }

  /** Over the partitions that keep the corridor, or over all when none does; null for nothing. */
  static @Nullable Double sum(
      List<PartitionStanding> standings, Function<PartitionStanding, @Nullable Double> watts) {
    boolean kept = standings.stream().anyMatch(PartitionStanding::keeps);
    Double sum = null;
    for (PartitionStanding standing : standings) {
      Double each = watts.apply(standing);
      if (each != null && (standing.keeps() || !kept)) {
        sum = (sum == null ? 0 : sum) + each;
      }
    }
    return sum;
  }

  /** In order of time; see {@link io.pliant.actors.protocol.CorridorCommand.Show}. */
  List<Sample> samples(@Nullable Instant after, int asked) {
    int most = Math.min(asked, MOST_NUMBERS / Math.max(1, standings.size() + 1));
    List<Sample> chosen = new ArrayList<>();
    Iterator<Sample> each = after == null ? samples.descendingIterator() : samples.iterator();
    while (each.hasNext() && chosen.size() < most) {
      Sample sample = each.next();
      if (after == null || sample.at().isAfter(after)) {
        chosen.add(sample);
      }
    }
    return after == null ? chosen.reversed() : chosen;
  }

  static PowerStatus.PartitionPower shown(PartitionStanding told, @Nullable Corridor bounds) {
    return new PowerStatus.PartitionPower(
        told.partition(),
        told.policy(),
        told.keeps(),
        told.nodes(),
        told.metered(),
        told.watts(),
        told.forecast(),
        bounds,
        told.bounded(),
        told.alarm(),
        told.limits(),
        told.at());
  }
}
