package io.pliant.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class IdentityTest {
  @Test
  void shouldStandInACertificateAndBeReadFromIt() throws CertificateException {
    for (Identity identity :
        List.of(
            Identity.controller("pliant", "c1"),
            Identity.controller("9_x-", "ctl_1-a"),
            Identity.controller("A-", "C"),
            Identity.nodes("prod_2", "cn01.cluster.site"),
            Identity.nodes("pliant", "n[001-003,007],gpu[1-2]"))) {
      X509Certificate certificate = TestIdentities.OURS.of(identity, "127.0.0.1").certificate();

      assertThat(Identity.parse(identity.uri())).isEqualTo(identity);
      assertThat(Identity.of(certificate)).isEqualTo(identity);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "pliant://c/controller/",
        "pliant://c/operator/x",
        "pliant://c/controller/x?y",
        "pliant://c/controller/x#y",
        "pliant://c/controller/x/../y",
        "pliant://c/controller/%78",
        "pliant://c//controller/x",
        "pliant://u@c/controller/x",
        "pliant:///controller/x",
        "pliant:controller/x",
        "PLIANT://c/controller/x",
        "http://c/controller/x",
        "pliant://c/controller/x%00",
        "pliant://c/node/a%20b"
      })
  void shouldRefuseWhatItNeverWrites(String uri) {
    assertThatThrownBy(() -> Identity.parse(uri)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void shouldRefuseNamesThatAreTooLongOrNone() {
    assertThatThrownBy(() -> Identity.nodes("c", "n".repeat(Identity.LONGEST_NAME + 1)))
        .hasMessageContaining("4096");
    assertThatThrownBy(() -> Identity.controller("a b", "c1")).hasMessageContaining("'a b'");
    assertThatThrownBy(() -> Identity.controller("c", "")).hasMessageContaining("name");
  }

  @Test
  void shouldRefuseACertificateThatNamesNobody() {
    X509Certificate authority = TestIdentities.OURS.controllers().certificate();

    assertThatThrownBy(() -> Identity.of(authority)).hasMessageContaining("it has 0");
  }
}
