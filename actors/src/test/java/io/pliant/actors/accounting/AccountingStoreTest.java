package io.pliant.actors.accounting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pliant.actors.api.HistoryQuery;
import io.pliant.actors.wire.Samples;
import io.pliant.api.EnergyEntry;
import io.pliant.api.EventCursor;
import io.pliant.api.HistoryEntry;
import io.pliant.api.JobEventEntry;
import io.pliant.core.accounting.HistoryFilter;
import io.pliant.core.energy.Energy;
import io.pliant.core.energy.JobEnergy;
import io.pliant.core.energy.JobInterval;
import io.pliant.core.energy.Share;
import io.pliant.core.energy.StepShare;
import io.pliant.core.id.ExitStatus;
import io.pliant.core.id.JobId;
import io.pliant.core.id.JobStatus;
import io.pliant.core.id.StepId;
import io.pliant.core.job.JobEvent;
import io.pliant.core.partition.PartitionEvent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class AccountingStoreTest {
  private static final Instant AT = Samples.AT;
  private static final HistoryQuery ALL = new HistoryQuery(HistoryFilter.ALL, 100);
  private static final AccountingLimits LIMITS =
      new AccountingLimits(3, Duration.ofDays(10_000), 10);

  @TempDir private Path folder;
  private AccountingStore store;
  private long position;

  @BeforeEach
  void open() {
    store = new AccountingStore(1, LIMITS, HistoryFiles.open(folder.resolve("accounting")));
  }

  @AfterEach
  void close() {
    store.close();
  }

  @Test
  void shouldTellNodeSecondsOfAFinishedJob() {
    life(1, AT, AT.plusSeconds(10), AT.plusSeconds(70));
    HistoryEntry entry = history(ALL, AT.plusSeconds(999)).getFirst();
    assertThat(entry.nodeSeconds()).isEqualTo(120);
    assertThat(entry.cpuSeconds()).isEqualTo(480);
    assertThat(entry.nodeList()).isEqualTo("n[001-002]");
    assertThat(entry.status()).isEqualTo(JobStatus.COMPLETED);
    assertThat(entry.exit()).isEqualTo(ExitStatus.SUCCESS);
    assertThat(entry.startedAt()).isEqualTo(AT.plusSeconds(10));
    assertThat(entry.endedAt()).isEqualTo(AT.plusSeconds(70));
  }

  @Test
  void shouldKeepTheLastFinishedJobsAndEveryUnfinishedOne() {
    submitted(100, AT.minusSeconds(1));
    for (int job = 1; job <= 5; job++) {
      life(job, AT.plusSeconds(job), AT.plusSeconds(job), AT.plusSeconds(job + 1));
    }
    store.save(AT);
    assertThat(ids(ALL)).containsExactly(new JobId(5), new JobId(4), new JobId(3), new JobId(100));
  }

  @Test
  void shouldForgetASubmissionThatWasNeverAcknowledged() {
    submitted(1, AT);
    submitted(2, AT);
    store.apply(next(), new JobEvent.JobRefused(new JobId(2), "The same as job 1.", AT));
    assertThat(ids(ALL)).containsExactly(new JobId(1));
    assertThat(store.events(EventCursor.parse("0"), 10)).hasSize(3);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldFilterByJobUserStateTimeAndLimit(boolean saved) {
    submitted(1, AT);
    life(2, AT.plusSeconds(1), AT.plusSeconds(2), AT.plusSeconds(3));
    life(3, AT.plusSeconds(2), AT.plusSeconds(3), AT.plusSeconds(30));
    if (saved) {
      store.save(AT);
    }
    assertThat(ids(jobs(new JobId(2), new JobId(9)))).containsExactly(new JobId(2));
    assertThat(ids(states(JobStatus.PENDING))).containsExactly(new JobId(1));
    assertThat(ids(words("alice", "", "", ""))).hasSize(3);
    assertThat(ids(words("nobody", "", "", ""))).isEmpty();
    assertThat(ids(words("", "no such name", "", ""))).isEmpty();
    assertThat(ids(words("", "", "no such partition", ""))).isEmpty();
    assertThat(ids(words("", "", "", "no such account"))).isEmpty();
    assertThat(ids(until(AT.plusSeconds(1)))).containsExactly(new JobId(1));
    assertThat(ids(query(AT.plusSeconds(4), 9))).containsExactly(new JobId(3), new JobId(1));
    assertThat(ids(query(null, 2))).containsExactly(new JobId(3), new JobId(2));
    assertThat(ids(query(null, 0))).isEmpty();
    assertThat(ids(new HistoryQuery(HistoryFilter.ALL, 9, new JobId(3))))
        .containsExactly(new JobId(2), new JobId(1));
    assertThat(ids(new HistoryQuery(HistoryFilter.ALL, 1, new JobId(2))))
        .containsExactly(new JobId(1));
  }

  @Test
  void shouldResumeEventsAfterTheCursorAndForgetTheOldest() {
    for (int job = 1; job <= 12; job++) {
      submitted(job, AT);
    }
    assertThat(store.events(EventCursor.parse("0"), 100))
        .hasSize(10)
        .first()
        .extracting(JobEventEntry::job)
        .isEqualTo(new JobId(3));
    assertThat(store.events(EventCursor.parse("9"), 2))
        .extracting(JobEventEntry::cursor)
        .containsExactly(10L, 11L);
    assertThat(store.events(EventCursor.parse("12"), 5)).isEmpty();
  }

  @Test
  void shouldNeverShowScriptCommandOrEnvironment() {
    try (AccountingStore all =
        new AccountingStore(
            1, AccountingLimits.defaults(), HistoryFiles.open(folder.resolve("all")))) {
      Samples.jobEvents().forEach(event -> all.apply(next(), event));
      assertThat(all.events(EventCursor.parse("0"), 1_000)).hasSize(Samples.jobEvents().size());
      assertThat(all.events(EventCursor.parse("0"), 1_000).toString())
          .doesNotContain("srun hostname", "/home/alice", "C.UTF-8", "secret", "word")
          .contains("StepEnded", "TIME_LIMIT");
    }
  }

  @Test
  void shouldIgnoreEventsOfJobsThatItDoesNotKnow() {
    store.apply(next(), new JobEvent.JobStarted(new JobId(7), 1, AT));
    assertThat(history(ALL, AT)).isEmpty();
    assertThat(store.events(EventCursor.parse("0"), 10)).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldTellTheEnergyOfAJobAlsoAfterItsEnd(boolean saved) {
    life(1, AT, AT.plusSeconds(10), AT.plusSeconds(70));
    if (saved) {
      store.save(AT);
    }
    energy(1, 60_000_000, 1_000_000, 80);
    energy(1, 30_000_000, 500_000, 75);
    energy(9, 5, 1, 5);
    assertThat(history(ALL, AT).getFirst().energy())
        .isEqualTo(new EnergyEntry(90, 120.0, 80, List.of("rapl"), false, 1.5, 0));
    assertThat(store.energy(new JobId(1)).counted()).isZero();
    assertThat(store.energy(new JobId(9))).isEqualTo(JobEnergy.NONE);

    assertThat(store.energy(new JobId(1)).steps())
        .containsExactly(
            Map.entry(
                new StepId(new JobId(1), 1, 0),
                new StepShare(
                    new StepId(new JobId(1), 1, 0),
                    List.of("rapl"),
                    new Energy(45_000_000, 1_500_000, 0, 80, false))));

    store.apply(next(), new PartitionEvent.JobEnergyCounted(new JobId(1), 1, AT));
    store.apply(next(), new PartitionEvent.JobEnergyCounted(new JobId(9), 1, AT));
    assertThat(store.energy(new JobId(1)).counted()).isEqualTo(1);
    JobEventEntry told = store.events(EventCursor.parse("0"), 100).getLast();
    assertThat(told.type()).isEqualTo("JobEnergyCounted");
    assertThat(told.job()).isEqualTo(new JobId(1));
    assertThat(told.fields())
        .containsEntry("joules", "90.000")
        .containsEntry("meanWatts", "120.000")
        .containsEntry("peakWatts", "80.000")
        .containsEntry("methods", "rapl")
        .containsEntry("estimated", "false")
        .containsEntry("attempt", "1");
  }

  @Test
  void shouldForgetTheEnergyOfForgottenJobs() {
    for (int job = 1; job <= 4; job++) {
      life(job, AT.plusSeconds(job), AT.plusSeconds(job), AT.plusSeconds(job + 1));
      energy(job, 7, 1, 7);
    }
    store.save(AT);
    assertThat(store.energy(new JobId(1))).isEqualTo(JobEnergy.NONE);
    energy(1, 7, 1, 7);
    assertThat(store.energy(new JobId(1))).isEqualTo(JobEnergy.NONE);
    assertThat(store.energy(new JobId(4)).total().microjoules()).isEqualTo(7);
  }

  @Test
  void shouldGoOnWhereItWasSaved() {
    submitted(1, AT);
    life(2, AT.plusSeconds(1), AT.plusSeconds(2), AT.plusSeconds(3));
    energy(2, 60, 10, 6);
    submitted(3, AT.plusSeconds(9));
    store.apply(next(), new JobEvent.JobRefused(new JobId(3), "The same as job 1.", AT));
    List<HistoryEntry> before = history(ALL, AT);
    JobEnergy energy = store.energy(new JobId(2));
    store.save(AT);
    HistoryFiles.Reached saved = store.reached(0);
    submitted(4, AT.plusSeconds(4)); // not saved: as if it was killed
    store.close();

    open();
    assertThat(store.reached(0)).isEqualTo(saved);
    assertThat(history(ALL, AT)).isEqualTo(before);
    assertThat(store.energy(new JobId(2))).isEqualTo(energy);
    assertThat(energy.total().microjoules()).isEqualTo(60);
    store.apply(
        next(),
        new JobEvent.JobEnded(
            new JobId(1), 1, JobStatus.FAILED, ExitStatus.SUCCESS, "", AT, AT.plusSeconds(5)));
    store.save(AT);
    assertThat(ids(states(JobStatus.FAILED))).containsExactly(new JobId(1));
    store.close();
    open();
    assertThat(ids(states(JobStatus.FAILED))).containsExactly(new JobId(1));
    assertThat(ids(states(JobStatus.PENDING))).isEmpty();
  }

  @Test
  void shouldGiveUpASearchThatTakesTooLong() {
    store.close();
    AccountingLimits many = new AccountingLimits(100_000, Duration.ofDays(10_000), 10);
    store = new AccountingStore(1, many, HistoryFiles.open(folder.resolve("many")));
    for (int job = 1; job <= 5_000; job++) {
      life(job, AT, AT, AT);
    }
    store.save(AT);
    try (HistorySearch search = store.search(states(JobStatus.FAILED), Duration.ZERO)) {
      assertThatThrownBy(() -> search.run(AT))
          .isInstanceOf(TimeoutException.class)
          .hasMessageContaining("looked at 4096 of them")
          .hasMessageContaining("since, until");
    }
    assertThat(ids(states(JobStatus.FAILED))).isEmpty();
  }

  @Test
  void shouldBeginAnewWhenTheFilesAreDamaged() throws IOException {
    life(2, AT.plusSeconds(1), AT.plusSeconds(2), AT.plusSeconds(3));
    store.save(AT);
    store.close();
    Files.writeString(folder.resolve("accounting/CURRENT"), "nonsense");
    open();
    assertThat(store.reached(0)).isEqualTo(HistoryFiles.Reached.NOTHING);
    assertThat(history(ALL, AT)).isEmpty();
    life(2, AT.plusSeconds(1), AT.plusSeconds(2), AT.plusSeconds(3));
    store.save(AT);
    assertThat(ids(ALL)).containsExactly(new JobId(2));
  }

  @Test
  void shouldForgetWhatIsOlderThanIsToBeKeptButNotWhatRuns() {
    Instant today = AT.plus(Duration.ofDays(9_998));
    submitted(1, AT);
    life(2, AT, AT, AT.plusSeconds(3));
    life(3, AT.plus(Duration.ofDays(1)), AT.plus(Duration.ofDays(1)), today);
    life(4, today, today, today);
    store.save(AT.plus(Duration.ofDays(9_999)));
    assertThat(ids(ALL)).hasSize(4);
    submitted(5, today);
    store.save(AT.plus(Duration.ofDays(10_002)));
    assertThat(ids(ALL)).containsExactly(new JobId(5), new JobId(4), new JobId(3), new JobId(1));
    assertThat(ids(jobs(new JobId(2)))).isEmpty();
  }

  private void energy(long job, long microjoules, long micros, double peak) {
    Energy energy = new Energy(microjoules, micros, 0, peak, false);
    JobInterval interval = new JobInterval(new JobId(job), 1, 0);
    Share share = new Share(interval, 2, 0, 90L, List.of("rapl"), energy);
    StepShare step =
        new StepShare(
            new StepId(new JobId(job), 1, 0),
            List.of("rapl"),
            new Energy(microjoules / 2, micros, 0, peak, false));
    List<StepShare> steps = microjoules == 7 ? null : List.of(step); // as in older journals
    store.apply(next(), new PartitionEvent.EnergyCounted(List.of(), List.of(share), AT, steps));
  }

  private static HistoryQuery query(@Nullable Instant since, int limit) {
    return new HistoryQuery(filter(Set.of(), Set.of(), since, null), limit);
  }

  private static HistoryQuery until(Instant until) {
    return new HistoryQuery(filter(Set.of(), Set.of(), null, until), 9);
  }

  private static HistoryQuery jobs(JobId... jobs) {
    return new HistoryQuery(filter(Set.of(jobs), Set.of(), null, null), 9);
  }

  private static HistoryQuery states(JobStatus... states) {
    return new HistoryQuery(filter(Set.of(), Set.of(states), null, null), 9);
  }

  private static HistoryQuery words(String user, String name, String partition, String account) {
    return new HistoryQuery(
        new HistoryFilter(
            Set.of(),
            Set.of(),
            user.isEmpty() ? Set.of() : Set.of(user),
            name.isEmpty() ? Set.of() : Set.of(name),
            partition.isEmpty() ? Set.of() : Set.of(partition),
            account.isEmpty() ? Set.of() : Set.of(account),
            null,
            null),
        9);
  }

  private static HistoryFilter filter(
      Set<JobId> jobs, Set<JobStatus> states, @Nullable Instant since, @Nullable Instant until) {
    return new HistoryFilter(jobs, states, Set.of(), Set.of(), Set.of(), Set.of(), since, until);
  }

  private HistoryFiles.Reached next() {
    return new HistoryFiles.Reached(0, ++position, "job|1", position);
  }

  private List<HistoryEntry> history(HistoryQuery query, Instant now) {
    try (HistorySearch search = store.search(query, Duration.ofMinutes(1))) {
      return search.run(now);
    } catch (TimeoutException e) {
      throw new AssertionError(e);
    }
  }

  private List<JobId> ids(HistoryQuery query) {
    return history(query, AT).stream().map(HistoryEntry::job).toList();
  }

  private void submitted(long job, Instant at) {
    store.apply(next(), new JobEvent.JobSubmitted(new JobId(job), Samples.spec(), at));
  }

  private void life(long job, Instant submitted, Instant granted, Instant ended) {
    JobId id = new JobId(job);
    submitted(job, submitted);
    store.apply(next(), new JobEvent.JobAllocated(id, 1, Samples.ALLOCATION, 1, granted));
    store.apply(
        next(),
        new JobEvent.JobEnded(id, 1, JobStatus.COMPLETED, ExitStatus.SUCCESS, "", granted, ended));
  }
}
