package io.pliant.runtime.controller.http;

import io.pliant.actors.api.Answer;
import io.pliant.actors.api.ClusterGateway;
import io.pliant.api.ControllerStatus;
import io.pliant.api.PartitionEntry;
import io.pliant.api.PowerStatus;
import io.pliant.journal.raft.JournalGroup;
import io.pliant.runtime.controller.metrics.Metrics;
import io.pliant.runtime.controller.metrics.Readings;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * {@code /metrics} for a monitoring system. What does not answer in time is left out, and counted,
 * so that a page comes while the cluster is in trouble.
 */
final class MetricsRoute {
  private final String controller;
  private final ClusterGateway gateway;
  private final @Nullable JournalGroup journal;
  private final Waiting waiting;
  private final Measured measured;

  /**
   * What is measured in this process.
   *
   * @param agents nodes whose agents are connected here
   */
  record Measured(Metrics metrics, IntSupplier agents) {}

  MetricsRoute(
      String controller,
      ClusterGateway gateway,
      @Nullable JournalGroup journal,
      Waiting waiting,
      Measured measured) {
    this.controller = controller;
    this.gateway = gateway;
    this.journal = journal;
    this.waiting = waiting;
    this.measured = measured;
  }

  List<Route> routes() {
    return List.of(Route.get("/metrics", this::page));
  }

  private Reply page(Call call) throws InterruptedException {
    CompletionStage<ControllerStatus> asked = gateway.status();
    CompletionStage<List<PartitionEntry>> partitions = gateway.partitions();
    CompletionStage<Answer<PowerStatus>> corridor = gateway.power().show(null, 0);
    ControllerStatus status = inTime(asked);
    List<PartitionEntry> entries = inTime(partitions);
    PowerStatus power =
        inTime(corridor) instanceof Answer.Accepted<PowerStatus>(PowerStatus shown) ? shown : null;
    Metrics.Page page =
        measured
            .metrics()
            .page(
                call.header("Accept"),
                new Readings(
                    controller,
                    status,
                    entries == null ? List.of() : entries,
                    power,
                    journal == null
                        ? null
                        : new Readings.Journal(journal.status(), journal.appends()),
                    measured.agents().getAsInt(),
                    (status == null ? 1 : 0)
                        + (entries == null ? 1 : 0)
                        + (power == null ? 1 : 0)));
    return new Reply.Typed(page.contentType(), page.body());
  }

  private <T> @Nullable T inTime(CompletionStage<T> stage) throws InterruptedException {
    try {
      return waiting.value(stage);
    } catch (ApiFailure e) {
      return null; // counted on the page
    }
  }
}
