package io.pliant.sim.shape;

import io.pliant.core.dependency.DependencyBook;
import io.pliant.core.dependency.ElementsStanding;
import io.pliant.core.dependency.TargetStanding;
import io.pliant.core.id.ExitStatus;
import io.pliant.core.id.JobId;
import io.pliant.core.id.JobStatus;
import io.pliant.core.id.PartitionName;
import io.pliant.core.job.Dependencies;
import io.pliant.core.job.JobEvent;
import io.pliant.core.job.JobIntent;
import io.pliant.core.job.JobLifecycle;
import io.pliant.core.job.JobOrder;
import io.pliant.core.job.JobOrders;
import io.pliant.core.job.JobOutcome;
import io.pliant.core.job.JobState;
import io.pliant.core.job.Packs;
import io.pliant.core.pack.PackStand;
import io.pliant.core.pack.PackTable;
import io.pliant.core.pack.PackWord;
import io.pliant.core.partition.ArrayBook;
import io.pliant.core.partition.PartitionEvent.NodesAllocated;
import io.pliant.core.partition.PartitionIntent;
import io.pliant.core.partition.PartitionReply;
import io.pliant.core.resource.Allocation;
import io.pliant.core.resource.Spread;
import io.pliant.core.spec.JobSpec;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedSet;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The life cycles of all jobs that were submitted, and what they and the ledgers tell each other.
 * Elements of arrays have no life cycle here: what a ledger knows of them is all that matters.
 */
final class ShapeJobs {
  private final SortedMap<PartitionName, ShapeLedger> ledgers;
  private final ShapeObserver observer;
  private final Map<JobId, JobState> states = new HashMap<>();
  private final TreeMap<JobId, PackTable> packs = new TreeMap<>();
  private final SequencedSet<JobId> news = new LinkedHashSet<>();
  private final List<JobState> starts = new ArrayList<>();

  ShapeJobs(SortedMap<PartitionName, ShapeLedger> ledgers, ShapeObserver observer) {
    this.ledgers = ledgers;
    this.observer = observer;
  }

  void submit(JobId job, JobSpec spec, Instant now) {
    apply(job, new JobIntent.Submit(spec), now);
  }

  /** All of them, in no order. */
  Collection<JobState> all() {
    return states.values();
  }

  /** Jobs that have got all their nodes since this was asked last. */
  List<JobState> takeStarts() {
    List<JobState> taken = List.copyOf(starts);
    starts.clear();
    return taken;
  }

  /** A ledger has given a job that is no element of an array its nodes. */
  void granted(ShapeLedger ledger, NodesAllocated start, Instant now) {
    JobState state = state(start.job());
    Spread spread = Packs.spread(state);
    JobIntent.Granted grant =
        new JobIntent.Granted(
            start.attempt(),
            start.allocation(),
            ledger.state().term(),
            List.of(),
            null,
            ledger.state().version(),
            null,
            spread == null ? null : ledger.name());
    if (spread == null) {
      apply(start.job(), grant, now);
      return;
    }
    PackTable known = Packs.table(state, spread, packs.get(start.job()));
    Packs.Heard heard = Packs.held(known, state, grant, now);
    packs.put(start.job(), heard.table());
    if (heard.intent() != null) {
      apply(start.job(), heard.intent(), now);
    }
  }

  /** What a job holds in each of its partitions, the leading one first. */
  Shares shares(JobState state) {
    Map<PartitionName, Allocation> shares = new LinkedHashMap<>();
    Spread spread = Packs.spread(state);
    PartitionName leading = state.submittedSpec().partition();
    for (PartitionName partition : spread == null ? List.of(leading) : spread.distinct()) {
      shares.put(partition, ledger(partition).grant(state.job()).allocation());
    }
    return new Shares(leading, shares);
  }

  /** What a job holds, by partition. */
  record Shares(PartitionName leading, Map<PartitionName, Allocation> shares) {}

  /** A job that held nodes is over. */
  void ended(JobId job, JobStatus status, ExitStatus exit, Instant now) {
    JobState state = state(job);
    take(
        state,
        List.of(
            new JobEvent.JobEnded(
                job, state.attempt(), status, exit, "", state.allocatedAt(), now)),
        now);
  }

  /** Some elements of an array stand otherwise than before. */
  void elementsChanged(JobId array, Instant now) {
    news.add(array);
    JobState state = state(array);
    ArrayBook book = book(state);
    if (book != null && book.over() && !state.over()) {
      apply(
          array,
          new JobIntent.AllOver(
              book.results(), book.failedPlaces().isEmpty() ? null : book.failedPlaces()),
          now);
    }
  }

  /** Tells all that wait for jobs that have news, until there are no more. */
  void tell(Instant now) {
    while (!news.isEmpty()) {
      JobState state = state(news.removeFirst());
      if (state.dependents().jobs().isEmpty()) {
        continue;
      }
      TargetStanding standing = Dependencies.standing(state, live(state));
      state
          .dependents()
          .jobs()
          .forEach((job, how) ->
              apply(
                  job,
                  new JobIntent.TargetsTold(List.of(how.elements() ? standing : standing.whole())),
                  now));
      if (state.over()) {
        apply(state.job(), new JobIntent.DependentsTold(), now);
      }
    }
  }

  /** What packs that wait say to a partition. */
  List<PackWord> words(PartitionName partition, Instant now) {
    return packs.values().stream()
        .filter(table -> table.spread().partitions().contains(partition))
        .map(table -> table.word(now))
        .toList();
  }

  /** What a ledger's last round has found of packs; of all others it found that it can't say. */
  void found(ShapeLedger ledger, Instant now) {
    Map<JobId, PackStand> stands = new HashMap<>();
    ledger.stands().forEach(stand -> stands.put(stand.attempt().job(), stand));
    packs.replaceAll((job, table) -> {
      PackStand stand = stands.get(job);
      return table.told(
          stand != null ? stand : PackStand.unknown(ledger.name(), table.attempt()), now);
    });
  }

  /** When a pack gives up to wait for the partitions that hold nothing, or null for never. */
  @Nullable Instant givesUpAt() {
    Instant first = null;
    for (PackTable table : packs.values()) {
      Instant at = table.givenUpAt();
      first = at == null || (first != null && first.isBefore(at)) ? first : at;
    }
    return first;
  }

  /** Packs whose time is over give up. */
  void giveUp(Instant now) {
    for (PackTable table : List.copyOf(packs.values())) {
      Instant at = table.givenUpAt();
      if (at != null && !at.isAfter(now)) {
        apply(
            table.attempt().job(),
            new JobIntent.PackOverdue(table.attempt().attempt(), table.missing()),
            now);
      }
    }
  }

  private JobState state(JobId job) {
    return Objects.requireNonNull(states.get(job), () -> "job " + job + " was submitted");
  }

  /** The ledger of a partition. */
  ShapeLedger ledger(PartitionName partition) {
    return Objects.requireNonNull(ledgers.get(partition), partition::value);
  }

  private @Nullable ArrayBook book(JobState state) {
    return ledger(state.submittedSpec().partition()).state().arrays().get(state.job());
  }

  private @Nullable ElementsStanding live(JobState state) {
    ArrayBook book = state.over() ? null : book(state);
    return book == null ? null : book.standing();
  }

  private void apply(JobId job, JobIntent intent, Instant now) {
    JobState before = states.getOrDefault(job, JobState.unknown(job));
    JobOutcome outcome = JobLifecycle.decide(before, intent, now);
    JobState after = take(before, outcome.events(), now);
    for (JobOrder once : outcome.once()) {
      if (once instanceof JobOrder.ToPartition order) {
        send(after, order.intent(), now);
      }
    }
  }

  private JobState take(JobState before, List<JobEvent> events, Instant now) {
    JobState after = before;
    for (JobEvent event : events) {
      after = after.evolve(event);
    }
    if (events.isEmpty()) {
      return after;
    }
    states.put(after.job(), after);
    Spread spread = Packs.spread(after);
    if (spread != null && after.phase() == JobState.Phase.PENDING) {
      packs.put(after.job(), Packs.table(after, spread, packs.get(after.job())));
    } else {
      packs.remove(after.job());
    }
    news.add(after.job());
    observe(before, after, now);
    deliver(after, now);
    return state(after.job());
  }

  private void observe(JobState before, JobState after, Instant now) {
    if (after.holdsNodes() && !before.holdsNodes()) {
      starts.add(after);
    }
    if (after.phase() == JobState.Phase.REFUSED && !before.over()) {
      String why = after.completion() == null ? "" : after.completion().reason();
      observer.refused(after.job(), why, now.toEpochMilli());
    } else if (after.over() && !before.over() && !before.holdsNodes()) {
      observer.closed(after.job(), after.status(), now.toEpochMilli());
    }
  }

  /** Carries out what a job owes to partitions and to jobs that it waits for. */
  private void deliver(JobState state, Instant now) {
    if (state.holdsNodes()) {
      return; // its program runs in the simulation
    }
    Map<JobId, TargetStanding> targets = new TreeMap<>();
    for (JobOrder order : JobOrders.owed(state)) {
      switch (order) {
        case JobOrder.ToPartition to -> send(state, to.intent(), now);
        case JobOrder.AskTarget ask -> targets.put(ask.target(), ask(state, ask, now));
        case JobOrder.Launch _,
            JobOrder.Ask _,
            JobOrder.SetTerms _,
            JobOrder.Terminate _,
            JobOrder.Confirm _,
            JobOrder.Show _ ->
            throw new IllegalStateException("no step waits: " + order);
      }
    }
    DependencyBook book = state.dependency();
    if (book != null && !targets.isEmpty()) {
      String refusal = book.refusal(targets);
      apply(
          state.job(),
          refusal == null
              ? new JobIntent.TargetsTold(List.copyOf(targets.values()))
              : new JobIntent.RefusedByPartition(refusal),
          now);
    }
  }

  private TargetStanding ask(JobState waits, JobOrder.AskTarget ask, Instant now) {
    JobState target = states.get(ask.target());
    if (target == null || ask.target().equals(waits.job())) {
      return TargetStanding.refused(
          ask.target(), "there is no such job before this one in the list.");
    }
    int uid = waits.submittedSpec().submitter().uid();
    JobIntent.Watch watch = new JobIntent.Watch(waits.job(), ask.elements(), uid);
    String refusal = Dependencies.refusal(target, watch);
    if (refusal != null) {
      return TargetStanding.refused(ask.target(), refusal);
    }
    apply(target.job(), watch, now);
    TargetStanding standing = Dependencies.standing(target, live(target));
    return ask.elements() ? standing : standing.whole();
  }

  private void send(JobState state, PartitionIntent.OfJob intent, Instant now) {
    String refusal = null;
    for (Map.Entry<PartitionName, PartitionIntent.OfJob> each :
        Packs.toEach(state, intent).entrySet()) {
      PartitionReply reply = ledger(each.getKey()).decide(each.getValue(), now).reply();
      if (reply instanceof PartitionReply.Refused no && intent instanceof PartitionIntent.Enqueue) {
        refusal = no.refusal().reason();
      }
    }
    if (refusal != null) {
      apply(state.job(), new JobIntent.RefusedByPartition(refusal), now);
    } else if (intent instanceof PartitionIntent.EndElements) {
      elementsChanged(state.job(), now);
    }
  }
}
