package io.pliant.runtime.settings;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.Behavior;

/** The actor system of the node role: local, few threads, a small heap. */
public final class NodeActorSystem {
  /** Dispatcher of actors that read and write files, so that they do not hold up connections. */
  public static final String FILES = "pliant-node-files";

  private NodeActorSystem() {}

  /**
   * Starts it.
   *
   * @param name name of the system
   * @param fileThreads size of the dispatcher {@link #FILES}
   */
  public static <T> ActorSystem<T> start(Behavior<T> guardian, String name, int fileThreads) {
    return ActorSystem.create(guardian, name, config(fileThreads));
  }

  private static Config config(int fileThreads) {
    Map<String, Object> keys = new TreeMap<>();
    keys.put("pekko.loggers", List.of("org.apache.pekko.event.slf4j.Slf4jLogger"));
    keys.put("pekko.logging-filter", "org.apache.pekko.event.slf4j.Slf4jLoggingFilter");
    keys.put("pekko.loglevel", "INFO");
    keys.put("pekko.stdout-loglevel", "OFF");
    keys.put("pekko.log-dead-letters", 0);
    keys.put("pekko.log-dead-letters-during-shutdown", false);
    keys.put("pekko.actor.provider", "local");
    keys.put(QuietScheduler.SETTING, QuietScheduler.class.getName());
    // of no use to an agent, and looked through at half of that time
    keys.put("pekko.cluster.distributed-data.serializer-cache-time-to-live", "24 h");
    keys.put("pekko.coordinated-shutdown.exit-jvm", false);
    keys.put("pekko.coordinated-shutdown.run-by-jvm-shutdown-hook", false);
    keys.put("pekko.coordinated-shutdown.run-by-actor-system-terminate", false);
    keys.put("pekko.jvm-exit-on-fatal-error", true);
    keys.putAll(ActorThreads.ofAgent(2));
    keys.put("pekko.actor.default-blocking-io-dispatcher.thread-pool-executor.fixed-pool-size", 2);
    keys.put(FILES + ".type", "Dispatcher");
    keys.put(FILES + ".executor", "thread-pool-executor");
    keys.put(FILES + ".thread-pool-executor.fixed-pool-size", fileThreads);
    keys.put(FILES + ".throughput", 5);
    return ConfigFactory.parseMap(keys, "fixed for the node role")
        .withFallback(ConfigFactory.load());
  }
}
