package io.pliant.runtime.controller;

import io.pliant.actors.api.ClusterGateway;
import io.pliant.actors.cluster.EntityGroups;
import io.pliant.actors.cluster.JournalDatabase;
import io.pliant.actors.journal.JournalSettings;
import io.pliant.actors.protocol.EntityKeys;
import io.pliant.journal.pekko.RaftGroups;
import io.pliant.journal.raft.JournalMember;
import io.pliant.runtime.controller.agents.AgentListener;
import io.pliant.runtime.controller.agents.AgentPortSettings;
import io.pliant.runtime.controller.agents.Enroller;
import io.pliant.runtime.controller.http.HttpApi;
import io.pliant.runtime.controller.metrics.Metrics;
import io.pliant.runtime.security.CertificateWatch;
import io.pliant.runtime.security.Keys;
import io.pliant.runtime.security.UserAccounts;
import io.pliant.runtime.settings.ControllerSettings;
import io.pliant.runtime.settings.SettingsFile;
import java.io.IOException;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.pekko.Done;
import org.apache.pekko.actor.CoordinatedShutdown;
import org.apache.pekko.actor.setup.ActorSystemSetup;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.javadsl.Adapter;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.cluster.sharding.typed.javadsl.ClusterSharding;
import org.apache.pekko.remote.artery.tcp.SSLEngineProviderSetup;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One running controller: a cluster member with its entities, its agent port and its HTTP API. */
public final class ControllerRole {
  private static final Logger LOG = LoggerFactory.getLogger(ControllerRole.class);

  /**
   * A port that is taken fails at once. On a starved host that started several controllers, one was
   * not open after 20 s; why is not known.
   */
  private static final int BIND_SECONDS = 120;

  private static final int END_SECONDS = 60;

  private final ActorSystem<Void> system;
  private final int httpPort;
  private final int agentPort;
  private final CompletionStage<Done> ending;
  private final Doors doors;

  private ControllerRole(ActorSystem<Void> system, Doors doors, CompletionStage<Done> ending) {
    this.system = system;
    this.httpPort = doors.http().port();
    this.agentPort = doors.agents().port();
    this.doors = doors;
    this.ending = ending;
  }

  /** Where others than controllers come in. */
  private record Doors(HttpApi http, AgentListener agents) {
    CompletionStage<Done> closeHttp() {
      return CompletableFuture.supplyAsync(() -> {
        try {
          http.close();
        } catch (IOException e) {
          LOG.warn("{}", e.getMessage());
        }
        return Done.getInstance();
      });
    }

    CompletionStage<Done> close() {
      return closeHttp().thenCombine(agents.stop(), (done, _) -> done);
    }

    Doors closedOnShutdown(ActorSystem<?> system) {
      CoordinatedShutdown shutdown = CoordinatedShutdown.get(system);
      shutdown.addTask(CoordinatedShutdown.PhaseServiceUnbind(), "http", this::closeHttp);
      shutdown.addTask(CoordinatedShutdown.PhaseServiceUnbind(), "agents", agents::stop);
      return this;
    }
  }

  /**
   * Boots a member; it joins the others in the background.
   *
   * @throws BootFailure naming what is in the way and the remedy; then nothing is left running
   */
  public static ControllerRole start(SettingsFile file) throws BootFailure {
    ControllerSettings settings = file.controller();
    BootChecks.all(settings);
    String advice = BootChecks.heapAdvice(settings.limits(), Runtime.getRuntime().maxMemory());
    if (advice != null) {
      LOG.warn("{}", advice);
    }
    Keys keys = keys(settings);
    DialledPeers dialled = new DialledPeers();
    ActorSystem<Void> system = system(file, keys, dialled);
    CompletionStage<Done> ending = endWith(system, dialled);
    try {
      MemberRestarts.listen(system);
      MemberRestarts.tell(system, settings.cluster(), settings.seeds());
      return open(system, settings, keys, ending);
    } catch (BootFailure | RuntimeException e) {
      endAfterFailure(system);
      if (e instanceof BootFailure failure) {
        throw failure;
      }
      throw new BootFailure("Expected to start the controller, but: " + reason(e), e);
    }
  }

  /** Until the member is gone, so that who tries again finds ports and files free. */
  private static void endAfterFailure(ActorSystem<Void> system) {
    system.terminate();
    try {
      system.getWhenTerminated().toCompletableFuture().get(END_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      LOG.warn("Expected what had started to end within {} s: {}", END_SECONDS, reason(e));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static Keys keys(ControllerSettings settings) throws BootFailure {
    try {
      return Keys.read(
          settings.security(), settings.clusterName(), settings.name(), settings.http().address());
    } catch (IOException e) {
      throw new BootFailure(reason(e), e);
    }
  }

  /** Completes when the actor system begins to end, which the connections must not hold up. */
  private static CompletionStage<Done> endWith(ActorSystem<?> system, DialledPeers dialled) {
    CompletableFuture<Done> ending = new CompletableFuture<>();
    CoordinatedShutdown.get(system)
        .addTask(
            CoordinatedShutdown.PhaseActorSystemTerminate(),
            "connections",
            () -> {
              dialled.endUntil(system.getWhenTerminated());
              ending.complete(Done.getInstance());
              return ending;
            });
    return ending;
  }

  private static ActorSystem<Void> system(SettingsFile file, Keys keys, DialledPeers dialled)
      throws BootFailure {
    try {
      JournalDatabase.prepare(file.controller().journal());
      MemberTls tls = new MemberTls(keys.identity(), dialled);
      return ActorSystem.create(
          Behaviors.empty(),
          file.controller().clusterName(),
          ActorSystemSetup.create(file.actorSystem())
              .withSetup(SSLEngineProviderSetup.create(_ -> tls)));
    } catch (RuntimeException e) {
      throw new BootFailure("Expected to start the cluster member, but: " + reason(e), e);
    }
  }

  private static ControllerRole open(
      ActorSystem<Void> system,
      ControllerSettings settings,
      Keys keys,
      CompletionStage<Done> ending)
      throws BootFailure {
    Metrics metrics = Metrics.create();
    EntityGroups groups = GroupPlaces.of(system, settings, () -> leave(system));
    ClusterGateway gateway = Entities.start(system, settings, groups, metrics);
    ClusterSharding sharding = ClusterSharding.get(system);
    AgentListener agents =
        bound(
            AgentListener.start(
                system,
                new AgentPortSettings(
                    settings.agents().host(),
                    settings.agents().port(),
                    keys.identity().withNodes(),
                    keys.identity().nodes()),
                new Enroller(
                    gateway.register(),
                    keys.identity().nodesAuthority(),
                    settings.clusterName(),
                    InstantSource.system()),
                node -> sharding.entityRefFor(EntityKeys.NODE, node.value())));
    MemberChanges.tell(system, "unsettled-agents", agents::unsettled);
    JournalMember journal = journal(system, settings);
    if (journal != null) {
      LeaderHandOver.atShutdown(system, journal);
      LeadBalancer.start(system, journal, settings.name());
    }
    HttpApi http =
        http(
            settings,
            new HttpApi.Parts(
                gateway,
                journal,
                groups,
                UserAccounts.ofSystem(),
                keys.tokens(),
                keys.http(),
                InstantSource.system(),
                keys.identity().controllersFingerprint(),
                metrics,
                agents::connected));
    MemberChanges.tell(system, "http-members", http::membersChanged);
    Doors doors = new Doors(http, agents).closedOnShutdown(system);
    LOG.info(
        "Controller {} of cluster {}: HTTP on port {}, agents on port {}, members on {}",
        settings.name(),
        settings.clusterName(),
        http.port(),
        agents.port(),
        settings.cluster());
    Membership membership = Membership.start(system, settings, () -> leave(system));
    CertificateWatch watch =
        CertificateWatch.start(keys.ends(), InstantSource.system(), CertificateWatch.EACH);
    system
        .getWhenTerminated()
        .whenComplete((_, _) -> {
          membership.stop();
          watch.close();
        });
    return new ControllerRole(system, doors, ending);
  }

  private static HttpApi http(ControllerSettings settings, HttpApi.Parts parts) throws BootFailure {
    try {
      return HttpApi.start(settings, parts);
    } catch (IOException e) {
      throw new BootFailure(reason(e), e);
    }
  }

  private static @Nullable JournalMember journal(
      ActorSystem<?> system, ControllerSettings settings) {
    return settings.journal() instanceof JournalSettings.Raft
        ? RaftGroups.ID.get(Adapter.toClassic(system)).member()
        : null;
  }

  public int httpPort() {
    return httpPort;
  }

  public int agentPort() {
    return agentPort;
  }

  /** Completes when this member has left, or was removed, and begins to end. */
  public CompletionStage<Done> whenEnding() {
    return ending;
  }

  /** Completes when this member is gone, stopped or removed by the others. */
  public CompletionStage<Done> whenStopped() {
    return system.getWhenTerminated();
  }

  /** Leaves the cluster in order: ports first, then the entities move, then the member goes. */
  public CompletionStage<Done> stop() {
    return leave(system);
  }

  /**
   * Ends where it is, for the end of all controllers together: ports first, then the process. No
   * entity moves, since members that leave at the same time wait for each other in vain. To the
   * others it is a controller that died.
   */
  public CompletionStage<Done> endHere() {
    return doors
        .close()
        .thenCompose(_ ->
            CoordinatedShutdown.get(system)
                .run(
                    Stopping.INSTANCE,
                    Optional.of(CoordinatedShutdown.PhaseBeforeActorSystemTerminate())));
  }

  private static CompletionStage<Done> leave(ActorSystem<?> system) {
    return CoordinatedShutdown.get(system).runAll(Stopping.INSTANCE);
  }

  private static AgentListener bound(CompletionStage<AgentListener> listener) throws BootFailure {
    try {
      return listener.toCompletableFuture().get(BIND_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw new BootFailure(reason(e.getCause() == null ? e : e.getCause()), e);
    } catch (TimeoutException e) {
      throw new BootFailure(
          "Expected to listen for node agents within "
              + BIND_SECONDS
              + " s, but could not. Maybe this host is overloaded.",
          e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BootFailure("Expected to listen for node agents, but was interrupted.", e);
    }
  }

  private static String reason(Throwable e) {
    return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
  }

  private enum Stopping implements CoordinatedShutdown.Reason {
    INSTANCE
  }
}
