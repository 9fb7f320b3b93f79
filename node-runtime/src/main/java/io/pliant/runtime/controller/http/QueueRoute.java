package io.pliant.runtime.controller.http;

import io.pliant.actors.api.ClusterGateway;
import io.pliant.core.id.JobId;
import io.pliant.core.id.PartitionName;
import io.pliant.core.partition.QueueFilter;
import io.pliant.core.partition.QueueText;
import java.util.List;
import java.util.Set;

/**
 * Shows a part of the queue, for tables that are scrolled: it costs the same however long it is.
 */
final class QueueRoute {
  private static final int USUAL = 100;
  private static final int MOST = 500;

  private final ClusterGateway gateway;
  private final Waiting waiting;

  QueueRoute(ClusterGateway gateway, Waiting waiting) {
    this.gateway = gateway;
    this.waiting = waiting;
  }

  List<Route> routes() {
    return List.of(
        Route.get(
            "/v1/queue",
            this::window,
            "partition",
            "user",
            "state",
            "job",
            "text",
            "offset",
            "limit"));
  }

  private Reply window(Call call) throws InterruptedException {
    QueueFilter filter =
        new QueueFilter(
            call.query("user"),
            call.queries("state", JobRoutes::status),
            Set.copyOf(call.queries("job", JobId::parse)));
    QueueText text = call.query("text", QueueText::new);
    return Reply.ok(
        waiting.value(
            gateway.queueWindow(
                call.query("partition", PartitionName::new),
                filter,
                text == null ? QueueText.ALL : text,
                call.number("offset", 0, 0, Integer.MAX_VALUE),
                (int) call.number("limit", USUAL, 0, MOST))));
  }
}
