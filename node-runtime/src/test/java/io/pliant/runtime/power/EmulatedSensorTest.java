package io.pliant.runtime.power;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.id.JobId;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class EmulatedSensorTest {
  private static final long SECOND = 1_000_000_000;
  private static final EmulatedProfile PROFILE =
      new EmulatedProfile(71, 200, new TreeMap<>(Map.of("pi", 170.0, "heat", 250.0)));

  @Test
  void shouldDrawWhatTheJobsNameOrProgramSays() {
    assertThat(PROFILE.watts(List.of())).isEqualTo(71);
    assertThat(PROFILE.watts(List.of(step(1, "pi", "sleep")))).isEqualTo(170);
    assertThat(PROFILE.watts(List.of(step(1, "my job", "heat")))).isEqualTo(250);
    assertThat(PROFILE.watts(List.of(step(1, "my job", "")))).isEqualTo(200);
  }

  @Test
  void shouldCountAJobOnceAndAddJobsThatShareTheNode() {
    assertThat(PROFILE.watts(List.of(step(1, "run", ""), step(1, "run", "heat")))).isEqualTo(250);
    assertThat(PROFILE.watts(List.of(step(1, "pi", ""), step(2, "heat", ""))))
        .isEqualTo(71 + 99 + 179);
    EmulatedProfile odd = new EmulatedProfile(100, 10, new TreeMap<>());
    assertThat(odd.watts(List.of(step(1, "a", ""), step(2, "b", "")))).isZero();
  }

  @Test
  void shouldCountEachJobToTheMomentOfItsChange() {
    EmulatedSensor sensor = new EmulatedSensor(PROFILE, List.of("0"));
    sensor.runs(List.of(step(1, "heat", "")), 5);
    assertThat(sensor.sample(SECOND)).isEqualTo(Sensor.GAP);
    assertThat(sensor.sample(2 * SECOND)).isEqualTo(250_000_000);
    sensor.runs(List.of(), 2 * SECOND + SECOND / 4);
    sensor.runs(List.of(step(2, "pi", "")), 2 * SECOND + SECOND / 2);
    assertThat(sensor.sample(3 * SECOND)).isEqualTo(62_500_000 + 17_750_000 + 85_000_000);
    assertThat(sensor.method()).isEqualTo("emulated");
    assertThat(sensor.estimated()).isTrue();
  }

  @Test
  void shouldDrawNoMoreThanItsCapAndNoLessThanAnIdleNode() {
    EmulatedSensor sensor = new EmulatedSensor(PROFILE, List.of("0"));
    sensor.runs(List.of(step(1, "heat", "")), 0);
    assertThat(sensor.sample(0)).isEqualTo(Sensor.GAP);
    sensor.cap(120, SECOND / 2);
    assertThat(sensor.sample(SECOND)).isEqualTo(125_000_000 + 60_000_000);
    sensor.runs(List.of(step(2, "pi", "")), SECOND);
    assertThat(sensor.sample(2 * SECOND)).isEqualTo(120_000_000);
    sensor.cap(20, 2 * SECOND);
    assertThat(sensor.sample(3 * SECOND)).isEqualTo(71_000_000);
    sensor.cap(0, 3 * SECOND);
    assertThat(sensor.sample(4 * SECOND)).isEqualTo(170_000_000);
  }

  @Test
  void shouldStayExactOverALongTime() {
    EmulatedSensor sensor = new EmulatedSensor(PROFILE, List.of("0"));
    assertThat(sensor.sample(0)).isEqualTo(Sensor.GAP);
    assertThat(sensor.sample(1)).isEqualTo(Sensor.GAP);
    sensor.runs(List.of(), 0);
    assertThat(sensor.sample(0)).isEqualTo(Sensor.GAP);
    assertThat(sensor.sample(86_400 * SECOND)).isEqualTo(86_400L * 71_000_000);
  }

  @Test
  void shouldTellWhatEachGpuDraws() {
    EmulatedProfile profile = new EmulatedProfile(71, 200, 25, 300, new TreeMap<>());
    EmulatedSensor sensor = new EmulatedSensor(profile, List.of("0", "1"));
    sensor.runs(List.of(step(1, "a", "").with(List.of("1"))), 0);
    assertThat(sensor.sample(0)).isEqualTo(Sensor.GAP);
    sensor.cap(100, 0);
    assertThat(sensor.sample(SECOND)).isEqualTo((100 + 25 + 300) * 1_000_000L);
    assertThat(sensor.ofGpus()).isEqualTo(Map.of("0", 25_000_000L, "1", 300_000_000L));
    sensor.runs(List.of(), SECOND + SECOND / 2);
    assertThat(sensor.sample(2 * SECOND))
        .isEqualTo(50_000_000L + 71_000_000 / 2 + 25_000_000 + 162_500_000);
    assertThat(sensor.ofGpus()).isEqualTo(Map.of("0", 25_000_000L, "1", 162_500_000L));
  }

  private static RunningJob step(long job, String name, String program) {
    return new RunningJob(new JobId(job), name, program);
  }
}
