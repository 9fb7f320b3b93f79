package io.pliant.core.partition;

import io.pliant.core.array.ArrayElement;
import io.pliant.core.array.Places;
import io.pliant.core.id.JobId;
import io.pliant.core.id.JobStatus;
import io.pliant.core.id.Refusal;
import io.pliant.core.resource.Slice;
import io.pliant.core.view.NodeView;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How arrays change in the ledger, and which of their elements a round looks at. */
public final class ArrayRules {
  /** Elements of one array that one round looks at; the next round looks at the next ones. */
  static final int MOST_SEEN = 1_000;

  /** Gaps that cancelling may leave in an array; each is kept in memory. */
  static final int MOST_GAPS = 1_000;

  private ArrayRules() {}

  /** The array of which a job is an element, whether it has started or not, or null. */
  public static @Nullable ArrayBook bookOf(PartitionState state, JobId job) {
    if (state.arrays().isEmpty()) {
      return null;
    }
    Map.Entry<JobId, ArrayBook> below = state.arrays().floorEntry(job);
    return below == null || below.getValue().placeOf(job) < 0 ? null : below.getValue();
  }

  /** The array that an event has changed the standing of an element of, or null. */
  public static @Nullable ArrayBook changedBy(PartitionState after, PartitionEvent event) {
    return switch (event) {
      case PartitionEvent.NodesAllocated e -> bookOf(after, e.job());
      case PartitionEvent.NodesReleased e -> bookOf(after, e.job());
      case PartitionEvent.JobWithdrawn e -> bookOf(after, e.job());
      case PartitionEvent.ElementsEnding e -> after.arrays().get(e.array());
      default -> null;
    };
  }

  /** Ends elements of an array, all where none are named. */
  static PartitionOutcome end(
      PartitionState state, PartitionIntent.EndElements intent, Instant now) {
    JobId array = intent.attempt().job();
    ArrayBook book = state.arrays().get(array);
    if (book == null) {
      return PartitionOutcome.of(new PartitionReply.Done());
    }
    Places named = intent.elements();
    Places never = named == null ? book.pending() : book.pending().among(named);
    Places running = (named == null ? book.out() : book.out().among(named)).minus(book.ending());
    if (never.isEmpty() && running.isEmpty()) {
      return PartitionOutcome.of(new PartitionReply.Done());
    }
    if (book.pending().minus(never).runs().size() > MOST_GAPS) {
      return PartitionOutcome.of(
          new PartitionReply.Refused(
              Refusal.invalid(
                  "Expected at most %d ranges of array %s to be left, but it would be more; cancel ranges instead of single elements."
                      .formatted(MOST_GAPS, array))));
    }
    return PartitionOutcome.of(
        new PartitionReply.Done(),
        new PartitionEvent.ElementsEnding(array, never, running, intent.by(), now));
  }

  /** The elements that a round looks at: as many as might start at once, and the next one. */
  static List<QueuedJob> seen(ArrayBook book, List<NodeView> nodes) {
    QueuedJob whole = book.whole();
    int most = Math.min(Math.min(MOST_SEEN, book.room()), 1 + room(whole, nodes));
    return book.startable().lowest(most).stream().map(whole::element).toList();
  }

  private static int room(QueuedJob whole, List<NodeView> nodes) {
    boolean exclusive = whole.resources().exclusive();
    long free = 0;
    for (NodeView node : nodes) {
      if (node.available()) {
        free += exclusive ? (node.idle() ? 1 : 0) : node.freeCpus();
      }
    }
    long each = exclusive ? whole.resources().minNodes() : whole.resources().leastCpus();
    return (int) Math.min(Integer.MAX_VALUE - 1, free / Math.max(1, each));
  }

  static PartitionState enqueued(PartitionState state, QueuedJob job, long rank) {
    if (job.array() != null) {
      return state.with(state.arrays().plus(job.job(), ArrayBook.of(job, rank)));
    }
    return state;
  }

  /** A start of an element that had never started. */
  static PartitionState started(PartitionState state, PartitionEvent.NodesAllocated event) {
    ArrayBook book = bookOf(state, event.job());
    QueuedJob element = book == null ? null : book.pending(event.job());
    if (book == null || element == null) {
      throw new IllegalStateException("not waiting: " + event.job());
    }
    int place = book.placeOf(event.job());
    PartitionState occupied = state;
    for (Slice slice : event.allocation().slices()) {
      occupied = occupied.withNode(occupied.node(slice.node()).occupied(slice));
    }
    Grant grant =
        new Grant(
            element,
            book.rankOf(place),
            event.allocation(),
            event.at(),
            null,
            event.reference(),
            null);
    PartitionState granted =
        occupied
            .withGrants(occupied.grants().plus(event.job(), grant))
            .withLoads(occupied.loads().plus(element));
    return with(granted, book.started(place));
  }

  /** An element is over, by the ledger. */
  static PartitionState released(
      PartitionState state, Grant grant, PartitionEvent.NodesReleased e) {
    ArrayElement element = grant.job().element();
    JobStatus ended = e.ended();
    ArrayBook book = element == null ? null : state.arrays().get(element.array());
    return book == null || ended == null
        ? state
        : with(state, book.ended(book.placeOf(e.job()), ended, e.exit()));
  }

  /** A job left the queue that may have been an array, or an element of one. */
  static PartitionState withdrawn(PartitionState state, PartitionEvent.JobWithdrawn event) {
    ArrayBook whole = state.arrays().get(event.job());
    if (whole != null) {
      return state
          .with(state.arrays().minus(event.job()))
          .withLoads(
              state.ranks().containsKey(event.job())
                  ? state.loads()
                  : state.loads().minus(whole.whole()));
    }
    JobStatus ended = event.ended();
    ArrayBook book = bookOf(state, event.job());
    return book == null || ended == null
        ? state
        : with(state, book.ended(book.placeOf(event.job()), ended, null));
  }

  static PartitionState ending(PartitionState state, PartitionEvent.ElementsEnding e) {
    ArrayBook book = state.arrays().get(e.array());
    return book == null ? state : with(state, book.ending(e.never(), e.running(), e.by()));
  }

  /** An array wants to be told how its elements stand. */
  static PartitionOutcome watch(
      PartitionState state, PartitionIntent.WatchElements intent, Instant now) {
    ArrayBook book = state.arrays().get(intent.attempt().job());
    return book == null || book.isWatched()
        ? PartitionOutcome.of(new PartitionReply.Done())
        : PartitionOutcome.of(
            new PartitionReply.Done(),
            new PartitionEvent.ElementsWatched(intent.attempt().job(), now));
  }

  static PartitionState watched(PartitionState state, PartitionEvent.ElementsWatched e) {
    ArrayBook book = state.arrays().get(e.array());
    return book == null ? state : state.with(state.arrays().plus(e.array(), book.nowWatched()));
  }

  static PartitionState changed(PartitionState state, QueuedJob waiting) {
    ArrayBook book = state.arrays().get(waiting.job());
    return book == null
        ? state
        : state.with(state.arrays().plus(waiting.job(), book.with(waiting)));
  }

  /** With that book; an array of which nothing can start any more waits no longer. */
  private static PartitionState with(PartitionState state, ArrayBook book) {
    PartitionState next = state.with(state.arrays().plus(book.whole().job(), book));
    return book.pending().isEmpty() ? next.withoutEntry(book.whole().job()) : next;
  }
}
