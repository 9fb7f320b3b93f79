package io.pliant.core.lease;

import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.lease.ToyLedger.Entry;
import io.pliant.core.lease.ToyLedger.Mind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/** What must hold in each state of a pool, judged by what is durable alone. */
final class ToyChecks {
  private static final int CALM_ROUNDS = 12;
  private static final int MOST_LETTERS = 10_000;

  private ToyChecks() {}

  /** Which invariants are broken, in words. */
  static List<String> faultsOf(Toy toy) {
    List<String> faults = new ArrayList<>();
    for (ToyLedger ledger : toy.ledgers().values()) {
      Mind truth = ToyLedger.recovered(ledger.journal());
      TreeSet<NodeName> seen = new TreeSet<>(truth.busy());
      truth
          .lender()
          .lent()
          .forEach((lease, loan) -> {
            for (NodeName node : loan.nodes()) {
              if (!seen.add(node)) {
                faults.add("%s is in two places, one of them %s".formatted(node, lease));
              }
            }
          });
      truth
          .borrower()
          .borrowed()
          .forEach((lease, loan) ->
              loan.nodes()
                  .forEach((lender, nodes) -> {
                    if (!lentBy(toy.ledger(lender), lease).containsAll(nodes)) {
                      faults.add(
                          "%s uses %s of %s, which did not lend it"
                              .formatted(lease, nodes, lender));
                    }
                  }));
    }
    for (Toy.Job job : toy.jobs()) {
      long starts =
          toy.ledger(job.home()).journal().stream().filter(entry -> isStartOf(entry, job)).count();
      if (starts > 1) {
        faults.add("job %d started %d times".formatted(job.id(), starts));
      }
    }
    return faults;
  }

  static boolean hasStarted(ToyLedger home, Toy.Job job) {
    return home.journal().stream().anyMatch(entry -> isStartOf(entry, job));
  }

  private static boolean isStartOf(Entry entry, Toy.Job job) {
    return entry instanceof Entry.OfLease lease
        && lease.event() instanceof LeaseChange.NodesBorrowed borrowed
        && borrowed.tenant().job().value() == job.id();
  }

  private static SortedSet<NodeName> lentBy(ToyLedger lender, LeaseId lease) {
    LenderState.Loan loan = ToyLedger.recovered(lender.journal()).lender().lent().get(lease);
    return loan == null ? Collections.emptySortedSet() : loan.nodes();
  }

  /** The pool after a while in which nothing more goes wrong and all jobs end. */
  static Toy finish(Toy from) {
    Toy toy = from;
    for (ToyLedger ledger : from.ledgers().values()) {
      toy = toy.with(toy.ledger(ledger.name()).withoutGhost());
    }
    for (int round = 0; round < CALM_ROUNDS; round++) {
      int letters = 0;
      ToyMoves.Move move = ToyMoves.orderly(toy);
      while (move != null) {
        toy = move.to();
        move = ToyMoves.orderly(toy);
        if (++letters > MOST_LETTERS) {
          throw new AssertionError("letters without end: " + toy.post());
        }
      }
      toy = toy.later().asking();
      for (PartitionName name : toy.ledgers().keySet()) {
        Toy ended = toy.localEnd(name);
        toy = ended == null ? toy : ended;
      }
    }
    return toy;
  }

  /** What is left over after a calm while, in words. */
  static List<String> leftIn(Toy toy) {
    List<String> left = new ArrayList<>();
    for (Map.Entry<PartitionName, ToyLedger> each : toy.ledgers().entrySet()) {
      Mind mind = each.getValue().mind();
      if (!mind.lender().lent().isEmpty()) {
        left.add("%s still lends %s".formatted(each.getKey(), mind.lender().lent()));
      }
      if (!mind.lender().offers().isEmpty()) {
        left.add("%s still offers %s".formatted(each.getKey(), mind.lender().offers()));
      }
      if (!mind.borrower().borrowed().isEmpty() || !mind.borrower().collections().isEmpty()) {
        left.add("%s still has %s".formatted(each.getKey(), mind.borrower()));
      }
      if (!mind.borrower().owed().isEmpty()) {
        left.add("%s still owes %s".formatted(each.getKey(), mind.borrower().owed()));
      }
    }
    for (Toy.Job job : toy.jobs()) {
      if (job.tries() > 0 && !hasStarted(toy.ledger(job.home()), job)) {
        left.add("job %d could try and did not start".formatted(job.id()));
      }
    }
    return left;
  }
}
