package io.pliant.sim.shape;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.id.JobId;
import io.pliant.core.id.JobStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What each shape does, on two nodes of two cpus. */
class ShapeSimulationTest {
  private static ShapeLog run(String policy, String... jobs) {
    List<String> lines = new ArrayList<>(List.of("partition main nodes=2 cpus=2"));
    lines.addAll(List.of(jobs));
    return ShapeLog.of(JobListReader.parse("test", lines), policy);
  }

  /** Job 1 starts at 0, runs for 100 s and ends well; job 2 runs for 50 s and fails. */
  @ParameterizedTest
  @CsvSource({
    "after:1, 10",
    "after:1+2, 120",
    "afterok:1, 100",
    "afterany:2, 50",
    "afternotok:2, 50",
    "afterok:1;afterany:2, 100",
    "afterok:1?afterany:2, 50",
    "afterok:2?afterany:1, 100",
    "singleton, 100",
  })
  void shouldStartWhenItsDependencyAllows(String dependency, long start) {
    ShapeLog log =
        run(
            "easy",
            "job 1 at=0 run=100 -- --job-name=same",
            "job 2 at=0 run=50 exit=1 -- --job-name=other",
            "job 3 at=10 run=5 -- --job-name=same --dependency=" + dependency.replace(';', ','));
    assertThat(log.start(3)).isEqualTo(start * 1_000);
  }

  @ParameterizedTest
  @CsvSource({"afterok:2", "afternotok:1", "afterok:1;afterok:2", "afterok:2?afternotok:1"})
  void shouldTellWhatCanNotComeAnyMore(String dependency) {
    ShapeLog log =
        run(
            "easy",
            "job 1 at=0 run=100 --",
            "job 2 at=0 run=50 exit=1 --",
            "job 3 at=10 run=5 -- --dependency=" + dependency.replace(';', ','),
            "job 4 at=10 run=5 -- --kill-on-invalid-dep=yes --dependency="
                + dependency.replace(';', ','),
            "job 5 at=11 run=5 -- --dependency=afterany:4");
    assertThat(log.stays.get(new JobId(3))).startsWith("DependencyNeverSatisfied");
    assertThat(Objects.requireNonNull(log.closed.get(new JobId(4))).status())
        .isEqualTo(JobStatus.CANCELLED);
    assertThat(log.start(5)).isNotNull();
  }

  /** As at a submission to a cluster. */
  @ParameterizedTest
  @CsvSource({
    "afterok:9, there is no such job before this one",
    "afterok:2, there is no such job before this one",
    "afterok:1_3, is no array",
  })
  void shouldRefuseADependencyOnWhatThereIsNot(String dependency, String why) {
    ShapeLog log =
        run("easy", "job 1 at=0 run=100 --", "job 2 at=1 run=5 -- --dependency=" + dependency);
    assertThat(log.refused.get(new JobId(2))).contains(dependency).contains(why);
    assertThat(log.start(2)).isNull();
  }

  @Test
  void shouldRunOfAnArrayAsManyAsMayAtOneTime() {
    ShapeLog log = run("fcfs", "job 1 at=0 run=10 -- --array=1-5%2");
    assertThat(log.starts.values())
        .extracting(ShapeLog.Started::at)
        .containsExactly(0L, 0L, 10_000L, 10_000L, 20_000L);
    assertThat(Objects.requireNonNull(log.closed.get(new JobId(1))).at()).isEqualTo(30_000);
  }

  /** Element by element; what fails keeps its counterpart alone. */
  @Test
  void shouldLetElementsWaitForTheirCounterparts() {
    ShapeLog log =
        run(
            "easy",
            "job 1 at=0 run=10 failing=2 -- --array=1-3%1",
            "job 5 at=1 run=1 -- --array=1-3 --dependency=aftercorr:1");
    assertThat(log.start(6)).isEqualTo(10_000);
    assertThat(log.start(7)).isNull();
    assertThat(log.start(8)).isEqualTo(30_000);
    assertThat(log.stays.get(new JobId(5))).startsWith("DependencyNeverSatisfied");
  }

  /** Both components at once, though one could have started before. */
  @Test
  void shouldStartAPackWhenAllOfItCan() {
    List<String> lines =
        List.of(
            "partition a nodes=2 cpus=2",
            "partition b nodes=1 cpus=2 gpus=1",
            "job 1 at=0 run=60 -- -p b --gpus=1 --time=1",
            "job 2 at=1 run=10 -- -p a --nodes=2 --exclusive : -p b --gpus=1",
            "job 3 at=2 run=30 -- -p a --nodes=1 --exclusive --time=0:30",
            "job 4 at=2 run=30 -- -p a --nodes=1 --exclusive --time=2");
    ShapeLog log = ShapeLog.of(JobListReader.parse("pack", lines), "easy");
    assertThat(log.start(2)).isEqualTo(60_000);
    assertThat(Objects.requireNonNull(log.starts.get(new JobId(2))).held()).hasSize(2);
    assertThat(log.start(3)).as("over by the time of the pack").isEqualTo(2_000);
    assertThat(log.start(4)).as("might delay the pack").isEqualTo(70_000);
  }

  @Test
  void shouldEndWhatRunsLongerThanItsLimit() {
    ShapeLog log = run("easy", "job 1 at=0 run=100 exit=3 -- --time=1");
    ShapeLog.Ended end = Objects.requireNonNull(log.ends.get(new JobId(1)));
    assertThat(end.status()).isEqualTo(JobStatus.TIMEOUT);
    assertThat(end.at()).isEqualTo(60_000);
  }

  /** A job of two nodes alone on two, then shrunk for another one, then grown again. */
  @Test
  void shouldResizeWhatCanBeResized() {
    ShapeLog log =
        run(
            "equipartition",
            "job 1 at=0 run=1000 serial=0 -- --nodes=2 --min-nodes=1 --max-nodes=2",
            "job 2 at=100 run=100 serial=0 -- --nodes=1 --min-nodes=1 --max-nodes=2");
    assertThat(log.facts.stream().filter(ShapeLog.Resized.class::isInstance)).hasSizeGreaterThan(1);
    assertThat(log.start(2)).isLessThan(110_000);
    assertThat(Objects.requireNonNull(log.ends.get(new JobId(1))).at())
        .as("it had half of its nodes for a while")
        .isBetween(1_040_000L, 1_200_000L);
  }
}
