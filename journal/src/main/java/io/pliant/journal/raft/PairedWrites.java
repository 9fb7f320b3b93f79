package io.pliant.journal.raft;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Writes of which one follows from others, as a partition's does from its jobs'. A <em>first</em>
 * is announced before its follower is asked for; when it comes it is held a moment, so that both
 * make one log entry. A follower is never queued before its firsts have come. Called under the lock
 * of its {@link BatchWriter}.
 */
final class PairedWrites {
  /** How long a first waits for its follower. */
  static final Duration HOLD = Duration.ofMillis(60);

  /** How long a follower waits for a first that was announced. */
  static final Duration PATIENCE = Duration.ofSeconds(5);

  private static final int MOST_FAILED = 10_000;

  private final Duration hold;
  private final Map<String, First> firsts = new HashMap<>();
  private final Map<String, Set<String>> named = new HashMap<>();
  private final List<Follower> blocked = new ArrayList<>();

  /** Firsts that were not made: whoever still follows from one must not be either. */
  private final Set<String> failed =
      Collections.newSetFromMap(
          new LinkedHashMap<>() {
            @Override
            protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
              return size() > MOST_FAILED;
            }
          });

  /** Writes of which a first waits for so long. */
  PairedWrites(Duration hold) {
    this.hold = hold;
  }

  /** How long a first waits for its follower, and then a follower for its first, in turn. */
  Duration hold() {
    return hold;
  }

  /** One that was announced and is not durable yet. */
  private static final class First {
    private final long announcedNanos;
    private @Nullable PendingWrite write;
    private boolean goes;

    First(long now) {
      this.announcedNanos = now;
    }
  }

  private record Follower(PendingWrite write, List<First> firsts) {
    boolean complete() {
      return firsts.stream().allMatch(first -> first.write != null);
    }
  }

  /**
   * What is to be done now.
   *
   * @param queued to be queued, in this order
   * @param refused never to be made, since what they follow from was not
   * @param again whether to look again after {@link #HOLD}
   */
  record Next(List<PendingWrite> queued, List<PendingWrite> refused, boolean again) {
    private static Next of(List<PendingWrite> queued) {
      return new Next(queued, List.of(), false);
    }
  }

  /** The next write of that entity is a first; {@link #due} is to be called after {@link #HOLD}. */
  void announce(String entity, long now) {
    failed.remove(entity);
    firsts.put(entity, new First(now));
  }

  /** The next write of that entity follows from those of these, as far as they were announced. */
  void follow(String entity, Collection<String> these) {
    Set<String> known = new HashSet<>();
    for (String first : these) {
      if (firsts.containsKey(first) || failed.contains(first)) {
        known.add(first);
      }
    }
    if (known.isEmpty()) {
      named.remove(entity);
    } else {
      named.put(entity, known);
    }
  }

  /** A write has come: what is to be queued, itself or more or nothing yet. */
  Next come(PendingWrite write) {
    String entity = write.change().entity();
    First first = firsts.get(entity);
    if (first != null && first.write == null) {
      first.write = write;
      List<PendingWrite> queued = new ArrayList<>();
      if (first.goes) {
        queued.add(write);
      }
      queued.addAll(completed());
      return Next.of(queued);
    }
    failed.remove(entity);
    Set<String> names = named.remove(entity);
    if (names == null) {
      return Next.of(List.of(write));
    }
    if (names.stream().anyMatch(failed::contains)) {
      return new Next(List.of(), List.of(write), false);
    }
    List<First> known = names.stream().map(firsts::get).filter(Objects::nonNull).toList();
    blocked.add(new Follower(write, known));
    return Next.of(completed());
  }

  private List<PendingWrite> completed() {
    List<PendingWrite> queued = new ArrayList<>();
    for (Follower follower : List.copyOf(blocked)) {
      if (follower.complete()) {
        blocked.remove(follower);
        List<PendingWrite> before = new ArrayList<>();
        for (First first : follower.firsts()) {
          PendingWrite write = Objects.requireNonNull(first.write);
          before.add(write);
          if (!first.goes) {
            first.goes = true;
            queued.add(write);
          }
        }
        queued.add(follower.write().after(before));
      }
    }
    return queued;
  }

  /** Nobody follows from this one: it need not wait. */
  List<PendingWrite> alone(String entity) {
    First first = firsts.get(entity);
    if (first == null || first.goes) {
      return List.of();
    }
    first.goes = true;
    return first.write == null ? List.of() : List.of(first.write);
  }

  /** {@link #HOLD} is over, once more, for one that was announced at that time. */
  Next due(String entity, long announcedNanos, long now) {
    First first = firsts.get(entity);
    if (first == null || first.announcedNanos != announcedNanos) {
      return Next.of(List.of()); // it is over, and may have been announced again
    }
    if (first.write != null) {
      return Next.of(alone(entity));
    }
    first.goes = true;
    if (now - first.announcedNanos < PATIENCE.toNanos()) {
      return new Next(List.of(), List.of(), true);
    }
    return new Next(List.of(), missing(entity, first), false);
  }

  private List<PendingWrite> missing(String entity, First first) {
    firsts.remove(entity);
    failed.add(entity);
    List<PendingWrite> refused = new ArrayList<>();
    for (Follower follower : List.copyOf(blocked)) {
      if (follower.firsts().contains(first)) {
        blocked.remove(follower);
        refused.add(follower.write());
      }
    }
    return refused;
  }

  /** A write of that entity was refused before it came here; those that follow from it are, too. */
  List<PendingWrite> refused(String entity) {
    named.remove(entity);
    First first = firsts.get(entity);
    return first == null || first.write != null ? List.of() : missing(entity, first);
  }

  /**
   * It is durable, or will not be.
   *
   * @param made whether it is
   */
  void settled(PendingWrite write, boolean made) {
    String entity = write.change().entity();
    First first = firsts.get(entity);
    if (first != null && first.write == write) {
      firsts.remove(entity);
      if (!made) {
        failed.add(entity);
      }
    }
  }
}
