package io.pliant.runtime.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.node.Health;
import java.time.Duration;
import java.util.Objects;
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
