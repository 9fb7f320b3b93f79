package io.pliant.core.corridor;

import io.pliant.core.id.PartitionName;
import io.pliant.core.power.Corridor;
import io.pliant.core.power.CorridorTable;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The power corridor of a cluster; the fold of its events. Stored as it is in snapshots: additive,
 * as events are.
 *
 * @param version number of events folded
 * @param table the bounds that hold and those to come
 * @param by who set or cleared bounds last, or null
 * @param shares nodes of the partitions that keep it, by name
 * @param alarms the latest, oldest first
 * @param newest the latest time that an event has, or null when that is not known
 */
public record CorridorState(
    long version,
    CorridorTable table,
    @Nullable String by,
    List<Share> shares,
    List<AlarmRecord> alarms,
    @Nullable Instant newest) {
  /** Alarms that are remembered. */
  static final int MOST_ALARMS = 50;

  /** Nothing has ever been set. */
  public static final CorridorState NONE =
      new CorridorState(0, new CorridorTable(List.of()), null, List.of(), List.of(), null);

  /** How far ahead of ours the clock of a controller before us is believed to have been. */
  private static final Duration MOST_AHEAD = Duration.ofMinutes(1);

  public CorridorState {
    shares = List.copyOf(shares);
    alarms = List.copyOf(alarms);
  }

  /** So many nodes of a partition share the corridor. */
  public record Share(PartitionName partition, int nodes) {}

  /**
   * The time for the corridor: usually that of the clock. When a controller whose clock was ahead,
   * though by at most a minute, has written the newest event, it is the time of that, so that what
   * was in force stays so, and what is set now prevails.
   */
  public Instant now(Instant clock) {
    Instant last = newest;
    return last != null && last.isAfter(clock) && last.isBefore(clock.plus(MOST_AHEAD))
        ? last
        : clock;
  }

  /** The bounds at a time, or null when there are none. */
  public @Nullable Corridor at(Instant time) {
    return table.at(time.toEpochMilli());
  }

  /**
   * The part of a partition: of both bounds, now and to come, that part which its nodes are of all
   * nodes that share the corridor; null for a partition that does not. What is in force begins at
   * the epoch, so that it is so by the partition's clock, too.
   *
   * @param among partitions that there are; others count no more
   * @param now as of {@link #now}
   */
  public @Nullable CorridorTable share(
      PartitionName partition, Predicate<PartitionName> among, Instant now) {
    int all = 0;
    int own = 0;
    for (Share share : shares) {
      if (among.test(share.partition())) {
        all += share.nodes();
        own += share.partition().equals(partition) ? share.nodes() : 0;
      }
    }
    if (own == 0) {
      return null;
    }
    double part = (double) own / all;
    List<CorridorTable.Change> changes = new ArrayList<>();
    Corridor inForce = at(now);
    if (inForce != null) {
      changes.add(new CorridorTable.Change(0, inForce.part(part)));
    }
    for (CorridorTable.Change change : table.after(now.toEpochMilli())) {
      changes.add(new CorridorTable.Change(change.at(), change.corridor().part(part)));
    }
    return new CorridorTable(changes);
  }

  /** The alarm of a partition that has not ended, or null. */
  public @Nullable AlarmRecord alarm(PartitionName partition) {
    return alarms.stream()
        .filter(record -> record.ended() == null && record.partition().equals(partition))
        .findFirst()
        .orElse(null);
  }

  /** The state after one more event. */
  public CorridorState evolve(CorridorEvent event) {
    long next = version + 1;
    Instant last = newest != null && newest.isAfter(event.at()) ? newest : event.at();
    return switch (event) {
      case CorridorEvent.BoundsSet e ->
          new CorridorState(next, withChange(e), e.by(), shares, alarms, last);
      case CorridorEvent.BoundsCleared e ->
          new CorridorState(next, new CorridorTable(List.of()), e.by(), shares, alarms, last);
      case CorridorEvent.PartitionCounted e ->
          new CorridorState(next, table, by, counted(e), alarms, last);
      case CorridorEvent.AlarmRaised e ->
          new CorridorState(next, table, by, shares, raised(e), last);
      case CorridorEvent.AlarmEnded e ->
          new CorridorState(next, table, by, shares, ended(e.partition(), e.at()), last);
    };
  }

  /** Bounds that others have replaced by now are left out; so is a change at the same time. */
  private CorridorTable withChange(CorridorEvent.BoundsSet event) {
    long now = event.at().toEpochMilli();
    long from = event.from().toEpochMilli();
    List<CorridorTable.Change> changes = new ArrayList<>();
    for (CorridorTable.Change change : table.changes()) {
      if (change.at() <= now) {
        changes.clear();
      }
      if (change.at() != from && (change.at() > now || from > now)) {
        changes.add(change);
      }
    }
    changes.add(new CorridorTable.Change(from, event.corridor()));
    changes.sort(Comparator.comparingLong(CorridorTable.Change::at));
    return new CorridorTable(changes);
  }

  private List<Share> counted(CorridorEvent.PartitionCounted event) {
    List<Share> all = new ArrayList<>(shares);
    all.removeIf(share -> share.partition().equals(event.partition()));
    if (event.nodes() > 0) {
      all.add(new Share(event.partition(), event.nodes()));
    }
    all.sort(Comparator.comparing(Share::partition));
    return all;
  }

  /** One alarm of a partition goes on at a time. */
  private List<AlarmRecord> raised(CorridorEvent.AlarmRaised event) {
    List<AlarmRecord> all = new ArrayList<>(ended(event.partition(), event.at()));
    all.add(new AlarmRecord(event.partition(), event.alarm(), event.at(), null));
    return all.subList(Math.max(0, all.size() - MOST_ALARMS), all.size());
  }

  private List<AlarmRecord> ended(PartitionName partition, Instant at) {
    return alarms.stream()
        .map(record ->
            record.ended() == null && record.partition().equals(partition)
                ? new AlarmRecord(partition, record.alarm(), record.since(), at)
                : record)
        .toList();
  }
}
