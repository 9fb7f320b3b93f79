package io.pliant.identity;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.junit.jupiter.api.Test;

final class AuthorityTest {
  private static final Instant NOW = Instant.now().truncatedTo(ChronoUnit.SECONDS);
  private static final String SERVER = "1.3.6.1.5.5.7.3.1";
  private static final String CLIENT = "1.3.6.1.5.5.7.3.2";

  private final Authority authority = Authority.create("prod", Role.CONTROLLER, NOW);

  @Test
  void shouldSignCertificatesAndNothingElse() throws Exception {
    X509Certificate own = authority.certificate();

    own.verify(own.getPublicKey());
    assertThat(own.getBasicConstraints()).isZero();
    assertThat(own.getKeyUsage())
        .containsExactly(false, false, false, false, false, true, false, false, false);
    assertThat(own.getNotAfter()).isEqualTo(NOW.plus(Authority.LASTS));
    assertThat(own.getSigAlgName()).isEqualTo("SHA256withECDSA");
  }

  @Test
  void shouldLetControllersAcceptAndDialAndAgentsOnlyDial() throws Exception {
    X509Certificate controller = issue(Identity.controller("prod", "c1"), "10.0.0.1", "ctl1.site");
    X509Certificate node = issue(Identity.nodes("prod", "n1"));

    controller.verify(authority.certificate().getPublicKey());
    assertThat(controller.getBasicConstraints()).isEqualTo(-1);
    assertThat(controller.getCriticalExtensionOIDs()).contains("2.5.29.19", "2.5.29.15");
    assertThat(controller.getExtendedKeyUsage()).containsExactly(SERVER, CLIENT);
    assertThat(node.getExtendedKeyUsage()).containsExactly(CLIENT);
    assertThat(controller.getSubjectAlternativeNames())
        .contains(List.of(7, "10.0.0.1"), List.of(2, "ctl1.site"));
  }

  @Test
  void shouldBeginInThePastForClocksThatAreBehindAndEndAsStated() {
    X509Certificate certificate = issue(Identity.controller("prod", "c1"));

    assertThat(certificate.getNotBefore()).isEqualTo(NOW.minus(Duration.ofDays(1)));
    assertThat(certificate.getNotAfter()).isEqualTo(NOW.plus(Duration.ofDays(731)));
    assertThat(certificate.getSerialNumber().signum()).isPositive();
    assertThat(certificate.getSerialNumber())
        .isNotEqualTo(issue(Identity.controller("prod", "c1")).getSerialNumber());
  }

  @Test
  void shouldNotSignBeyondItsOwnEnd() {
    X509Certificate certificate =
        authority.issue(
            Identity.controller("prod", "c1"),
            Authority.keyPair().getPublic(),
            List.of(),
            NOW,
            Duration.ofDays(100_000));

    assertThat(certificate.getNotAfter()).isEqualTo(authority.certificate().getNotAfter());
  }

  @Test
  void shouldNameALongHostListInFull() throws Exception {
    Identity many = Identity.nodes("prod", "n[1-9]," + "x".repeat(4000));

    assertThat(Identity.of(issue(many))).isEqualTo(many);
  }

  private X509Certificate issue(Identity identity, String... hosts) {
    return authority.issue(
        identity,
        Authority.keyPair().getPublic(),
        List.of(hosts),
        NOW,
        Authority.CERTIFICATE_LASTS);
  }
}
