package io.pliant.actors.partition;

import io.pliant.actors.protocol.ApplicationCommand;
import io.pliant.actors.protocol.JobCommand;
import io.pliant.actors.protocol.Peers;
import io.pliant.core.adaptation.Resize;
import io.pliant.core.array.ArrayElement;
import io.pliant.core.array.JobArray;
import io.pliant.core.array.Places;
import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.core.job.JobIntent;
import io.pliant.core.partition.ArrayBook;
import io.pliant.core.partition.ArrayRules;
import io.pliant.core.partition.Deadlines;
import io.pliant.core.partition.Grant;
import io.pliant.core.partition.LeaseBook;
import io.pliant.core.partition.NodeRecord;
import io.pliant.core.partition.PartitionEvent;
import io.pliant.core.partition.PartitionState;
import io.pliant.core.partition.QueuedJob;
import io.pliant.core.resource.Allocation;
import io.pliant.core.resource.Slice;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Tells jobs what their partition holds for them, and which of them it will not start. */
record GrantNotices(Peers peers) {
  /** Tells whom an event concerns, once it is durable. */
  void follow(PartitionState state, PartitionEvent event) {
    switch (event) {
      case PartitionEvent.NodesAllocated e -> tell(state, e.job());
      case PartitionEvent.NodeWentDown e -> {
        state.grants().values().stream()
            .filter(grant -> grant.holds(e.node()))
            .forEach(grant -> tell(state, grant));
        state.leases().lent().stream()
            .filter(lent -> lent.slices().stream().anyMatch(s -> s.node().equals(e.node())))
            .forEach(lent -> tell(state, lent));
      }
      case PartitionEvent.NodesReleased e -> tellOver(state, ArrayRules.bookOf(state, e.job()));
      case PartitionEvent.JobWithdrawn e -> tellOver(state, ArrayRules.bookOf(state, e.job()));
      case PartitionEvent.ElementsEnding e -> {
        ArrayBook book = state.arrays().get(e.array());
        tellEnding(state, book, e.running());
        tellOver(state, book);
      }
      case PartitionEvent.ResizeBegun e -> tell(state, e.job());
      case PartitionEvent.ResizeClosed e -> tell(state, e.job());
      default -> {}
    }
  }

  void tellAll(PartitionState state) {
    state.grants().values().forEach(grant -> tell(state, grant));
    state.leases().lent().forEach(lent -> tell(state, lent));
    state.telling().forEach(job -> peers.tell(job, new JobCommand.TellOn()));
    for (ArrayBook book : state.arrays().values()) {
      tellOver(state, book);
      tellEnding(state, book, book.ending());
      tellElements(state, book.whole().job());
    }
  }

  /** Tells arrays how their elements stand that one write has changed, each once. */
  void tellElements(PartitionState state, List<PartitionEvent> events) {
    if (state.arrays().isEmpty()) {
      return;
    }
    Set<JobId> changed = new HashSet<>();
    for (PartitionEvent event : events) {
      ArrayBook book = ArrayRules.changedBy(state, event);
      if (book != null) {
        changed.add(book.whole().job());
      }
    }
    changed.forEach(array -> tellElements(state, array));
  }

  /** Tells an array that wants to know how its elements stand. */
  void tellElements(PartitionState state, JobId array) {
    ArrayBook book = state.arrays().get(array);
    if (book != null && book.isWatched()) {
      peers.tell(array, new JobCommand.ElementsStand(book.standing()));
    }
  }

  /** An array of which all is over is told so until it has let go. */
  private void tellOver(PartitionState state, @Nullable ArrayBook book) {
    if (book != null && book.over()) {
      peers.tell(book.whole().job(), new JobCommand.AllOver(book.results(), book.failedPlaces()));
    }
  }

  /** Elements that are to end: those that run are told with their grants. */
  private void tellEnding(PartitionState state, @Nullable ArrayBook book, Places running) {
    if (book == null || book.endedBy() == null) {
      return;
    }
    for (int place : running.lowest(Integer.MAX_VALUE)) {
      JobId element = JobArray.job(book.whole().job(), place);
      if (state.waiting(element) == null) {
        tell(state, element);
      } else {
        peers.tell(element, new JobCommand.EndElement(book.endedBy()));
      }
    }
  }

  /** Wakes jobs that could no longer end before their deadlines; said again until they are gone. */
  void tellOfDeadlines(PartitionState state, Instant now) {
    for (QueuedJob late : Deadlines.passed(state, now)) {
      peers.tell(late.job(), new JobCommand.DeadlinePassed(late.attempt()));
    }
  }

  /** Those that are down here; of nodes of others these tell. */
  private static List<NodeName> lost(PartitionState state, List<Slice> slices) {
    List<NodeName> lost = new ArrayList<>();
    for (Slice slice : slices) {
      NodeRecord node = state.nodes().get(slice.node());
      if (node != null && !node.up()) {
        lost.add(slice.node());
      }
    }
    return lost;
  }

  /** A job of another partition: under which term its nodes of this one take orders. */
  private void tell(PartitionState state, LeaseBook.Lent lent) {
    if (lent.lease().borrower().equals(state.name())) {
      return; // its grant says it
    }
    peers.tell(
        lent.tenant().job(),
        new JobCommand.Granted(
            new JobIntent.Granted(
                lent.tenant().attempt(),
                new Allocation(lent.slices()),
                state.term(),
                lost(state, lent.slices()),
                null,
                state.version(),
                null,
                state.name())));
  }

  /** What the job has now; nothing when it was released in the same write. */
  void tell(PartitionState state, JobId job) {
    Grant grant = state.grants().get(job);
    if (grant != null) {
      tell(state, grant);
    }
  }

  private static JobIntent.@Nullable OfElement element(PartitionState state, QueuedJob job) {
    ArrayElement element = job.element();
    ArrayBook book = element == null ? null : state.arrays().get(element.array());
    return element == null
        ? null
        : new JobIntent.OfElement(element.array(), book == null ? null : book.endedBy(job.job()));
  }

  private void tell(PartitionState state, Grant grant) {
    List<NodeName> lost = lost(state, grant.occupied());
    boolean malleable = grant.job().malleable() != null;
    peers.tell(
        grant.job().job(),
        new JobCommand.Granted(
            new JobIntent.Granted(
                grant.attempt(),
                grant.allocation(),
                state.term(),
                lost,
                malleable ? grant.sizes() : null,
                state.version(),
                element(state, grant.job()),
                grant.job().resources().spread() == null ? null : state.name(),
                grant.borrowed(),
                grant.grown())));
    Resize active = grant.sizes().active();
    if (active != null) {
      peers.tell(grant.job().job(), new ApplicationCommand.Begin(grant.attempt(), active));
    }
  }
}
