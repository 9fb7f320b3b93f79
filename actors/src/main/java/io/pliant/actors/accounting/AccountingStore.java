package io.pliant.actors.accounting;

import io.pliant.actors.api.HistoryQuery;
import io.pliant.api.EventCursor;
import io.pliant.api.JobEventEntry;
import io.pliant.core.accounting.JobAccount;
import io.pliant.core.array.ArrayElement;
import io.pliant.core.array.JobArray;
import io.pliant.core.energy.JobEnergy;
import io.pliant.core.energy.Share;
import io.pliant.core.energy.StepShare;
import io.pliant.core.id.JobId;
import io.pliant.core.job.JobEvent;
import io.pliant.core.partition.PartitionEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Accounts of jobs and their latest events; confined to the actor that owns it. In memory are the
 * jobs that are not over, and what was not saved yet; all else is in files.
 */
final class AccountingStore implements AutoCloseable {
  private final int groups;
  private final AccountingLimits limits;
  private final HistoryFiles files;
  private final Map<JobId, KeptJob> live = new HashMap<>();
  private final Map<JobId, KeptJob> over = new HashMap<>(); // not saved as they are now
  private final Set<JobId> changed = new HashSet<>(); // of the live ones
  private final Set<JobId> again = new HashSet<>(); // of those that are over: saved as such before
  private final Set<JobId> gone = new HashSet<>();
  private final ArrayDeque<Happened> events = new ArrayDeque<>();
  private final long[] newest; // of the events, by group
  private Map<Integer, HistoryFiles.Reached> reached;
  private boolean prunable = true;
  private long prunedOn;

  /** An event, and the group of the journal that keeps it. */
  private record Happened(int group, JobEventEntry event) {}

  /**
   * A store.
   *
   * @param groups how many groups the journal has
   */
  AccountingStore(int groups, AccountingLimits limits, HistoryFiles files) {
    this.groups = groups;
    this.newest = new long[groups];
    this.limits = limits;
    this.files = files;
    this.reached = files.reached();
    files.forEachLive(job -> live.put(job.account().job(), job));
  }

  /** The last event of a group of the journal that is accounted for. */
  HistoryFiles.Reached reached(int group) {
    return reached.getOrDefault(group, HistoryFiles.Reached.NOTHING);
  }

  private void reach(HistoryFiles.Reached at) {
    reached = new TreeMap<>(reached);
    reached.put(at.group(), at);
  }

  /** Takes in one event that follows those that are accounted for. */
  void apply(HistoryFiles.Reached at, JobEvent event) {
    reach(at);
    switch (event) {
      case JobEvent.JobSubmitted submitted -> open(submitted);
      // never acknowledged: impossible, or the repetition of a submission that another job stands
      // for
      case JobEvent.JobRefused _ -> forget(event.job());
      case JobEvent.JobEnded _,
          JobEvent.DependentAdded _,
          JobEvent.DependentsTold _,
          JobEvent.TargetsTold _,
          JobEvent.ElementsFailed _,
          JobEvent.JobHoldChanged _,
          JobEvent.JobChanged _,
          JobEvent.JobAllocated _,
          JobEvent.GrantRenewed _,
          JobEvent.PackGivenUp _,
          JobEvent.StepCreated _,
          JobEvent.StepStarted _,
          JobEvent.StepEnded _,
          JobEvent.JobStarted _,
          JobEvent.JobResized _,
          JobEvent.JobSuspended _,
          JobEvent.JobResumed _,
          JobEvent.NodesVacated _,
          JobEvent.JobCancelRequested _,
          JobEvent.JobCompleting _,
          JobEvent.JobRequeued _ ->
          change(event.job(), job -> job.with(job.account().evolve(event)));
    }
    show(at.group(), at.position(), event);
  }

  /** Tells watchers of an event that may be accounted for already. */
  void show(int group, long position, JobEvent event) {
    happened(
        group,
        new JobEventEntry(
            position,
            event.job(),
            event.getClass().getSimpleName(),
            event.at(),
            WatchableFields.of(event),
            null));
  }

  private void open(JobEvent.JobSubmitted submitted) {
    ArrayElement element = submitted.spec().element();
    KeptJob whole = element == null ? null : live.get(element.array());
    if (find(submitted.job()) == null) {
      keep(
          new KeptJob(
              JobAccount.open(submitted, whole == null ? null : whole.account()), JobEnergy.NONE));
    }
    if (element != null) {
      change(element.array(), job -> job.with(job.account().started(submitted.job())));
    }
  }

  /** Books what was counted to those jobs that are known. */
  void apply(HistoryFiles.Reached at, PartitionEvent.EnergyCounted event) {
    reach(at);
    for (Share share : event.shares()) {
      change(share.interval().job(), job -> job.with(job.energy().plus(share)));
    }
    List<StepShare> steps = event.steps();
    if (steps != null) {
      for (StepShare share : steps) {
        change(
            share.step().job(),
            job -> job.energy().equals(JobEnergy.NONE) ? job : job.with(job.energy().plus(share)));
      }
    }
  }

  /** The energy of an attempt is complete, and told to watchers. */
  void apply(HistoryFiles.Reached at, PartitionEvent.JobEnergyCounted event) {
    reach(at);
    KeptJob known = find(event.job());
    if (known == null || known.energy().equals(JobEnergy.NONE)) {
      return;
    }
    JobEnergy energy = known.energy().complete(event.attempt());
    keep(known.with(energy));
    happened(
        at.group(),
        new JobEventEntry(
            at.position(),
            event.job(),
            event.getClass().getSimpleName(),
            event.at(),
            WatchableFields.of(event.attempt(), energy.of(event.attempt())),
            null));
  }

  private void happened(int group, JobEventEntry event) {
    newest[group] = event.cursor();
    events.addLast(new Happened(group, event));
    if (events.size() > limits.events()) {
      events.removeFirst();
    }
  }

  private void change(JobId id, UnaryOperator<KeptJob> change) {
    KeptJob before = find(id);
    if (before != null) {
      KeptJob after = change.apply(before);
      if (after != before) {
        keep(after);
      }
    }
  }

  private @Nullable KeptJob find(JobId job) {
    KeptJob known = inMemory(job);
    return known == null ? files.over(job) : known;
  }

  private void keep(KeptJob job) {
    JobId id = job.account().job();
    if (job.over()) {
      boolean wasLive = live.remove(id) != null;
      changed.remove(id);
      if (over.put(id, job) == null && !wasLive) {
        again.add(id);
      }
    } else {
      live.put(id, job);
      changed.add(id);
    }
  }

  private void forget(JobId job) {
    if (live.remove(job) != null) {
      changed.remove(job);
      gone.add(job);
    }
  }

  /** What is counted of a job; nothing for one that is not known. */
  JobEnergy energy(JobId job) {
    KeptJob known = find(job);
    return known == null ? JobEnergy.NONE : known.energy();
  }

  /** A search of what is known now; to be closed. */
  HistorySearch search(HistoryQuery query, Duration longest) {
    JobId bound = query.before();
    KeptJob last = bound == null ? null : find(bound);
    HistoryMark before = last == null ? null : HistoryMark.of(last.account());
    PriorityQueue<KeptJob> newest = new PriorityQueue<>(KeptJob.OLDEST_FIRST);
    asked(query)
        .filter(job -> query.filter().matches(job.account()))
        .filter(job -> before == null || HistoryMark.of(job.account()).compareTo(before) < 0)
        .forEach(job -> {
          newest.add(job);
          if (newest.size() > query.limit()) {
            newest.remove();
          }
        });
    return new HistorySearch(
        query,
        List.copyOf(newest),
        arrays(query.filter().jobs()),
        Set.copyOf(over.keySet()),
        files.view(),
        files.lastEnds(),
        before,
        longest);
  }

  private Map<JobId, Integer> arrays(Set<JobId> jobs) {
    Map<JobId, Integer> arrays = new TreeMap<>();
    for (JobId job : jobs) {
      KeptJob known = find(job);
      JobArray array = known == null ? null : known.account().asked().array();
      if (array != null) {
        arrays.put(job, array.indices().count());
      }
    }
    return arrays;
  }

  /** False for a job that a page cannot go on behind. */
  boolean knows(JobId job) {
    return find(job) != null;
  }

  private Stream<KeptJob> asked(HistoryQuery query) {
    if (query.filter().jobs().isEmpty()) {
      return Stream.concat(live.values().stream(), over.values().stream());
    }
    Map<JobId, KeptJob> named = new TreeMap<>(); // an element may be named beside its array
    query.filter().jobs().stream()
        .flatMap(this::withElements)
        .forEach(job -> named.put(job.account().job(), job));
    return named.values().stream();
  }

  /** A job, and of an array all elements that are in memory. */
  private Stream<KeptJob> withElements(JobId job) {
    KeptJob known = inMemory(job);
    KeptJob stored = known == null ? files.over(job) : known;
    JobArray array = stored == null ? null : stored.account().asked().array();
    Stream<KeptJob> self = Stream.ofNullable(known);
    if (array == null) {
      return self;
    }
    int count = array.indices().count();
    Stream<KeptJob> elements =
        count > live.size() + over.size()
            ? Stream.concat(live.values().stream(), over.values().stream())
                .filter(one -> array.placeOf(job, one.account().job()) >= 0)
            : IntStream.range(0, count)
                .mapToObj(place -> inMemory(JobArray.job(job, place)))
                .filter(Objects::nonNull);
    return Stream.concat(self, elements);
  }

  private @Nullable KeptJob inMemory(JobId job) {
    KeptJob known = live.get(job);
    return known == null ? over.get(job) : known;
  }

  /** Events after the cursor, oldest first; those that are no longer kept are left out. */
  List<JobEventEntry> events(EventCursor cursor, int limit) {
    if (IntStream.range(0, groups).allMatch(group -> newest[group] <= cursor.at(group))) {
      return List.of(); // as most of those that ask have seen all
    }
    List<JobEventEntry> found = new ArrayList<>();
    long[] next = new long[groups];
    Arrays.setAll(next, cursor::at);
    Iterator<Happened> all = events.iterator();
    while (all.hasNext() && found.size() < limit) {
      Happened each = all.next();
      JobEventEntry event = each.event();
      if (event.cursor() > cursor.at(each.group())) {
        next[each.group()] = event.cursor();
        found.add(
            groups == 1
                ? event
                : event.resumedAt(new EventCursor(Arrays.stream(next).boxed().toList())));
      }
    }
    return found;
  }

  /** Behind the newest event. */
  EventCursor latest() {
    return new EventCursor(Arrays.stream(newest).boxed().toList());
  }

  /** Number of jobs that are over and not saved as they are now. */
  int unsaved() {
    return over.size();
  }

  /** True when something is not saved, or more is kept than is to be. */
  boolean due() {
    return !reached.equals(files.reached()) || prunable;
  }

  /** Saves all that has changed, and removes some of what is too old. */
  void save(Instant now) {
    if (!reached.equals(files.reached())) {
      Collection<KeptJob> live =
          changed.stream().map(this.live::get).filter(Objects::nonNull).toList();
      again.retainAll(over.keySet());
      files.save(
          new HistoryFiles.Changes(
              reached, live, List.copyOf(over.values()), Set.copyOf(again), Set.copyOf(gone)));
      changed.clear();
      over.clear();
      again.clear();
      gone.clear();
    }
    long today = now.getEpochSecond() / Duration.ofDays(1).toSeconds();
    prunable |= today != prunedOn || files.finished() > limits.finishedJobs();
    if (prunable) {
      prunedOn = today;
      prunable = files.prune(limits.finishedJobs(), now.minus(limits.keep()));
    }
  }

  /** Forgets all, to begin anew at the first event. */
  void clear() {
    live.clear();
    over.clear();
    changed.clear();
    again.clear();
    gone.clear();
    events.clear();
    Arrays.fill(newest, 0);
    files.clear();
    reached = Map.of();
  }

  @Override
  public void close() {
    files.close();
  }
}
