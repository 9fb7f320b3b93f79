package io.pliant.actors.api;

import io.pliant.core.id.NodeName;
import io.pliant.core.register.RegisterReply;
import io.pliant.core.spec.Submitter;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/** Who may be a node; stages as those of {@link ClusterGateway}. */
public interface RegisterGateway {
  /**
   * Takes a node out of the cluster for good: it leaves the lists, its connection is closed, and
   * certificates that were issued until now open nothing.
   *
   * @param by must be an operator
   * @param force also when jobs hold a part of it; they lose it
   */
  CompletionStage<Answer<NodeName>> remove(NodeName node, Submitter by, boolean force);

  /**
   * Makes a one-time word count.
   *
   * @param hash of the word
   * @param nodes host list of the nodes that it is for
   * @param by must be an operator
   */
  CompletionStage<Answer<RegisterReply.Done>> makeWord(
      String hash, String nodes, Instant until, Submitter by);

  /** Uses a one-time word for a key, by their hashes. */
  CompletionStage<Answer<RegisterReply.Granted>> useWord(String hash, String key);

  /** Nodes of which certificates that were issued until then count no more. */
  CompletionStage<Map<NodeName, Instant>> revoked();
}
