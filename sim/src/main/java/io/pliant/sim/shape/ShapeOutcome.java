package io.pliant.sim.shape;

import io.pliant.core.array.ArrayElement;
import io.pliant.core.id.JobId;
import io.pliant.core.id.JobStatus;
import io.pliant.core.id.PartitionName;
import io.pliant.core.resource.Allocation;
import io.pliant.core.resource.Slice;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What a simulation of a job list came to. Elements of arrays count as jobs. Wait = start - submit;
 * utilization = processor-seconds held / (processors x time from the first submission to the last
 * end).
 */
public final class ShapeOutcome implements ShapeObserver {
  /** Shapes of jobs. */
  public enum Shape {
    SINGLE,
    ELEMENT,
    PACK,
    MALLEABLE,
    ALL;

    /** As reports name it. */
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** The first line of the lines that are told of each job. */
  public static final String HEADER = "job,index,shape,submit,start,end,state,cpus";

  private final String policy;
  private final int processors;
  private final Map<JobId, ListedJob> listed = new HashMap<>();
  private final Map<JobId, Running> running = new HashMap<>();
  private final Map<Shape, Waits> waits = new EnumMap<>(Shape.class);
  private final TreeMap<JobStatus, Integer> ends = new TreeMap<>();
  private final List<String> problems = new ArrayList<>();
  private final @Nullable Consumer<String> lines;
  private final long first;
  private long last;
  private double used;
  private int refusals;
  private int stay;
  private int resizes;

  private static final class Running {
    private final long start;
    private Shape shape;
    private int cpus;
    private long since;

    Running(Shape shape, int cpus, long now) {
      this.shape = shape;
      this.start = now;
      this.cpus = cpus;
      this.since = now;
    }
  }

  private static final class Waits {
    private long[] millis = new long[16];
    private int count;

    void add(long wait) {
      if (count == millis.length) {
        millis = Arrays.copyOf(millis, 2 * count);
      }
      millis[count++] = wait;
    }
  }

  /**
   * What waits came to, in seconds.
   *
   * @param jobs how many have started
   */
  public record Row(Shape shape, int jobs, double mean, double median, double p95) {}

  /**
   * An observer of one simulation.
   *
   * @param lines who gets a line for each job that is over, as of {@link #HEADER}; or null
   */
  public ShapeOutcome(JobList list, String policy, @Nullable Consumer<String> lines) {
    this.policy = policy;
    this.lines = lines;
    this.processors = list.partitions().stream().mapToInt(p -> p.nodes() * p.cpus()).sum();
    list.jobs().forEach(job -> listed.put(job.job(), job));
    this.first = list.jobs().getFirst().at();
    this.last = first;
  }

  @Override
  public void started(Runner runner, Map<PartitionName, Allocation> held, long now) {
    int cpus = held.values().stream().mapToInt(Allocation::cpus).sum();
    ListedJob job = job(runner);
    Shape shape =
        runner.element() != null
            ? Shape.ELEMENT
            : job.options().contains(":") ? Shape.PACK : Shape.SINGLE;
    if (job.options().stream().anyMatch(word -> word.matches("--(min|max)-nodes.*"))) {
      shape = Shape.MALLEABLE;
    }
    running.put(runner.job(), new Running(shape, cpus, now));
    waits.computeIfAbsent(shape, _ -> new Waits()).add(now - job.at());
    waits.computeIfAbsent(Shape.ALL, _ -> new Waits()).add(now - job.at());
  }

  @Override
  public void resized(Runner runner, PartitionName partition, List<Slice> held, long now) {
    Running job = Objects.requireNonNull(running.get(runner.job()));
    count(job, now);
    job.cpus = held.stream().mapToInt(Slice::cpus).sum();
    resizes++;
  }

  @Override
  public void ended(Runner runner, JobStatus status, long now) {
    Running job = Objects.requireNonNull(running.remove(runner.job()));
    count(job, now);
    last = Math.max(last, now);
    ends.merge(status, 1, Integer::sum);
    if (lines != null) {
      ArrayElement element = runner.element();
      lines.accept(
          String.format(
              Locale.ROOT,
              "%s,%s,%s,%.3f,%.3f,%.3f,%s,%d",
              element == null ? runner.job() : element.array(),
              element == null ? "" : element.index(),
              job.shape.label(),
              job(runner).at() / 1e3,
              job.start / 1e3,
              now / 1e3,
              status,
              job.cpus));
    }
  }

  private void count(Running job, long now) {
    used += (double) job.cpus * (now - job.since);
    job.since = now;
  }

  private ListedJob job(Runner runner) {
    ArrayElement element = runner.element();
    return Objects.requireNonNull(listed.get(element == null ? runner.job() : element.array()));
  }

  @Override
  public void closed(JobId job, JobStatus status, long now) {
    if (status == JobStatus.CANCELLED) {
      problems.add("job %s was cancelled at %.3f".formatted(job, now / 1e3));
    }
  }

  @Override
  public void refused(JobId job, String why, long now) {
    refusals++;
    problems.add("job %s was refused: %s".formatted(job, why));
  }

  @Override
  public void stays(JobId job, int elements, String why) {
    stay += elements;
    problems.add(
        "job %s%s never starts: %s"
            .formatted(job, elements == 1 ? "" : " (" + elements + " elements)", why));
  }

  /** Name of the policy. */
  public String policy() {
    return policy;
  }

  /** Waits by shape, those of all jobs last. */
  public List<Row> rows() {
    List<Row> rows = new ArrayList<>();
    waits.forEach((shape, all) -> rows.add(row(shape, all)));
    return rows;
  }

  private static Row row(Shape shape, Waits all) {
    long[] sorted = Arrays.copyOf(all.millis, all.count);
    Arrays.sort(sorted);
    int n = sorted.length;
    return new Row(
        shape,
        n,
        Arrays.stream(sorted).sum() / 1e3 / n,
        sorted[(n - 1) / 2] / 1e3,
        sorted[(int) Math.ceil(0.95 * n) - 1] / 1e3);
  }

  /** How many jobs and elements ended how. */
  public Map<JobStatus, Integer> ends() {
    return ends;
  }

  /** Seconds from the first submission to the last end. */
  public double makespan() {
    return (last - first) / 1e3;
  }

  /** From 0 to 1. */
  public double utilization() {
    return last == first ? 0 : used / ((double) processors * (last - first));
  }

  /** Submissions that were refused. */
  public int refusals() {
    return refusals;
  }

  /** Jobs and elements that never start. */
  public int stay() {
    return stay;
  }

  /** Resizes that were begun, but for those that an end of the job cut short. */
  public int resizes() {
    return resizes / 2;
  }

  /** What did not start, and why; a sentence each. */
  public List<String> problems() {
    return problems;
  }
}
