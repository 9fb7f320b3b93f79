package io.pliant.runtime.controller.agents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pliant.actors.protocol.NodeCommand;
import io.pliant.core.node.ControllerMessage;
import io.pliant.identity.Credentials;
import io.pliant.identity.Identity;
import io.pliant.identity.Role;
import io.pliant.identity.TestIdentities;
import io.pliant.runtime.node.TestController;
import io.pliant.runtime.node.TestTls;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.Map;
import java.util.TreeMap;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Liars at the agent port: who has no certificate of a node speaks for none. */
final class AgentIdentityTest {
  private TestController controller;

  @BeforeEach
  void start() {
    controller = TestController.start(TestTls.agentPort(0));
  }

  @AfterEach
  void stop() {
    controller.close();
  }

  @Test
  void shouldRefuseAHelloOfANodeThatTheCertificateDoesNotName() throws IOException {
    try (RawAgent agent = new RawAgent(controller.port(), TestTls.agentOf("n[2-4]"))) {
      agent.send(RawAgent.hello("n1"));

      assertThat(((ControllerMessage.Rejected) agent.read()).reason())
          .contains("n1")
          .contains("certificate");
      assertThat(agent.closed()).isTrue();
    }
    assertThat(controller.commands(NodeCommand.class)).isEmpty();
  }

  @Test
  void shouldHearEachNodeThatTheCertificateNames() throws IOException {
    SSLContext agentOfMany = TestTls.agentOf("n[2-4]");
    for (String node : new String[] {"n2", "n4"}) {
      try (RawAgent agent = new RawAgent(controller.port(), agentOfMany)) {
        agent.send(RawAgent.hello(node));

        assertThat(agent.read()).isInstanceOf(ControllerMessage.Welcome.class);
      }
    }
  }

  @Test
  void shouldHearNobodyWithoutACertificateOfANodeOfThisCluster() {
    Identity node = Identity.nodes(TestTls.CLUSTER, "n1");
    Map<String, Credentials> liars = new TreeMap<>();
    liars.put("self-made", TestIdentities.make().of(node));
    liars.put(
        "a controller",
        TestIdentities.OURS.of(Identity.controller(TestTls.CLUSTER, "c2"), "127.0.0.1"));
    liars.put(
        "a controller by the nodes' authority",
        TestIdentities.OURS.signed(Role.NODE, Identity.controller(TestTls.CLUSTER, "c2")));
    liars.put("another cluster", TestIdentities.OURS.of(Identity.nodes("other", "n1")));
    liars.put("ended", TestIdentities.OURS.ended(node));

    liars.forEach((who, credentials) ->
        assertThatThrownBy(
                () -> {
                  SSLContext tls = credentials.context(TestTls.CONTROLLERS);
                  try (RawAgent agent = new RawAgent(controller.port(), tls)) {
                    agent.send(RawAgent.hello("n1"));
                    agent.read();
                  }
                })
            .as(who)
            .isInstanceOf(IOException.class));
    assertThat(controller.commands(NodeCommand.class)).isEmpty();
  }

  @Test
  void shouldRefuseAPeerWithoutCertificateOrWithoutTls() throws IOException {
    assertThatThrownBy(
            () -> {
              try (RawAgent agent = new RawAgent(controller.port(), withoutCertificate())) {
                agent.send(RawAgent.hello("n1"));
                agent.read();
              }
            })
        .isInstanceOf(IOException.class);
    try (RawAgent agent =
        new RawAgent(new Socket(InetAddress.getLoopbackAddress(), controller.port()))) {
      agent.send(RawAgent.hello("n1"));

      assertThat(agent.closed()).isTrue();
    }
    assertThat(controller.commands(NodeCommand.class)).isEmpty();
  }

  @Test
  void shouldRefuseOlderTls() throws IOException {
    SSLContext tls = TestTls.agentOf("n1");
    try (SSLSocket socket =
        (SSLSocket)
            tls.getSocketFactory()
                .createSocket(InetAddress.getLoopbackAddress(), controller.port())) {
      socket.setEnabledProtocols(new String[] {"TLSv1.2"});

      assertThatThrownBy(socket::startHandshake).isInstanceOf(IOException.class);
    }
  }

  @Test
  void shouldEndAConnectionThatNeverShakesHands() throws IOException {
    try (RawAgent agent =
        new RawAgent(new Socket(InetAddress.getLoopbackAddress(), controller.port()))) {
      assertThat(agent.closed()).isTrue();
    }
  }

  private static SSLContext withoutCertificate() {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, new javax.net.ssl.TrustManager[] {TestTls.CONTROLLERS}, null);
      return context;
    } catch (java.security.GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }
}
