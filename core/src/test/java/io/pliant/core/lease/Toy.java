package io.pliant.core.lease;

import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.lease.ToyLedger.Entry;
import io.pliant.core.lease.ToyLedger.Mind;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A pool of a few nodes with everything that is on its way.
 *
 * @param post letters in the order in which they were sent
 * @param jobs that were not collected for yet, or not with success
 * @param now in seconds
 */
record Toy(
    SortedMap<PartitionName, ToyLedger> ledgers, List<Letter> post, List<Job> jobs, int now) {
  /** Collections and offers last so long, in seconds. */
  static final int PATIENCE = 10;

  /**
   * A job that needs nodes of several partitions.
   *
   * @param tries collections that may still be begun
   */
  record Job(
      int id, PartitionName home, int need, SortedMap<PartitionName, Integer> ask, int tries) {
    Rank rank() {
      return new Rank(0, Instant.ofEpochSecond(id), new JobId(id));
    }

    Job once() {
      return new Job(id, home, need, ask, tries - 1);
    }
  }

  static Toy of(List<ToyLedger> ledgers, List<Job> jobs) {
    TreeMap<PartitionName, ToyLedger> all = new TreeMap<>();
    ledgers.forEach(ledger -> all.put(ledger.name(), ledger));
    return new Toy(all, List.of(), jobs, 0);
  }

  static Job job(int id, String home, int need, String... lenders) {
    TreeMap<PartitionName, Integer> ask = new TreeMap<>();
    for (String lender : lenders) {
      ask.put(new PartitionName(lender), need);
    }
    return new Job(id, new PartitionName(home), need, ask, 2);
  }

  Instant time() {
    return Instant.ofEpochSecond(now);
  }

  ToyLedger ledger(PartitionName name) {
    ToyLedger ledger = ledgers.get(name);
    if (ledger == null) {
      throw new IllegalArgumentException("no " + name);
    }
    return ledger;
  }

  Toy with(ToyLedger ledger) {
    TreeMap<PartitionName, ToyLedger> all = new TreeMap<>(ledgers);
    all.put(ledger.name(), ledger);
    return new Toy(all, post, jobs, now);
  }

  Toy without(Letter letter) {
    List<Letter> left = new ArrayList<>(post);
    left.remove(letter);
    return new Toy(ledgers, left, jobs, now);
  }

  Toy sending(List<Letter> letters) {
    List<Letter> all = new ArrayList<>(post);
    all.addAll(letters);
    return new Toy(ledgers, all, jobs, now);
  }

  Toy at(int time) {
    return new Toy(ledgers, post, jobs, time);
  }

  /** A letter is read by the controller, or by the one before it that still lives. */
  Toy reading(Letter letter, boolean byGhost) {
    ToyLedger ledger = ledger(letter.to());
    Mind mind = mind(ledger, byGhost);
    return switch (letter.message()) {
      case LeaseMessage.ToLender message ->
          lent(ledger, byGhost, Lending.receive(mind.lender(), message, sight(ledger, mind)));
      case LeaseMessage.ToBorrower message ->
          borrowed(ledger, byGhost, Borrowing.receive(mind.borrower(), letter.from(), message));
    };
  }

  private static Mind mind(ToyLedger ledger, boolean ghost) {
    Mind mind = ghost ? ledger.ghost() : ledger.mind();
    if (mind == null) {
      throw new IllegalArgumentException("no ghost of " + ledger.name());
    }
    return mind;
  }

  private Lending.Sight sight(ToyLedger ledger, Mind mind) {
    return new Lending.Sight(
        ledger.name(), mind.idle(ledger.nodes()), time(), Lending.Guard.none());
  }

  private Toy lent(ToyLedger ledger, boolean byGhost, Lending.Outcome outcome) {
    Mind mind = mind(ledger, byGhost);
    Mind thought = new Mind(mind.known(), outcome.state(), mind.borrower(), mind.busy());
    return written(ledger, byGhost, thought, entries(outcome.events()), outcome.letters());
  }

  private Toy borrowed(ToyLedger ledger, boolean byGhost, Borrowing.Outcome outcome) {
    Mind mind = mind(ledger, byGhost);
    Mind thought = new Mind(mind.known(), mind.lender(), outcome.state(), mind.busy());
    return written(ledger, byGhost, thought, entries(outcome.events()), outcome.letters());
  }

  private Toy written(
      ToyLedger ledger, boolean byGhost, Mind thought, List<Entry> entries, List<Letter> letters) {
    ToyLedger after = ledger.written(byGhost, thought, entries);
    if (after == null) {
      return with(byGhost ? ledger.withoutGhost() : ledger.dying());
    }
    return with(after).sending(letters);
  }

  private static List<Entry> entries(List<LeaseChange> events) {
    return events.stream().<Entry>map(Entry.OfLease::new).toList();
  }

  /** A collection begins for a job. */
  Toy collecting(Job job) {
    ToyLedger home = ledger(job.home());
    Borrowing.Wish wish =
        new Borrowing.Wish(
            job.rank(), 1, job.need(), job.ask(), time().plusSeconds(PATIENCE), Instant.MAX);
    List<Job> left = new ArrayList<>(jobs);
    left.set(jobs.indexOf(job), job.once());
    return new Toy(ledgers, post, left, now)
        .borrowed(home, false, Borrowing.begin(home.mind().borrower(), home.name(), wish));
  }

  /** A job ends: one letter to each lender. */
  Toy ending(PartitionName home, LeaseId lease, boolean byGhost) {
    Toy toy = this;
    BorrowerState.Loan loan = mind(ledger(home), byGhost).borrower().borrowed().get(lease);
    if (loan == null) {
      return this;
    }
    for (PartitionName lender : loan.nodes().keySet()) {
      ToyLedger ledger = toy.ledger(home);
      if (byGhost && ledger.ghost() == null) {
        return toy;
      }
      Mind mind = mind(ledger, byGhost);
      toy = toy.borrowed(ledger, byGhost, Borrowing.giveBack(mind.borrower(), lease, lender, null));
    }
    return toy;
  }

  /** A job of the partition starts on a node of it that is neither lent nor kept. */
  @Nullable Toy localStart(PartitionName name, boolean byGhost) {
    ToyLedger ledger = ledger(name);
    Mind mind = mind(ledger, byGhost);
    SortedSet<NodeName> free = new TreeSet<>(mind.idle(ledger.nodes()));
    free.removeAll(mind.lender().offered());
    return free.isEmpty()
        ? null
        : written(ledger, byGhost, mind, List.of(new Entry.LocalStart(free.first())), List.of());
  }

  /** The partition's own job ends, and whoever asks is served. */
  @Nullable Toy localEnd(PartitionName name) {
    ToyLedger ledger = ledger(name);
    if (ledger.mind().busy().isEmpty()) {
      return null;
    }
    Entry end = new Entry.LocalEnd(ledger.mind().busy().first());
    return written(ledger, false, ledger.mind(), List.of(end), List.of()).serving(name);
  }

  private Toy serving(PartitionName name) {
    ToyLedger ledger = ledger(name);
    return lent(ledger, false, Lending.serve(ledger.mind().lender(), sight(ledger, ledger.mind())));
  }

  /** The time of all offers and collections is over, as far as they are told by now. */
  Toy later() {
    Toy toy = at(now + PATIENCE + 1);
    for (PartitionName name : ledgers.keySet()) {
      toy = toy.lapsing(name).expiring(name).serving(name);
    }
    return toy;
  }

  /** By the clock of this partition the time of its offers is over. */
  Toy lapsing(PartitionName name) {
    ToyLedger ledger = ledger(name);
    Lending.Sight late =
        new Lending.Sight(
            name,
            ledger.mind().idle(ledger.nodes()),
            time().plusSeconds(PATIENCE + 1),
            Lending.Guard.none());
    return lent(ledger, false, Lending.lapse(ledger.mind().lender(), late));
  }

  /** By the clock of this partition the time of its collections is over. */
  Toy expiring(PartitionName name) {
    ToyLedger ledger = ledger(name);
    return borrowed(
        ledger,
        false,
        Borrowing.expire(ledger.mind().borrower(), time().plusSeconds(PATIENCE + 1)));
  }

  /** What lenders ask and what borrowers owe is said again. */
  Toy asking() {
    Toy toy = this;
    for (ToyLedger ledger : ledgers.values()) {
      toy = toy.sending(Lending.questions(ledger.mind().lender(), ledger.name()));
      toy = toy.sending(Borrowing.repeated(ledger.mind().borrower()));
    }
    return toy;
  }
}
