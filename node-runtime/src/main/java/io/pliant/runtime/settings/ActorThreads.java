package io.pliant.runtime.settings;

import io.pliant.runtime.threads.CalmPool;
import java.util.HashMap;
import java.util.Map;

/**
 * The threads of an actor system. Pekko has two pools, one of them for its own actors. Each message
 * from a connection or a shard to an actor of ours, and each one back, then wakes a thread of the
 * other pool, which costs more than most messages. So those work on our threads.
 */
final class ActorThreads {
  private static final String OURS = "pekko.actor.default-dispatcher";
  private static final String PEKKOS = "pekko.actor.internal-dispatcher";

  private ActorThreads() {}

  /**
   * Keys of Pekko's configuration for an agent: one pool.
   *
   * @param most threads on the largest machine; with fewer processors, one for each
   */
  static Map<String, Object> ofAgent(int most) {
    Map<String, Object> keys = calm(1, most);
    keys.put(PEKKOS, OURS);
    return keys;
  }

  /**
   * The same for a controller. What says that it is alive keeps its own pool: a controller whose
   * actors have much to do must not be taken for one that is gone.
   */
  static Map<String, Object> ofController(int most) {
    Map<String, Object> keys = calm(2, most);
    keys.putAll(pool(PEKKOS, 2, most));
    keys.put("pekko.cluster.sharding.use-dispatcher", OURS);
    keys.put("pekko.io.tcp.worker-dispatcher", OURS);
    return keys;
  }

  /** Our threads; see {@link CalmPool}. */
  private static Map<String, Object> calm(int least, int most) {
    int size = Math.clamp(Runtime.getRuntime().availableProcessors(), least, most);
    return new HashMap<>(
        Map.of(
            OURS + ".executor",
            CalmPoolConfigurator.class.getName(),
            OURS + "." + CalmPoolConfigurator.SIZE,
            size));
  }

  private static Map<String, Object> pool(String name, int least, int most) {
    String pool = name + ".fork-join-executor.";
    return new HashMap<>(
        Map.of(
            pool + "parallelism-min", least,
            pool + "parallelism-factor", 1.0,
            pool + "parallelism-max", most));
  }
}
