package io.pliant.runtime.controller.http;

import io.pliant.actors.api.Answer;
import io.pliant.actors.api.ReservationGateway;
import io.pliant.api.ReservationEntry;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.id.Refusal;
import io.pliant.core.reservation.ReservationRequest;
import io.pliant.core.spec.Submitter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Takes what it is given. */
final class FakeReservations implements ReservationGateway {
  final List<ReservationEntry> made = new ArrayList<>();

  @Override
  public CompletionStage<List<ReservationEntry>> list() {
    return CompletableFuture.completedFuture(List.copyOf(made));
  }

  @Override
  public CompletionStage<Answer<ReservationEntry>> make(
      PartitionName partition, ReservationRequest wanted, Submitter by) {
    List<NodeName> nodes =
        Optional.ofNullable(wanted.nodes()).orElseGet(() -> List.of(new NodeName("chosen")));
    ReservationEntry entry =
        ReservationEntry.of(partition, wanted.on(nodes), wanted.start().minusSeconds(1));
    made.add(entry);
    return CompletableFuture.completedFuture(new Answer.Accepted<>(entry));
  }

  @Override
  public CompletionStage<Answer<ReservationEntry>> delete(
      PartitionName partition, String reservation, Submitter by) {
    for (ReservationEntry entry : made) {
      if (entry.name().equals(reservation) && entry.partition().equals(partition)) {
        made.remove(entry);
        return CompletableFuture.completedFuture(new Answer.Accepted<>(entry));
      }
    }
    return CompletableFuture.completedFuture(
        new Answer.Rejected<>(Refusal.notFound("There is none.")));
  }
}
