package io.pliant.runtime.controller.http;

import io.pliant.actors.api.Answer;
import io.pliant.actors.api.RegisterGateway;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.Refusal;
import io.pliant.core.register.RegisterEvent;
import io.pliant.core.register.RegisterReply;
import io.pliant.core.spec.Submitter;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A register of nodes in memory; node {@code busy} has jobs. */
final class FakeRegister implements RegisterGateway {
  final List<RegisterEvent.WordMade> words = new ArrayList<>();
  final Map<NodeName, Instant> revoked = new TreeMap<>();

  @Override
  public CompletionStage<Answer<NodeName>> remove(NodeName node, Submitter by, boolean force) {
    if (node.value().equals("busy") && !force) {
      return CompletableFuture.completedStage(
          new Answer.Rejected<>(Refusal.conflict("node busy has jobs")));
    }
    revoked.put(node, ApiFixture.NOW);
    return CompletableFuture.completedStage(new Answer.Accepted<>(node));
  }

  @Override
  public CompletionStage<Answer<RegisterReply.Done>> makeWord(
      String hash, String nodes, Instant until, Submitter by) {
    words.add(new RegisterEvent.WordMade(hash, nodes, until, by.name(), ApiFixture.NOW));
    return CompletableFuture.completedStage(new Answer.Accepted<>(new RegisterReply.Done()));
  }

  @Override
  public CompletionStage<Answer<RegisterReply.Granted>> useWord(String hash, String key) {
    return CompletableFuture.completedStage(
        new Answer.Rejected<>(Refusal.conflict("no such word")));
  }

  @Override
  public CompletionStage<Map<NodeName, Instant>> revoked() {
    return CompletableFuture.completedStage(revoked);
  }
}
