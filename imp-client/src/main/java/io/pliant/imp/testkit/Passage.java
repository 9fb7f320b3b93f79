package io.pliant.imp.testkit;

import io.pliant.imp.AdaptationKind;
import io.pliant.imp.testkit.Dialogue.Stage;
import io.pliant.imp.testkit.Report.Result;
import io.pliant.imp.wire.WireMessage;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The way of an agreed adaptation through its window: tasks are started, are ready, are told to
 * stop, enter, commit. Guarded by the desk's lock.
 */
final class Passage {
  private final Course course;
  private final Roster roster;
  private final boolean allOrNothing;
  private final Duration deadline;

  Passage(Course course, Roster roster, FakeJob job) {
    this.course = course;
    this.roster = roster;
    this.allOrNothing = job.allOrNothing();
    this.deadline = job.deadline();
  }

  void prepare(Dialogue dialogue) {
    dialogue.stage = Stage.PREPARING;
    if (dialogue.kind == AdaptationKind.EXPAND) {
      List<Seat> fresh = roster.joining(dialogue.agreed);
      dialogue.joining.addAll(fresh);
      roster.start(fresh).forEach(node -> joinerFailed(dialogue, node, "its tasks did not start"));
      return;
    }
    List<String> nodes = roster.nodes();
    List<String> names =
        dialogue.names.isEmpty()
            ? nodes.subList(nodes.size() - dialogue.agreed, nodes.size())
            : dialogue.names;
    roster.world().stream().filter(s -> names.contains(s.node)).forEach(dialogue.leaving::add);
    arm(dialogue);
  }

  void ready(Seat seat) {
    seat.ready = true;
    Dialogue dialogue = course.current();
    if (dialogue != null && dialogue.stage == Stage.PREPARING) {
      armWhenReady(dialogue);
    }
  }

  private void armWhenReady(Dialogue dialogue) {
    if (dialogue.joining.stream().allMatch(s -> s.ready)) {
      arm(dialogue);
    }
  }

  void arm(Dialogue dialogue) {
    dialogue.stage = Stage.ARMED;
    dialogue.union().forEach(s -> s.tell(dialogue.adapt()));
  }

  void enter(Seat seat, WireMessage message) {
    Dialogue dialogue = named(message);
    if (dialogue == null || dialogue.stage == Stage.ADAPTING) {
      repeat(seat);
      return;
    }
    dialogue.entered.add(seat);
    if (seat == dialogue.union().get(0)) {
      dialogue.phase = message.number("phase");
    }
    if (dialogue.entered.containsAll(dialogue.union())) {
      dialogue.stage = Stage.ADAPTING;
      course.cancelDeadline();
      dialogue.union().forEach(s -> s.tell(dialogue.window()));
    }
  }

  void commit(Seat seat, WireMessage message) {
    Dialogue dialogue = named(message);
    if (dialogue == null) {
      repeat(seat);
      return;
    }
    dialogue.committed.add(seat);
    if (dialogue.committed.containsAll(dialogue.union())) {
      boolean part = dialogue.changed().size() < dialogue.wanted;
      course.end(dialogue, part ? Result.COMMITTED_IN_PART : Result.COMMITTED, "");
    }
  }

  void abort(Seat seat, WireMessage message) {
    Dialogue dialogue = named(message);
    if (dialogue == null) {
      repeat(seat);
      return;
    }
    course.end(dialogue, Result.ABORTED, "task " + seat.task + ": " + message.need("reason"));
  }

  private @Nullable Dialogue named(WireMessage message) {
    Dialogue dialogue = course.current();
    return dialogue == null || dialogue.id != message.number("adaptation") ? null : dialogue;
  }

  /** Says again what a task may not have heard. */
  void repeat(Seat seat) {
    if (seat.lastOutcome != null) {
      seat.tell(seat.lastOutcome);
    }
    Dialogue dialogue = course.current();
    if (dialogue != null && dialogue.stage == Stage.OFFERED && seat == roster.world().get(0)) {
      seat.tell(dialogue.offer(roster.nodes().size(), deadline));
    }
    boolean armed =
        dialogue != null && (dialogue.stage == Stage.ARMED || dialogue.stage == Stage.ADAPTING);
    if (dialogue != null && armed && dialogue.union().contains(seat)) {
      seat.tell(dialogue.adapt());
      if (dialogue.stage == Stage.ADAPTING) {
        seat.tell(dialogue.window());
      }
    }
  }

  /** A node on which a joining task failed: the rest may do ("use what I can"), or not. */
  void joinerFailed(Dialogue dialogue, String node, String why) {
    if (dialogue != course.current()) {
      return;
    }
    List<Seat> others = dialogue.joining.stream().filter(s -> !s.node.equals(node)).toList();
    if (dialogue.stage != Stage.PREPARING || allOrNothing || others.isEmpty()) {
      course.end(dialogue, Result.ABORTED, "node " + node + ": " + why);
      return;
    }
    List<Seat> failed = dialogue.joining.stream().filter(s -> s.node.equals(node)).toList();
    WireMessage stop = WireMessage.of("stop").with("reason", "node " + node + ": " + why);
    failed.forEach(s -> s.tell(stop));
    dialogue.joining.retainAll(others);
    armWhenReady(dialogue);
  }
}
