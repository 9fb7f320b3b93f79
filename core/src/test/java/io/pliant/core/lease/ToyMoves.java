package io.pliant.core.lease;

import io.pliant.core.id.PartitionName;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What can happen next in a pool. */
final class ToyMoves {
  private ToyMoves() {}

  /**
   * One thing that happens.
   *
   * @param fair it happens when everything comes in its turn
   */
  record Move(String name, Toy to, boolean fair) {}

  /** All that can happen; fair ones first. */
  static List<Move> of(Toy toy) {
    List<Move> moves = new ArrayList<>();
    Move next = orderly(toy);
    if (next != null) {
      moves.add(next);
    }
    for (Letter letter : new LinkedHashSet<>(toy.post())) {
      if (!letter.equals(toy.post().getFirst())) {
        moves.add(departure("early " + letter, toy.without(letter).reading(letter, false)));
      }
      moves.add(departure("lost " + letter, toy.without(letter)));
      moves.add(departure("twice " + letter, toy.reading(letter, false)));
      if (toy.ledger(letter.to()).ghost() != null) {
        moves.add(departure("ghost reads " + letter, toy.without(letter).reading(letter, true)));
      }
    }
    for (ToyLedger ledger : toy.ledgers().values()) {
      ofLedger(toy, ledger, moves);
    }
    for (Toy.Job job : toy.jobs()) {
      if (mayCollect(toy, job)) {
        moves.add(departure("collect for " + job.id(), toy.collecting(job)));
      }
    }
    moves.add(departure("time passes", toy.later()));
    moves.add(departure("all is said again", toy.asking()));
    return moves;
  }

  private static void ofLedger(Toy toy, ToyLedger ledger, List<Move> moves) {
    PartitionName name = ledger.name();
    moves.add(departure("death of " + name, toy.with(ledger.dying())));
    for (LeaseId lease : ledger.mind().borrower().borrowed().keySet()) {
      moves.add(departure("end of " + lease, toy.ending(name, lease, false)));
    }
    if (!ledger.mind().lender().offers().isEmpty()) {
      moves.add(departure("offers lapse at " + name, toy.lapsing(name)));
    }
    if (!ledger.mind().borrower().collections().isEmpty()) {
      moves.add(departure("collections expire at " + name, toy.expiring(name)));
    }
    add(moves, "local start at " + name, toy.localStart(name, false));
    add(moves, "local end at " + name, toy.localEnd(name));
    ToyLedger.Mind ghost = ledger.ghost();
    if (ghost == null) {
      moves.add(departure("replaced: " + name, toy.with(ledger.replaced())));
    } else {
      add(moves, "ghost's local start at " + name, toy.localStart(name, true));
      for (LeaseId lease : ghost.borrower().borrowed().keySet()) {
        moves.add(departure("ghost's end of " + lease, toy.ending(name, lease, true)));
      }
    }
  }

  private static void add(List<Move> moves, String name, @Nullable Toy to) {
    if (to != null) {
      moves.add(departure(name, to));
    }
  }

  private static Move departure(String name, Toy to) {
    return new Move(name, to, false);
  }

  /** What happens when nothing goes wrong: letters in turn, jobs one after the other. */
  static @Nullable Move orderly(Toy toy) {
    if (!toy.post().isEmpty()) {
      Letter letter = toy.post().getFirst();
      return new Move("read " + letter, toy.without(letter).reading(letter, false), true);
    }
    for (Toy.Job job : toy.jobs()) {
      if (mayCollect(toy, job)) {
        return new Move("collect for " + job.id(), toy.collecting(job), true);
      }
    }
    for (ToyLedger ledger : toy.ledgers().values()) {
      for (LeaseId lease : ledger.mind().borrower().borrowed().keySet()) {
        return new Move("end of " + lease, toy.ending(ledger.name(), lease, false), true);
      }
    }
    return null;
  }

  /** A job collects once at a time, and not while it runs or has run. */
  private static boolean mayCollect(Toy toy, Toy.Job job) {
    ToyLedger home = toy.ledger(job.home());
    BorrowerState borrower = home.mind().borrower();
    return job.tries() > 0
        && !ToyChecks.hasStarted(home, job)
        && borrower.collections().values().stream()
            .noneMatch(collection -> collection.rank().equals(job.rank()));
  }
}
