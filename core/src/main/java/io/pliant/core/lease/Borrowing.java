package io.pliant.core.lease;

import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.lease.BorrowerState.Collection;
import io.pliant.core.lease.BorrowerState.Part;
import io.pliant.core.lease.BorrowerState.Stage;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The borrower's half of a lease.
 *
 * <p><b>Rule.</b> A job's nodes are asked of several lenders at once, its own partition among them.
 * When enough is offered all is taken; when all that was taken is lent the job starts. Everything
 * is given back as soon as all have answered and too little is on its way, and at the collection's
 * end. While it collects it gives way to whoever goes first; once it takes, it waits for nothing
 * but answers, so nobody waits for each other.
 *
 * <p><b>Guarantees.</b> A job starts only on nodes that their lenders' ledgers have lent to this
 * lease. Whatever is lost, doubled, late or dies, each lent node is of one job or finds its way
 * back.
 */
public final class Borrowing {
  /** So many numbers are made durable at a time: one event for as many collections. */
  static final long NUMBERS_AT_ONCE = 1000;

  private Borrowing() {}

  /**
   * What follows from a message or from time.
   *
   * @param events to be made durable before the letters are sent
   * @param failed jobs whose collection was given up; they may be collected for again
   */
  public record Outcome(
      BorrowerState state, List<LeaseChange> events, List<Letter> letters, List<JobId> failed) {
    private static Outcome of(BorrowerState state, List<Letter> letters) {
      return new Outcome(state, List.of(), letters, List.of());
    }
  }

  /**
   * A job to collect for.
   *
   * @param attempt of the job of that rank
   * @param need nodes that it starts on
   * @param ask at most so many of each lender, together {@code need} or more
   * @param until the collection is given up then
   * @param end the job gives the nodes back then at the latest
   */
  public record Wish(
      Rank rank,
      int attempt,
      int need,
      SortedMap<PartitionName, Integer> ask,
      Instant until,
      Instant end) {
    public Wish {
      int asked = ask.values().stream().mapToInt(Integer::intValue).sum();
      if (need < 1 || asked < need) {
        throw new IllegalArgumentException(
            "Expected to ask for the %d nodes of job %s or more, but asked for %d."
                .formatted(need, rank.job(), asked));
      }
    }
  }

  /** Begins a collection; the caller sees to it that the job has no other. */
  public static Outcome begin(BorrowerState state, PartitionName self, Wish wish) {
    LeaseId lease = new LeaseId(self, state.next());
    List<LeaseChange> events =
        state.next() < state.numbersBelow()
            ? List.of()
            : List.of(new LeaseChange.NumbersUsed(state.next() + NUMBERS_AT_ONCE));
    TreeMap<PartitionName, Part> parts = new TreeMap<>();
    List<Letter> letters = new ArrayList<>();
    wish.ask()
        .forEach((lender, nodes) -> {
          parts.put(lender, new Part(Stage.ASKED, Collections.emptySortedSet(), 0));
          letters.add(
              new Letter(
                  self,
                  lender,
                  new LeaseMessage.Ask(
                      lease, wish.rank(), wish.attempt(), nodes, wish.until(), wish.end())));
        });
    BorrowerState after = state;
    for (LeaseChange event : events) {
      after = after.after(event);
    }
    after =
        after
            .numbered(state.next() + 1)
            .collecting(
                lease,
                new Collection(
                    wish.rank(), wish.attempt(), wish.need(), wish.until(), false, parts));
    return new Outcome(after, events, letters, List.of());
  }

  /** Takes a message of a lender. */
  public static Outcome receive(
      BorrowerState state, PartitionName lender, LeaseMessage.ToBorrower message) {
    LeaseId lease = message.lease();
    Collection collection = state.collections().get(lease);
    Part part = collection == null ? null : collection.parts().get(lender);
    if (collection == null || part == null) {
      return stranger(state, lender, message);
    }
    return switch (message) {
      case LeaseMessage.Offered offered ->
          collection.taking()
              ? Outcome.of(state, List.of())
              : offered(
                  state,
                  lease,
                  collection.with(
                      lender, new Part(Stage.OFFERED, offered.nodes(), offered.coming())));
      case LeaseMessage.Lent lent ->
          part.stage() == Stage.ASKED || part.stage() == Stage.OFFERED
              ? Outcome.of(state, List.of())
              : lent(state, lease, collection.with(lender, new Part(Stage.LENT, part.nodes(), 0)));
      case LeaseMessage.Lapsed _ -> lapsed(state, lease, collection, lender, part);
      case LeaseMessage.Recalled _ ->
          collection.taking() || part.nodes().isEmpty()
              ? Outcome.of(state, List.of())
              : recalled(state, lease, collection, lender);
      case LeaseMessage.TakenBack _, LeaseMessage.HeldStill _ -> Outcome.of(state, List.of());
    };
  }

  /** A lender speaks of a lease that is not collected, or not with it. */
  private static Outcome stranger(
      BorrowerState state, PartitionName lender, LeaseMessage.ToBorrower message) {
    LeaseId lease = message.lease();
    return switch (message) {
      case LeaseMessage.TakenBack taken ->
          Outcome.of(state.takenBack(lease, lender, taken.nodes()), List.of());
      case LeaseMessage.Offered offered -> refuse(state, lender, lease, offered.nodes());
      case LeaseMessage.Lent lent -> refuse(state, lender, lease, lent.nodes());
      case LeaseMessage.HeldStill held -> refuse(state, lender, lease, held.nodes());
      case LeaseMessage.Lapsed _, LeaseMessage.Recalled _ -> Outcome.of(state, List.of());
    };
  }

  /** Gives back what no job of ours has, as far as it is ours to say. */
  private static Outcome refuse(
      BorrowerState state, PartitionName lender, LeaseId lease, SortedSet<NodeName> nodes) {
    if (lease.number() >= state.next()) {
      return Outcome.of(state, List.of()); // of a controller after this one, which will be told
    }
    TreeSet<NodeName> ours = new TreeSet<>(nodes);
    BorrowerState.Loan loan = state.borrowed().get(lease);
    if (loan != null) {
      ours.removeAll(loan.nodes().getOrDefault(lender, Collections.emptySortedSet()));
      if (ours.isEmpty()) {
        return Outcome.of(state, List.of());
      }
    }
    List<LeaseChange> events =
        lease.number() < state.first() && loan == null
            ? List.of(new LeaseChange.LeaseDisowned(lease))
            : List.of();
    Letter letter = new Letter(lease.borrower(), lender, new LeaseMessage.GiveBack(lease, ours));
    return new Outcome(state, events, List.of(letter), List.of());
  }

  private static Outcome offered(BorrowerState state, LeaseId lease, Collection collection) {
    if (collection.offered() < collection.need()) {
      BorrowerState waiting = state.collecting(lease, collection);
      return collection.inVain() ? giveUp(waiting, lease) : Outcome.of(waiting, List.of());
    }
    int lacking = collection.need();
    TreeMap<PartitionName, Part> taken = new TreeMap<>();
    List<Letter> letters = new ArrayList<>();
    BorrowerState after = state;
    for (Map.Entry<PartitionName, Part> each : collection.parts().entrySet()) {
      TreeSet<NodeName> nodes = new TreeSet<>(each.getValue().nodes());
      while (nodes.size() > lacking) {
        nodes.removeLast();
      }
      lacking -= nodes.size();
      if (nodes.isEmpty()) {
        after = after.owing(lease, each.getKey(), each.getValue().nodes());
        letters.add(
            new Letter(
                lease.borrower(),
                each.getKey(),
                new LeaseMessage.GiveBack(lease, each.getValue().nodes())));
      } else {
        taken.put(each.getKey(), new Part(Stage.TAKEN, nodes, 0));
        letters.add(
            new Letter(lease.borrower(), each.getKey(), new LeaseMessage.Take(lease, nodes)));
      }
    }
    Collection taking =
        new Collection(
            collection.rank(),
            collection.attempt(),
            collection.need(),
            collection.until(),
            true,
            taken);
    return Outcome.of(after.collecting(lease, taking), letters);
  }

  private static Outcome lent(BorrowerState state, LeaseId lease, Collection collection) {
    if (collection.parts().values().stream().anyMatch(part -> part.stage() != Stage.LENT)) {
      return Outcome.of(state.collecting(lease, collection), List.of());
    }
    TreeMap<PartitionName, SortedSet<NodeName>> nodes = new TreeMap<>();
    collection.parts().forEach((lender, part) -> nodes.put(lender, part.nodes()));
    LeaseChange event = new LeaseChange.NodesBorrowed(lease, collection.tenant(), nodes);
    return new Outcome(
        state.withoutCollection(lease).after(event), List.of(event), List.of(), List.of());
  }

  private static Outcome lapsed(
      BorrowerState state, LeaseId lease, Collection collection, PartitionName lender, Part part) {
    if (part.stage() == Stage.LENT) {
      return Outcome.of(state, List.of()); // of an offer before the one that was lent
    }
    Collection left = collection.without(lender);
    BorrowerState without = state.collecting(lease, left);
    return collection.taking() || left.inVain()
        ? giveUp(without, lease)
        : Outcome.of(without, List.of());
  }

  private static Outcome recalled(
      BorrowerState state, LeaseId lease, Collection collection, PartitionName lender) {
    Part part = collection.parts().get(lender);
    SortedSet<NodeName> nodes = part == null ? Collections.emptySortedSet() : part.nodes();
    Collection left = collection.without(lender);
    BorrowerState after = state.owing(lease, lender, nodes).collecting(lease, left);
    Letter back = new Letter(lease.borrower(), lender, new LeaseMessage.GiveBack(lease, nodes));
    if (!left.inVain()) {
      return Outcome.of(after, List.of(back));
    }
    Outcome given = giveUp(after, lease);
    List<Letter> letters = new ArrayList<>(given.letters());
    letters.add(back);
    return new Outcome(given.state(), List.of(), letters, given.failed());
  }

  /** The job is not to be collected for any more: everything goes back. */
  public static Outcome cancel(BorrowerState state, LeaseId lease) {
    return giveUp(state, lease);
  }

  /** Gives back everything that a collection has or may have. */
  private static Outcome giveUp(BorrowerState state, LeaseId lease) {
    Collection collection = state.collections().get(lease);
    if (collection == null) {
      return Outcome.of(state, List.of());
    }
    BorrowerState after = state.withoutCollection(lease);
    List<Letter> letters = new ArrayList<>();
    for (Map.Entry<PartitionName, Part> each : collection.parts().entrySet()) {
      SortedSet<NodeName> nodes = each.getValue().nodes();
      after = after.owing(lease, each.getKey(), nodes);
      letters.add(
          new Letter(lease.borrower(), each.getKey(), new LeaseMessage.GiveBack(lease, nodes)));
    }
    return new Outcome(after, List.of(), letters, List.of(collection.rank().job()));
  }

  /** Gives up the collections whose time is over. */
  public static Outcome expire(BorrowerState state, Instant now) {
    BorrowerState after = state;
    List<Letter> letters = new ArrayList<>();
    List<JobId> failed = new ArrayList<>();
    for (Map.Entry<LeaseId, Collection> each : state.collections().entrySet()) {
      if (!now.isBefore(each.getValue().until())) {
        Outcome one = giveUp(after, each.getKey());
        after = one.state();
        letters.addAll(one.letters());
        failed.addAll(one.failed());
      }
    }
    return new Outcome(after, List.of(), letters, failed);
  }

  /**
   * The job has left nodes of a lender.
   *
   * @param nodes some of those that it borrowed there, or null for all
   */
  public static Outcome giveBack(
      BorrowerState state,
      LeaseId lease,
      PartitionName lender,
      @Nullable SortedSet<NodeName> nodes) {
    BorrowerState.Loan loan = state.borrowed().get(lease);
    TreeSet<NodeName> left = new TreeSet<>();
    if (loan != null) {
      left.addAll(loan.nodes().getOrDefault(lender, Collections.emptySortedSet()));
      if (nodes != null) {
        left.retainAll(nodes);
      }
    }
    if (left.isEmpty()) {
      return Outcome.of(state, List.of());
    }
    LeaseChange event = new LeaseChange.NodesGivenBack(lease, lender, left);
    Letter letter = new Letter(lease.borrower(), lender, new LeaseMessage.GiveBack(lease, left));
    return new Outcome(
        state.after(event).owing(lease, lender, left), List.of(event), List.of(letter), List.of());
  }

  /** What is owed and may be lost: to be sent again now and then. */
  public static List<Letter> repeated(BorrowerState state) {
    List<Letter> letters = new ArrayList<>();
    state
        .owed()
        .forEach((lease, lenders) ->
            lenders.forEach((lender, nodes) ->
                letters.add(
                    new Letter(
                        lease.borrower(), lender, new LeaseMessage.GiveBack(lease, nodes)))));
    state
        .collections()
        .forEach((lease, collection) ->
            collection
                .parts()
                .forEach((lender, part) -> {
                  if (part.stage() == Stage.TAKEN) {
                    letters.add(
                        new Letter(
                            lease.borrower(), lender, new LeaseMessage.Take(lease, part.nodes())));
                  }
                }));
    return letters;
  }
}
