package io.pliant.runtime.controller.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MetricsRouteTest {
  @TempDir Path dir;

  @Test
  void shouldGiveAPageToAProvenUserAndRefuseOthers() throws Exception {
    try (ApiFixture fixture = ApiFixture.start(dir);
        RawClient client = fixture.tcp()) {
      assertThat(client.get("/metrics").status()).isEqualTo(401);
      RawClient.Response page = client.get("/metrics", ApiFixture.bearer("ada", 7));
      assertThat(page.status()).isEqualTo(200);
      assertThat(page.headers().toString()).contains("text/plain");
      assertThat(page.body()).contains("pliant_build{version=").contains("pliant_agents 0.0");
    }
  }
}
