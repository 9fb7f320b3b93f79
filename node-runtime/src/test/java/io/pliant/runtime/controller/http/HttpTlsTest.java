package io.pliant.runtime.controller.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.actors.cluster.EntityGroups;
import io.pliant.identity.Credentials;
import io.pliant.identity.Identity;
import io.pliant.identity.TestIdentities;
import io.pliant.runtime.controller.metrics.Metrics;
import io.pliant.runtime.node.TestTls;
import io.pliant.runtime.security.UserAccounts;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class HttpTlsTest {
  @TempDir Path dir;

  @Test
  void shouldSpeakTlsAndProveUsersByTokenWhenCertificatesAreConfigured() throws Exception {
    Credentials own =
        TestIdentities.OURS.of(Identity.controller(TestTls.CLUSTER, "c1"), "127.0.0.1");
    SSLContext tls = own.context(TestTls.CONTROLLERS);
    HttpApi.Parts parts =
        new HttpApi.Parts(
            new FakeGateway(),
            null,
            EntityGroups.ONE,
            UserAccounts.ofSystem(),
            ApiFixture.TOKENS,
            tls,
            () -> ApiFixture.NOW,
            ApiFixture.AUTHORITY,
            Metrics.create(),
            () -> 0);
    try (HttpApi api = HttpApi.start(ApiFixture.settings(dir, dir.resolve("s"), ""), parts);
        HttpClient client = HttpClient.newBuilder().sslContext(tls).build()) {
      HttpRequest request =
          HttpRequest.newBuilder(URI.create("https://127.0.0.1:" + api.port() + "/v1/nodes"))
              .header("Authorization", ApiFixture.bearer("ada", 1001).split(": ", 2)[1])
              .build();

      HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());

      assertThat(response.statusCode()).isEqualTo(200);
      assertThat(response.body()).contains("n001");
    }
  }
}
