package io.pliant.cli.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.cli.json.Json;
import java.time.Instant;
import org.junit.jupiter.api.Test;

final class EnergyTextTest {
  private static final String TOTAL =
      """
      {"joules":12345.6,"meanWatts":205.7,"peakWatts":251.2,"methods":["model","rapl"],"estimated":true,
       "measuredSeconds":90.0,"gapSeconds":10.0}
      """;

  @Test
  void shouldTellAnAccountWithItsSizesAndWhatIsMissing() {
    Json account =
        Json.parse(
            """
            {"job":7,"total":%1$s,"complete":true,"sizes":[
              {"attempt":1,"number":0,"nodes":2,"from":"2026-01-01T00:00:00Z","to":"2026-01-01T00:00:30Z","energy":
                {"joules":950,"meanWatts":31.6,"peakWatts":40,"methods":["rapl"],"estimated":false,
                 "measuredSeconds":60,"gapSeconds":0}},
              {"attempt":1,"number":1,"nodes":4,"from":"2026-01-01T00:00:30Z","to":null,"energy":
                {"joules":0,"meanWatts":null,"peakWatts":0,"methods":[],"estimated":false,
                 "measuredSeconds":0,"gapSeconds":120}}]}
            """
                .formatted(TOTAL));
    assertThat(EnergyText.lines(account))
        .containsExactly(
            "Energy      12.3 kJ, mean 206 W, peak 251 W, estimated by model and rapl"
                + " (without 10.0 % of its node time)",
            "  size 0    %s to %s  950 J, mean 32 W, peak 40 W, measured by rapl, 2 node(s)"
                .formatted(local("2026-01-01T00:00:00Z"), local("2026-01-01T00:00:30Z")),
            "  size 1    %s to now  not measured, 4 node(s) (without 100.0 %% of its node time)"
                .formatted(local("2026-01-01T00:00:30Z")));
  }

  @Test
  void shouldSayThatMoreMayComeAndNothingWithoutAMeter() {
    Json running =
        Json.parse("{\"total\":%s,\"complete\":false,\"sizes\":[{\"number\":0}]}".formatted(TOTAL));
    assertThat(EnergyText.lines(running)).hasSize(1).first().asString().contains("rapl so far");
    assertThat(EnergyText.lines(Json.parse("{\"total\":null,\"sizes\":[]}"))).isEmpty();
  }

  @Test
  void shouldTellWhatAStepHad() {
    String step = TOTAL.replace("\"gapSeconds\":10.0", "\"gapSeconds\":%s");
    assertThat(EnergyText.ofStep(Json.parse(step.formatted("null"))))
        .isEqualTo("12.3 kJ, mean 206 W, peak 251 W, estimated by model and rapl so far");
    assertThat(EnergyText.ofStep(Json.parse(step.formatted("0.003")))).endsWith("and rapl");
    assertThat(EnergyText.ofStep(Json.parse(step.formatted("10.0"))))
        .endsWith("rapl (without 10.0 % of its node time)");
  }

  @Test
  void shouldFillCellsAndLeaveAMarkWhereThereIsNothing() {
    Json energy = Json.parse(TOTAL);
    assertThat(EnergyText.joules(energy)).isEqualTo("12.3 kJ");
    assertThat(EnergyText.meanWatts(energy)).isEqualTo("206");
    assertThat(EnergyText.peakWatts(energy)).isEqualTo("251");
    assertThat(EnergyText.methods(energy)).isEqualTo("~model,rapl");
    Json none = Json.parse("null");
    assertThat(EnergyText.joules(none)).isEqualTo("-");
    assertThat(EnergyText.meanWatts(none)).isEqualTo("-");
    assertThat(EnergyText.peakWatts(none)).isEqualTo("-");
    assertThat(EnergyText.methods(none)).isEqualTo("-");
    assertThat(EnergyText.joules(Json.parse("{\"joules\":999.6}"))).isEqualTo("1.00 kJ");
    assertThat(EnergyText.joules(Json.parse("{\"joules\":0.25}"))).isEqualTo("0.25 J");
    assertThat(EnergyText.joules(Json.parse("{\"joules\":123456789}"))).isEqualTo("123 MJ");
  }

  private static String local(String time) {
    return Times.local(Instant.parse(time));
  }
}
