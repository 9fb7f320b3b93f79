package io.pliant.cli.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.api.EnergyEntry;
import io.pliant.api.JobEnergyEntry;
import io.pliant.api.StepEnergyEntry;
import io.pliant.cli.json.Partial;
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
    JobEnergyEntry account =
        Partial.of(
            JobEnergyEntry.class,
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
    JobEnergyEntry running =
        Partial.of(
            JobEnergyEntry.class,
            "{\"total\":%s,\"complete\":false,\"sizes\":[{\"number\":0}]}".formatted(TOTAL));
    assertThat(EnergyText.lines(running)).hasSize(1).first().asString().contains("rapl so far");
    assertThat(EnergyText.lines(Partial.of(JobEnergyEntry.class, "{\"total\":null,\"sizes\":[]}")))
        .isEmpty();
  }

  @Test
  void shouldTellWhatAStepHad() {
    String step = TOTAL.replace("\"gapSeconds\":10.0", "\"gapSeconds\":%s");
    assertThat(EnergyText.ofStep(Partial.of(StepEnergyEntry.class, step.formatted("null"))))
        .isEqualTo("12.3 kJ, mean 206 W, peak 251 W, estimated by model and rapl so far");
    assertThat(EnergyText.ofStep(Partial.of(StepEnergyEntry.class, step.formatted("0.003"))))
        .endsWith("and rapl");
    assertThat(EnergyText.ofStep(Partial.of(StepEnergyEntry.class, step.formatted("10.0"))))
        .endsWith("rapl (without 10.0 % of its node time)");
  }

  @Test
  void shouldFillCellsAndLeaveAMarkWhereThereIsNothing() {
    EnergyEntry energy = Partial.of(EnergyEntry.class, TOTAL);
    assertThat(EnergyText.joules(energy)).isEqualTo("12.3 kJ");
    assertThat(EnergyText.meanWatts(energy)).isEqualTo("206");
    assertThat(EnergyText.peakWatts(energy)).isEqualTo("251");
    assertThat(EnergyText.methods(energy)).isEqualTo("~model,rapl");
    assertThat(EnergyText.joules(null)).isEqualTo("-");
    assertThat(EnergyText.meanWatts(null)).isEqualTo("-");
    assertThat(EnergyText.peakWatts(null)).isEqualTo("-");
    assertThat(EnergyText.methods(null)).isEqualTo("-");
    assertThat(EnergyText.joules(Partial.of(EnergyEntry.class, "{\"joules\":999.6}")))
        .isEqualTo("1.00 kJ");
    assertThat(EnergyText.joules(Partial.of(EnergyEntry.class, "{\"joules\":0.25}")))
        .isEqualTo("0.25 J");
    assertThat(EnergyText.joules(Partial.of(EnergyEntry.class, "{\"joules\":123456789}")))
        .isEqualTo("123 MJ");
  }

  private static String local(String time) {
    return Times.local(Instant.parse(time));
  }
}
