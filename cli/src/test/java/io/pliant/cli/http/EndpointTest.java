package io.pliant.cli.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

final class EndpointTest {
  private static final TlsTrust TRUST = new TlsTrust(Path.of("/etc/pliant/ca.pem"));

  @Test
  void shouldParseSocketsUrlsAndHostPorts() {
    assertThat(parse("unix:/run/c1.sock")).isEqualTo(new Endpoint.Unix(Path.of("/run/c1.sock")));
    assertThat(parse("http://head:7301")).isEqualTo(tcp("head"));
    assertThat(parse("head:7301")).isEqualTo(tcp("head"));
    assertThat(parse("http://[::1]:7301")).isEqualTo(tcp("::1"));
    assertThat(parse("https://head:7301")).isEqualTo(new Endpoint.Tcp("head", 7301, TRUST));
  }

  @Test
  void shouldNameTheTextWhenItIsNoEndpoint() {
    assertThatThrownBy(() -> parse("head")).hasMessageContaining("but got 'head'");
    assertThatThrownBy(() -> parse("ftp://head:1")).hasMessageContaining("ftp://head:1");
  }

  @Test
  void shouldEncodePathsAndQueries() {
    Target target = Target.of("nodes", "a b/c", "drain").with("reason", "x&y=z").with("none", null);
    assertThat(target).hasToString("/v1/nodes/a%20b%2Fc/drain?reason=x%26y%3Dz");
  }

  @Test
  void shouldSendATokenOnlyWhereItIsGiven() {
    Request request = Request.get("/v1/jobs");
    Endpoint tcp = tcp("head");
    String with = new String(request.head(tcp, "t0k"), StandardCharsets.US_ASCII);
    String without = new String(request.head(tcp, null), StandardCharsets.US_ASCII);
    assertThat(with).contains("Authorization: Bearer t0k\r\n").contains("Host: head:7301\r\n");
    assertThat(without).doesNotContain("Authorization");
  }

  private static Endpoint parse(String text) {
    return Endpoint.parse(text, TRUST);
  }

  private static Endpoint tcp(String host) {
    return new Endpoint.Tcp(host, 7301, null);
  }
}
