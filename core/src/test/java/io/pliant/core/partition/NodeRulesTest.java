package io.pliant.core.partition;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.node.Health;
import io.pliant.core.node.NodeFault;
import io.pliant.core.resource.NodeCapacity;
import io.pliant.core.resource.ResourceRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class NodeRulesTest {
  private static final NodeName N1 = new NodeName("n1");
  private static final NodeName N2 = new NodeName("n2");
  private static final NodeCapacity FOUR = new NodeCapacity(4, 1000);
  private static final Health WELL = new Health(null);
  private static final Health FULL = new Health("No space left on device");

  private final PartitionLifecycle lifecycle =
      new PartitionLifecycle(
          new PartitionSettings(
              new PartitionName("main"),
              true,
              "*",
              "easy",
              Duration.ofMinutes(10),
              null,
              false,
              5));
  private PartitionState state = PartitionState.empty(new PartitionName("main"));
  private Instant now = Instant.EPOCH;
  private long jobs;

  @Test
  void shouldCloseANodeWhoseProbeFailsAndOpenItWhenOnePasses() {
    seen(null);
    seen(FULL);
    assertThat(node().available()).isFalse();
    assertThat(node().stateWord()).isEqualTo("drained");
    assertThat(node().reason()).contains("No space left");
    seen(null);
    assertThat(node().available()).as("an agent that has not probed says nothing").isFalse();
    seen(WELL);
    assertThat(node().available()).isTrue();
  }

  @Test
  void shouldCloseANodeAfterThreeFaultsWithTheEvidenceAndOpenItAfterAQuietTime() {
    seen(WELL);
    fault();
    fault();
    assertThat(node().available()).isTrue();
    fault();
    assertThat(node().available()).isFalse();
    assertThat(node().reason()).contains("3 attempts").contains("no fork");
    seen(WELL);
    assertThat(node().available()).isFalse();
    now = now.plus(Duration.ofMinutes(10));
    seen(WELL);
    assertThat(node().available()).isTrue();
    fault();
    assertThat(node().available()).as("old faults count no more").isTrue();
  }

  @Test
  void shouldForgetFaultsThatAreFarApart() {
    seen(WELL);
    for (int i = 0; i < 10; i++) {
      fault();
      now = now.plus(Duration.ofMinutes(6));
    }
    assertThat(node().available()).isTrue();
  }

  @Test
  void shouldCountAFaultOnceHoweverOftenItIsTold() {
    seen(WELL);
    QueuedJob job = faulty();
    for (int i = 0; i < 5; i++) {
      tell(new PartitionIntent.Enqueue(job));
    }
    assertThat(node().recentFaults()).hasSize(1);
  }

  @Test
  void shouldOpenANodeWhenAnOperatorResumesIt() {
    seen(FULL);
    seen(FULL);
    tell(new PartitionIntent.Drain(N1, "mine", "root"));
    tell(new PartitionIntent.Resume(N1, "root"));
    assertThat(node().available()).isTrue();
  }

  @Property(tries = 200)
  void shouldNeverLiftAnOperatorsDrainByItself(@ForAll long seed) {
    Random random = new Random(seed);
    seen(WELL);
    tell(new PartitionIntent.Drain(N1, "mine", "root"));
    for (int i = 0; i < 50; i++) {
      now = now.plusSeconds(random.nextInt(300));
      switch (random.nextInt(5)) {
        case 0 -> seen(WELL);
        case 1 -> seen(FULL);
        case 2 -> fault();
        case 3 -> tell(new PartitionIntent.NodeLost(N1, "silent"));
        default -> seen(null);
      }
      assertThat(node().drainReason()).isEqualTo("mine");
      assertThat(node().available()).isFalse();
    }
  }

  private void seen(@Nullable Health health) {
    tell(new PartitionIntent.NodeSeen(N1, FOUR, List.of(), health));
    tell(new PartitionIntent.NodeSeen(N2, FOUR, List.of(), WELL));
  }

  private void fault() {
    tell(new PartitionIntent.Enqueue(faulty()));
  }

  private QueuedJob faulty() {
    return new QueuedJob(
            new JobId(++jobs),
            2,
            "j",
            "ada",
            ResourceRequest.single(),
            Duration.ofMinutes(1),
            false,
            null,
            now,
            null)
        .after(new Setbacks(1, now, null, List.of(new NodeFault(N1, "no fork"))));
  }

  private NodeRecord node() {
    return Objects.requireNonNull(state.nodes().get(N1));
  }

  private void tell(PartitionIntent intent) {
    lifecycle.decide(state, intent, now).events().forEach(e -> state = state.evolve(e));
  }
}
