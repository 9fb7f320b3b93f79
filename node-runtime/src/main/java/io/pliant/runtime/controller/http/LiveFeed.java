package io.pliant.runtime.controller.http;

import io.pliant.actors.api.Answer;
import io.pliant.actors.api.ClusterGateway;
import io.pliant.api.NodeEntry;
import io.pliant.api.PartitionEntry;
import io.pliant.api.PowerStatus;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What changes in a cluster beside its jobs, for those who watch. The cluster is asked while
 * somebody watches, once a second for all of them, and less often where an answer takes long.
 * Nobody waits for an answer: who looks is told the last one. What stays the same is kept once,
 * however many hold it.
 */
final class LiveFeed {
  private static final Duration EACH = Duration.ofSeconds(1);

  /** Asking takes at most one part in so many of the time. */
  private static final int PARTS = 10;

  private static final int SAMPLES = 10;

  private final Looked<List<NodeEntry>, NodeView> nodes;
  private final Looked<List<PartitionEntry>, List<PartitionEntry>> partitions;
  private final Looked<Answer<PowerStatus>, PowerStatus> power;

  LiveFeed(ClusterGateway gateway) {
    this.nodes = new Looked<>(gateway::nodes, NodeView::of);
    this.partitions = new Looked<>(gateway::partitions, (answer, _) -> answer);
    this.power = new Looked<>(() -> gateway.power().show(null, SAMPLES), LiveFeed::accepted);
  }

  /** All nodes, not much older than a second; null while nothing is known. */
  @Nullable NodeView nodes() {
    return nodes.look();
  }

  /** All partitions; null while nothing is known. */
  @Nullable List<PartitionEntry> partitions() {
    return partitions.look();
  }

  /** The corridor with its latest samples; null while nothing is known. */
  @Nullable PowerStatus power() {
    return power.look();
  }

  private static @Nullable PowerStatus accepted(
      Answer<PowerStatus> answer, @Nullable PowerStatus before) {
    return answer instanceof Answer.Accepted<PowerStatus>(PowerStatus status) ? status : before;
  }

  /** One answer of the cluster that all share. */
  private static final class Looked<A, T> {
    private final Supplier<CompletionStage<A>> ask;
    private final BiFunction<A, @Nullable T, @Nullable T> next;
    private @Nullable T last;
    private long dueNanos = System.nanoTime();
    private boolean asking;

    /**
     * @param next what is told of an answer, with what was told before
     */
    private Looked(Supplier<CompletionStage<A>> ask, BiFunction<A, @Nullable T, @Nullable T> next) {
      this.ask = ask;
      this.next = next;
    }

    /** The last answer; asks for a newer one when it is time. */
    private synchronized @Nullable T look() {
      long now = System.nanoTime();
      if (!asking && now - dueNanos >= 0) {
        CompletionStage<A> asked = ask.get();
        asking = true;
        asked.whenComplete((answer, failure) -> answered(failure == null ? answer : null, now));
      }
      return last;
    }

    /** A failure, as while the cluster is in trouble, leaves the last answer; it is asked again. */
    private synchronized void answered(@Nullable A answer, long begunNanos) {
      asking = false; // first, so that an answer which cannot be told is not the last one
      long took = System.nanoTime() - begunNanos;
      dueNanos = begunNanos + Math.max(EACH.toNanos(), PARTS * took);
      if (answer != null) {
        last = next.apply(answer, last);
      }
    }
  }
}
