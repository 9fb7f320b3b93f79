package io.pliant.sim.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;

/**
 * Two jobs that each need four fifths of a pool, of different homes, among a stream of small ones
 * that needs nine tenths of it: each starts within the longest limit, and a few seconds, after the
 * last of those that were submitted before it. Small jobs that come after it change nothing.
 */
class PoolFairnessTest {
  private static final long SECOND = 1_000_000;

  /** For messages, collections in vain, the pauses after them and the search for a place. */
  private static final long SLACK = 10 * SECOND;

  private static final int BIG = 40;
  private static final PoolShape POOL = new PoolShape(5, 10, 5, 300, 100, 1000, SECOND);

  @Property(tries = 1000, shrinking = ShrinkingMode.OFF)
  void shouldStartBothBigJobsWithinTheBound(@ForAll long seed) {
    startsWithinTheBound(PoolRun.Way.LEASES, seed, 300);
  }

  /** Here a lender's nodes went to others between its forecast and its promise. */
  @Example
  void shouldSeekAnotherPlaceAtOnceWhenAPromiseIsBroken() {
    startsWithinTheBound(PoolRun.Way.LEASES, -2861911489L, 600);
  }

  @Example
  void shouldTellWhenNothingIsPromised() {
    assertThatThrownBy(
            () -> {
              for (long seed = 1; seed <= 20; seed++) {
                startsWithinTheBound(PoolRun.Way.STEALING, seed, 300);
              }
            })
        .isInstanceOf(AssertionError.class);
  }

  private static void startsWithinTheBound(PoolRun.Way way, long seed, long seconds) {
    List<PoolJob> jobs = jobs(new SplittableRandom(seed), seconds);
    PoolRecord record = PoolRun.record(way, POOL, jobs, seed).jobs();
    long longest = jobs.stream().mapToLong(PoolJob::limit).max().orElseThrow();
    long before = 0;
    for (PoolJob job : jobs) {
      assertThat(record.end(job)).as("end of %s", job).isNotNegative();
      if (job.nodes() == BIG) {
        assertThat(record.start(job))
            .as("start of %s", job)
            .isLessThanOrEqualTo(Math.max(job.submit(), before) + longest + SLACK);
      }
      before = Math.max(before, record.start(job));
    }
  }

  private static List<PoolJob> jobs(SplittableRandom random, long seconds) {
    List<PoolJob> jobs = new ArrayList<>();
    for (long at = 0; at < seconds * SECOND; at += random.nextLong(1, 2 * SECOND)) {
      long run = random.nextLong(SECOND / 10, 30 * SECOND);
      long limit = run + random.nextLong(0, 60 * SECOND);
      jobs.add(new PoolJob(1, random.nextInt(5), random.nextInt(1, 6), at, run, limit));
    }
    long first = random.nextLong(60 * SECOND, 120 * SECOND);
    long second = first + random.nextLong(1, 30 * SECOND);
    jobs.add(new PoolJob(1, 0, BIG, first, 20 * SECOND, 40 * SECOND));
    jobs.add(new PoolJob(1, 3, BIG, second, 20 * SECOND, 40 * SECOND));
    return numbered(jobs);
  }

  private static List<PoolJob> numbered(List<PoolJob> jobs) {
    List<PoolJob> sorted = new ArrayList<>(jobs);
    sorted.sort(Comparator.comparingLong(PoolJob::submit));
    List<PoolJob> numbered = new ArrayList<>();
    for (PoolJob job : sorted) {
      numbered.add(
          new PoolJob(
              numbered.size() + 1, job.home(), job.nodes(), job.submit(), job.run(), job.limit()));
    }
    return numbered;
  }
}
