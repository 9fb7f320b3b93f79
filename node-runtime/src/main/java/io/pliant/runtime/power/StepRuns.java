package io.pliant.runtime.power;

import io.pliant.core.energy.EnergySpan;
import io.pliant.core.energy.PowerReport;
import io.pliant.core.energy.StepRun;
import io.pliant.core.id.StepId;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Which steps had tasks on a node during the time that is not yet counted. An agent that comes
 * later has them from the steps' folders, so only what ended meanwhile and was confirmed is lost
 * with its process, as the spans of that time are. Not thread-safe.
 */
final class StepRuns {
  /** Ended steps that are kept. */
  static final int KEPT = 4_000;

  private final TreeMap<StepId, StepRun> open = new TreeMap<>();
  private final TreeMap<StepId, StepRun> ended = new TreeMap<>();
  private final Consumer<String> complaints;
  private boolean forgetting;

  StepRuns(Consumer<String> complaints) {
    this.complaints = complaints;
  }

  /** A step has had tasks on the node since a time; nothing happens when that is known. */
  void started(StepId step, int tasks, Instant at) {
    if (!ended.containsKey(step)) {
      open.putIfAbsent(step, new StepRun(step, Math.max(1, tasks), micros(at), null));
    }
  }

  /** None of its tasks is left; nothing happens when none was known to have started. */
  void ended(StepId step, Instant at) {
    StepRun run = open.remove(step);
    if (run == null) {
      return;
    }
    ended.put(step, run.until(micros(at)));
    if (ended.size() > KEPT) {
      ended.values().stream()
          .min(Comparator.comparingLong(StepRuns::end))
          .ifPresent(oldest -> ended.remove(oldest.step()));
      if (!forgetting) {
        complaints.accept(
            "energy of the last %d steps that ended is not counted; the oldest are forgotten"
                .formatted(KEPT));
      }
      forgetting = true;
    }
  }

  /** Energy until this time is durable, in microseconds since the epoch. */
  void counted(long until) {
    boolean some = ended.values().removeIf(run -> end(run) <= until);
    forgetting &= !some;
  }

  /** Steps that ran during these spans. */
  List<StepRun> during(List<EnergySpan> spans) {
    return spans.isEmpty()
        ? List.of()
        : Stream.concat(open.values().stream(), ended.values().stream())
            .filter(run -> run.overlaps(spans.getFirst().from(), spans.getLast().to()))
            .limit(PowerReport.MOST_RUNS + 1)
            .toList();
  }

  private static long end(StepRun run) {
    Long to = run.to();
    return to == null ? Long.MAX_VALUE : to;
  }

  private static long micros(Instant time) {
    return ChronoUnit.MICROS.between(Instant.EPOCH, time);
  }
}
