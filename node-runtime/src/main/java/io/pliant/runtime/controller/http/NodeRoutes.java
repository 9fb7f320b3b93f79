package io.pliant.runtime.controller.http;

import io.pliant.actors.api.ClusterGateway;
import io.pliant.core.id.NodeName;
import java.util.List;

/** Routes under {@code /v1/nodes}. */
final class NodeRoutes {
  private final ClusterGateway gateway;
  private final Waiting waiting;
  private final Privacy privacy;

  /** Body of a drain. */
  record DrainRequest(String reason) {}

  NodeRoutes(ClusterGateway gateway, Waiting waiting, Privacy privacy) {
    this.gateway = gateway;
    this.waiting = waiting;
    this.privacy = privacy;
  }

  List<Route> routes() {
    return List.of(
        Route.get("/v1/nodes", call -> Reply.ok(waiting.value(gateway.nodes()))),
        Route.post("/v1/nodes/{node}/drain", this::drain),
        Route.post("/v1/nodes/{node}/resume", this::resume));
  }

  private Reply drain(Call call) throws InterruptedException {
    String reason = call.body(DrainRequest.class).reason().strip();
    if (reason.isEmpty()) {
      throw ApiFailure.invalid("Expected a reason for the drain, but it is empty.");
    }
    NodeName node = node(call);
    return Reply.ok(waiting.answer(gateway.drain(node, call.caller(), reason)));
  }

  private Reply resume(Call call) throws InterruptedException {
    call.expectNoBody();
    NodeName node = node(call);
    return Reply.ok(waiting.answer(gateway.resume(node, call.caller())));
  }

  private NodeName node(Call call) {
    NodeName node = Call.parsed("node", call.variable("node"), NodeName::new);
    if (!privacy.operator(call.caller())) {
      throw ApiFailure.forbidden(
          "Expected an operator (pliant.controller.operators) to change node %s, but %s is none."
              .formatted(node, call.caller().name()));
    }
    return node;
  }
}
