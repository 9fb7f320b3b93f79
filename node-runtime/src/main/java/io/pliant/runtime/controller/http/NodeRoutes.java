package io.pliant.runtime.controller.http;

import io.pliant.actors.api.ClusterGateway;
import io.pliant.api.DrainRequest;
import io.pliant.api.NodeRemoved;
import io.pliant.api.WordReply;
import io.pliant.api.WordRequest;
import io.pliant.core.format.PrintableText;
import io.pliant.core.hostlist.Hostlist;
import io.pliant.core.id.NodeName;
import io.pliant.core.partition.PartitionMap;
import io.pliant.core.register.RegisterLifecycle;
import io.pliant.runtime.security.EnrollWord;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;

/** Routes under {@code /v1/nodes}. */
final class NodeRoutes {
  private static final long USUAL_SECONDS = 3600;
  private static final int MOST_REASON = 1_000;

  private final ClusterGateway gateway;
  private final Waiting waiting;
  private final Privacy privacy;
  private final Enrolling enrolling;

  /**
   * What it takes to make words.
   *
   * @param partitions know which nodes there may be
   * @param authority SHA-256 of the certificate of the controllers' authority
   */
  record Enrolling(PartitionMap partitions, String authority, InstantSource clock) {}

  NodeRoutes(ClusterGateway gateway, Waiting waiting, Privacy privacy, Enrolling enrolling) {
    this.gateway = gateway;
    this.waiting = waiting;
    this.privacy = privacy;
    this.enrolling = enrolling;
  }

  List<Route> routes() {
    return List.of(
        Route.get("/v1/nodes", call -> Reply.ok(waiting.value(gateway.nodes()))),
        Route.get("/v1/nodes/{node}", this::node),
        Route.post("/v1/nodes/words", this::makeWord),
        new Route("DELETE", "/v1/nodes/{node}", Route.Access.USER, Set.of("force"), this::remove),
        Route.post("/v1/nodes/{node}/drain", this::drain),
        Route.post("/v1/nodes/{node}/resume", this::resume));
  }

  private Reply drain(Call call) throws InterruptedException {
    String reason = call.body(DrainRequest.class).reason().strip();
    if (reason.isEmpty()) {
      throw ApiFailure.invalid("Expected a reason for the drain, but it is empty.");
    }
    if (reason.length() > MOST_REASON || !PrintableText.printable(reason)) {
      throw ApiFailure.invalid(
          "Expected a reason of at most %d printable characters, but got %d: '%s'."
              .formatted(
                  MOST_REASON,
                  reason.length(),
                  PrintableText.escaped(reason.substring(0, Math.min(80, reason.length())))));
    }
    NodeName node = toChange(call);
    return Reply.ok(waiting.answer(gateway.drain(node, call.caller(), reason)));
  }

  private Reply resume(Call call) throws InterruptedException {
    call.expectNoBody();
    NodeName node = toChange(call);
    return Reply.ok(waiting.answer(gateway.resume(node, call.caller())));
  }

  private Reply remove(Call call) throws InterruptedException {
    call.expectNoBody();
    NodeName node = toChange(call);
    boolean force = call.flag("force", false);
    NodeName gone = waiting.answer(gateway.register().remove(node, call.caller(), force));
    return Reply.ok(new NodeRemoved(gone));
  }

  private Reply makeWord(Call call) throws InterruptedException {
    privacy.requireOperator(call.caller(), "enroll nodes");
    WordRequest request = call.body(WordRequest.class);
    String nodes = request.nodes().strip();
    if (nodes.isEmpty() || nodes.length() > RegisterLifecycle.LONGEST_NODES) {
      throw ApiFailure.invalid(
          "Expected a host list of 1 to %d characters, but got %d."
              .formatted(RegisterLifecycle.LONGEST_NODES, nodes.length()));
    }
    for (NodeName node : Call.parsed("nodes", nodes, Hostlist::expand)) {
      if (enrolling.partitions().partitionOf(node) == null) {
        throw ApiFailure.invalid(
            "Expected nodes that a partition names, but none names '%s'. Add it to 'nodes' of one."
                .formatted(node));
      }
    }
    long seconds = request.seconds() == null ? USUAL_SECONDS : request.seconds();
    long most = RegisterLifecycle.LONGEST.toSeconds();
    if (seconds < 1 || seconds > most) {
      throw ApiFailure.invalid(
          "Expected seconds from 1 to %d, but got %d.".formatted(most, seconds));
    }
    EnrollWord word = EnrollWord.make(enrolling.authority());
    Instant until = enrolling.clock().instant().plusSeconds(seconds);
    waiting.answer(gateway.register().makeWord(word.hash(), nodes, until, call.caller()));
    return Reply.created(new WordReply(word.text(), nodes, until));
  }

  private Reply node(Call call) throws InterruptedException {
    NodeName node = Call.parsed("node", call.variable("node"), NodeName::new);
    return Reply.ok(waiting.answer(gateway.node(node)));
  }

  private NodeName toChange(Call call) {
    NodeName node = Call.parsed("node", call.variable("node"), NodeName::new);
    privacy.requireOperator(call.caller(), "change node " + node);
    return node;
  }
}
