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
import org.jspecify.annotations.Nullable;

/**
 * The course of a job and its adaptations, one at a time: how they begin (offers, requests, the
 * race of both) and how they end. The way between is {@link Passage}. Guarded by the desk's lock.
 */
final class Course {
  private final FakeJob job;
  private final Desk desk;
  private final Roster roster;
  private final Passage passage;
  private final List<Report> history = new ArrayList<>();
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "fake-deadlines");
        thread.setDaemon(true);
        return thread;
      });
  private @Nullable Dialogue current;
  private @Nullable ScheduledFuture<?> deadline;
  private int adaptations;
  private boolean stopped;

  Course(FakeJob job, Desk desk, Roster roster) {
    this.job = job;
    this.desk = desk;
    this.roster = roster;
    this.passage = new Passage(this, roster, job);
  }

  /** The adaptation on its way, or null. */
  @Nullable Dialogue current() {
    return current;
  }

  /** How adaptations go through their windows. */
  Passage passage() {
    return passage;
  }

  List<Report> history() {
    return history;
  }

  // ---- beginnings

  CompletableFuture<Report> offer(AdaptationKind kind, int nodes, boolean mandatory) {
    needRoom(kind, nodes);
    Dialogue dialogue = begin(kind, nodes, mandatory, List.of());
    roster.world().get(0).tell(dialogue.offer(roster.nodes().size(), job.deadline()));
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
    int size = roster.nodes().size();
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
    dialogue.old = roster.world();
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
    } else if (!roster.nodes().containsAll(names) || names.contains(roster.nodes().get(0))) {
      why = "the nodes must be the job's own without its first, which is " + roster.nodes().get(0);
    }
    String id = message.need("request");
    if (why != null) {
      seat.tell(WireMessage.of("denied").with("request", id).with("reason", why));
      return;
    }
    Dialogue dialogue = begin(kind, nodes, false, names);
    seat.tell(WireMessage.of("granted").with("request", id).with("adaptation", dialogue.id));
    passage.prepare(dialogue);
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
      case ACCEPT, DEFAULT -> passage.prepare(dialogue);
      case PART -> {
        dialogue.agreed = Math.min(answer.nodes(), dialogue.wanted);
        passage.prepare(dialogue);
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

  void cancelDeadline() {
    if (deadline != null) {
      boolean unused = deadline.cancel(false);
      deadline = null;
    }
  }

  void end(Dialogue dialogue, Result result, String reason) {
    boolean committed = result == Result.COMMITTED || result == Result.COMMITTED_IN_PART;
    cancelDeadline();
    List<Seat> told = dialogue.union();
    List<String> changed = committed ? dialogue.changed() : List.of();
    if (committed) {
      roster.replaceWorld(dialogue.next());
      desk.forgetTimes();
    }
    dialogue.stage = Stage.OVER;
    current = null;
    WireMessage outcome = dialogue.outcome(result);
    for (Seat seat : told) {
      seat.lastOutcome = outcome;
      seat.tell(outcome);
    }
    Report report =
        new Report(dialogue.id, dialogue.kind, result, changed, roster.nodes().size(), reason);
    history.add(report);
    dialogue.report.complete(report);
  }

  /** A task's thread is over, or was killed. */
  void ended(Seat seat, boolean badly) {
    if (stopped || seat.endSeen) {
      return;
    }
    seat.endSeen = true;
    Dialogue dialogue = current;
    boolean member = roster.world().contains(seat);
    if (dialogue != null && dialogue.joining.contains(seat)) {
      passage.joinerFailed(dialogue, seat.node, "task " + seat.task + " has ended");
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
    List<Seat> dead = roster.world().stream().filter(s -> s.killed || s.failure != null).toList();
    dead.forEach(s -> s.endSeen = true);
    if (roster.world().size() == dead.size()) {
      return;
    }
    Dialogue dialogue = begin(AdaptationKind.LOSS, 0, true, List.of());
    dialogue.lost.addAll(dead);
    WireMessage news =
        WireMessage.of("lost").with("task", seat.task).with("reason", "its process has ended");
    dialogue.union().forEach(s -> s.tell(news));
    passage.arm(dialogue);
  }

  void stop() {
    stopped = true;
    timer.shutdownNow();
  }
}
