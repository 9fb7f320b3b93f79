package io.pliant.actors.cluster;

import io.pliant.actors.api.ClusterGateway;
import io.pliant.actors.application.ApplicationEntity;
import io.pliant.actors.application.ApplicationSettings;
import io.pliant.actors.corridor.CorridorSettings;
import io.pliant.actors.corridor.PowerCorridor;
import io.pliant.actors.epoch.EpochWatch;
import io.pliant.actors.epoch.KnownEpoch;
import io.pliant.actors.epoch.RestoreNotice;
import io.pliant.actors.job.JobBeginning;
import io.pliant.actors.job.JobEnvironmentSettings;
import io.pliant.actors.job.JobIdSource;
import io.pliant.actors.job.JobIds;
import io.pliant.actors.job.JobPayloads;
import io.pliant.actors.node.NodeEntity;
import io.pliant.actors.partition.DecisionLog;
import io.pliant.actors.partition.FileDecisionLog;
import io.pliant.actors.partition.PartitionEnvironment;
import io.pliant.actors.partition.PartitionFront;
import io.pliant.actors.protocol.ApplicationCommand;
import io.pliant.actors.protocol.EntityKeys;
import io.pliant.actors.protocol.JobCommand;
import io.pliant.actors.protocol.JobIdCommand;
import io.pliant.actors.protocol.PartitionCommand;
import io.pliant.actors.register.NodeRegister;
import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.partition.PartitionMap;
import io.pliant.core.partition.PartitionSettings;
import io.pliant.core.policy.Policies;
import java.time.Clock;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.DispatcherSelector;
import org.apache.pekko.actor.typed.Props;
import org.apache.pekko.cluster.sharding.typed.ShardingEnvelope;
import org.apache.pekko.cluster.sharding.typed.javadsl.ClusterSharding;
import org.apache.pekko.cluster.sharding.typed.javadsl.Entity;
import org.apache.pekko.cluster.sharding.typed.javadsl.EntityContext;
import org.apache.pekko.cluster.sharding.typed.javadsl.EntityRef;

/** Starts everything that a controller hosts, and gives the gateway to it. */
public final class ClusterNode {
  /** Dispatcher on which policies run: fixed and small, so that a long round starves nobody. */
  public static final String POLICY_DISPATCHER = "pliant.policy-dispatcher";

  private final ActorSystem<?> system;
  private final ClusterNodeSettings settings;
  private final ClusterSharding sharding;
  private final ShardingPeers peers;
  private final KnownEpoch epoch = KnownEpoch.none();
  private final EntityGroups groups;
  private final JobPayloads payloads;
  private final Map<PartitionName, PartitionSettings> partitions;

  private ClusterNode(ActorSystem<?> system, ClusterNodeSettings settings) {
    this.system = system;
    this.settings = settings;
    this.sharding = ClusterSharding.get(system);
    this.groups = settings.groups();
    this.peers = new ShardingPeers(sharding);
    this.payloads = JobPayloads.start(system);
    Map<PartitionName, PartitionSettings> byName = new TreeMap<>();
    settings.partitions().forEach(p -> byName.put(p.name(), p));
    this.partitions = Collections.unmodifiableMap(byName);
  }

  /**
   * Starts the entities on a system whose configuration has cluster and journal set; throws
   * IllegalArgumentException when partitions contradict each other or name an unknown policy.
   */
  public static ClusterGateway start(
      ActorSystem<?> system, ClusterNodeSettings settings, ReadSide readSide) {
    return new ClusterNode(system, settings).startAll(readSide);
  }

  private ClusterGateway startAll(ReadSide readSide) {
    NodeEntity.Settings nodes =
        new NodeEntity.Settings(
            PartitionMap.of(settings.partitions()),
            peers,
            settings.controller(),
            settings.timing().heartbeat(),
            settings.timing().nodeTimeout());
    host(
        Entity.of(
            EntityKeys.NODE,
            entity -> NodeEntity.create(new NodeName(entity.getEntityId()), nodes)));
    JobEnvironmentSettings jobs = jobSettings();
    host(
        Entity.of(EntityKeys.JOB, entity -> job(entity, jobs))
            .withStopMessage(JobCommand.Stop.INSTANCE));
    ApplicationSettings applications = applicationSettings();
    host(
        Entity.of(
                EntityKeys.APPLICATION,
                entity ->
                    ApplicationEntity.create(
                        JobId.parse(entity.getEntityId()), entity.getShard(), applications))
            .withStopMessage(ApplicationCommand.Stop.INSTANCE));
    host(
        Entity.of(
            EntityKeys.JOB_IDS,
            entity -> new JobIds(entity.getEntityId(), groups.stripes(), Clock.systemUTC())));
    host(Entity.of(EntityKeys.REGISTER, _ -> new NodeRegister(InstantSource.system())));
    CorridorSettings corridor = corridorSettings();
    host(Entity.of(EntityKeys.CORRIDOR, _ -> PowerCorridor.create(corridor)));
    Map<PartitionName, PartitionEnvironment> environments = new TreeMap<>();
    settings.partitions().forEach(p -> environments.put(p.name(), environment(p)));
    host(Entity.of(EntityKeys.PARTITION, entity -> partition(entity, environments)));
    List<ActorRef<JobIdSource.Command>> ids = jobIds();
    wakePartitions();
    return new ShardedGateway(
        system,
        settings,
        partitions,
        new ShardedGateway.Sources(ids, readSide, payloads, UnsentMessages.start(system)));
  }

  /** Entities live beside the leader of their group of the journal, if there is one. */
  private <M> void host(Entity<M, ShardingEnvelope<M>> entity) {
    ClusterNodeSettings.JournalLead lead = settings.journalLead();
    if (lead == null) {
      sharding.init(entity);
      return;
    }
    Entity<M, ShardingEnvelope<M>> placed =
        entity.withAllocationStrategy(new LeaderPlacement(system, lead));
    sharding.init(
        groups.count() == 1
            ? placed
            : placed.withMessageExtractor(new GroupShards<M>(groups, entity.typeKey().name())));
  }

  /** For each group what gives its numbers out, once the group knows of a restore. */
  private List<ActorRef<JobIdSource.Command>> jobIds() {
    RestoreNotice restored = settings.restored();
    AtomicInteger untold = new AtomicInteger(groups.count());
    RestoreNotice each =
        restored == null
            ? null
            : new RestoreNotice(
                restored.word(),
                () -> {
                  if (untold.decrementAndGet() == 0) {
                    restored.told().run();
                  }
                });
    List<ActorRef<JobIdSource.Command>> sources = new ArrayList<>();
    for (int group = 0; group < groups.count(); group++) {
      KnownEpoch known = group == 0 ? epoch : KnownEpoch.none();
      EntityRef<JobIdCommand> numbers =
          sharding.entityRefFor(EntityKeys.JOB_IDS, JobIds.entityOf(group));
      String suffix = group == 0 ? "" : "-" + group;
      sources.add(
          system.systemActorOf(
              JobIdSource.create(known, numbers::tell), "job-id-source" + suffix, Props.empty()));
      system.systemActorOf(
          EpochWatch.create(known, each, numbers::tell), "epoch-watch" + suffix, Props.empty());
    }
    return sources;
  }

  private static Behavior<JobCommand> job(
      EntityContext<JobCommand> entity, JobEnvironmentSettings jobs) {
    return JobBeginning.create(JobId.parse(entity.getEntityId()), entity.getShard(), jobs);
  }

  private static Behavior<PartitionCommand> partition(
      EntityContext<PartitionCommand> entity, Map<PartitionName, PartitionEnvironment> known) {
    PartitionEnvironment environment = known.get(new PartitionName(entity.getEntityId()));
    if (environment == null) {
      throw new IllegalStateException(
          "Expected one of the partitions %s, but was asked for '%s'."
              .formatted(known.keySet(), entity.getEntityId()));
    }
    return PartitionFront.create(environment);
  }

  private ApplicationSettings applicationSettings() {
    return new ApplicationSettings(
        settings.controller(),
        ApplicationSettings.Defaults.usual(),
        peers,
        Clock.systemUTC(),
        settings.timing());
  }

  private JobEnvironmentSettings jobSettings() {
    return new JobEnvironmentSettings(
        settings.clusterName(),
        settings.controller(),
        partitions,
        peers,
        Clock.systemUTC(),
        payloads,
        settings.steps(),
        settings.timing(),
        settings.resilience().requeues(),
        settings.resilience().limitMargin(),
        settings.post());
  }

  private CorridorSettings corridorSettings() {
    return new CorridorSettings(
        settings.controller(),
        settings.partitions().stream()
            .filter(PartitionSettings::keepsCorridor)
            .map(PartitionSettings::name)
            .collect(Collectors.toSet()),
        peers,
        Clock.systemUTC(),
        settings.timing().restart());
  }

  private PartitionEnvironment environment(PartitionSettings partition) {
    Executor policyExecutor =
        system.dispatchers().lookup(DispatcherSelector.fromConfig(POLICY_DISPATCHER));
    return new PartitionEnvironment(
        partition,
        Policies.named(partition.policy()),
        policyExecutor,
        decisionLog(partition),
        peers,
        Clock.systemUTC(),
        epoch,
        settings.controller(),
        settings.agentHost(),
        settings.agentPort(),
        settings.timing(),
        settings.resilience().rounds(),
        settings.meter());
  }

  private DecisionLog decisionLog(PartitionSettings partition) {
    ClusterNodeSettings.DecisionLogging decisions = settings.decisions();
    if (decisions.folder() == null) {
      return DecisionLog.NONE;
    }
    String name = "%s.%s.jsonl".formatted(partition.name(), settings.controller());
    return FileDecisionLog.in(decisions.folder().resolve(name), decisions.mostBytes());
  }

  /** A partition must live without being asked, so that it audits its grants after a fail-over. */
  private void wakePartitions() {
    system.systemActorOf(
        PartitionWaker.create(partitions.keySet(), peers, settings.timing().audit()),
        "partition-waker",
        Props.empty());
  }
}
