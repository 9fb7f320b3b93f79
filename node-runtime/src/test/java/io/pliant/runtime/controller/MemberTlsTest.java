package io.pliant.runtime.controller;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import io.pliant.identity.Role;
import io.pliant.identity.RoleTrust;
import io.pliant.identity.TestIdentities;
import io.pliant.runtime.node.TestTls;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import org.apache.pekko.Done;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.BootstrapSetup;
import org.apache.pekko.actor.setup.ActorSystemSetup;
import org.apache.pekko.cluster.Cluster;
import org.apache.pekko.remote.artery.tcp.SSLEngineProviderSetup;
import org.apache.pekko.stream.TLSClosing$;
import org.apache.pekko.stream.javadsl.Sink;
import org.apache.pekko.stream.javadsl.Source;
import org.apache.pekko.stream.javadsl.Tcp;
import org.apache.pekko.testkit.javadsl.TestKit;
import org.apache.pekko.util.ByteString;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The cluster port, as those meet it who are no controllers. */
class MemberTlsTest {
  private static final int MOST = 8;

  private final RoleTrust trust = TestIdentities.OURS.trust(TestTls.CLUSTER, Role.CONTROLLER);
  private final SSLContext context = TestTls.CONTROLLER.context(trust);
  private final List<Socket> strangers = new ArrayList<>();
  private final DialledPeers dialled = new DialledPeers();
  private MemberTls tls;
  private ActorSystem system;
  private int port;

  @BeforeEach
  void start() {
    Config config =
        ConfigFactory.parseMap(
                Map.of(
                    "pekko.actor.provider", "cluster",
                    "pekko.loglevel", "ERROR",
                    "pekko.remote.artery.transport", "tls-tcp",
                    "pekko.remote.artery.canonical.hostname", "127.0.0.1",
                    "pekko.remote.artery.canonical.port", 0))
            .withFallback(ConfigFactory.load());
    tls = new MemberTls(context, trust, new UnprovenPeers(MOST), dialled);
    system =
        ActorSystem.create(
            "member",
            ActorSystemSetup.create(
                BootstrapSetup.create(config), SSLEngineProviderSetup.create(_ -> tls)));
    port = Cluster.get(system).selfAddress().getPort().orElseThrow();
  }

  @AfterEach
  void stop() throws IOException {
    for (Socket stranger : strangers) {
      stranger.close();
    }
    TestKit.shutdownActorSystem(system);
  }

  @Test
  void shouldSendStrangersAwayThatWaitAndLetControllersIn() throws Exception {
    for (int i = 0; i < 3 * MOST; i++) {
      Socket stranger = new Socket("127.0.0.1", port);
      stranger.getOutputStream().write(new byte[] {0x16, 3, 1, 0x40, 0, 1, 0, 0x3f, (byte) 0xfc});
      strangers.add(stranger);
    }
    awaitFewStrangers();

    try (SSLSocket controller =
        (SSLSocket) context.getSocketFactory().createSocket("127.0.0.1", port)) {
      controller.startHandshake();
      for (int i = 0; i < 2 * MOST; i++) {
        strangers.add(new Socket("127.0.0.1", port));
      }
      awaitFewStrangers();
      assertThat(ended(controller, Duration.ofMillis(200))).as("who is known stays").isFalse();
    }
  }

  /** As remoting dials, and as it is left when the end of its data is noted first. */
  @Test
  void shouldEndWhatTheOtherEndKeepsOpen() throws Exception {
    try (SSLServerSocket mute =
        (SSLServerSocket) context.getServerSocketFactory().createServerSocket(0)) {
      mute.setNeedClientAuth(true);
      int there = mute.getLocalPort();
      CompletionStage<Done> over =
          Source.single(ByteString.fromString("all that it has to say"))
              .via(
                  Tcp.get(system)
                      .outgoingConnectionWithTls(
                          InetSocketAddress.createUnresolved("127.0.0.1", there),
                          () -> tls.createClientSSLEngine("127.0.0.1", there),
                          Optional.empty(),
                          List.of(),
                          Optional.empty(),
                          Optional.empty(),
                          _ -> Optional.empty(),
                          TLSClosing$.MODULE$.ignoreComplete()))
              .runWith(Sink.ignore(), system);
      try (SSLSocket end = (SSLSocket) mute.accept()) {
        end.startHandshake();
        assertThat(end.getInputStream().readNBytes(22)).hasSize(22);
        assertThat(ended(end, Duration.ofMillis(200))).as("it waits for the other end").isFalse();

        dialled.endUntil(over);

        over.exceptionally(_ -> Done.getInstance()).toCompletableFuture().get(60, TimeUnit.SECONDS);
      }
    }
  }

  /** They are met in any order, so which of them have to go is not known. */
  private void awaitFewStrangers() throws IOException {
    long end = System.nanoTime() + Duration.ofSeconds(30).toNanos();
    int there = strangers.size();
    while (there > MOST && System.nanoTime() < end) {
      there = 0;
      for (Socket stranger : strangers) {
        there += ended(stranger, Duration.ofMillis(5)) ? 0 : 1;
      }
    }
    assertThat(there).isLessThanOrEqualTo(MOST);
  }

  private static boolean ended(Socket socket, Duration within) throws IOException {
    socket.setSoTimeout((int) within.toMillis());
    try {
      while (socket.getInputStream().read() >= 0) {
        // what TLS says first
      }
      return true;
    } catch (SocketTimeoutException e) {
      return false;
    } catch (IOException e) {
      return true;
    }
  }
}
