package io.pliant.runtime.controller.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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

  @Test
  void shouldLeaveOutWhatDoesNotAnswerAndCountIt() throws Exception {
    try (ApiFixture fixture = ApiFixture.start(dir);
        RawClient client = fixture.tcp()) {
      String before = client.get("/metrics", ApiFixture.bearer("ada", 7)).body();
      fixture.gateway.partitionsHang.set(true);
      RawClient.Response page = client.get("/metrics", ApiFixture.bearer("ada", 7));
      assertThat(page.status()).isEqualTo(200);
      assertThat(silent(page.body())).isEqualTo(silent(before) + 1);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "*/*",
        "nonsense",
        "application/vnd.google.protobuf;proto=io.prometheus.client.MetricFamily;encoding=delimited;q=0.6,text/plain;version=0.0.4;q=0.4",
        "application/openmetrics-text;version=1.0.0,text/plain;q=0.5"
      })
  void shouldGiveTextWhateverIsAccepted(String accept) throws Exception {
    try (ApiFixture fixture = ApiFixture.start(dir);
        RawClient client = fixture.tcp()) {
      RawClient.Response page =
          client.get("/metrics", ApiFixture.bearer("ada", 7), "Accept: " + accept);
      assertThat(page.status()).as(page.body()).isEqualTo(200);
      assertThat(page.body()).contains("pliant_build");
    }
  }

  private static double silent(String page) {
    return page.lines()
        .filter(line -> line.startsWith("pliant_scrape_silent "))
        .mapToDouble(line -> Double.parseDouble(line.split(" ")[1]))
        .sum();
  }
}
