package io.pliant.sim.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.pliant.sim.trace.SwfReader;
import io.pliant.sim.trace.Trace;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.aggregator.ArgumentsAccessor;
import org.junit.jupiter.params.provider.CsvFileSource;

/** Schedules that others have published or computed, reproduced job for job. */
final class GoldenScheduleTest {
  @ParameterizedTest(name = "{2} on {0}, clairvoyant {3}")
  @CsvFileSource(resources = "/golden.csv", numLinesToSkip = 1)
  void shouldReproduceTheSchedule(ArgumentsAccessor golden) throws URISyntaxException {
    // given
    Trace read = SwfReader.read(file(text(golden, 0)), Integer.parseInt(text(golden, 1)), false);
    Trace trace = Boolean.parseBoolean(text(golden, 3)) ? read.clairvoyant() : read;
    RigidPolicy policy = Objects.requireNonNull(RigidPolicy.named(text(golden, 2)));

    // when
    long[] starts = RigidEngine.run(trace, policy);

    // then
    Metrics metrics = Metrics.of(trace, starts);
    assertThat(ScheduleDigest.of(trace, starts)).isEqualTo(text(golden, 11));
    assertThat(metrics.jobs()).isEqualTo(Integer.parseInt(text(golden, 4)));
    assertThat(metrics.meanWait()).isCloseTo(number(golden, 5), within(0.006));
    assertThat(metrics.meanResponse()).isCloseTo(number(golden, 6), within(0.006));
    assertThat(metrics.meanBoundedSlowdown()).isCloseTo(number(golden, 7), within(0.00006));
    assertThat(metrics.maxWait()).isEqualTo(Long.parseLong(text(golden, 8)));
    assertThat(metrics.makespan()).isEqualTo(Long.parseLong(text(golden, 9)));
    assertThat(metrics.utilization()).isCloseTo(number(golden, 10), within(0.00006));
  }

  private static String text(ArgumentsAccessor golden, int column) {
    return Objects.requireNonNull(golden.getString(column));
  }

  private static double number(ArgumentsAccessor golden, int column) {
    return Double.parseDouble(text(golden, column));
  }

  private static Path file(String trace) throws URISyntaxException {
    URL resource = GoldenScheduleTest.class.getResource("/traces/" + trace + ".swf.gz");
    return Path.of(Objects.requireNonNull(resource).toURI());
  }
}
