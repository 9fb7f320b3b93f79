package io.pliant.actors.partition;

import io.pliant.actors.protocol.JobCommand;
import io.pliant.actors.protocol.Peers;
import io.pliant.core.id.JobId;
import io.pliant.core.pack.PackStand;
import io.pliant.core.pack.PackTable;
import io.pliant.core.pack.PackWord;
import io.pliant.core.partition.PartitionState;
import io.pliant.core.partition.QueuedJob;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a partition and the packs of which it has a share say to each other while they wait. All of
 * it is told again every other second, so nothing of it is written down.
 */
final class PackDesk {
  private static final Duration AGAIN = Duration.ofSeconds(2);

  /** A word that says to hold is for the next round alone, and for one that comes soon. */
  private static final Duration HOLD_COUNTS = Duration.ofSeconds(5);

  private final Peers peers;
  private final Map<JobId, Heard> words = new TreeMap<>();
  private final Map<JobId, Told> told = new HashMap<>();
  private List<PackStand> stands = List.of();

  private record Heard(PackWord word, Instant at) {}

  private record Told(PackStand stand, Instant at) {}

  PackDesk(Peers peers) {
    this.peers = peers;
  }

  /**
   * A pack has said how it stands.
   *
   * @return true when a round is to look at that
   */
  boolean take(PartitionState state, PackWord word, Instant now) {
    QueuedJob waiting = state.waiting(word.attempt().job());
    if (waiting == null
        || waiting.resources().spread() == null
        || !waiting.attemptId().equals(word.attempt())) {
      return false;
    }
    Heard before = words.put(waiting.job(), new Heard(word, now));
    return word.hold()
        || before == null
        || !before.word().attempt().equals(word.attempt())
        || !Objects.equals(seconds(before.word().together()), seconds(word.together()));
  }

  private static @Nullable Long seconds(@Nullable Instant time) {
    return time == null ? null : (Long) time.getEpochSecond();
  }

  /** What packs have said lately; that one is to hold is said to one round alone. */
  List<PackWord> forRound(Instant now) {
    words.values().removeIf(heard -> heard.at().plus(PackTable.COUNTS).isBefore(now));
    List<PackWord> lately = new ArrayList<>();
    for (Heard heard : words.values()) {
      boolean holds = heard.word().hold() && !heard.at().plus(HOLD_COUNTS).isBefore(now);
      lately.add(holding(heard.word(), holds));
    }
    words.replaceAll((_, heard) -> new Heard(holding(heard.word(), false), heard.at()));
    return lately;
  }

  private static PackWord holding(PackWord word, boolean hold) {
    return new PackWord(word.attempt(), word.together(), hold, word.last());
  }

  /** A round has found how shares stand: packs are told what is new. */
  void found(List<PackStand> found, Instant now) {
    stands = found;
    tell(now);
  }

  /** Tells again how shares stand; called each second. */
  void tell(Instant now) {
    Map<JobId, Told> before = new HashMap<>(told);
    told.clear();
    for (PackStand stand : stands) {
      JobId job = stand.attempt().job();
      Told last = before.get(job);
      if (last == null || changed(last.stand(), stand) || last.at().plus(AGAIN).isBefore(now)) {
        peers.tell(job, new JobCommand.ShareStands(stand));
        last = new Told(stand, now);
      }
      told.put(job, last);
    }
  }

  private static boolean changed(PackStand before, PackStand now) {
    return !before.attempt().equals(now.attempt())
        || before.now() != now.now()
        || (before.earliest() == null) != (now.earliest() == null);
  }

  /** A new incarnation has heard nothing. */
  void reset() {
    words.clear();
    told.clear();
    stands = List.of();
  }
}
