package io.pliant.cli.job;

import io.pliant.api.JobDetails;
import io.pliant.api.QueueEntry;
import io.pliant.api.StepDetails;
import io.pliant.cli.http.Controllers;
import io.pliant.cli.http.Request;
import io.pliant.cli.http.Target;
import io.pliant.core.format.Field;
import io.pliant.core.format.TimeText;
import io.pliant.core.hostlist.Hostlist;
import io.pliant.core.id.JobStatus;
import io.pliant.core.id.StepId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Running steps as {@code squeue --steps} lists them. */
final class StepLines {
  /** As Slurm's. */
  static final String USUAL = "%.15i %.8j %.9P %.8u %.9M %N";

  /** Each job is asked for its steps. */
  static final int MOST_JOBS = 200;

  private StepLines() {}

  /** A running step of a job. */
  record Line(QueueEntry job, StepDetails step) {
    String id() {
      return job.shownId()
          + "."
          + (step.step() == StepId.BATCH ? "batch" : Integer.toString(step.step()));
    }

    /** True when the job or the step is named, or nothing is. */
    boolean isOf(Set<String> named) {
      return named.isEmpty() || named.contains(id()) || named.contains(job.shownId());
    }
  }

  /** What a line can tell. */
  static List<Field<Line>> fields(Instant now) {
    return List.of(
        Field.of('i', "STEPID", Line::id, "stepid"),
        Field.of('j', "NAME", line -> line.step().name(), "stepname", "name"),
        Field.of('P', "PARTITION", line -> line.job().partition().value(), "partition"),
        Field.of('u', "USER", line -> line.job().user(), "username"),
        Field.of('M', "TIME", line -> time(line.step(), now), "timeused"),
        Field.of('S', "START_TIME", line -> Times.slurm(line.step().startedAt()), "starttime"),
        Field.of('A', "TASKS", line -> Integer.toString(line.step().tasks()), "numtasks"),
        Field.of('N', "NODELIST", line -> Hostlist.compress(line.step().nodes()), "nodes"));
  }

  private static String time(StepDetails step, Instant now) {
    Instant started = step.startedAt();
    return TimeText.compact(started == null ? Duration.ZERO : Duration.between(started, now));
  }

  /**
   * The running steps of these jobs, of the first {@link #MOST_JOBS} that run.
   *
   * @param named jobs and steps that are meant, or none for all
   */
  static List<Line> of(Controllers controllers, List<JobRow> jobs, Set<String> named) {
    List<Line> lines = new ArrayList<>();
    jobs.stream()
        .map(JobRow::queue)
        .filter(StepLines::runs)
        .filter(job -> named.isEmpty() || named.stream().anyMatch(name -> names(name, job)))
        .limit(MOST_JOBS)
        .forEach(job -> lines.addAll(of(controllers, job)));
    return lines.stream().filter(line -> line.isOf(named)).toList();
  }

  /** True of jobs that have steps. */
  static boolean runs(QueueEntry job) {
    return job.status() == JobStatus.RUNNING || job.status() == JobStatus.SUSPENDED;
  }

  private static boolean names(String name, QueueEntry job) {
    return name.equals(job.shownId()) || name.startsWith(job.shownId() + ".");
  }

  private static List<Line> of(Controllers controllers, QueueEntry job) {
    String target = Target.of("jobs", job.job().toString()).toString();
    JobDetails details = controllers.exact(Request.get(target), JobDetails.class);
    return details.steps().stream()
        .filter(step -> step.attempt() == details.attempt() && running(step))
        .map(step -> new Line(job, step))
        .toList();
  }

  private static boolean running(StepDetails step) {
    return Objects.equals(step.status(), JobStatus.RUNNING);
  }

  /** The words of a list, or none. */
  static Set<String> words(@Nullable String list) {
    return list == null || list.isBlank()
        ? Set.of()
        : Set.copyOf(List.of(list.replace(" ", "").split(",", -1)));
  }
}
