package io.pliant.actors.accounting;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.actors.api.HistoryQuery;
import io.pliant.actors.wire.Samples;
import io.pliant.api.HistoryEntry;
import io.pliant.core.accounting.HistoryFilter;
import io.pliant.core.accounting.JobAccount;
import io.pliant.core.array.ArrayElement;
import io.pliant.core.array.Indices;
import io.pliant.core.array.JobArray;
import io.pliant.core.id.ExitStatus;
import io.pliant.core.id.JobId;
import io.pliant.core.id.JobStatus;
import io.pliant.core.id.PartitionName;
import io.pliant.core.job.JobEvent;
import io.pliant.core.spec.JobSpec;
import io.pliant.core.spec.Submitter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeoutException;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import org.jspecify.annotations.Nullable;

/** Whatever was submitted, saved, begun anew and asked: the answer is that of a plain list. */
class HistorySearchPropertiesTest {
  private static final List<String> USERS = List.of("ada", "bob", "adam");
  private static final List<String> NAMES = List.of("sim", "post");
  private static final List<PartitionName> PARTITIONS =
      List.of(new PartitionName("main"), new PartitionName("gpu"));
  private static final List<JobStatus> ENDS =
      List.of(JobStatus.COMPLETED, JobStatus.FAILED, JobStatus.TIMEOUT);
  private static final JobArray ARRAY = new JobArray(Indices.parse("0-5"), null);
  private static final AccountingLimits LIMITS =
      new AccountingLimits(1_000_000, Duration.ofDays(36_500), 10);
  private static final int JOBS = 30;
  private static final int QUESTIONS = 25;

  @Property(tries = 100, shrinking = ShrinkingMode.OFF)
  void shouldAnswerAsAListOfAllWould(@ForAll Random random) throws IOException, TimeoutException {
    Path folder = Files.createTempDirectory("pliant-history");
    Site site = new Site(folder.resolve("accounting"));
    try {
      for (int i = 0; i < JOBS; i++) {
        site.act(random);
      }
      for (int i = 0; i < QUESTIONS; i++) {
        HistoryFilter filter = filter(random, site);
        int limit = 1 + random.nextInt(8);
        List<JobId> expected = site.expected(filter);
        assertThat(site.pages(filter, limit)).as("%s by %d", filter, limit).isEqualTo(expected);
      }
    } finally {
      site.store.close();
      HistoryFiles.delete(folder);
    }
  }

  private static HistoryFilter filter(Random random, Site site) {
    Set<JobId> jobs = new TreeSet<>();
    if (random.nextInt(3) == 0) {
      site.accounts.keySet().stream().filter(_ -> random.nextInt(4) == 0).forEach(jobs::add);
      jobs.add(new JobId(999_999));
    }
    Set<JobStatus> states = new TreeSet<>(some(random, List.of(JobStatus.values())));
    return new HistoryFilter(
        jobs,
        random.nextInt(3) == 0 ? states : Set.of(),
        random.nextInt(2) == 0 ? some(random, USERS) : Set.of(),
        random.nextInt(4) == 0 ? some(random, NAMES) : Set.of(),
        random.nextInt(4) == 0 ? Set.of(PARTITIONS.get(random.nextInt(2)).value()) : Set.of(),
        random.nextInt(8) == 0 ? Set.of("no such account") : Set.of(),
        random.nextInt(3) == 0 ? null : site.time(random),
        random.nextInt(3) == 0 ? null : site.time(random));
  }

  private static <T extends Comparable<T>> Set<T> some(Random random, List<T> of) {
    Set<T> some = new TreeSet<>();
    of.stream().filter(_ -> random.nextInt(3) == 0).forEach(some::add);
    return some;
  }

  /** A store, and the same accounts in a plain map. */
  private static final class Site {
    private final Path folder;
    private final Map<JobId, JobAccount> accounts = new HashMap<>();
    private AccountingStore store;
    private long position;
    private long lastJob;

    Site(Path folder) {
      this.folder = folder;
      this.store = new AccountingStore(1, LIMITS, HistoryFiles.open(folder));
    }

    /** Times of which many are equal, over 8 days. */
    Instant time(Random random) {
      return Samples.AT
          .plus(Duration.ofHours(3L * random.nextInt(64)))
          .plusNanos(random.nextInt(3));
    }

    void act(Random random) {
      switch (random.nextInt(10)) {
        case 0 -> store.save(Samples.AT);
        case 1 -> {
          store.save(Samples.AT);
          store.close();
          store = new AccountingStore(1, LIMITS, HistoryFiles.open(folder));
        }
        case 2 -> array(random);
        default -> life(new JobId(++lastJob), spec(random, null, null), random);
      }
    }

    private void array(Random random) {
      JobId whole = new JobId(++lastJob);
      lastJob += ARRAY.indices().count();
      JobSpec spec = spec(random, ARRAY, null);
      submitted(whole, spec, time(random));
      for (int place = 0; place < ARRAY.indices().count() - random.nextInt(3); place++) {
        ArrayElement element = ARRAY.element(whole, place);
        life(JobArray.job(whole, place), spec.of(element), random);
      }
      if (random.nextInt(2) == 0) {
        take(ended(whole, ENDS.get(random.nextInt(3)), time(random)));
      }
    }

    private void life(JobId job, JobSpec spec, Random random) {
      Instant at = time(random);
      submitted(job, spec, at);
      if (random.nextInt(5) > 0) {
        Instant start = at.plusSeconds(random.nextInt(100_000));
        take(new JobEvent.JobAllocated(job, 1, Samples.ALLOCATION, 1, start));
        if (random.nextInt(5) > 0) {
          take(
              ended(
                  job,
                  ENDS.get(random.nextInt(3)),
                  start.plusSeconds(random.nextInt(random.nextBoolean() ? 100 : 500_000))));
        }
      }
    }

    private static JobEvent ended(JobId job, JobStatus how, Instant at) {
      return new JobEvent.JobEnded(job, 1, how, ExitStatus.SUCCESS, "", at, at);
    }

    private void submitted(JobId job, JobSpec spec, Instant at) {
      JobEvent.JobSubmitted event = new JobEvent.JobSubmitted(job, spec, at);
      store.apply(next(), event);
      accounts.put(job, JobAccount.open(event, null));
      ArrayElement element = spec.element();
      if (element != null) {
        accounts.computeIfPresent(element.array(), (_, whole) -> whole.started(job));
      }
    }

    private void take(JobEvent event) {
      store.apply(next(), event);
      accounts.computeIfPresent(event.job(), (_, account) -> account.evolve(event));
    }

    private HistoryFiles.Reached next() {
      return new HistoryFiles.Reached(0, ++position, "job|1", position);
    }

    List<JobId> expected(HistoryFilter filter) {
      return accounts.values().stream()
          .filter(filter::matches)
          .sorted(
              Comparator.comparing(JobAccount::submittedAt)
                  .thenComparing(JobAccount::job)
                  .reversed())
          .map(JobAccount::job)
          .toList();
    }

    /** All that is asked for, page by page. */
    List<JobId> pages(HistoryFilter filter, int limit) throws TimeoutException {
      List<JobId> all = new ArrayList<>();
      JobId before = null;
      while (true) {
        try (HistorySearch search =
            store.search(new HistoryQuery(filter, limit, before), Duration.ofMinutes(1))) {
          List<HistoryEntry> page = search.run(Samples.AT);
          page.forEach(entry -> all.add(entry.job()));
          if (page.size() < limit) {
            return all;
          }
          before = page.getLast().job();
        }
      }
    }

    private static JobSpec spec(
        Random random, @Nullable JobArray array, @Nullable ArrayElement element) {
      JobSpec one = Samples.spec();
      return new JobSpec(
          NAMES.get(random.nextInt(2)),
          new Submitter(USERS.get(random.nextInt(3)), 1000, 1000),
          PARTITIONS.get(random.nextInt(2)),
          one.resources(),
          one.timeLimit(),
          one.payload(),
          one.files(),
          one.workingDirectory(),
          one.environment(),
          one.requeue(),
          one.hold(),
          one.begin(),
          one.comment(),
          one.submissionKey(),
          one.malleable(),
          one.nodeWatts(),
          one.bookkeeping(),
          one.warning(),
          one.mail(),
          one.deadline(),
          array,
          element,
          null);
    }
  }
}
