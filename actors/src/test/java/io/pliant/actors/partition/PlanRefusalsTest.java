package io.pliant.actors.partition;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.api.RefusedDecisions;
import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.plan.RefusedDecision;
import io.pliant.core.resource.Allocation;
import io.pliant.core.resource.Slice;
import io.pliant.core.size.SizeConstraint;
import io.pliant.core.size.SizeRange;
import io.pliant.core.view.ClusterView;
import io.pliant.core.view.RunningJob;
import io.pliant.core.view.RunningSize;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.helpers.LegacyAbstractLogger;
import org.slf4j.helpers.MessageFormatter;

class PlanRefusalsTest {
  private static final JobId JOB = new JobId(7);
  private static final Instant START = Instant.parse("2026-11-20T12:00:00Z");

  private final List<String> logged = new ArrayList<>();
  private Instant now = START;
  private final PlanRefusals refusals =
      new PlanRefusals(new Lines(), "policy elastic of partition main", () -> now);

  @Test
  void shouldCountWhatWasRefusedAndKeepTheLastReason() {
    assertThat(refusals.sum()).isNull();

    refusals.starts(
        List.of(new RefusedDecision(JOB, "Expected to start job 7, but it is held.")), true);
    now = START.plusSeconds(5);
    refuseResize();

    assertThat(refusals.sum()).isEqualTo(new RefusedDecisions(1, 1, "Expected 4 nodes.", now));
  }

  @Test
  void shouldSayTheFirstAndThenOneAMinute() {
    for (int second = 0; second < 130; second++) {
      now = START.plusSeconds(second);
      refuseResize();
    }

    assertThat(logged)
        .containsExactly(
            "WARN a decision of policy elastic of partition main was refused by the ledger: Expected 4 nodes. (0 more since this was last said)",
            "WARN a decision of policy elastic of partition main was refused by the ledger: Expected 4 nodes. (59 more since this was last said)",
            "WARN a decision of policy elastic of partition main was refused by the ledger: Expected 4 nodes. (59 more since this was last said)");
  }

  @Test
  void shouldBeSilentOnStartsThatOnlyCameTooLate() {
    List<RefusedDecision> some =
        List.of(new RefusedDecision(JOB, "Expected to start job 7, but it is held."));

    refusals.starts(some, true);
    assertThat(logged).isEmpty();

    refusals.starts(some, false);
    assertThat(logged).hasSize(1);
  }

  @Test
  void shouldTellThePolicyWhatIsRefusedAgain() {
    refuseResize();
    assertThat(sizeTold()).as("after the first").isEqualTo(size(null, 0));

    now = START.plusSeconds(3);
    refuseResize();
    assertThat(sizeTold()).as("after the second").isEqualTo(size(now, 1));

    refusals.begun(JOB);
    assertThat(sizeTold()).as("after one that began").isEqualTo(size(null, 0));
  }

  private void refuseResize() {
    refusals.resizes(List.of(new RefusedDecision(JOB, "Expected 4 nodes.")), false);
  }

  private @Nullable RunningSize sizeTold() {
    Slice slice = new Slice(new NodeName("n001"), 1, 0, 1);
    RunningJob job =
        new RunningJob(JOB, new Allocation(List.of(slice)), START, START.plusSeconds(60))
            .withSize(size(null, 0));
    ClusterView view =
        new ClusterView(new PartitionName("main"), 1, START, List.of(), List.of(job), List.of());
    return PlanRefusals.told(view, refusals.known()).running().getFirst().size();
  }

  private static RunningSize size(@Nullable Instant lastChange, int unmade) {
    return new RunningSize(
        new SizeRange(1, 1, 8, SizeConstraint.ANY), 1, false, lastChange, unmade, 0, null, null);
  }

  /** Keeps the lines that are logged. */
  private final class Lines extends LegacyAbstractLogger {
    @Override
    protected @Nullable String getFullyQualifiedCallerName() {
      return null;
    }

    @Override
    protected void handleNormalizedLoggingCall(
        Level level,
        @Nullable Marker marker,
        String pattern,
        Object @Nullable [] arguments,
        @Nullable Throwable thrown) {
      logged.add(level + " " + MessageFormatter.basicArrayFormat(pattern, arguments));
    }

    @Override
    public boolean isTraceEnabled() {
      return true;
    }

    @Override
    public boolean isDebugEnabled() {
      return true;
    }

    @Override
    public boolean isInfoEnabled() {
      return true;
    }

    @Override
    public boolean isWarnEnabled() {
      return true;
    }

    @Override
    public boolean isErrorEnabled() {
      return true;
    }
  }
}
