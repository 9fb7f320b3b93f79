package io.pliant.sim.elastic;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a schedule is worth; times in seconds.
 *
 * @param policy its name
 * @param jobs number of jobs
 * @param makespan last end - first submit
 * @param utilization node-seconds held by jobs / (nodes x makespan)
 * @param waits start - submit
 * @param responses end - submit
 * @param slowdowns max(1, response / max(10 s, end - start))
 * @param resizes number of adaptations
 */
public record Outcome(
    String policy,
    int jobs,
    double makespan,
    double utilization,
    Spread waits,
    Spread responses,
    Spread slowdowns,
    long resizes) {
  /** Mean, median and 95th percentile. */
  public record Spread(double mean, double median, double p95) {
    static Spread of(double[] values) {
      double[] sorted = values.clone();
      Arrays.sort(sorted);
      int n = sorted.length;
      return n == 0
          ? new Spread(0, 0, 0)
          : new Spread(
              Arrays.stream(sorted).sum() / n,
              sorted[(n - 1) / 2],
              sorted[(int) Math.ceil(0.95 * n) - 1]);
    }
  }

  /** Measures all jobs of a schedule. */
  public static Outcome of(Workload workload, Schedule schedule) {
    List<Integer> all = new ArrayList<>();
    for (int job = 0; job < workload.jobs().size(); job++) {
      all.add(job);
    }
    return of(workload, schedule, all);
  }

  /** Measures the jobs of each kind, by name of the kind. */
  public static SortedMap<String, Outcome> byKind(Workload workload, Schedule schedule) {
    SortedMap<String, List<Integer>> kinds = new TreeMap<>();
    for (int job = 0; job < workload.jobs().size(); job++) {
      kinds.computeIfAbsent(workload.jobs().get(job).kind(), _ -> new ArrayList<>()).add(job);
    }
    SortedMap<String, Outcome> outcomes = new TreeMap<>();
    kinds.forEach((kind, jobs) -> outcomes.put(kind, of(workload, schedule, jobs)));
    return outcomes;
  }

  /** Measures some jobs; makespan, utilization and resizes are those of the whole schedule. */
  public static Outcome of(Workload workload, Schedule schedule, List<Integer> some) {
    double[] waits = new double[some.size()];
    double[] responses = new double[some.size()];
    double[] slowdowns = new double[some.size()];
    for (int i = 0; i < some.size(); i++) {
      int job = some.get(i);
      long submit = workload.jobs().get(job).shape().submit();
      waits[i] = (schedule.starts()[job] - submit) / 1e3;
      responses[i] = (schedule.ends()[job] - submit) / 1e3;
      double run = (schedule.ends()[job] - schedule.starts()[job]) / 1e3;
      slowdowns[i] = Math.max(1, responses[i] / Math.max(10, run));
    }
    long first = workload.jobs().getFirst().shape().submit();
    long last = Arrays.stream(schedule.ends()).max().orElse(first);
    double makespan = (last - first) / 1e3;
    return new Outcome(
        schedule.policy(),
        some.size(),
        makespan,
        held(schedule, workload.jobs().size()) / (makespan * workload.nodes()),
        Spread.of(waits),
        Spread.of(responses),
        Spread.of(slowdowns),
        resizes(schedule, workload.jobs().size()));
  }

  private static double held(Schedule schedule, int jobs) {
    long[] since = new long[jobs];
    int[] nodes = new int[jobs];
    double held = 0;
    for (Schedule.Change change : schedule.changes()) {
      int job = change.job();
      held += (double) nodes[job] * (change.time() - since[job]);
      since[job] = change.time();
      nodes[job] = change.nodes();
    }
    return held / 1e3;
  }

  private static long resizes(Schedule schedule, int jobs) {
    return schedule.changes().size() - 2L * jobs;
  }
}
