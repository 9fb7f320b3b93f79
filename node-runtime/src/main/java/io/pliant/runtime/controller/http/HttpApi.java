package io.pliant.runtime.controller.http;

import io.pliant.actors.api.ClusterGateway;
import io.pliant.actors.cluster.EntityGroups;
import io.pliant.core.partition.PartitionMap;
import io.pliant.core.partition.PartitionSettings;
import io.pliant.journal.raft.JournalMember;
import io.pliant.runtime.controller.console.ConsoleFiles;
import io.pliant.runtime.controller.console.DrillReports;
import io.pliant.runtime.controller.metrics.Metrics;
import io.pliant.runtime.output.OutputFiles;
import io.pliant.runtime.security.AccessTokens;
import io.pliant.runtime.security.PeerCredentials;
import io.pliant.runtime.security.UserAccounts;
import io.pliant.runtime.settings.ControllerSettings;
import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.function.IntSupplier;
import java.util.stream.Collectors;
import javax.net.ssl.SSLContext;
import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.handler.GracefulHandler;
import org.eclipse.jetty.util.VirtualThreads;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.jspecify.annotations.Nullable;

/**
 * The running HTTP API of one controller: a TCP port and, when configured, a Unix domain socket.
 */
public final class HttpApi implements AutoCloseable {
  private static final int MOST_THREADS = 32;
  private static final int STOP_MILLIS = 3000;

  private final Server server;
  private final HttpConnectors connectors;
  private final Waiting waiting;
  private final ControllerUrls urls;

  private HttpApi(Server server, HttpConnectors connectors, Waiting waiting, ControllerUrls urls) {
    this.server = server;
    this.connectors = connectors;
    this.waiting = waiting;
    this.urls = urls;
  }

  /**
   * What the API needs beside the settings.
   *
   * @param journal null when the journal is a database
   * @param groups which group of the journal keeps what
   * @param tokens null when no token secret is configured
   * @param tls null when the TCP port speaks plain HTTP
   * @param authority SHA-256 of the certificate of the controllers' authority
   * @param agents nodes whose agents are connected here
   */
  public record Parts(
      ClusterGateway gateway,
      @Nullable JournalMember journal,
      EntityGroups groups,
      UserAccounts accounts,
      @Nullable AccessTokens tokens,
      @Nullable SSLContext tls,
      InstantSource clock,
      String authority,
      Metrics metrics,
      IntSupplier agents) {}

  /**
   * Opens the ports.
   *
   * @throws IOException naming the port or socket that cannot be opened, its key and the remedy
   */
  public static HttpApi start(ControllerSettings settings, Parts parts) throws IOException {
    return start(settings, parts, BodyBounds.ofHeap());
  }

  static HttpApi start(ControllerSettings settings, Parts parts, BodyBounds bodies)
      throws IOException {
    QueuedThreadPool threads = new QueuedThreadPool(MOST_THREADS, 4);
    threads.setName("http");
    threads.setVirtualThreadsExecutor(VirtualThreads.getNamedVirtualThreadsExecutor("http-"));
    // a buffer that a fault of the server's gave back twice would be that of two connections
    Server server = new Server(threads, null, ByteBufferPool.NON_POOLING);
    Waiting waiting = new Waiting(settings.timing().entities().request());
    CallerIdentity identity =
        new CallerIdentity(new PeerCredentials(parts.accounts()), parts.tokens(), parts.clock());
    ControllerUrls urls = new ControllerUrls(parts.gateway(), settings.httpUrl());
    Handler api =
        new ApiRequests(
            routes(settings, parts, waiting), identity::prove, bodies, ReplyBounds.ofHeap());
    server.setHandler(
        new GracefulHandler(settings.http().console().serve() ? withConsole(api, urls) : api));
    server.setErrorHandler(new PlainErrors());
    server.setStopTimeout(STOP_MILLIS);
    HttpConnectors connectors = HttpConnectors.open(server, settings.http(), parts.tls());
    try {
      server.start();
      connectors.shareSocket();
    } catch (Exception e) {
      IOException failure =
          new IOException("Expected to start the HTTP API, but: " + e.getMessage(), e);
      endAfterFailure(server, connectors, failure);
      throw failure;
    }
    return new HttpApi(server, connectors, waiting, urls);
  }

  /** Files of the console first; a page that another controller has served may ask, too. */
  private static Handler withConsole(Handler api, ControllerUrls urls) {
    return new Handler.Sequence(
        new ConsoleHandler(ConsoleFiles.load(), urls), new CrossOrigin(api, urls));
  }

  private static void endAfterFailure(
      Server server, HttpConnectors connectors, IOException failure) {
    try {
      server.stop();
    } catch (Exception e) {
      failure.addSuppressed(e);
    }
    connectors.close();
  }

  /** To be called when controllers have come or gone. */
  public void membersChanged() {
    urls.look();
  }

  /** The TCP port in use. */
  public int port() {
    return connectors.port();
  }

  /** Ends long polls and streams, waits shortly for running requests, closes the ports. */
  @Override
  public void close() throws IOException {
    waiting.close();
    try {
      server.stop();
    } catch (TimeoutException e) {
      throw new IOException(
          "Expected all HTTP requests to be answered within %d ms, but some were not and are cut off."
              .formatted(STOP_MILLIS),
          e);
    } catch (Exception e) {
      throw new IOException("Expected to stop the HTTP API, but: " + e.getMessage(), e);
    } finally {
      connectors.removeSocket();
    }
  }

  static List<Route> routes(ControllerSettings settings, Parts parts, Waiting waiting) {
    ClusterGateway gateway = parts.gateway();
    Privacy privacy = new Privacy(settings.operators());
    List<Route> routes = new ArrayList<>();
    routes.addAll(
        new JobRoutes(
                gateway,
                waiting,
                privacy,
                new SubmissionReader(settings, privacy::operator, parts.clock()),
                parts.clock())
            .routes());
    routes.addAll(new TopRoute(gateway, waiting, privacy, settings.limits().userTop()).routes());
    routes.addAll(
        new NodeRoutes(
                gateway,
                waiting,
                privacy,
                new NodeRoutes.Enrolling(
                    PartitionMap.of(settings.partitions()), parts.authority(), parts.clock()))
            .routes());
    routes.addAll(
        new ReservationRoutes(gateway.reservations(), waiting, privacy, parts.clock()).routes());
    routes.addAll(
        new AccountRoutes(gateway.priorities(), waiting, settings.names(), settings.partitions())
            .routes());
    routes.addAll(new PowerRoutes(gateway.power(), waiting, privacy).routes());
    routes.addAll(
        new JournalRoutes(
                parts.journal(),
                parts.groups(),
                settings.partitions().stream().map(PartitionSettings::name).toList(),
                waiting,
                privacy)
            .routes());
    routes.addAll(forPages(settings, parts, waiting, privacy));
    routes.addAll(
        new MetricsRoute(
                settings.name(),
                gateway,
                parts.journal(),
                settings.timing().entities().request(),
                new MetricsRoute.Measured(parts.metrics(), parts.agents()))
            .routes());
    routes.addAll(
        new ClusterRoutes(
                gateway,
                waiting,
                settings.partitions().stream()
                    .map(PartitionSettings::name)
                    .collect(Collectors.toSet()))
            .routes());
    return List.copyOf(routes);
  }

  /** What pages of the console ask for besides. */
  private static List<Route> forPages(
      ControllerSettings settings, Parts parts, Waiting waiting, Privacy privacy) {
    ClusterGateway gateway = parts.gateway();
    List<Route> routes = new ArrayList<>();
    routes.addAll(new QueueRoute(gateway, waiting).routes());
    routes.addAll(new OutputRoute(gateway, waiting, privacy, OutputFiles.ofProcess()).routes());
    routes.addAll(
        new ConsoleRoutes(
                gateway,
                waiting,
                privacy,
                new ControllerUrls(gateway, settings.httpUrl()),
                new ConsoleRoutes.Logins(
                    parts.tokens(), settings.http().console().session(), parts.clock()))
            .routes());
    routes.addAll(
        new DrillRoutes(new DrillReports(settings.stateDir().resolve("drills")), privacy).routes());
    routes.addAll(new EventRoutes(gateway, waiting, settings.http().maxStreams()).routes());
    return routes;
  }
}
