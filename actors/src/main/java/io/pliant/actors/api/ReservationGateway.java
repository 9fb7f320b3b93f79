package io.pliant.actors.api;

import io.pliant.api.ReservationEntry;
import io.pliant.core.id.PartitionName;
import io.pliant.core.reservation.ReservationRequest;
import io.pliant.core.spec.Submitter;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Nodes that are set aside; stages as those of {@link ClusterGateway}. */
public interface ReservationGateway {
  /** Those of all partitions that are not over. */
  CompletionStage<List<ReservationEntry>> list();

  /**
   * Sets nodes aside.
   *
   * @param by must be an operator
   */
  CompletionStage<Answer<ReservationEntry>> make(
      PartitionName partition, ReservationRequest wanted, Submitter by);

  /**
   * Takes a reservation back; the answer is what it was.
   *
   * @param by must be an operator
   */
  CompletionStage<Answer<ReservationEntry>> delete(
      PartitionName partition, String reservation, Submitter by);
}
