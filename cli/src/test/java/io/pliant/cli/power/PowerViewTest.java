package io.pliant.cli.power;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.api.PowerStatus;
import io.pliant.cli.json.Partial;
import io.pliant.cli.terminal.Terminal;
import io.pliant.core.id.JobId;
import io.pliant.core.power.Corridor;
import io.pliant.core.power.PowerLimits;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class PowerViewTest {
  private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");
  private static final Corridor BOUNDS = new Corridor(300, 800);

  @Test
  void shouldDrawPowerBoundsAndWhatIsToCome() {
    List<PowerSample> samples = new ArrayList<>();
    for (int i = 40; i > 0; i--) {
      samples.add(sample(NOW.minusSeconds(i - 1), i > 20 ? 900.0 : 500.0, BOUNDS));
    }
    PowerChart chart =
        new PowerChart(
            samples,
            NOW,
            40,
            List.of(new PowerChart.Change(NOW.plusSeconds(5), new Corridor(100, 400))),
            500.0);

    List<String> lines = chart.lines(60, 10);

    // 50 columns: 40 of the past, a second each, and 10 to come; 97.2 W in a row
    String label = " ".repeat(8);
    assertThat(lines)
        .containsExactly(
            "   972 W|" + " ".repeat(40) + "|",
            label + "|" + "-".repeat(40) + "|" + "-".repeat(5),
            label + "|" + "!".repeat(20) + " ".repeat(20) + "|",
            "   680 W|" + "!".repeat(20) + " ".repeat(20) + "|",
            label + "|" + "!".repeat(20) + " ".repeat(20) + "|" + ".".repeat(10),
            label + "|" + "!".repeat(20) + "#".repeat(20) + "|" + "     -----",
            "   389 W|" + "_".repeat(40) + "|" + "_____",
            label + "|" + "!".repeat(20) + "#".repeat(20) + "|",
            label + "|" + "!".repeat(20) + "#".repeat(20) + "|" + "     _____",
            "    97 W|" + "!".repeat(20) + "#".repeat(20) + "|",
            label + " -40 s               -20 s              now    +10 s");
  }

  @Test
  void shouldLeaveAGapWhereNothingIsKnown() {
    PowerChart chart = new PowerChart(List.of(sample(NOW, null, null)), NOW, 40, List.of(), null);

    assertThat(chart.lines(60, 2).getFirst()).doesNotContain("#").doesNotContain("!");
  }

  @Test
  void shouldSayHowItStandsAndWhichBoundCannotBeMet() {
    String status =
        """
        {"host":"c1","now":"2026-11-20T12:00:00Z","bounds":{"lower":300,"upper":800},"by":"ops",
         "changes":[{"at":"2026-11-20T12:02:00Z","corridor":{"lower":100,"upper":400}}],
         "watts":900,"forecast":700.4,
         "partitions":[
           {"partition":"main","policy":"power-aware","keeps":true,"nodes":4,"metered":3,"watts":900,"forecast":700.4,
            "bounds":{"lower":300,"upper":800},"bounded":true,"alarm":{"shortfall":{}},"limits":{"capWatts":150,"nodes":3,"suspended":[]},"asOf":"2026-11-20T12:00:00Z"},
           {"partition":"old","policy":"easy","keeps":false,"nodes":2,"metered":0,"watts":null,"forecast":null,
            "bounds":null,"bounded":false,"alarm":null,"asOf":"2026-11-20T12:00:00Z"}],
         "alarms":[
           {"partition":"main","since":"2026-11-20T11:00:00Z","ended":"2026-11-20T11:30:00Z",
            "alarm":{"shortfall":{"bound":"LOWER","watts":5,"why":"of old"},"capWatts":0,"suspend":[]}},
           {"partition":"main","since":"2026-11-20T11:59:00Z","ended":null,
            "alarm":{"shortfall":{"bound":"UPPER","watts":100,"why":"Least sizes draw more."},"capWatts":150,"suspend":[7]}}],
         "samples":[]}
        """;

    String page = page(status, List.of(sample(NOW, 900.0, BOUNDS)));

    assertThat(page)
        .contains("Power   900 W, forecast 700 W")
        .contains("Bounds  300 to 800 W, 100 W too much")
        .contains("100 to 400 W")
        .contains("outside the bounds for 1 s, by up to 100 W over and 0 W under")
        .containsPattern("main +power-aware +3/4 +900 +700 +300 +800 +alarm")
        .containsPattern("old +easy +0/2 +- +- +- +- +not kept")
        .contains(
            "main: upper bound missed by 100 W: Least sizes draw more. Would help: a cap of 150 W")
        .contains("the suspension of job 7")
        .contains("in force: cap of 150 W on 3 nodes in main")
        .doesNotContain("of old");
  }

  @Test
  void shouldSayOfAJobHowItIsLimited() {
    PowerLimits suspended = new PowerLimits(0, 0, List.of(new JobId(7), new JobId(9)));
    PowerLimits capped = new PowerLimits(120, 3, List.of());

    assertThat(LimitText.of(suspended)).isEqualTo("suspended: job 7, 9");
    assertThat(LimitText.ofJob(suspended, new JobId(9)))
        .containsExactly("Power       suspended for the power corridor");
    assertThat(LimitText.ofJob(suspended, new JobId(8))).isEmpty();
    assertThat(LimitText.ofJob(capped, new JobId(8)))
        .containsExactly("Power       each node capped at 120 W for the power corridor");
    assertThat(LimitText.ofJob(null, new JobId(8))).isEmpty();
  }

  @Test
  void shouldWriteATable() {
    PowerSample known = sample(NOW, 900.25, BOUNDS);
    PowerSample unknown = new PowerSample(NOW.plusSeconds(1), null, null, new TreeMap<>());

    assertThat(PowerCsv.of(List.of(known, unknown)))
        .isEqualTo(
            """
            time,watts,lower,upper,partition_main
            2026-11-20T12:00:00Z,900.3,300.0,800.0,900.3
            2026-11-20T12:00:01Z,,,,
            """);
  }

  private static PowerSample sample(Instant at, @Nullable Double watts, @Nullable Corridor bounds) {
    TreeMap<String, Double> partitions = new TreeMap<>();
    if (watts != null) {
      partitions.put("main", watts);
    }
    return new PowerSample(at, watts, bounds, partitions);
  }

  private static String page(String status, List<PowerSample> samples) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
    Terminal terminal = new Terminal(out, out, false, false, 0);
    new PowerPage(terminal, Partial.of(PowerStatus.class, status), samples, 120).print();
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
