package io.pliant.core.energy;

import io.pliant.core.id.AttemptId;
import io.pliant.core.id.StepId;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What was counted of the steps on one node since its account was made durable. What an attempt had
 * of the node goes to its steps that ran there at the time, by their tasks; the batch script has it
 * only while no other step runs there, and what is drawn while no step does is no step's.
 */
final class StepTally {
  private final PeakMeters peaks;
  private final TreeMap<StepId, StepShare> shares = new TreeMap<>();
  private List<StepRun> runs = List.of();

  StepTally(PeakMeters peaks) {
    this.peaks = peaks;
  }

  /** What ran during the times that are split next. */
  void ran(List<StepRun> those) {
    runs = those;
  }

  /** Splits what an attempt had of the node in a time, to the microjoule. */
  void split(AttemptId tenant, EnergySpan had, String method) {
    List<StepRun> mine =
        runs.stream()
            .filter(run -> run.isOf(tenant) && run.overlaps(had.from(), had.to()))
            .toList();
    TreeSet<Long> edges = new TreeSet<>();
    for (StepRun run : mine) {
      edges.add(Math.max(had.from(), run.from()));
      edges.add(Math.min(had.to(), run.end()));
    }
    for (Long begin = edges.isEmpty() ? null : edges.first(); begin != null; ) {
      Long end = edges.higher(begin);
      if (end != null) {
        split(mine, had, begin, end, method);
      }
      begin = end;
    }
  }

  /** Splits a time during which no step comes or goes. */
  private void split(List<StepRun> mine, EnergySpan had, long begin, long end, String method) {
    List<StepRun> running =
        mine.stream().filter(run -> run.from() <= begin && run.end() >= end).toList();
    boolean batchHas = running.stream().allMatch(run -> run.step().isBatch());
    long weights = running.stream().mapToLong(run -> weight(run, batchHas)).sum();
    long energy = had.until(end) - had.until(begin);
    long before = 0;
    long given = 0;
    for (StepRun run : running) {
      int weight = weight(run, batchHas);
      before += weight;
      long upTo = energy / weights * before + energy % weights * before / weights;
      Energy share = new Energy(upTo - given, end - begin, 0, 0, had.estimated());
      shares.merge(run.step(), new StepShare(run.step(), List.of(method), share), StepShare::plus);
      peaks.add(run.step(), begin, end, had.watts() * weight / weights);
      given = upTo;
    }
  }

  private static int weight(StepRun run, boolean batchHas) {
    return batchHas || !run.step().isBatch() ? run.tasks() : 0;
  }

  /** How many steps had something. */
  int size() {
    return shares.size();
  }

  /** All of it; then it begins anew. */
  void drain(SortedMap<StepId, StepShare> into) {
    shares.forEach((step, share) -> into.merge(step, share, StepShare::plus));
    shares.clear();
  }
}
