package io.pliant.core.corridor;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.id.PartitionName;
import io.pliant.core.power.Corridor;
import io.pliant.core.power.CorridorAlarm;
import io.pliant.core.power.CorridorTable;
import io.pliant.core.power.Shortfall;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import org.assertj.core.data.Offset;
import org.jspecify.annotations.Nullable;

/** Whatever is set, announced, cleared and noted: a table, three partitions, any restart. */
class CorridorStatePropertiesTest {
  private static final List<PartitionName> PARTITIONS =
      List.of(new PartitionName("main"), new PartitionName("gpu"), new PartitionName("old"));
  private static final int STEPS = 60;
  private static final long REACH = 5_000;

  @Property(tries = 300, shrinking = ShrinkingMode.OFF)
  void shouldHoldTheLatestBoundsThatHaveBegun(@ForAll Random random) {
    Site site = new Site();
    long now = 1_000_000;
    for (int i = 0; i < STEPS; i++) {
      now += random.nextInt(4) * 250;
      site.act(random, now);
      for (long at = now; at <= now + REACH; at += 125) {
        Map.Entry<Long, Corridor> expected = site.bounds.floorEntry(at);
        assertThat(site.state.at(Instant.ofEpochMilli(at)))
            .as("at %d, seen from %d", at, now)
            .isEqualTo(expected == null ? null : expected.getValue());
      }
      site.assertParts(now);
      for (PartitionName partition : PARTITIONS) {
        assertThat(site.state.alarms())
            .filteredOn(alarm -> alarm.partition().equals(partition) && alarm.ended() == null)
            .hasSizeLessThanOrEqualTo(1);
      }
    }
  }

  @Property(tries = 100, shrinking = ShrinkingMode.OFF)
  void shouldBeTheSameAfterARestartAtAnyTime(@ForAll Random random) {
    Site site = new Site();
    long now = 1_000_000;
    List<CorridorState> states = new ArrayList<>(List.of(site.state));
    for (int i = 0; i < STEPS; i++) {
      now += random.nextInt(4) * 250;
      site.act(random, now);
      while (states.size() <= site.events.size()) {
        states.add(states.getLast().evolve(site.events.get(states.size() - 1)));
      }
    }
    assertThat(states.getLast()).isEqualTo(site.state);
    int snapshot = random.nextInt(states.size());
    CorridorState restored = states.get(snapshot);
    for (CorridorEvent event : site.events.subList(snapshot, site.events.size())) {
      restored = restored.evolve(event);
    }
    assertThat(restored).isEqualTo(site.state);
    assertThat(restored.version()).isEqualTo(site.events.size());
  }

  private static @Nullable CorridorAlarm alarm(Random random) {
    Shortfall.Bound[] kinds = Shortfall.Bound.values();
    return random.nextBoolean()
        ? null
        : new CorridorAlarm(
            new Shortfall(
                kinds[random.nextInt(kinds.length)], 1 + random.nextInt(300), "of a test"),
            0,
            List.of());
  }

  /** A corridor and the plain model of it. */
  private static final class Site {
    private final TreeMap<Long, Corridor> bounds = new TreeMap<>();
    private final Map<PartitionName, Integer> nodes = new TreeMap<>();
    private final List<CorridorEvent> events = new ArrayList<>();
    private CorridorState state = CorridorState.NONE;

    private void act(Random random, long now) {
      int what = random.nextInt(20);
      PartitionName partition = PARTITIONS.get(random.nextInt(PARTITIONS.size()));
      if (what == 0) {
        decide(new CorridorIntent.ClearBounds("ops"), now);
        bounds.clear();
      } else if (what < 12) {
        double lower = random.nextInt(1000);
        Corridor corridor = new Corridor(lower, lower + random.nextInt(1000));
        Long from = random.nextInt(3) == 0 ? null : (Long) (now + (random.nextInt(21) - 4) * 250L);
        Instant begins = from == null ? null : Instant.ofEpochMilli(from);
        decide(new CorridorIntent.SetBounds(corridor, begins, "ops"), now);
        bounds.put(from == null ? now : Math.max(now, from), corridor);
      } else {
        int count = random.nextInt(4);
        decide(new CorridorIntent.TakeNote(partition, count, alarm(random)), now);
        nodes.put(partition, count);
      }
    }

    private void decide(CorridorIntent intent, long now) {
      for (CorridorEvent event :
          CorridorLifecycle.decide(state, intent, Instant.ofEpochMilli(now)).events()) {
        state = state.evolve(event);
        events.add(event);
      }
    }

    /** The parts of all partitions add up to the whole, each by its nodes. */
    private void assertParts(long now) {
      Corridor whole = state.at(Instant.ofEpochMilli(now));
      int all = nodes.values().stream().mapToInt(Integer::intValue).sum();
      double upper = 0;
      for (PartitionName partition : PARTITIONS) {
        int own = nodes.getOrDefault(partition, 0);
        CorridorTable part = state.share(partition, _ -> true, Instant.ofEpochMilli(now));
        assertThat(part == null).isEqualTo(own == 0);
        if (part != null && whole != null) {
          Corridor mine = Objects.requireNonNull(part.at(now));
          assertThat(mine.upper()).isEqualTo(whole.upper() * own / all, Offset.offset(1e-6));
          assertThat(mine.lower()).isEqualTo(whole.lower() * own / all, Offset.offset(1e-6));
          upper += mine.upper();
        }
      }
      if (whole != null && all > 0) {
        assertThat(upper).isEqualTo(whole.upper(), Offset.offset(1e-6));
      }
    }
  }
}
