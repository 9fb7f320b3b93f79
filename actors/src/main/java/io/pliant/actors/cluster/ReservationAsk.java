package io.pliant.actors.cluster;

import io.pliant.actors.api.Answer;
import io.pliant.actors.api.ReservationGateway;
import io.pliant.actors.protocol.PartitionAnswer;
import io.pliant.actors.protocol.PartitionCommand;
import io.pliant.api.ReservationEntry;
import io.pliant.core.id.PartitionName;
import io.pliant.core.id.Refusal;
import io.pliant.core.reservation.ReservationRequest;
import io.pliant.core.spec.Submitter;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Asks partitions about what is set aside of them. */
record ReservationAsk(
    Set<PartitionName> partitions,
    ClusterListings listings,
    ClusterListings.Ask ask,
    Predicate<Submitter> operator)
    implements ReservationGateway {
  @Override
  public CompletionStage<List<ReservationEntry>> list() {
    return listings.reservations();
  }

  @Override
  public CompletionStage<Answer<ReservationEntry>> make(
      PartitionName partition, ReservationRequest wanted, Submitter by) {
    Refusal refusal = refusal(partition, by);
    return refusal != null
        ? rejected(refusal)
        : ask.apply(partition, to -> new PartitionCommand.Reserve(wanted, by, to))
            .thenApply(answer ->
                answer instanceof PartitionAnswer.OneReservation(ReservationEntry entry)
                    ? new Answer.Accepted<>(entry)
                    : EntityAsk.rejected(answer));
  }

  @Override
  public CompletionStage<Answer<ReservationEntry>> delete(
      PartitionName partition, String reservation, Submitter by) {
    Refusal refusal = refusal(partition, by);
    if (refusal != null) {
      return rejected(refusal);
    }
    return listings
        .reservations(partition)
        .thenCompose(known ->
            known.stream()
                .filter(entry -> entry.name().equals(reservation))
                .findFirst()
                .map(entry -> delete(entry, by))
                .orElseGet(() -> rejected(unknown(partition, reservation))));
  }

  private CompletionStage<Answer<ReservationEntry>> delete(ReservationEntry entry, Submitter by) {
    return ask.apply(
            entry.partition(), to -> new PartitionCommand.DeleteReservation(entry.name(), by, to))
        .thenApply(answer ->
            answer instanceof PartitionAnswer.ReservationGone
                ? new Answer.Accepted<>(entry)
                : EntityAsk.rejected(answer));
  }

  private static Refusal unknown(PartitionName partition, String reservation) {
    return Refusal.notFound(
        "Partition %s has no reservation '%.80s'.".formatted(partition, reservation));
  }

  private @Nullable Refusal refusal(PartitionName partition, Submitter by) {
    if (!operator.test(by)) {
      return Refusal.forbidden(
          "Expected an operator (controller.operators), but %s is none.".formatted(by.name()));
    }
    return partitions.contains(partition)
        ? null
        : Refusal.notFound(
            "Expected one of the partitions %s, but got '%s'.".formatted(partitions, partition));
  }

  private static CompletionStage<Answer<ReservationEntry>> rejected(Refusal refusal) {
    return CompletableFuture.completedStage(new Answer.Rejected<>(refusal));
  }
}
