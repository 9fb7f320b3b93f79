package io.pliant.core.lending;

import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.lease.LeaseMessage;
import io.pliant.core.lease.Letter;
import io.pliant.core.partition.NodeRecord;
import io.pliant.core.partition.PartitionEvent;
import io.pliant.core.partition.PartitionState;
import io.pliant.core.pool.PoolStanding;
import io.pliant.core.resource.NodeCapacity;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One write of a partition as far as its pool is concerned: the scratch paper of {@link Dealings}.
 */
final class Deal {
  private final Instant now;
  private final List<PartitionEvent> events = new ArrayList<>();
  private final List<Letter> letters = new ArrayList<>();
  private final List<PoolWord.Addressed> others = new ArrayList<>();
  private final Deque<Letter> toSelf = new ArrayDeque<>();
  private final Deque<PoolWord.OfPlace> wordsToSelf = new ArrayDeque<>();
  private PartitionState state;
  private boolean roundWanted;

  Deal(PartitionState state, Instant now) {
    this.state = state;
    this.now = now;
  }

  Instant now() {
    return now;
  }

  PartitionState state() {
    return state;
  }

  List<PartitionEvent> events() {
    return events;
  }

  /** A round may start more now, whatever is written. */
  void wantRound() {
    roundWanted = true;
  }

  boolean wantsRound() {
    return roundWanted;
  }

  /** True when nodes come back by what is written. */
  boolean freed() {
    return events.stream().anyMatch(PartitionEvent.NodesReturned.class::isInstance);
  }

  void apply(PartitionEvent event) {
    state = state.evolve(event);
    events.add(event);
  }

  void send(List<Letter> some) {
    for (Letter letter : some) {
      if (letter.to().equals(state.name())) {
        toSelf.add(letter);
      } else {
        letters.add(letter);
      }
    }
  }

  /** Takes off what confirms returns, each once: they are not written now. */
  List<Letter> withhold() {
    List<Letter> confirmations =
        letters.stream()
            .filter(letter -> letter.message() instanceof LeaseMessage.TakenBack)
            .distinct()
            .toList();
    letters.removeAll(confirmations);
    return confirmations;
  }

  /** A letter to itself, or null; taken off. */
  @Nullable Letter nextLetter() {
    return toSelf.poll();
  }

  void say(PartitionName to, PoolWord word) {
    if (to.equals(state.name()) && word instanceof PoolWord.OfPlace place) {
      wordsToSelf.add(place);
    } else {
      others.add(new PoolWord.Addressed(to, word));
    }
  }

  /** What it has said to itself, or null; taken off. */
  PoolWord.@Nullable OfPlace nextWord() {
    return wordsToSelf.poll();
  }

  /** All that is to be said once the events are durable. */
  List<PoolWord.Addressed> words(PoolStanding standing) {
    List<PoolWord.Addressed> all = new ArrayList<>(others);
    for (Letter letter : letters) {
      all.add(
          new PoolWord.Addressed(
              letter.to(),
              new PoolWord.OfLease(
                  state.name(), standing, letter.message(), capacities(letter.message()))));
    }
    return all;
  }

  private List<PoolWord.NodesLike> capacities(LeaseMessage message) {
    if (!(message instanceof LeaseMessage.Offered offered)) {
      return List.of();
    }
    Map<NodeCapacity, List<NodeName>> alike = new LinkedHashMap<>();
    for (NodeName name : offered.nodes()) {
      NodeRecord node = state.nodes().get(name);
      if (node != null) {
        alike.computeIfAbsent(node.capacity(), _ -> new ArrayList<>()).add(name);
      }
    }
    return alike.entrySet().stream()
        .map(each -> new PoolWord.NodesLike(each.getKey(), each.getValue()))
        .toList();
  }
}
