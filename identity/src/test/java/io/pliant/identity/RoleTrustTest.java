package io.pliant.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.net.ssl.SSLEngine;
import org.junit.jupiter.api.Test;

final class RoleTrustTest {
  private static final TestIdentities OURS = TestIdentities.OURS;
  private static final String CLUSTER = "prod";
  private static final Identity CONTROLLER = Identity.controller(CLUSTER, "c1");
  private static final Identity NODE = Identity.nodes(CLUSTER, "n1");

  private final RoleTrust controllers = OURS.trust(CLUSTER, Role.CONTROLLER);
  private final RoleTrust nodes = OURS.trust(CLUSTER, Role.NODE);

  @Test
  void shouldBelieveItsRoleInItsCluster() throws Exception {
    client(controllers, OURS.of(CONTROLLER));
    server(controllers, OURS.of(CONTROLLER));
    client(nodes, OURS.of(NODE));
  }

  @Test
  void shouldRefuseEverybodyElse() {
    Map<String, Credentials> liars = new TreeMap<>();
    liars.put("a node", OURS.of(NODE));
    liars.put("a node that the wrong authority signed", OURS.signed(Role.CONTROLLER, NODE));
    liars.put("a controller that the wrong authority signed", OURS.signed(Role.NODE, CONTROLLER));
    liars.put("another cluster's", OURS.of(Identity.controller("test", "c1")));
    liars.put("a stranger's", TestIdentities.make().of(CONTROLLER));
    liars.put("one that has ended", OURS.ended(CONTROLLER));
    Credentials authority =
        new Credentials(List.of(OURS.controllers().certificate()), OURS.controllers().key());
    liars.put("the authority's own", authority);

    liars.forEach((who, credentials) -> {
      assertThatThrownBy(() -> client(controllers, credentials))
          .as(who)
          .isInstanceOf(CertificateException.class);
      assertThatThrownBy(() -> server(controllers, credentials))
          .as(who)
          .isInstanceOf(CertificateException.class);
    });
  }

  @Test
  void shouldNotLetANodeAcceptConnections() {
    assertThatThrownBy(() -> server(nodes, OURS.of(NODE))).isInstanceOf(CertificateException.class);
  }

  @Test
  void shouldRefuseWhatANodeSignsForAnother() {
    Credentials node = OURS.of(NODE);
    Authority pretended = new Authority(node.certificate(), node.key());
    Credentials child =
        Credentials.issued(pretended, Identity.nodes(CLUSTER, "n2"), List.of(), Instant.now());
    Credentials chain =
        new Credentials(List.of(child.certificate(), node.certificate()), child.key());

    assertThatThrownBy(() -> client(nodes, chain)).isInstanceOf(CertificateException.class);
  }

  @Test
  void shouldRefuseToJudgeWithoutTheConnection() {
    X509Certificate[] chain = {OURS.of(CONTROLLER).certificate()};

    assertThatThrownBy(() -> controllers.checkClientTrusted(chain, "EC"))
        .isInstanceOf(CertificateException.class);
    assertThatThrownBy(() -> controllers.checkServerTrusted(chain, "EC"))
        .isInstanceOf(CertificateException.class);
    assertThat(controllers.getAcceptedIssuers()).containsExactly(OURS.controllers().certificate());
  }

  private static void client(RoleTrust trust, Credentials credentials) throws Exception {
    trust.checkClientTrusted(chain(credentials), "UNKNOWN", engine());
    trust.checkClientTrusted(chain(credentials), "UNKNOWN", noSocket());
  }

  private static void server(RoleTrust trust, Credentials credentials) throws Exception {
    trust.checkServerTrusted(chain(credentials), "UNKNOWN", engine());
    trust.checkServerTrusted(chain(credentials), "UNKNOWN", noSocket());
  }

  private static X509Certificate[] chain(Credentials credentials) {
    return credentials.chain().toArray(new X509Certificate[0]);
  }

  /** Without a connection the JDK judges the certificates alone, which is what is tested here. */
  @SuppressWarnings("NullAway") // the JDK's trust managers take null here
  private static SSLEngine engine() {
    return null;
  }

  @SuppressWarnings("NullAway") // as above
  private static Socket noSocket() {
    return null;
  }
}
