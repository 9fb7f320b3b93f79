package io.pliant.runtime.power;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.energy.EnergySpan;
import io.pliant.core.energy.PowerReport;
import io.pliant.core.energy.StepRun;
import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.StepId;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class NodeMeterTest {
  private static final NodeName NODE = new NodeName("n1");
  private static final long SECOND = 1_000_000_000;
  private static final long MICROS = 1_000_000;
  private static final long WALL = 1_767_323_045_000_000L;

  private final ScriptedSensor sensor = new ScriptedSensor();
  private final List<String> complaints = new ArrayList<>();
  private long nanos;
  private NodeMeter meter = meter(300);

  /** Says what the test sets. */
  private static final class ScriptedSensor implements Sensor {
    private long next = GAP;
    private boolean changed;

    @Override
    public String method() {
      return "rapl+nvml";
    }

    @Override
    public boolean estimated() {
      return false;
    }

    @Override
    public @Nullable String trouble() {
      return null;
    }

    @Override
    public long sample(long nanos) {
      return next;
    }

    @Override
    public boolean look() {
      return changed;
    }

    @Override
    public void close() {}
  }

  private NodeMeter meter(int keep) {
    return new NodeMeter(NODE, sensor, keep, () -> nanos, complaints::add);
  }

  /** One sample, at this time in microseconds, of so much. */
  private void sample(long micros, long microjoules) {
    nanos = micros * 1_000;
    sensor.next = microjoules;
    meter.sample(nanos, WALL + micros);
  }

  private void turn() {
    meter.turn(nanos);
  }

  private List<EnergySpan> spans() {
    PowerReport report = meter.report();
    return report == null ? List.of() : report.spans();
  }

  private static EnergySpan span(long from, long to, long microjoules) {
    return new EnergySpan(NODE, WALL + from, WALL + to, microjoules, false);
  }

  @Test
  void shouldReduceSamplesToOneSpanASecondAndLoseNothing() {
    sample(0, Sensor.GAP);
    Random random = new Random(5);
    long sum = 0;
    for (int i = 1; i <= 3_000; i++) {
      long counted = random.nextLong(1_000);
      sum += counted;
      sample(i * 1_000L, counted);
      if (i % 1_000 == 0) {
        turn();
      }
    }
    assertThat(spans()).hasSize(3);
    assertThat(spans().stream().mapToLong(EnergySpan::microjoules).sum()).isEqualTo(sum);
    assertThat(spans().getFirst().from()).isEqualTo(WALL);
    assertThat(spans().getLast().to()).isEqualTo(WALL + 3 * MICROS);
    assertThat(meter.parts()).containsExactly("rapl", "nvml");
  }

  @Test
  void shouldLeaveOutWhatIsNotKnown() {
    sample(0, Sensor.GAP);
    sample(100, 7);
    sample(200, 8);
    sample(300, Sensor.GAP);
    sample(400, 9);
    sample(500, Sensor.GAP);
    sample(600, Sensor.GAP);
    turn();
    assertThat(spans()).containsExactly(span(0, 200, 15), span(300, 400, 9));
  }

  @Test
  void shouldLeaveOutASecondInWhichAMeterCameOrWent() {
    sample(0, Sensor.GAP);
    sample(MICROS, 7);
    sensor.changed = true;
    turn();
    sensor.changed = false;
    sample(2 * MICROS, 8);
    turn();
    assertThat(spans()).containsExactly(span(MICROS, 2 * MICROS, 8));
  }

  @Test
  void shouldNeverTellSpansThatOverlapWhenTheClockJumpsBack() {
    sample(0, Sensor.GAP);
    sample(10 * MICROS, 70);
    turn();
    meter.jump(WALL + 4 * MICROS);
    // the time of spans is six seconds behind from here on
    for (int second = 5; second <= 12; second++) {
      nanos += SECOND;
      sensor.next = 7;
      meter.sample(nanos, WALL + second * MICROS);
      turn();
    }
    assertThat(spans())
        .containsExactly(
            span(0, 10 * MICROS, 70),
            span(10 * MICROS, 11 * MICROS, 7),
            span(11 * MICROS, 12 * MICROS, 7));
  }

  @Test
  void shouldLeaveAGapWhenTheClockJumpsAhead() {
    sample(0, Sensor.GAP);
    sample(MICROS, 7);
    turn();
    meter.jump(WALL + 60 * MICROS);
    meter.sample(2 * SECOND, WALL + 61 * MICROS);
    turn();
    assertThat(spans()).containsExactly(span(0, MICROS, 7), span(60 * MICROS, 61 * MICROS, 7));
  }

  @Test
  void shouldTellSpansUntilTheyAreCounted() {
    seconds(0, 3);
    assertThat(spans()).hasSize(3);
    assertThat(spans()).hasSize(3);

    assertThat(meter.counted(WALL + 2 * MICROS)).isFalse();
    assertThat(spans()).containsExactly(span(2 * MICROS, 3 * MICROS, 5));
    assertThat(meter.counted(WALL + 9 * MICROS)).isFalse();
    PowerReport report = Objects.requireNonNull(meter.report());
    assertThat(report.spans()).isEmpty();
    assertThat(report.latest()).isEqualTo(span(2 * MICROS, 3 * MICROS, 5));
    nanos += 6 * SECOND;
    assertThat(meter.report()).isNull();
  }

  @Test
  void shouldRepeatManySpansSeldomButTellTheNewestAlways() {
    seconds(0, 200);
    assertThat(spans()).hasSize(PowerReport.MOST_SPANS).first().isEqualTo(span(0, MICROS, 5));
    seconds(200, 201);
    PowerReport between = Objects.requireNonNull(meter.report());
    assertThat(between.spans()).isEmpty();
    assertThat(between.latest()).isEqualTo(span(200 * MICROS, 201 * MICROS, 5));
    meter.repeat();
    assertThat(spans()).hasSize(PowerReport.MOST_SPANS);
    nanos += 10 * SECOND;
    assertThat(spans()).hasSize(PowerReport.MOST_SPANS);

    // once they are counted, the others follow at once
    assertThat(meter.counted(WALL + 120 * MICROS)).isTrue();
    assertThat(spans()).hasSize(81).first().isEqualTo(span(120 * MICROS, 121 * MICROS, 5));
  }

  @Test
  void shouldForgetTheOldestWhenNobodyCountsAndSaySoOnce() {
    meter = meter(120);
    seconds(0, 150);
    assertThat(spans()).hasSize(120).first().isEqualTo(span(30 * MICROS, 31 * MICROS, 5));
    assertThat(complaints).singleElement().asString().contains("the last 120 spans");
    assertThat(meter.counted(WALL + 31 * MICROS)).isTrue();
    seconds(150, 160);
    assertThat(complaints).hasSize(2);
  }

  @Test
  void shouldTellItsListenerEachTurn() {
    int[] told = {0};
    meter.listen(() -> told[0]++);
    seconds(0, 3);
    assertThat(told[0]).isEqualTo(3);
    assertThat(meter.followsJobs()).isFalse();
  }

  @Test
  void shouldTellWhichStepsRanDuringTheSpansUntilTheyAreCounted() {
    meter.started(step(0), 2, at(500_000));
    meter.started(step(0), 7, at(900_000)); // said again
    meter.started(step(1), 1, at(1_200_000));
    meter.ended(step(1), at(1_700_000));
    meter.ended(step(2), at(1_700_000)); // was never started
    meter.started(step(3), 1, at(5_000_000));
    seconds(0, 3);
    StepRun open = run(0, 2, 500_000, null);
    assertThat(runs()).containsExactly(open, run(1, 1, 1_200_000, 1_700_000L));

    meter.ended(step(0), at(2_500_000));
    assertThat(meter.counted(WALL + 2 * MICROS)).isFalse();
    assertThat(runs()).containsExactly(run(0, 2, 500_000, 2_500_000L));
    assertThat(meter.counted(WALL + 3 * MICROS)).isFalse();
    assertThat(runs()).isEmpty();
    seconds(3, 6);
    assertThat(runs()).containsExactly(run(3, 1, 5_000_000, null));
  }

  @Test
  void shouldTellFewerSpansWhenManyStepsRan() {
    for (int i = 0; i < 2_000; i++) {
      meter.started(step(i), 1, at(i * 2_000L));
      meter.ended(step(i), at(i * 2_000L + 1_500));
    }
    seconds(0, 4);
    assertThat(spans()).hasSize(2);
    assertThat(runs()).hasSize(1_000);
    assertThat(meter.counted(WALL + 2 * MICROS)).isFalse();
    assertThat(spans()).hasSize(2);
    assertThat(runs()).hasSize(1_000).first().isEqualTo(run(1_000, 1, 2_000_000, 2_001_500L));
  }

  @Test
  void shouldForgetTheOldestOfTooManyStepsAndSaySoOnce() {
    for (int i = 0; i < StepRuns.KEPT + 5; i++) {
      meter.started(step(i), 1, at(i));
      meter.ended(step(i), at(i + 1));
    }
    assertThat(complaints).singleElement().asString().contains("last 4000 steps");
    seconds(0, 1);
    assertThat(runs()).hasSize(PowerReport.MOST_RUNS).first().isEqualTo(run(5, 1, 5, 6L));
  }

  private List<StepRun> runs() {
    List<StepRun> runs = Objects.requireNonNull(meter.report()).runs();
    return runs == null ? List.of() : runs;
  }

  private static StepId step(int number) {
    return new StepId(new JobId(7), 1, number);
  }

  private static Instant at(long micros) {
    return Instant.EPOCH.plus(WALL + micros, ChronoUnit.MICROS);
  }

  private static StepRun run(int number, int tasks, long from, @Nullable Long to) {
    return new StepRun(step(number), tasks, WALL + from, to == null ? null : (Long) (WALL + to));
  }

  /** Spans of a second from one second to another. */
  private void seconds(int from, int to) {
    if (from == 0) {
      sample(0, Sensor.GAP);
    }
    for (int i = from + 1; i <= to; i++) {
      sample(i * MICROS, 5);
      turn();
    }
  }
}
