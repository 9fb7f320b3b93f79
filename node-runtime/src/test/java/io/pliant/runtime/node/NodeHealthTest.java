package io.pliant.runtime.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.id.NodeName;
import io.pliant.core.node.Health;
import java.time.Duration;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class NodeHealthTest {
  private static final Health WELL = new Health(null);
  private static final Health ILL = new Health("Expected a folder, but there is none.");

  private final AtomicLong nanos = new AtomicLong();
  private final LinkedBlockingQueue<Boolean> looks = new LinkedBlockingQueue<>();
  private final NodeHealth health =
      new NodeHealth(
          inDoubt -> {
            looks.add(inDoubt);
            return WELL;
          },
          _ -> {},
          nanos::get,
          Duration.ZERO);

  @Test
  void shouldNotProbeAllNodesOfOneProcessInTheSameInstant() {
    Set<Duration> looks = new HashSet<>();
    for (int number = 1; number <= 100; number++) {
      NodeName node = new NodeName("n" + number);
      looks.add(NodeHealth.firstLook(node, true));
      assertThat(NodeHealth.firstLook(node, false)).isZero();
    }

    assertThat(looks).hasSizeGreaterThan(50);
    assertThat(looks).allMatch(d -> !d.isNegative() && d.compareTo(NodeHealth.WHILE_WELL) < 0);
  }

  @Test
  void shouldLookCloselyOnlyWhileTheNodeIsInDoubt() throws InterruptedException {
    health.beat();
    assertThat(look()).as("a node of which nothing is known").isFalse();
    health.found(WELL);

    after(NodeHealth.WHILE_WELL);
    assertThat(look()).as("a node that is well").isFalse();
    health.found(WELL);

    health.suspect();
    assertThat(look()).as("a node whose launch failed").isTrue();
    health.found(ILL);

    after(NodeHealth.WHILE_ILL);
    assertThat(look()).as("a node that is ill").isTrue();
    health.found(WELL);

    after(NodeHealth.WHILE_WELL);
    assertThat(look()).as("a node that is well again").isFalse();
  }

  private void after(Duration pause) {
    nanos.addAndGet(pause.toNanos());
    health.beat();
  }

  private boolean look() throws InterruptedException {
    return Objects.requireNonNull(looks.poll(30, TimeUnit.SECONDS), "nobody has looked");
  }
}
