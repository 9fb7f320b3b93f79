package io.pliant.core.accounting;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.id.ExitStatus;
import io.pliant.core.id.JobId;
import io.pliant.core.id.JobStatus;
import io.pliant.core.job.JobEvent;
import io.pliant.core.job.Standstill;
import java.time.Duration;
import java.time.Instant;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

final class JobAccountTest {
  @Property(tries = 300)
  void shouldAddUpToCapacityTimesTimeWhateverHappened(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 200) int changes) {
    RandomHistory history = RandomHistory.of(seed, changes, false);
    Usage total = total(history);
    assertThat(total.cpuMicros() + history.idleCpuMicros).isEqualTo(history.capacityCpuMicros());
  }

  @Property(tries = 300)
  void shouldAddUpNodeSecondsWhenNodesAreNotShared(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 200) int changes) {
    RandomHistory history = RandomHistory.of(seed, changes, true);
    Usage total = total(history);
    assertThat(total.nodeMicros() + history.idleNodeMicros).isEqualTo(history.capacityNodeMicros());
    assertThat(total.cpuMicros() + history.idleCpuMicros).isEqualTo(history.capacityCpuMicros());
  }

  @Property(tries = 300)
  void shouldCountEachJobInExactlyOneState(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 200) int changes) {
    RandomHistory history = RandomHistory.of(seed, changes, false);
    TreeMap<JobId, JobAccount> accounts = accounts(history);
    long submitted =
        history.events.stream().filter(JobEvent.JobSubmitted.class::isInstance).count();
    long over = history.events.stream().filter(JobEvent.JobEnded.class::isInstance).count();
    assertThat(accounts).hasSize((int) submitted);
    assertThat(accounts.values().stream().filter(a -> a.status().terminal()).count())
        .isEqualTo(over);
    assertThat(accounts.values())
        .allMatch(a -> (a.endedAt() != null) == a.status().terminal())
        .allMatch(a -> a.status() == JobStatus.PENDING || a.exit() != null || a.holdsNodes());
  }

  @Property(tries = 200)
  void shouldSplitALifeIntoWaitingAndHolding(@ForAll long seed) {
    RandomHistory history = RandomHistory.of(seed, 80, true);
    for (JobAccount account : accounts(history).values()) {
      var end = account.endedAt() == null ? history.now : account.endedAt();
      Duration life = Duration.between(account.submittedAt(), end);
      assertThat(account.waitedAt(history.now)).isBetween(Duration.ZERO, life);
      if (account.usageAt(history.now).equals(Usage.NONE) && account.startedAt() == null) {
        assertThat(account.waitedAt(history.now)).isEqualTo(life);
      }
    }
  }

  @Test
  void shouldCountHowLongAnAttemptStoodStillAndForgetItWithTheNext() {
    RandomHistory history = RandomHistory.of(5, 200, true);
    JobEvent.JobSubmitted submitted = firstSubmission(history);
    JobEvent.JobAllocated granted = firstGrant(history);
    Instant start = granted.at();
    JobId job = submitted.job();
    JobAccount account = JobAccount.open(submitted, null).evolve(granted);
    assertThat(account.still()).isEqualTo(Standstill.NONE);
    account = account.evolve(new JobEvent.JobSuspended(job, 1, "op", start.plusSeconds(10)));
    account = account.evolve(new JobEvent.JobResumed(job, 1, "op", start.plusSeconds(15)));
    account = account.evolve(new JobEvent.JobSuspended(job, 1, "op", start.plusSeconds(20)));
    assertThat(account.still().before()).isEqualTo(Duration.ofSeconds(5));
    JobAccount over =
        account.evolve(
            new JobEvent.JobEnded(
                job,
                1,
                JobStatus.CANCELLED,
                ExitStatus.SUCCESS,
                "by op",
                start,
                start.plusSeconds(27)));
    assertThat(over.still().lasts()).isFalse();
    assertThat(over.still().before()).isEqualTo(Duration.ofSeconds(12));
    assertThat(over.evolve(granted).still()).isEqualTo(Standstill.NONE);
  }

  @Test
  void shouldBookNothingWhenTheClockWentBackwards() {
    RandomHistory history = RandomHistory.of(5, 200, true);
    JobEvent.JobAllocated granted = firstGrant(history);
    assertThat(
            Usage.of(granted.allocation(), granted.at(), granted.at().minus(Duration.ofSeconds(3))))
        .isEqualTo(Usage.NONE);
  }

  /** What it says is the same; what it costs is not. */
  @Test
  void shouldKeepOnceWhatAnElementHasInCommonWithItsArray() {
    JobEvent.JobSubmitted array = firstSubmission(RandomHistory.of(5, 200, true));
    JobEvent.JobSubmitted element = firstSubmission(RandomHistory.of(5, 200, true));
    JobAccount whole = JobAccount.open(array, null);
    assertThat(JobAccount.open(element, whole)).isEqualTo(JobAccount.open(element, null));
    assertThat(element.spec().resources()).isNotSameAs(array.spec().resources());
    Asked asked = JobAccount.open(element, whole).asked();
    assertThat(asked.resources()).isSameAs(whole.asked().resources());
    assertThat(asked.submitter()).isSameAs(whole.asked().submitter());
    assertThat(asked.partition()).isSameAs(whole.asked().partition());
  }

  private static JobEvent.JobAllocated firstGrant(RandomHistory history) {
    return history.events.stream()
        .filter(JobEvent.JobAllocated.class::isInstance)
        .map(JobEvent.JobAllocated.class::cast)
        .findFirst()
        .orElseThrow();
  }

  private static JobEvent.JobSubmitted firstSubmission(RandomHistory history) {
    return history.events.stream()
        .filter(JobEvent.JobSubmitted.class::isInstance)
        .map(JobEvent.JobSubmitted.class::cast)
        .findFirst()
        .orElseThrow();
  }

  private static Usage total(RandomHistory history) {
    return accounts(history).values().stream()
        .map(account -> account.usageAt(history.now))
        .reduce(Usage.NONE, Usage::plus);
  }

  private static TreeMap<JobId, JobAccount> accounts(RandomHistory history) {
    TreeMap<JobId, JobAccount> accounts = new TreeMap<>();
    for (JobEvent event : history.events) {
      if (event instanceof JobEvent.JobSubmitted submitted) {
        accounts.put(event.job(), JobAccount.open(submitted, null));
      } else {
        accounts.computeIfPresent(event.job(), (_, account) -> account.evolve(event));
      }
    }
    return accounts;
  }
}
