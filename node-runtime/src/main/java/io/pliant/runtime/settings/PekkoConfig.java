package io.pliant.runtime.settings;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import io.pliant.actors.cluster.ClusterNodeSettings;
import io.pliant.actors.wire.WireCbor;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Pekko's settings for a controller. Members are removed slowly rather than wrongly: on a loaded
 * machine a pause of seconds is normal, and fencing (terms, sequence numbers) carries safety
 * anyway.
 */
final class PekkoConfig {
  private static final String ARTERY = "pekko.remote.artery.";
  private static final String CLUSTER = "pekko.cluster.";
  private static final String DETECTOR = CLUSTER + "failure-detector.";
  private static final String RECEPTIONIST = "pekko.cluster.typed.receptionist.";

  private PekkoConfig() {}

  static Config of(ControllerSettings settings) {
    Map<String, Object> keys = new TreeMap<>();
    common(keys);
    remoting(keys, settings);
    membership(keys, settings);
    return ConfigFactory.parseMap(keys, "derived from pliant.controller");
  }

  private static void common(Map<String, Object> keys) {
    keys.put("pekko.loggers", List.of("org.apache.pekko.event.slf4j.Slf4jLogger"));
    keys.put("pekko.logging-filter", "org.apache.pekko.event.slf4j.Slf4jLoggingFilter");
    keys.put("pekko.loglevel", "INFO");
    keys.put("pekko.stdout-loglevel", "OFF");
    keys.put("pekko.log-dead-letters", 0);
    keys.put("pekko.log-dead-letters-during-shutdown", false);
    keys.put(QuietScheduler.SETTING, QuietScheduler.class.getName());
    keys.put("pekko.actor.provider", "cluster");
    keys.put(WireCbor.SETTING, WireCbor.class.getName());
    keys.putAll(ActorThreads.ofController(16));
    keys.put("pekko.actor.default-blocking-io-dispatcher.thread-pool-executor.fixed-pool-size", 8);
    keys.put("pekko.coordinated-shutdown.exit-jvm", false);
    keys.put("pekko.coordinated-shutdown.run-by-jvm-shutdown-hook", false);
    // members that leave at the same time wait for each other in vain
    String phases = "pekko.coordinated-shutdown.phases.";
    keys.put(phases + "cluster-sharding-shutdown-region.timeout", "5 s");
    keys.put(phases + "cluster-leave.timeout", "3 s");
    keys.put(phases + "cluster-exiting.timeout", "3 s");
    keys.put("pekko.jvm-exit-on-fatal-error", true);
  }

  private static void remoting(Map<String, Object> keys, ControllerSettings settings) {
    keys.put(ARTERY + "transport", "tls-tcp");
    keys.put(ARTERY + "canonical.hostname", settings.cluster().host());
    keys.put(ARTERY + "canonical.port", settings.cluster().port());
    // A message is written into a buffer of this size and copied on at once, so there are never
    // more than two for each other controller; what comes in takes what it needs.
    keys.put(ARTERY + "advanced.maximum-frame-size", LimitsSettings.LARGEST_MESSAGE);
    keys.put(ARTERY + "advanced.buffer-pool-size", 4);
    // where the warning about a kind of message is worth a look
    keys.put(ARTERY + "log-frame-size-exceeding", LimitsSettings.LARGEST_MESSAGE / 2);
    // each may hold a page of the journal and a payload
    keys.put("pekko.persistence.max-concurrent-recoveries", 16);
  }

  private static void membership(Map<String, Object> keys, ControllerSettings settings) {
    TimingSettings timing = settings.timing();
    String name = ClusterNodeSettings.role(settings.name());
    List<String> roles = new ArrayList<>(List.of(name));
    if (settings.agents().port() != 0) {
      roles.add(ControllerSettings.AGENTS_ROLE + settings.agents().port());
    }
    if (settings.http().console().serve() && settings.httpUrl() != null) {
      roles.add(ClusterNodeSettings.HTTP_ROLE + settings.httpUrl());
    }
    keys.put(CLUSTER + "roles", roles);
    // seed nodes are given by controller.Membership
    keys.put(CLUSTER + "seed-node-timeout", timing.memberSeek());
    keys.put(CLUSTER + "retry-unsuccessful-join-after", timing.memberSeek());
    keys.put(
        CLUSTER + "downing-provider-class",
        "org.apache.pekko.cluster.sbr.SplitBrainResolverProvider");
    keys.put(CLUSTER + "split-brain-resolver.active-strategy", "keep-majority");
    keys.put(CLUSTER + "split-brain-resolver.stable-after", timing.memberStable());
    keys.put(
        CLUSTER + "split-brain-resolver.down-all-when-unstable",
        timing.memberStable().multipliedBy(6));
    // Safety comes from terms and sequence numbers; these only say how soon others take over.
    keys.put(CLUSTER + "down-removal-margin", "100 ms");
    keys.put(CLUSTER + "gossip-interval", "500 ms");
    keys.put(CLUSTER + "leader-actions-interval", "250 ms");
    keys.put(CLUSTER + "unreachable-nodes-reaper-interval", "250 ms");
    keys.put(DETECTOR + "heartbeat-interval", "500 ms");
    keys.put(DETECTOR + PeerPulse.SETTING, PeerPulse.class.getName());
    keys.put(DETECTOR + PeerPulse.PAUSE, timing.memberPause());
    keys.put(CLUSTER + "jmx.multi-mbeans-in-same-jvm", true);
    keys.put(CLUSTER + "sharding.passivation.strategy", "none");
    keys.put(CLUSTER + "sharding.retry-interval", "1 s");
    // A shard that moves is homeless until its old home says that all in it has stopped. One that
    // dies in between says nothing; an entity that waits for the journal is stopped after 5 s less,
    // which is what a crash is to it.
    keys.put(CLUSTER + "sharding.handoff-timeout", "10 s");
    // Where shards are is told to each member by a write that waits for a majority; nothing here is
    // found by the receptionist. What is gossiped besides may be late.
    for (String replicator :
        List.of(CLUSTER + "sharding.distributed-data.", RECEPTIONIST + "distributed-data.")) {
      keys.put(replicator + "gossip-interval", "10 s");
      keys.put(replicator + "notify-subscribers-interval", "5 s");
    }
    // The list by age that sharding uses by default keeps a member that left while it still joined
    // (Pekko 1.7: it is looked for by its number, which changed). Each write waits for it from then
    // on, so no shard finds a home until all controllers are started anew.
    keys.put(CLUSTER + "sharding.distributed-data.prefer-oldest", false);
    keys.put(CLUSTER + "sharding.waiting-for-state-timeout", "1 s");
  }
}
