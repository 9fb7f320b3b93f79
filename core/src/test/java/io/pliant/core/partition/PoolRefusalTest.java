package io.pliant.core.partition;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.array.JobArray;
import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.pool.PoolSettings;
import io.pliant.core.pool.PoolSight;
import io.pliant.core.pool.PoolStanding;
import io.pliant.core.resource.NodeCapacity;
import io.pliant.core.resource.ResourceRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A job that its partition could never hold, in a pool of two partitions of a node each. */
class PoolRefusalTest {
  private static final PartitionName HOME = new PartitionName("home");
  private static final PartitionName OTHER = new PartitionName("other");
  private static final NodeCapacity NODE = new NodeCapacity(2, 2_000);
  private static final PoolSettings POOL = new PoolSettings("all", List.of(HOME, OTHER));
  private static final ResourceRequest TWO_NODES = ResourceRequest.wholeNodes(2);

  @Test
  void shouldTakeWhatThePoolCouldHold() {
    assertThat(refusal(job(TWO_NODES), POOL)).isNull();
    assertThat(refusal(job(ResourceRequest.wholeNodes(3)), POOL))
        .isEqualTo("It needs 3 whole nodes, but pool all has 2.");
  }

  @Test
  void shouldSayThatArraysStayAtHome() {
    QueuedJob array = job(TWO_NODES).as(JobArray.parse("1-3"), null);

    assertThat(refusal(array, POOL))
        .isEqualTo(
            "It asks for 2 nodes, but partition home has 1. Arrays start on nodes of their own"
                + " partition, not of all of pool all.");
    assertThat(refusal(array, null)).isEqualTo("It asks for 2 nodes, but partition home has 1.");
  }

  private static QueuedJob job(ResourceRequest request) {
    return new QueuedJob(
        new JobId(1), 1, "j", "u", request, null, false, null, Instant.EPOCH, null);
  }

  private static @Nullable String refusal(QueuedJob job, @Nullable PoolSettings pool) {
    PartitionSettings settings =
        new PartitionSettings(
            HOME, true, "*", "easy", Duration.ofMinutes(10), Duration.ofHours(1), false, 5);
    PartitionLifecycle lifecycle =
        new PartitionLifecycle(pool == null ? settings : settings.in(pool));
    if (pool != null) {
      lifecycle =
          lifecycle.seeing(
              new PoolSight(pool, new TreeMap<>()).told(OTHER, new PoolStanding(1, 1, 0, NODE)));
    }
    PartitionState state =
        PartitionState.empty(HOME)
            .evolve(new PartitionEvent.NodeRegistered(new NodeName("n1"), NODE, Instant.EPOCH));
    PartitionReply reply =
        lifecycle.decide(state, new PartitionIntent.Enqueue(job), Instant.EPOCH).reply();
    return reply instanceof PartitionReply.Refused refused ? refused.refusal().reason() : null;
  }
}
