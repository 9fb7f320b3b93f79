package io.pliant.cli.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

final class EndpointTest {
  @Test
  void shouldParseSocketsUrlsAndHostPorts() {
    assertThat(Endpoint.parse("unix:/run/c1.sock"))
        .isEqualTo(new Endpoint.Unix(Path.of("/run/c1.sock")));
    assertThat(Endpoint.parse("http://head:7301")).isEqualTo(new Endpoint.Tcp("head", 7301));
    assertThat(Endpoint.parse("head:7301")).isEqualTo(new Endpoint.Tcp("head", 7301));
    assertThat(Endpoint.parse("http://[::1]:7301")).isEqualTo(new Endpoint.Tcp("::1", 7301));
  }

  @Test
  void shouldNameTheTextWhenItIsNoEndpoint() {
    assertThatThrownBy(() -> Endpoint.parse("head")).hasMessageContaining("but got 'head'");
    assertThatThrownBy(() -> Endpoint.parse("https://head:1"))
        .hasMessageContaining("https://head:1");
  }

  @Test
  void shouldEncodePathsAndQueries() {
    Target target = Target.of("nodes", "a b/c", "drain").with("reason", "x&y=z").with("none", null);
    assertThat(target).hasToString("/v1/nodes/a%20b%2Fc/drain?reason=x%26y%3Dz");
  }

  @Test
  void shouldSendATokenOnlyWhereItIsGiven() {
    Request request = Request.get("/v1/jobs");
    Endpoint tcp = new Endpoint.Tcp("head", 7301);
    String with = new String(request.head(tcp, "t0k"), StandardCharsets.US_ASCII);
    String without = new String(request.head(tcp, null), StandardCharsets.US_ASCII);
    assertThat(with).contains("Authorization: Bearer t0k\r\n").contains("Host: head:7301\r\n");
    assertThat(without).doesNotContain("Authorization");
  }
}
