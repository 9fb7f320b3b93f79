package io.pliant.core.lease;

import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.lease.LenderState.Loan;
import io.pliant.core.lease.LenderState.Offer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The lender's half of a lease.
 *
 * <p><b>Rule.</b> Idle nodes are offered to those who ask, in the order of their ranks, and kept
 * for them for a short time. A job that goes first has offers recalled from those behind it. What
 * is taken in time is lent, durably, and comes back only when the borrower gives it back: a lender
 * never takes a lent node by itself, however long it hears nothing.
 *
 * <p><b>Source.</b> Resource stealing of Slurm++ (seed 002, algorithm 2), whose compare-and-swap on
 * a list of free nodes becomes an offer with an end; wound-wait by D. Rosenkrantz, R. Stearns and
 * P. Lewis, ACM TODS 3(2), 1978.
 */
public final class Lending {
  private Lending() {}

  /**
   * What follows from a message or from time.
   *
   * @param events to be made durable before the letters are sent
   */
  public record Outcome(LenderState state, List<LeaseChange> events, List<Letter> letters) {
    private static Outcome of(LenderState state, List<Letter> letters) {
      return new Outcome(state, List.of(), letters);
    }

    private static Outcome of(LenderState state, LeaseChange event, Letter letter) {
      return new Outcome(state.after(event), List.of(event), List.of(letter));
    }
  }

  /**
   * A lender as it decides.
   *
   * @param self its partition
   * @param idle nodes that no job has, that are up and not lent; offered ones are among them
   * @param guard what is promised to others
   */
  public record Sight(PartitionName self, SortedSet<NodeName> idle, Instant now, Guard guard) {}

  /** Keeps idle nodes for those to whom they are promised. */
  @FunctionalInterface
  public interface Guard {
    /** Of the idle nodes at most so many may go to a job of this rank that ends then. */
    int most(Rank rank, Instant end);

    /** Nothing is promised. */
    static Guard none() {
      return (_, _) -> Integer.MAX_VALUE;
    }
  }

  /** Takes a message of a borrower. */
  public static Outcome receive(LenderState state, LeaseMessage.ToLender message, Sight sight) {
    return switch (message) {
      case LeaseMessage.Ask ask -> ask(state, ask, sight);
      case LeaseMessage.Take take -> take(state, take, sight);
      case LeaseMessage.GiveBack back -> giveBack(state, back, sight);
    };
  }

  private static Outcome ask(LenderState state, LeaseMessage.Ask ask, Sight sight) {
    Loan loan = state.lent().get(ask.lease());
    if (loan != null) {
      return Outcome.of(
          state, List.of(letter(sight, new LeaseMessage.Lent(ask.lease(), loan.nodes()))));
    }
    if (!sight.now().isBefore(ask.until())) {
      return Outcome.of(
          state.withoutOffer(ask.lease()),
          List.of(letter(sight, new LeaseMessage.Lapsed(ask.lease()))));
    }
    Offer before = state.offers().get(ask.lease());
    SortedSet<NodeName> nodes = before == null ? new TreeSet<>() : before.nodes();
    Offer offer =
        new Offer(ask.rank(), ask.tenant(), ask.nodes(), ask.until(), ask.end(), nodes, 0);
    return serve(state.offering(ask.lease(), offer), sight, ask.lease());
  }

  private static Outcome take(LenderState state, LeaseMessage.Take take, Sight sight) {
    Loan loan = state.lent().get(take.lease());
    if (loan != null) {
      return Outcome.of(
          state, List.of(letter(sight, new LeaseMessage.Lent(take.lease(), loan.nodes()))));
    }
    Offer offer = state.offers().get(take.lease());
    LenderState without = state.withoutOffer(take.lease());
    if (offer == null
        || take.nodes().isEmpty()
        || !sight.now().isBefore(offer.until())
        || !offer.nodes().containsAll(take.nodes())
        || !sight.idle().containsAll(take.nodes())) {
      return Outcome.of(without, List.of(letter(sight, new LeaseMessage.Lapsed(take.lease()))));
    }
    return Outcome.of(
        without,
        new LeaseChange.NodesLent(
            take.lease(), offer.tenant(), take.nodes(), offer.end(), offer.rank().isGrowth()),
        letter(sight, new LeaseMessage.Lent(take.lease(), take.nodes())));
  }

  private static Outcome giveBack(LenderState state, LeaseMessage.GiveBack back, Sight sight) {
    Letter taken = letter(sight, new LeaseMessage.TakenBack(back.lease(), back.nodes()));
    LenderState without = state.withoutOffer(back.lease());
    Loan loan = state.lent().get(back.lease());
    TreeSet<NodeName> returned = new TreeSet<>(back.nodes());
    if (loan != null) {
      returned.retainAll(loan.nodes());
    }
    if (loan == null || returned.isEmpty()) {
      return Outcome.of(without, List.of(taken));
    }
    return Outcome.of(without, new LeaseChange.NodesReturned(back.lease(), returned), taken);
  }

  /**
   * Offers idle nodes to those who ask, the first in rank first, and recalls what is offered to
   * those behind one who still lacks some. To be called when nodes came free.
   */
  public static Outcome serve(LenderState state, Sight sight) {
    return serve(state, sight, null);
  }

  /**
   * Those whose offer becomes larger are told, those who expect less now, and one who has just
   * asked.
   */
  private static Outcome serve(LenderState state, Sight sight, @Nullable LeaseId asked) {
    List<Map.Entry<LeaseId, Offer>> asking =
        state.offers().entrySet().stream()
            .sorted(Map.Entry.comparingByValue(Comparator.comparing(Offer::rank)))
            .toList();
    TreeSet<NodeName> free = new TreeSet<>(sight.idle());
    free.removeAll(state.offered());
    int kept = sight.idle().size() - free.size();
    LenderState after = state;
    int keptBefore = 0;
    int[] lacking = new int[asking.size()];
    for (int i = 0; i < lacking.length; i++) {
      Offer offer = asking.get(i).getValue();
      TreeSet<NodeName> nodes = new TreeSet<>(offer.nodes());
      int most = sight.guard().most(offer.rank(), offer.end());
      while (nodes.size() < offer.wanted() && !free.isEmpty() && kept < most) {
        nodes.add(free.removeFirst());
        kept++;
      }
      keptBefore += nodes.size();
      lacking[i] = Math.min(offer.wanted() - nodes.size(), Math.max(0, most - keptBefore));
      after = after.offering(asking.get(i).getKey(), offer.keeping(nodes));
    }
    List<Letter> letters = new ArrayList<>();
    int[] coming = recall(asking, lacking, sight, letters);
    for (int i = 0; i < lacking.length; i++) {
      LeaseId lease = asking.get(i).getKey();
      Offer now = after.offers().get(lease);
      Offer before = asking.get(i).getValue();
      if (now != null
          && (lease.equals(asked)
              || now.nodes().size() > before.nodes().size()
              || coming[i] < before.coming())) {
        after = after.offering(lease, now.expecting(coming[i]));
        letters.add(letter(sight, new LeaseMessage.Offered(lease, now.nodes(), coming[i])));
      }
    }
    return Outcome.of(after, letters);
  }

  /** Wound-wait: who lacks nodes gets those that were offered to the last behind it. */
  private static int[] recall(
      List<Map.Entry<LeaseId, Offer>> asking, int[] lacking, Sight sight, List<Letter> letters) {
    int[] coming = new int[lacking.length];
    int last = lacking.length - 1;
    for (int i = 0; i < last; i++) {
      while (coming[i] < lacking[i] && i < last) {
        int offered = asking.get(last).getValue().nodes().size();
        if (offered > 0) {
          letters.add(letter(sight, new LeaseMessage.Recalled(asking.get(last).getKey())));
          coming[i] += offered;
        }
        last--;
      }
    }
    return coming;
  }

  /** Ends offers whose time is over. */
  public static Outcome lapse(LenderState state, Sight sight) {
    LenderState after = state;
    List<Letter> letters = new ArrayList<>();
    for (Map.Entry<LeaseId, Offer> each : state.offers().entrySet()) {
      if (!sight.now().isBefore(each.getValue().until())) {
        after = after.withoutOffer(each.getKey());
        letters.add(letter(sight, new LeaseMessage.Lapsed(each.getKey())));
      }
    }
    return Outcome.of(after, letters);
  }

  /**
   * Asks all borrowers about what they have; to be sent now and then, it finds what has no owner.
   */
  public static List<Letter> questions(LenderState state, PartitionName self) {
    List<Letter> letters = new ArrayList<>();
    state
        .lent()
        .forEach((lease, loan) ->
            letters.add(
                new Letter(
                    self, lease.borrower(), new LeaseMessage.HeldStill(lease, loan.nodes()))));
    return letters;
  }

  private static Letter letter(Sight sight, LeaseMessage.ToBorrower message) {
    return new Letter(sight.self(), message.lease().borrower(), message);
  }
}
