package io.pliant.actors.partition;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.actors.wire.WireJson;
import io.pliant.core.id.JobId;
import io.pliant.core.id.PartitionName;
import io.pliant.core.partition.LedgerLimits;
import io.pliant.core.partition.PartitionEvent;
import io.pliant.core.partition.PartitionSnapshot;
import io.pliant.core.partition.PartitionState;
import io.pliant.core.partition.QueuedJob;
import io.pliant.core.power.Watts;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.size.Malleability;
import io.pliant.core.size.SizeConstraint;
import io.pliant.core.size.Terms;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/**
 * What the largest legal ledger of a partition costs a controller: docs/security.md gives the sum,
 * and the heap of libexec/jvm/controller.options has room for it.
 */
class LargestLedgerTest {
  private static final Instant NOW = Instant.parse("2026-03-01T02:00:00Z");
  private static final LedgerLimits LIMITS = LedgerLimits.USUAL;
  private static final long MEBIBYTE = 1 << 20;

  /** Half the heap of a controller, with all that the writing of a snapshot needs for a moment. */
  private static final long MOST = 256 * MEBIBYTE;

  @Test
  void shouldFitTheHeapOfAController() throws Exception {
    // given
    long before = used();

    // when
    PartitionState state = largest();
    long ledger = used() - before;
    long snapshot = WireJson.cbor().writeValueAsBytes(PartitionSnapshot.of(state)).length;

    // then
    assertThat(state.queue()).hasSize(LIMITS.jobs());
    assertThat(PartitionSnapshot.of(state).keys().size()).isEqualTo(LIMITS.keys());
    assertThat(ledger + 2 * snapshot)
        .as("ledger of %d MiB, snapshot of %d MiB", ledger / MEBIBYTE, snapshot / MEBIBYTE)
        .isLessThan(MOST);
  }

  private static PartitionState largest() {
    PartitionState state = PartitionState.empty(new PartitionName("main"));
    Instant since = NOW.minus(LIMITS.keepKeys());
    int over = LIMITS.keys() - LIMITS.jobs();
    for (int i = 1; i <= LIMITS.keys(); i++) {
      QueuedJob job = job(i);
      state = state.evolve(new PartitionEvent.JobEnqueued(job, i, NOW, since));
      if (i <= over) {
        state = state.evolve(new PartitionEvent.JobWithdrawn(job.job(), "over", NOW));
      }
    }
    return state;
  }

  /** Each text of its own, of the longest that is legal, in characters of two bytes. */
  private static QueuedJob job(int number) {
    return new QueuedJob(
        new JobId(number),
        1,
        "%05d".formatted(number) + "\u20ac".repeat(250),
        "user%05d".formatted(number % 1000),
        new ResourceRequest(1, 1, 1, 1, number, false),
        Duration.ofSeconds(number),
        false,
        NOW.plusSeconds(number),
        NOW.plusNanos(number),
        "%06d".formatted(number) + "k".repeat(250),
        new Malleability(
            1, 4, SizeConstraint.ANY, Terms.OnOffer.ACCEPT, Duration.ofHours(1), null, null),
        Watts.declared(100, 200 + number),
        (long) number);
  }

  private static long used() {
    long least = Long.MAX_VALUE;
    for (int i = 0; i < 4; i++) {
      System.gc();
      Runtime runtime = Runtime.getRuntime();
      least = Math.min(least, runtime.totalMemory() - runtime.freeMemory());
    }
    return least;
  }
}
