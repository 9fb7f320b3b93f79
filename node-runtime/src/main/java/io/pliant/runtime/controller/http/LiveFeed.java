package io.pliant.runtime.controller.http;

import io.pliant.actors.api.Answer;
import io.pliant.actors.api.ClusterGateway;
import io.pliant.api.LiveNodes.LiveNode;
import io.pliant.api.NodeEntry;
import io.pliant.api.PartitionEntry;
import io.pliant.api.PowerStatus;
import io.pliant.core.id.NodeName;
import java.time.Duration;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * What changes in a cluster beside its jobs, for those who watch. The cluster is asked while
 * somebody watches, once a second for all of them, and less often where an answer takes long. What
 * stays the same is kept once, however many hold it.
 */
final class LiveFeed {
  private static final Duration EACH = Duration.ofSeconds(1);

  /** Asking takes at most this part of the time. */
  private static final int PAUSES = 10;

  private static final int SAMPLES = 10;

  private final Looked<SortedMap<NodeName, LiveNode>> nodes;
  private final Looked<List<PartitionEntry>> partitions;
  private final Looked<PowerStatus> power;

  LiveFeed(ClusterGateway gateway, Waiting waiting) {
    this.nodes =
        new Looked<>(waiting, known -> gateway.nodes().thenApply(list -> byName(list, known)));
    this.partitions = new Looked<>(waiting, _ -> gateway.partitions());
    this.power =
        new Looked<>(
            waiting, _ -> gateway.power().show(null, SAMPLES).thenApply(LiveFeed::accepted));
  }

  /** All nodes by name, not much older than a second; null while nothing is known. */
  @Nullable SortedMap<NodeName, LiveNode> nodes() throws InterruptedException {
    return nodes.look();
  }

  /** All partitions; null while nothing is known. */
  @Nullable List<PartitionEntry> partitions() throws InterruptedException {
    return partitions.look();
  }

  /** The corridor with its latest samples; null while nothing is known. */
  @Nullable PowerStatus power() throws InterruptedException {
    return power.look();
  }

  private static @Nullable PowerStatus accepted(Answer<PowerStatus> answer) {
    return answer instanceof Answer.Accepted<PowerStatus>(PowerStatus status) ? status : null;
  }

  private static SortedMap<NodeName, LiveNode> byName(
      List<NodeEntry> entries, @Nullable SortedMap<NodeName, LiveNode> known) {
    SortedMap<NodeName, LiveNode> all = new TreeMap<>();
    for (NodeEntry entry : entries) {
      LiveNode now = LiveNode.of(entry);
      LiveNode before = known == null ? null : known.get(now.node());
      all.put(now.node(), now.equals(before) ? before : now);
    }
    return all;
  }

  /** One answer of the cluster that all share. */
  private static final class Looked<T> {
    private final Waiting waiting;
    private final Ask<T> ask;
    private final AtomicReference<@Nullable T> last = new AtomicReference<>();
    private long dueNanos = System.nanoTime();
    private boolean asking;

    private interface Ask<T> {
      CompletionStage<? extends @Nullable T> of(@Nullable T known);
    }

    private Looked(Waiting waiting, Ask<T> ask) {
      this.waiting = waiting;
      this.ask = ask;
    }

    /** The last answer, after asking when it is time and nobody else does. */
    private @Nullable T look() throws InterruptedException {
      synchronized (this) {
        if (asking || System.nanoTime() - dueNanos < 0) {
          return last.get();
        }
        asking = true;
      }
      long begun = System.nanoTime();
      try {
        T answer = waiting.value(ask.of(last.get()).thenApply(value -> (T) value));
        if (answer != null) {
          last.set(answer);
        }
      } catch (ApiFailure | IllegalStateException e) {
        return last.get(); // a fail-over must not end streams; it is asked again
      } finally {
        synchronized (this) {
          asking = false;
          long took = System.nanoTime() - begun;
          dueNanos = begun + Math.max(EACH.toNanos(), PAUSES * took);
        }
      }
      return last.get();
    }
  }
}
