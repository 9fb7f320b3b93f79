package io.pliant.actors.cluster;

import io.pliant.actors.api.Answer;
import io.pliant.actors.api.PriorityGateway;
import io.pliant.actors.protocol.PartitionAnswer;
import io.pliant.actors.protocol.PartitionCommand;
import io.pliant.api.NodeEntry;
import io.pliant.api.PartitionEntry;
import io.pliant.api.PriorityEntry;
import io.pliant.api.QueueEntry;
import io.pliant.api.QueueWindow;
import io.pliant.api.ReservationEntry;
import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.id.Refusal;
import io.pliant.core.partition.QueueCursor;
import io.pliant.core.partition.QueueFilter;
import io.pliant.core.partition.QueueMoves;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.apache.pekko.actor.typed.ActorRef;
import org.jspecify.annotations.Nullable;

/**
 * Lists what partitions have, page by page: a page ends where a message between controllers would
 * become long. A page that is refused fails the listing, so that none looks shorter than it is.
 */
final class ClusterListings implements PriorityGateway {
  private static final int PAGE = 500;
  private static final int USES = 5_000;

  private final Collection<PartitionName> partitions;
  private final Ask ask;

  /** Asks one partition. */
  @FunctionalInterface
  interface Ask {
    CompletionStage<PartitionAnswer> apply(
        PartitionName partition, Function<ActorRef<PartitionAnswer>, PartitionCommand> command);
  }

  ClusterListings(Collection<PartitionName> partitions, Ask ask) {
    this.partitions = partitions;
    this.ask = ask;
  }

  CompletionStage<List<QueueEntry>> queue(@Nullable PartitionName partition, QueueFilter filter) {
    Collection<PartitionName> asked = partition == null ? partitions : known(partition);
    return concat(
        asked,
        name ->
            queuePages(name, filter, null, new ArrayList<>())
                .thenApply(ClusterListings::inQueueOrder));
  }

  CompletionStage<QueueWindow> window(
      @Nullable PartitionName partition, QueueWindows.Wanted wanted, long offset, int limit) {
    Collection<PartitionName> asked = partition == null ? partitions : known(partition);
    return new QueueWindows(wanted, ask).read(List.copyOf(asked), offset, limit);
  }

  private CompletionStage<List<PartitionAnswer.QueueRow>> queuePages(
      PartitionName partition,
      QueueFilter filter,
      @Nullable QueueCursor cursor,
      List<PartitionAnswer.QueueRow> soFar) {
    return ask.apply(partition, to -> new PartitionCommand.GetQueue(filter, cursor, PAGE, to))
        .thenCompose(answer -> {
          PartitionAnswer.QueuePage page = given(answer, PartitionAnswer.QueuePage.class);
          soFar.addAll(page.rows());
          return page.next() == null
              ? CompletableFuture.completedStage(soFar)
              : queuePages(partition, filter, page.next(), soFar);
        });
  }

  /** Pages come by number of the job. */
  private static List<QueueEntry> inQueueOrder(List<PartitionAnswer.QueueRow> rows) {
    rows.sort(Comparator.comparingInt(PartitionAnswer.QueueRow::place));
    return rows.stream().map(PartitionAnswer.QueueRow::entry).toList();
  }

  @Override
  public CompletionStage<List<PriorityEntry>> priorities(
      PartitionName partition, QueueFilter filter) {
    return priorityPages(partition, filter, null, new ArrayList<>())
        .thenApply(rows -> {
          rows.sort(Comparator.comparingInt(PartitionAnswer.PriorityRow::place));
          return rows.stream().map(PartitionAnswer.PriorityRow::entry).toList();
        });
  }

  private CompletionStage<List<PartitionAnswer.PriorityRow>> priorityPages(
      PartitionName partition,
      QueueFilter filter,
      @Nullable QueueCursor cursor,
      List<PartitionAnswer.PriorityRow> soFar) {
    return ask.apply(partition, to -> new PartitionCommand.GetPriorities(filter, cursor, PAGE, to))
        .thenCompose(answer -> {
          PartitionAnswer.PriorityPage page = given(answer, PartitionAnswer.PriorityPage.class);
          soFar.addAll(page.rows());
          return page.next() == null
              ? CompletableFuture.completedStage(soFar)
              : priorityPages(partition, filter, page.next(), soFar);
        });
  }

  @Override
  public CompletionStage<Answer<List<QueueMoves.Move>>> moves(
      PartitionName partition, List<JobId> first) {
    return ask.apply(partition, to -> new PartitionCommand.GetMoves(first, to))
        .thenApply(answer ->
            answer instanceof PartitionAnswer.Refused(Refusal refusal)
                ? new Answer.Rejected<>(refusal)
                : new Answer.Accepted<>(given(answer, PartitionAnswer.Moves.class).moves()));
  }

  @Override
  public CompletionStage<SortedMap<String, Double>> uses(PartitionName partition) {
    return usePages(partition, null, new TreeMap<>());
  }

  private CompletionStage<SortedMap<String, Double>> usePages(
      PartitionName partition, @Nullable String after, SortedMap<String, Double> soFar) {
    return ask.apply(partition, to -> new PartitionCommand.GetUses(after, USES, to))
        .thenCompose(answer -> {
          PartitionAnswer.UsePage page = given(answer, PartitionAnswer.UsePage.class);
          page.rows().forEach(row -> soFar.put(row.user(), row.cpuSeconds()));
          return page.next() == null
              ? CompletableFuture.completedStage(soFar)
              : usePages(partition, page.next(), soFar);
        });
  }

  CompletionStage<List<NodeEntry>> nodes() {
    return concat(partitions, name -> nodePages(name, null, new ArrayList<>()));
  }

  private CompletionStage<List<NodeEntry>> nodePages(
      PartitionName partition, @Nullable NodeName after, List<NodeEntry> soFar) {
    return ask.apply(partition, to -> new PartitionCommand.GetNodes(after, PAGE, to))
        .thenCompose(answer -> {
          PartitionAnswer.NodePage page = given(answer, PartitionAnswer.NodePage.class);
          soFar.addAll(page.entries());
          return page.next() == null
              ? CompletableFuture.completedStage(soFar)
              : nodePages(partition, page.next(), soFar);
        });
  }

  CompletionStage<List<ReservationEntry>> reservations() {
    return concat(partitions, this::reservations);
  }

  CompletionStage<List<ReservationEntry>> reservations(PartitionName partition) {
    return reservationPages(partition, null, new ArrayList<>());
  }

  private CompletionStage<List<ReservationEntry>> reservationPages(
      PartitionName partition, @Nullable String after, List<ReservationEntry> soFar) {
    return ask.apply(partition, to -> new PartitionCommand.GetReservations(after, PAGE, to))
        .thenCompose(answer -> {
          PartitionAnswer.ReservationPage page =
              given(answer, PartitionAnswer.ReservationPage.class);
          soFar.addAll(page.entries());
          return page.next() == null
              ? CompletableFuture.completedStage(soFar)
              : reservationPages(partition, page.next(), soFar);
        });
  }

  CompletionStage<List<PartitionEntry>> partitions() {
    return concat(
        partitions,
        name ->
            ask.apply(name, PartitionCommand.GetSummary::new)
                .thenApply(
                    answer -> List.of(given(answer, PartitionAnswer.Summary.class).entry())));
  }

  static <A extends PartitionAnswer> A given(PartitionAnswer answer, Class<A> kind) {
    if (kind.isInstance(answer)) {
      return kind.cast(answer);
    }
    throw new IllegalStateException(
        answer instanceof PartitionAnswer.Refused(Refusal refusal)
            ? refusal.reason()
            : "Expected another kind of answer, but got " + answer + ".");
  }

  private List<PartitionName> known(PartitionName partition) {
    return partitions.contains(partition) ? List.of(partition) : List.of();
  }

  private static <T> CompletionStage<List<T>> concat(
      Collection<PartitionName> names, Function<PartitionName, CompletionStage<List<T>>> each) {
    CompletionStage<List<T>> all = CompletableFuture.completedStage(new ArrayList<>());
    for (PartitionName name : names) {
      CompletionStage<List<T>> one = each.apply(name);
      all =
          all.thenCombine(
              one,
              (list, more) -> {
                list.addAll(more);
                return list;
              });
    }
    return all;
  }
}
