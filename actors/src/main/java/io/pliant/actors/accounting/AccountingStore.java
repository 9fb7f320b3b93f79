package io.pliant.actors.accounting;

import io.pliant.actors.api.HistoryQuery;
import io.pliant.api.ArrayEntry;
import io.pliant.api.AskedEntry;
import io.pliant.api.EnergyEntry;
import io.pliant.api.HistoryEntry;
import io.pliant.api.JobEventEntry;
import io.pliant.api.PackEntry;
import io.pliant.api.StandstillEntry;
import io.pliant.api.UsageEntry;
import io.pliant.core.accounting.Asked;
import io.pliant.core.accounting.Held;
import io.pliant.core.accounting.JobAccount;
import io.pliant.core.accounting.Usage;
import io.pliant.core.array.ArrayElement;
import io.pliant.core.array.JobArray;
import io.pliant.core.array.Places;
import io.pliant.core.energy.JobEnergy;
import io.pliant.core.energy.Share;
import io.pliant.core.energy.StepShare;
import io.pliant.core.id.JobId;
import io.pliant.core.job.JobEvent;
import io.pliant.core.partition.PartitionEvent;
import io.pliant.core.resource.ResourceRequest;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Accounts of jobs and their latest events, bounded; confined to the actor that owns it. */
final class AccountingStore {
  private static final Comparator<JobAccount> OLDEST_FIRST =
      Comparator.comparing(JobAccount::submittedAt).thenComparing(JobAccount::job);

  private final AccountingLimits limits;
  private final Map<JobId, JobAccount> accounts = new HashMap<>();
  private final Map<JobId, JobEnergy> energies = new HashMap<>();
  private final ArrayDeque<JobId> finished = new ArrayDeque<>();
  private final ArrayDeque<JobEventEntry> events = new ArrayDeque<>();
  private long finishedCharacters;

  AccountingStore(AccountingLimits limits) {
    this.limits = limits;
  }

  /** Takes in one event; {@code position} rises from call to call. */
  void apply(long position, JobEvent event) {
    switch (event) {
      case JobEvent.JobSubmitted submitted -> open(submitted);
      // never acknowledged: impossible, or the repetition of a submission that another job stands
      // for
      case JobEvent.JobRefused _ -> forget(event.job());
      case JobEvent.JobEnded _ -> end(event);
      case JobEvent.DependentAdded _,
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
          evolve(event);
    }
    happened(
        new JobEventEntry(
            position,
            event.job(),
            event.getClass().getSimpleName(),
            event.at(),
            WatchableFields.of(event)));
  }

  private void open(JobEvent.JobSubmitted submitted) {
    ArrayElement element = submitted.spec().element();
    JobAccount whole = element == null ? null : accounts.get(element.array());
    accounts.putIfAbsent(submitted.job(), JobAccount.open(submitted, whole));
    if (element != null) {
      accounts.computeIfPresent(element.array(), (_, array) -> array.started(submitted.job()));
    }
  }

  /** Books what was counted to those jobs that are still known. */
  void apply(PartitionEvent.EnergyCounted event) {
    for (Share share : event.shares()) {
      JobId job = share.interval().job();
      if (accounts.containsKey(job)) {
        energies.merge(job, JobEnergy.NONE.plus(share), (before, _) -> before.plus(share));
      }
    }
    List<StepShare> steps = event.steps();
    if (steps != null) {
      for (StepShare share : steps) {
        energies.computeIfPresent(share.step().job(), (_, known) -> known.plus(share));
      }
    }
  }

  /** The energy of an attempt is complete, and told to watchers. */
  void apply(long position, PartitionEvent.JobEnergyCounted event) {
    JobEnergy energy =
        energies.computeIfPresent(event.job(), (_, known) -> known.complete(event.attempt()));
    if (energy != null) {
      happened(
          new JobEventEntry(
              position,
              event.job(),
              event.getClass().getSimpleName(),
              event.at(),
              WatchableFields.of(event.attempt(), energy.of(event.attempt()))));
    }
  }

  private void happened(JobEventEntry event) {
    events.addLast(event);
    if (events.size() > limits.events()) {
      events.removeFirst();
    }
  }

  /** What is counted of a job; nothing for one that is not known. */
  JobEnergy energy(JobId job) {
    return energies.getOrDefault(job, JobEnergy.NONE);
  }

  /** The newest jobs that the query asks for, newest first; at most its limit. */
  List<HistoryEntry> history(HistoryQuery query, Instant now) {
    if (query.limit() <= 0) {
      return List.of();
    }
    Stream<JobAccount> asked =
        query.filter().jobs().isEmpty()
            ? accounts.values().stream()
            : query.filter().jobs().stream().distinct().flatMap(this::withElements);
    PriorityQueue<JobAccount> newest = new PriorityQueue<>(OLDEST_FIRST);
    asked
        .filter(query.filter()::matches)
        .forEach(account -> {
          newest.add(account);
          if (newest.size() > query.limit()) {
            newest.remove();
          }
        });
    return newest.stream()
        .sorted(OLDEST_FIRST.reversed())
        .map(account -> entry(account, energy(account.job()), now))
        .toList();
  }

  /** A job, and of an array all elements that are known. */
  private Stream<JobAccount> withElements(JobId job) {
    JobAccount known = accounts.get(job);
    JobArray array = known == null ? null : known.asked().array();
    if (known == null || array == null) {
      return Stream.ofNullable(known);
    }
    int count = array.indices().count();
    Stream<JobAccount> elements =
        count > accounts.size()
            ? accounts.values().stream().filter(one -> array.placeOf(job, one.job()) >= 0)
            : IntStream.range(0, count)
                .mapToObj(place -> accounts.get(JobArray.job(job, place)))
                .filter(Objects::nonNull);
    return Stream.concat(Stream.of(known), elements);
  }

  /** Events after the cursor, oldest first; those that are no longer kept are left out. */
  List<JobEventEntry> events(long cursor, int limit) {
    JobEventEntry newest = events.peekLast();
    if (newest == null || newest.cursor() <= cursor) {
      return List.of();
    }
    return events.stream()
        .dropWhile(entry -> entry.cursor() <= cursor)
        .limit(Math.max(0, limit))
        .toList();
  }

  private @Nullable JobAccount evolve(JobEvent event) {
    return accounts.computeIfPresent(event.job(), (_, account) -> account.evolve(event));
  }

  private void end(JobEvent event) {
    JobAccount over = evolve(event);
    if (over != null) {
      finished.addLast(event.job());
      finishedCharacters += over.characters();
    }
    while (finished.size() > limits.finishedJobs() || finishedCharacters > limits.characters()) {
      JobId oldest = finished.removeFirst();
      JobAccount gone = accounts.get(oldest);
      finishedCharacters -= gone == null ? 0 : gone.characters();
      forget(oldest);
    }
  }

  private void forget(JobId job) {
    accounts.remove(job);
    energies.remove(job);
  }

  private static HistoryEntry entry(JobAccount account, JobEnergy energy, Instant now) {
    Usage usage = account.usageAt(now);
    Asked asked = account.asked();
    Held held = account.held();
    return new HistoryEntry(
        account.job(),
        asked.name(),
        asked.submitter().name(),
        asked.partition(),
        account.status(),
        account.exit(),
        account.reason(),
        account.attempts(),
        held.nodes(),
        held.cpus(),
        held.nodeList(),
        account.submittedAt(),
        account.startedAt(),
        account.endedAt(),
        usage.nodeSeconds(),
        usage.cpuSeconds(),
        EnergyEntry.of(energy),
        UsageEntry.of(account.used()),
        AskedEntry.of(asked),
        held.memoryMb(),
        held.devices(),
        array(account),
        pack(account),
        StandstillEntry.of(account.still(), account.endedAt()));
  }

  private static @Nullable PackEntry pack(JobAccount account) {
    ResourceRequest asked = account.asked().resources();
    PackEntry wanted = PackEntry.of(asked, null);
    List<Held> parts = account.held().parts();
    return wanted == null || parts.size() != wanted.components().size()
        ? wanted
        : new PackEntry(
            wanted.components().stream()
                .map(one -> {
                  Held part = parts.get(one.number());
                  return new PackEntry.Component(
                      one.number(),
                      part.nodes(),
                      one.tasks(),
                      part.cpus(),
                      part.nodeList(),
                      one.partition());
                })
                .toList());
  }

  private static @Nullable ArrayEntry array(JobAccount account) {
    ArrayElement element = account.asked().element();
    JobArray array = account.asked().array();
    Places waiting = account.waiting();
    if (element != null) {
      return ArrayEntry.element(element.array(), element.index());
    }
    return array == null || waiting == null
        ? null
        : new ArrayEntry(
            account.job(),
            null,
            waiting.isEmpty() ? null : array.text(waiting),
            waiting.count(),
            null,
            null,
            account.endedAt() == null ? null : account.reason());
  }
}
