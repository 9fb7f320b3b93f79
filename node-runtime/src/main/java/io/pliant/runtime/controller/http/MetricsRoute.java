package io.pliant.runtime.controller.http;

import io.pliant.actors.api.Answer;
import io.pliant.actors.api.ClusterGateway;
import io.pliant.api.ControllerStatus;
import io.pliant.api.PartitionEntry;
import io.pliant.api.PowerStatus;
import io.pliant.journal.raft.JournalMember;
import io.pliant.runtime.controller.metrics.Metrics;
import io.pliant.runtime.controller.metrics.Readings;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * {@code /metrics} for a monitoring system. What does not answer in time is left out, and counted,
 * so that a page comes while the cluster is in trouble.
 */
final class MetricsRoute {
  private static final Logger LOG = LoggerFactory.getLogger(MetricsRoute.class);

  /** A scrape of Prometheus is given up after 10 s. */
  private static final Duration MOST = Duration.ofSeconds(4);

  private final String controller;
  private final ClusterGateway gateway;
  private final @Nullable JournalMember journal;
  private final Duration request;
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
      @Nullable JournalMember journal,
      Duration request,
      Measured measured) {
    this.controller = controller;
    this.gateway = gateway;
    this.journal = journal;
    this.request = request;
    this.measured = measured;
  }

  List<Route> routes() {
    return List.of(Route.get("/metrics", this::page));
  }

  private Reply page(Call call) throws InterruptedException {
    Duration most = request.compareTo(MOST) < 0 ? request : MOST;
    long deadline = System.nanoTime() + most.toNanos();
    CompletionStage<ControllerStatus> asked = gateway.status();
    CompletionStage<List<PartitionEntry>> partitions = gateway.partitions();
    CompletionStage<Answer<PowerStatus>> corridor = gateway.power().show(null, 0);
    ControllerStatus status = inTime(asked, deadline);
    List<PartitionEntry> entries = inTime(partitions, deadline);
    PowerStatus power =
        inTime(corridor, deadline) instanceof Answer.Accepted<PowerStatus>(PowerStatus shown)
            ? shown
            : null;
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
                        ? List.of()
                        : journal.groups().stream()
                            .map(group -> new Readings.Journal(group.status(), group.appends()))
                            .toList(),
                    measured.agents().getAsInt(),
                    (status == null ? 1 : 0)
                        + (entries == null ? 1 : 0)
                        + (power == null ? 1 : 0)));
    return new Reply.Typed(page.contentType(), page.body());
  }

  /** Null when it failed or is not there by then, which the page counts. */
  private static <T> @Nullable T inTime(CompletionStage<T> stage, long deadlineNanos)
      throws InterruptedException {
    try {
      return stage
          .toCompletableFuture()
          .get(Math.max(0, deadlineNanos - System.nanoTime()), TimeUnit.NANOSECONDS);
    } catch (TimeoutException | ExecutionException e) {
      LOG.debug("Left out of /metrics: {}", e.toString());
      return null;
    }
  }
}
