package io.pliant.core.energy;

import io.pliant.core.id.AttemptId;
import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.StepId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/** Steps of the jobs of a {@link MeteredCluster}, as its agents know them: they come and go. */
final class MeteredSteps {
  final Map<NodeName, List<StepRun>> runs = new HashMap<>();
  private final TreeMap<JobId, Integer> next = new TreeMap<>();
  private final Random random;
  private final boolean always;

  /**
   * @param always true when each job runs a batch script on all of its nodes all the time
   */
  MeteredSteps(long seed, boolean always) {
    this.random = new Random(seed);
    this.always = always;
  }

  /** A job has come to a node. */
  void held(JobId job, NodeName node, long now) {
    if (always) {
      add(node, new StepRun(StepId.batch(job, 1), 1, now, null));
    }
  }

  /** Some step of the job starts on the node, joins another node's, or ends. */
  void happens(JobId job, NodeName node, long now) {
    int count = next.getOrDefault(job, 0);
    StepId step = new StepId(job, 1, count > 0 && random.nextBoolean() ? count - 1 : count);
    List<StepRun> here = runs.computeIfAbsent(node, _ -> new ArrayList<>());
    if (random.nextBoolean() && here.stream().noneMatch(run -> run.step().equals(step))) {
      next.merge(job, step.step() + 1, Math::max);
      add(node, new StepRun(step, 1 + random.nextInt(8), now, null));
    } else {
      here.replaceAll(run ->
          run.step().job().equals(job)
                  && run.to() == null
                  && !run.step().isBatch()
                  && random.nextBoolean()
              ? run.until(now)
              : run);
    }
  }

  /** A job has left a node. */
  void left(JobId job, NodeName node, long now) {
    runs.getOrDefault(node, List.of())
        .replaceAll(run -> run.step().job().equals(job) && run.to() == null ? run.until(now) : run);
  }

  private void add(NodeName node, StepRun run) {
    runs.computeIfAbsent(node, _ -> new ArrayList<>()).add(run);
  }

  List<StepRun> during(NodeName node, List<EnergySpan> spans) {
    return runs.getOrDefault(node, List.of()).stream()
        .filter(run -> run.overlaps(spans.getFirst().from(), spans.getLast().to()))
        .toList();
  }

  /** What a step should have had of a span: its part of what its job had, at each time. */
  double share(MeteredCluster cluster, EnergySpan span, StepId step) {
    List<StepRun> mine =
        runs.getOrDefault(span.node(), List.of()).stream()
            .filter(run -> run.isOf(new AttemptId(step.job(), 1)))
            .toList();
    List<Long> edges = new ArrayList<>(List.of(span.from(), span.to()));
    mine.forEach(run -> edges.addAll(List.of(run.from(), run.end())));
    edges.removeIf(edge -> edge < span.from() || edge > span.to());
    edges.sort(null);
    double sum = 0;
    for (int i = 1; i < edges.size(); i++) {
      long at = edges.get(i - 1);
      List<StepRun> running =
          mine.stream().filter(run -> run.from() <= at && at < run.end()).toList();
      List<StepRun> own =
          running.stream().anyMatch(run -> !run.step().isBatch())
              ? running.stream().filter(run -> !run.step().isBatch()).toList()
              : running;
      int all = own.stream().mapToInt(StepRun::tasks).sum();
      for (StepRun run : own) {
        if (run.step().equals(step)) {
          sum += cluster.share(span, step.job(), at, edges.get(i)) * run.tasks() / all;
        }
      }
    }
    return sum;
  }
}
