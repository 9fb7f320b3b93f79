package io.pliant.runtime.settings;

import java.util.Map;

/**
 * The threads of an actor system, one pool for all actors. Pekko has a second one for its own, so
 * that actors that block cannot hold up the membership. Ours never block, and with two pools each
 * message from a shard to an entity and back wakes a thread.
 */
final class ActorThreads {
  private ActorThreads() {}

  /**
   * Keys of Pekko's configuration.
   *
   * @param least threads on the smallest machine
   * @param most threads on the largest; between, one for each processor
   */
  static Map<String, Object> keys(int least, int most) {
    String pool = "pekko.actor.default-dispatcher.fork-join-executor.";
    return Map.of(
        "pekko.actor.internal-dispatcher",
        "pekko.actor.default-dispatcher",
        pool + "parallelism-min",
        least,
        pool + "parallelism-factor",
        1.0,
        pool + "parallelism-max",
        most);
  }
}
