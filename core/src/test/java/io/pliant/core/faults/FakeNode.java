package io.pliant.core.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.id.AttemptId;
import io.pliant.core.id.ExitStatus;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.StepId;
import io.pliant.core.node.Health;
import io.pliant.core.resource.NodeCapacity;
import io.pliant.core.step.StepEnd;
import io.pliant.core.step.StepReport;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** The rules that a node agent keeps, in memory: what it has seen it never starts again. */
final class FakeNode {
  final NodeName name;
  final NodeCapacity capacity;
  private final TreeSet<StepId> seen = new TreeSet<>();
  private final TreeMap<StepId, Integer> running = new TreeMap<>();
  private final TreeMap<StepId, StepReport> unconfirmed = new TreeMap<>();
  private final TreeMap<StepId, Integer> starts = new TreeMap<>();
  private long highestTerm;

  /** Its disk is full: nothing can be started. */
  boolean broken;

  FakeNode(NodeName name, NodeCapacity capacity) {
    this.name = name;
    this.capacity = capacity;
  }

  /** Starts a step that is new and has room; {@code cpus} is what its slice allows. */
  void launch(StepId step, long term, int cpus, Instant now) {
    if (term < highestTerm || seen.contains(step) || !roomFor(step, cpus)) {
      return;
    }
    seen.add(step);
    highestTerm = term;
    if (broken) {
      unconfirmed.put(
          step, new StepReport.Ended(step, name, now, List.of(), StepEnd.NODE_FAULT, "disk full"));
      return;
    }
    starts.merge(step, 1, Integer::sum);
    running.put(step, cpus);
    unconfirmed.put(step, new StepReport.Started(step, name, now));
    assertThat(cpusInUse()).isLessThanOrEqualTo(capacity.cpus());
  }

  Health health() {
    return new Health(broken ? "disk full" : null);
  }

  /** A stale order may meet a node that others use by now; the node itself says no. */
  private boolean roomFor(StepId step, int cpus) {
    boolean known = runningAttempts().contains(step.attemptId());
    return known || cpusInUse() + cpus <= capacity.cpus();
  }

  void terminate(StepId step, Instant now) {
    if (running.remove(step) != null) {
      unconfirmed.put(step, ended(step, now, new ExitStatus(0, 15), StepEnd.TERMINATED));
    } else if (seen.add(step)) {
      unconfirmed.put(
          step, new StepReport.Ended(step, name, now, List.of(), StepEnd.LOST, "never started"));
    }
  }

  void finishOne(int pick, int exitCode, Instant now) {
    if (!running.isEmpty()) {
      StepId step = new ArrayList<>(running.keySet()).get(Math.floorMod(pick, running.size()));
      running.remove(step);
      unconfirmed.put(step, ended(step, now, new ExitStatus(exitCode, 0), StepEnd.EXITED));
    }
  }

  /** The host restarts: tasks are gone, what was durable is not. */
  void reboot(Instant now) {
    for (StepId step : List.copyOf(running.keySet())) {
      running.remove(step);
      unconfirmed.put(
          step, new StepReport.Ended(step, name, now, List.of(), StepEnd.LOST, "host restarted"));
    }
  }

  void confirm(StepId step, boolean ended) {
    StepReport report = unconfirmed.get(step);
    if (report != null && ended == report instanceof StepReport.Ended) {
      unconfirmed.remove(step);
    }
  }

  List<StepReport> reports() {
    return List.copyOf(unconfirmed.values());
  }

  List<AttemptId> runningAttempts() {
    return running.keySet().stream().map(step -> step.attemptId()).distinct().toList();
  }

  boolean quiet() {
    return running.isEmpty() && unconfirmed.isEmpty();
  }

  Map<StepId, Integer> starts() {
    return starts;
  }

  private int cpusInUse() {
    Map<AttemptId, Integer> byAttempt = new HashMap<>();
    running.forEach((step, cpus) -> byAttempt.merge(step.attemptId(), cpus, Math::max));
    return byAttempt.values().stream().mapToInt(Integer::intValue).sum();
  }

  private StepReport ended(StepId step, Instant now, ExitStatus exit, StepEnd end) {
    return new StepReport.Ended(step, name, now, List.of(exit), end, "");
  }
}
