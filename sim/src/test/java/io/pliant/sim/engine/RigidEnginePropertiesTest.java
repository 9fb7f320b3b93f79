package io.pliant.sim.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.sim.trace.Trace;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** The fast engine against the rules of the book, on small workloads with many ties. */
class RigidEnginePropertiesTest {
  private static final int PROCESSORS = 6;

  private record Job(int submit, int run, int more, int width) {}

  @Provide
  Arbitrary<Trace> traces() {
    return Combinators.combine(
            Arbitraries.integers().between(0, 12),
            Arbitraries.integers().between(1, 8),
            Arbitraries.integers().between(0, 4),
            Arbitraries.integers().between(1, PROCESSORS))
        .as(Job::new)
        .list()
        .ofMinSize(1)
        .ofMaxSize(24)
        .map(RigidEnginePropertiesTest::trace);
  }

  @Property
  void shouldNeverUseMoreProcessorsThanThereAre(@ForAll("traces") Trace trace) {
    for (RigidPolicy policy : RigidPolicy.values()) {
      long[] starts = RigidEngine.run(trace, policy);
      for (int job = 0; job < trace.size(); job++) {
        assertThat(starts[job]).isGreaterThanOrEqualTo(trace.submits()[job]);
        assertThat(usedAt(trace, starts, starts[job])).as(policy.label()).isLessThanOrEqualTo(6);
      }
    }
  }

  @Property
  void shouldScheduleEasyAsTheBookDoes(@ForAll("traces") Trace trace) {
    assertThat(RigidEngine.run(trace, RigidPolicy.EASY))
        .isEqualTo(new BookEasy(trace, false).run());
    assertThat(RigidEngine.run(trace, RigidPolicy.EASY_SJBF))
        .isEqualTo(new BookEasy(trace, true).run());
  }

  @Property
  void shouldNotMakeAnyJobWaitLongerThanPromisedWhenConservative(@ForAll("traces") Trace trace) {
    // given: with perfect estimates nothing is ever freed early, so first promises are kept exactly
    Trace exact = trace.clairvoyant();

    // when
    long[] starts = RigidEngine.run(exact, RigidPolicy.CONSERVATIVE);

    // then: each job starts at the earliest time that the jobs before it leave
    for (int job = 0; job < exact.size(); job++) {
      assertThat(starts[job]).isEqualTo(earliest(exact, starts, job));
    }
  }

  @Property
  void shouldNeverPutOffAReservationWhenConservative(@ForAll("traces") Trace trace) {
    PromiseWatch watch = new PromiseWatch(RigidPolicy.CONSERVATIVE.machine(trace), trace.size());
    RigidEngine.run(trace, watch);
    assertThat(watch.broken).as("reservations that moved later").isZero();
    assertThat(watch.moved + watch.kept).isPositive();
  }

  /** Looks at every job's reservation after each event. */
  private static final class PromiseWatch implements RigidMachine {
    private final RigidMachine machine;
    private final long[] promised;
    private int submitted;
    private int broken;
    private int moved;
    private int kept;

    PromiseWatch(RigidMachine machine, int jobs) {
      this.machine = machine;
      this.promised = new long[jobs];
      Arrays.fill(promised, Long.MAX_VALUE);
    }

    private void look() {
      for (int job = 0; job < submitted; job++) {
        long start = machine.start(job);
        broken += start > promised[job] ? 1 : 0;
        moved += start < promised[job] ? 1 : 0;
        kept += start == promised[job] ? 1 : 0;
        promised[job] = start;
      }
    }

    @Override
    public void advance(long now) {
      machine.advance(now);
      look();
    }

    @Override
    public void submitted(int job) {
      machine.submitted(job);
      submitted = job + 1;
      look();
    }

    @Override
    public void ended(int job) {
      machine.ended(job);
      look();
    }

    @Override
    public long wake() {
      return machine.wake();
    }

    @Override
    public int startedCount() {
      return machine.startedCount();
    }

    @Override
    public int started(int index) {
      return machine.started(index);
    }

    @Override
    public long start(int job) {
      return machine.start(job);
    }
  }

  private static long earliest(Trace trace, long[] starts, int job) {
    for (long at = trace.submits()[job]; ; at++) {
      boolean fits = true;
      for (long t = at; t < at + trace.estimates()[job] && fits; t++) {
        int used = 0;
        for (int before = 0; before < job; before++) {
          if (starts[before] <= t && t < starts[before] + trace.runs()[before]) {
            used += trace.widths()[before];
          }
        }
        fits = used + trace.widths()[job] <= PROCESSORS;
      }
      if (fits) {
        return at;
      }
    }
  }

  private static int usedAt(Trace trace, long[] starts, long time) {
    int used = 0;
    for (int job = 0; job < trace.size(); job++) {
      if (starts[job] <= time && time < starts[job] + trace.runs()[job]) {
        used += trace.widths()[job];
      }
    }
    return used;
  }

  private static Trace trace(List<Job> unsorted) {
    List<Job> jobs = new ArrayList<>(unsorted);
    jobs.sort(Comparator.comparing(Job::submit));
    int n = jobs.size();
    Trace trace =
        new Trace(
            "small",
            PROCESSORS,
            new long[n],
            new long[n],
            new long[n],
            new int[n],
            new long[n],
            new int[n],
            0);
    for (int i = 0; i < n; i++) {
      trace.ids()[i] = i + 1;
      trace.submits()[i] = jobs.get(i).submit;
      trace.runs()[i] = jobs.get(i).run;
      trace.widths()[i] = jobs.get(i).width;
      trace.estimates()[i] = jobs.get(i).run + jobs.get(i).more;
    }
    return trace;
  }
}
