package io.pliant.sim.shape;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pliant.core.array.ArrayElement;
import io.pliant.core.id.JobId;
import io.pliant.core.id.JobStatus;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.resource.Allocation;
import io.pliant.core.resource.Slice;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** The laws find what is wrong: each of these logs breaks one of them. */
class PlantedShapeViolationsTest {
  private static final PartitionName MAIN = new PartitionName("main");

  private static void broken(String law, List<String> jobs, Consumer<ShapeLog> happens) {
    List<String> lines = new ArrayList<>(List.of("partition main nodes=2 cpus=2"));
    lines.addAll(jobs);
    JobList list = JobListReader.parse("planted", lines);
    ShapeLog log = new ShapeLog();
    happens.accept(log);
    assertThatThrownBy(() -> new ShapeLaws(list, false, log).hold())
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining(law);
  }

  private static void start(ShapeLog log, ShapeObserver.Runner job, int cpus, long at) {
    Slice slice = new Slice(new NodeName("main-1"), cpus, 0, 1);
    log.started(job, Map.of(MAIN, new Allocation(List.of(slice))), at);
  }

  private static ShapeObserver.Runner job(long number) {
    return new ShapeObserver.Runner(new JobId(number), null);
  }

  private static ShapeObserver.Runner element(long array, int place) {
    ArrayElement element = new ArrayElement(new JobId(array), place, 3, 0, 2, 1);
    return new ShapeObserver.Runner(new JobId(array + 1 + place), element);
  }

  @Test
  void shouldFindANodeThatIsGivenTwice() {
    broken(
        "main-1 at 5",
        List.of("job 1 at=0 run=9 --", "job 2 at=0 run=9 --"),
        log -> {
          start(log, job(1), 1, 0);
          start(log, job(2), 2, 5);
        });
  }

  @Test
  void shouldFindMoreElementsThanTheLimit() {
    broken(
        "1",
        List.of("job 1 at=0 run=9 -- --array=0-2%1"),
        log -> {
          start(log, element(1, 0), 1, 0);
          start(log, element(1, 1), 1, 5);
        });
  }

  @Test
  void shouldFindAStartBeforeItsDependency() {
    List<String> jobs =
        List.of("job 1 at=0 run=9 --", "job 2 at=0 run=9 -- --dependency=afterok:1");
    broken(
        "afterok:1 at 5",
        jobs,
        log -> {
          start(log, job(1), 1, 0);
          start(log, job(2), 1, 5);
          log.ended(job(1), JobStatus.COMPLETED, 9);
        });
    broken(
        "afterok:1 at 9",
        jobs,
        log -> {
          start(log, job(1), 1, 0);
          log.ended(job(1), JobStatus.FAILED, 9);
          start(log, job(2), 1, 9);
        });
  }

  @Test
  void shouldFindAPackOfWhichAPartStarts() {
    broken("pack 1", List.of("job 1 at=0 run=9 -- -n 1 : -n 1"), log -> start(log, job(1), 1, 0));
  }

  @Test
  void shouldFindAJobThatIsForgotten() {
    broken("job 1 is over or stays", List.of("job 1 at=0 run=9 --"), _ -> {});
    broken(
        "Resources",
        List.of("job 1 at=0 run=9 --"),
        log -> log.stays(new JobId(1), 1, "Resources: it waits"));
  }
}
