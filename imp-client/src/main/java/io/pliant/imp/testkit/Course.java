package io.pliant.imp.testkit;

import io.pliant.imp.AdaptationKind;
import io.pliant.imp.Answer;
import io.pliant.imp.testkit.Dialogue.Stage;
import io.pliant.imp.testkit.Report.Result;
import io.pliant.imp.wire.WireMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The course of a job and its adaptations, one at a time: offered, preparing, armed, adapting,
 * over. Guarded by the desk's lock.
 */
final class Course {
  private final FakeJob job;
  private final Desk desk;
  private final Consumer<Seat> seatTaker;
  private final List<Report> history = new ArrayList<>();
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "fake-deadlines");
        thread.setDaemon(true);
        return thread;
      });
  private List<Seat> first = List.of();
  private List<Seat> world = List.of();
  private @Nullable Dialogue current;
  private @Nullable ScheduledFuture<?> deadline;
  private int adaptations;
  private int nodesMade;
  private int tasksMade;
  private int startsToFail;
  private boolean stopped;

  Course(FakeJob job, Desk desk, Consumer<Seat> seatTaker) {
    this.job = job;
    this.desk = desk;
    this.seatTaker = seatTaker;
  }

  void startJob() {
    first = newSeats(job.nodes(), false);
    world = first;
    first.forEach(seatTaker);
  }

  List<Seat> first() {
    return first;
  }

  List<Seat> world() {
    return world;
  }

  List<Report> history() {
    return history;
  }

  List<String> nodes() {
    return world.stream().map(s -> s.node).distinct().toList();
  }

  void failStarts(int nodes) {
    startsToFail = nodes;
  }

  private List<Seat> newSeats(int nodes, boolean joining) {
    List<Seat> fresh = new ArrayList<>();
    for (int i = 0; i < nodes; i++) {
      String node = "n" + ++nodesMade;
      for (int j = 0; j < job.tasksPerNode(); j++) {
        fresh.add(new Seat("t" + ++tasksMade, node, joining));
      }
    }
    return fresh;
  }

  // ---- beginnings

  CompletableFuture<Report> offer(AdaptationKind kind, int nodes, boolean mandatory) {
    needRoom(kind, nodes);
    Dialogue dialogue = begin(kind, nodes, mandatory, List.of());
    world.get(0).tell(dialogue.offer(nodes().size(), job.deadline()));
    return dialogue.report;
  }

  private void needRoom(AdaptationKind kind, int nodes) {
    String why = whyNot(kind, nodes);
    if (why != null) {
      throw new IllegalArgumentException("Expected a change that is possible, but " + why + ".");
    }
    if (current != null) {
      throw new IllegalStateException(
          "Expected no adaptation on its way, but " + current.id + " is " + current.stage + ".");
    }
  }

  private @Nullable String whyNot(AdaptationKind kind, int nodes) {
    int size = nodes().size();
    if (nodes < 1) {
      return "at least one node must come or go, not " + nodes;
    }
    if (kind == AdaptationKind.EXPAND && size + nodes > job.maxNodes()) {
      return "the job has " + size + " nodes and its maximum is " + job.maxNodes();
    }
    if (kind == AdaptationKind.SHRINK && size - nodes < job.minNodes()) {
      return "the job has " + size + " nodes and its minimum is " + job.minNodes();
    }
    return null;
  }

  private Dialogue begin(AdaptationKind kind, int nodes, boolean mandatory, List<String> names) {
    Dialogue dialogue = new Dialogue(++adaptations, kind, nodes, mandatory, names);
    dialogue.old = world;
    current = dialogue;
    deadline =
        timer.schedule(
            () -> desk.expire(dialogue), job.deadline().toMillis(), TimeUnit.MILLISECONDS);
    return dialogue;
  }

  /** A program's own request; the race rule when an offer is on its way. */
  void request(Seat seat, WireMessage message) {
    boolean grow = message.need("kind").equals("grow");
    AdaptationKind kind = grow ? AdaptationKind.EXPAND : AdaptationKind.SHRINK;
    int nodes = message.number("nodes");
    List<String> names = message.list("names");
    Dialogue other = current;
    if (other != null && other.stage == Stage.OFFERED && job.applicationWins()) {
      withdraw("the program's own request prevails");
    }
    String why = whyNot(kind, nodes);
    if (current != null) {
      why = "adaptation " + current.id + " is on its way";
    } else if (!nodes().containsAll(names) || names.contains(nodes().get(0))) {
      why = "the nodes must be the job's own without its first, which is " + nodes().get(0);
    }
    String id = message.need("request");
    if (why != null) {
      seat.tell(WireMessage.of("denied").with("request", id).with("reason", why));
      return;
    }
    Dialogue dialogue = begin(kind, nodes, false, names);
    seat.tell(WireMessage.of("granted").with("request", id).with("adaptation", dialogue.id));
    prepare(dialogue);
  }

  void answer(WireMessage message) {
    Dialogue dialogue = current;
    if (dialogue == null
        || dialogue.stage != Stage.OFFERED
        || dialogue.id != message.number("adaptation")) {
      return; // too late
    }
    Answer said = Dialogue.answer(message);
    Answer answer = said.verdict() == Answer.Verdict.DEFAULT ? job.onOffer() : said;
    switch (answer.verdict()) {
      case ACCEPT, DEFAULT -> prepare(dialogue);
      case PART -> {
        dialogue.agreed = Math.min(answer.nodes(), dialogue.wanted);
        prepare(dialogue);
      }
      case COUNTER -> {
        if (!dialogue.mandatory) {
          end(dialogue, Result.COUNTERED, "would take " + answer.nodes() + " nodes");
        }
      }
      case REFUSE -> {
        if (!dialogue.mandatory) {
          end(dialogue, Result.REFUSED, answer.reason());
        }
      }
    }
  }

  // ---- the way to the window

  private void prepare(Dialogue dialogue) {
    dialogue.stage = Stage.PREPARING;
    if (dialogue.kind == AdaptationKind.EXPAND) {
      List<Seat> fresh = newSeats(dialogue.agreed, true);
      dialogue.joining.addAll(fresh);
      List<String> names = dialogue.changed();
      List<String> failing = names.subList(0, Math.min(startsToFail, names.size()));
      startsToFail -= failing.size();
      fresh.stream().filter(s -> !failing.contains(s.node)).forEach(seatTaker);
      failing.forEach(node -> joinerFailed(dialogue, node, "its tasks did not start"));
      return;
    }
    List<String> nodes = nodes();
    List<String> names =
        dialogue.names.isEmpty()
            ? nodes.subList(nodes.size() - dialogue.agreed, nodes.size())
            : dialogue.names;
    world.stream().filter(s -> names.contains(s.node)).forEach(dialogue.leaving::add);
    arm(dialogue);
  }

  void ready(Seat seat) {
    seat.ready = true;
    Dialogue dialogue = current;
    if (dialogue != null && dialogue.stage == Stage.PREPARING) {
      armWhenReady(dialogue);
    }
  }

  private void armWhenReady(Dialogue dialogue) {
    if (dialogue.joining.stream().allMatch(s -> s.ready)) {
      arm(dialogue);
    }
  }

  private void arm(Dialogue dialogue) {
    dialogue.stage = Stage.ARMED;
    dialogue.union().forEach(s -> s.tell(dialogue.adapt()));
  }

  void enter(Seat seat, WireMessage message) {
    Dialogue dialogue = current(message);
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
      cancelDeadline();
      dialogue.union().forEach(s -> s.tell(dialogue.window()));
    }
  }

  void commit(Seat seat, WireMessage message) {
    Dialogue dialogue = current(message);
    if (dialogue == null) {
      repeat(seat);
      return;
    }
    dialogue.committed.add(seat);
    if (dialogue.committed.containsAll(dialogue.union())) {
      boolean part = dialogue.changed().size() < dialogue.wanted;
      end(dialogue, part ? Result.COMMITTED_IN_PART : Result.COMMITTED, "");
    }
  }

  void abort(Seat seat, WireMessage message) {
    Dialogue dialogue = current(message);
    if (dialogue == null) {
      repeat(seat);
      return;
    }
    end(dialogue, Result.ABORTED, "task " + seat.task + ": " + message.need("reason"));
  }

  private @Nullable Dialogue current(WireMessage message) {
    Dialogue dialogue = current;
    return dialogue == null || dialogue.id != message.number("adaptation") ? null : dialogue;
  }

  /** Says again what a task may not have heard. */
  void repeat(Seat seat) {
    if (seat.lastOutcome != null) {
      seat.tell(seat.lastOutcome);
    }
    Dialogue dialogue = current;
    if (dialogue != null && dialogue.stage == Stage.OFFERED && seat == world.get(0)) {
      seat.tell(dialogue.offer(nodes().size(), job.deadline()));
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

  // ---- endings

  boolean withdraw(String why) {
    Dialogue dialogue = current;
    if (dialogue == null
        || dialogue.stage == Stage.ADAPTING
        || dialogue.kind == AdaptationKind.LOSS) {
      return false;
    }
    end(dialogue, Result.WITHDRAWN, why);
    return true;
  }

  void expire(Dialogue dialogue) {
    if (dialogue == current && dialogue.stage != Stage.ADAPTING) {
      end(dialogue, Result.EXPIRED, "its deadline of " + job.deadline() + " came first");
    }
  }

  private void cancelDeadline() {
    if (deadline != null) {
      boolean unused = deadline.cancel(false);
      deadline = null;
    }
  }

  private void end(Dialogue dialogue, Result result, String reason) {
    boolean committed = result == Result.COMMITTED || result == Result.COMMITTED_IN_PART;
    cancelDeadline();
    List<Seat> told = dialogue.union();
    List<String> changed = committed ? dialogue.changed() : List.of();
    if (committed) {
      world = List.copyOf(dialogue.next());
      desk.forgetTimes();
    }
    dialogue.stage = Stage.OVER;
    current = null;
    WireMessage outcome = dialogue.outcome(result);
    for (Seat seat : told) {
      seat.lastOutcome = outcome;
      seat.tell(outcome);
    }
    Report report = new Report(dialogue.id, dialogue.kind, result, changed, nodes().size(), reason);
    history.add(report);
    dialogue.report.complete(report);
  }

  /** A node on which a joining task failed: the rest may do ("use what I can"), or not. */
  private void joinerFailed(Dialogue dialogue, String node, String why) {
    if (dialogue != current) {
      return;
    }
    List<Seat> others = dialogue.joining.stream().filter(s -> !s.node.equals(node)).toList();
    if (dialogue.stage != Stage.PREPARING || job.allOrNothing() || others.isEmpty()) {
      end(dialogue, Result.ABORTED, "node " + node + ": " + why);
      return;
    }
    List<Seat> failed = dialogue.joining.stream().filter(s -> s.node.equals(node)).toList();
    WireMessage stop = WireMessage.of("stop").with("reason", "node " + node + ": " + why);
    failed.forEach(s -> s.tell(stop));
    dialogue.joining.retainAll(others);
    armWhenReady(dialogue);
  }

  /** A task's thread is over, or was killed. */
  void ended(Seat seat, boolean badly) {
    if (stopped || seat.endSeen) {
      return;
    }
    seat.endSeen = true;
    Dialogue dialogue = current;
    boolean member = world.contains(seat);
    if (dialogue != null && dialogue.joining.contains(seat)) {
      joinerFailed(dialogue, seat.node, "task " + seat.task + " has ended");
    }
    if (!member) {
      return;
    }
    if (current != null && current.kind != AdaptationKind.LOSS) {
      end(
          current,
          badly && current.stage == Stage.ADAPTING ? Result.ABORTED : Result.WITHDRAWN,
          "task " + seat.task + " has ended");
    }
    if (badly) {
      lose(seat);
    }
  }

  /** A forced shrink to the survivors; one more loss joins a window that is not over. */
  private void lose(Seat seat) {
    if (current != null) {
      end(current, Result.ABORTED, "task " + seat.task + " was lost, too");
    }
    List<Seat> dead = world.stream().filter(s -> s.killed || s.failure != null).toList();
    dead.forEach(s -> s.endSeen = true);
    if (world.size() == dead.size()) {
      return;
    }
    Dialogue dialogue = begin(AdaptationKind.LOSS, 0, true, List.of());
    dialogue.lost.addAll(dead);
    WireMessage news =
        WireMessage.of("lost").with("task", seat.task).with("reason", "its process has ended");
    dialogue.union().forEach(s -> s.tell(news));
    arm(dialogue);
  }

  void stop() {
    stopped = true;
    timer.shutdownNow();
  }
}
