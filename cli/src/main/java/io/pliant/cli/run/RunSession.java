package io.pliant.cli.run;

import io.pliant.cli.http.ApiRefusal;
import io.pliant.cli.http.Controllers;
import io.pliant.cli.http.Request;
import io.pliant.cli.http.Target;
import io.pliant.cli.invocation.CommandFailure;
import io.pliant.core.id.JobStatus;
import io.pliant.core.option.Attendance;
import java.util.ArrayList;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Stays with a step until it is over; its result is the exit code of {@code pliant run}. */
final class RunSession {
  private static final long LOOK_MILLIS = 1_000;
  private static final int LONG_POLL_SECONDS = 20;
  private static final int SERVERS_FAULT = 500;
  private static final int MISREAD = 400;
  private static final int MOST_MISREAD = 5;

  /** How long the word that a program went on without a task may take. */
  private static final long EXCUSE_NANOS = TimeUnit.SECONDS.toNanos(5);

  private final Controllers controllers;
  private final RunTarget target;
  private final RunMessages messages;
  private boolean toldWaiting;
  private boolean toldAway;
  private boolean understood;
  private int misread;
  private @Nullable StepStanding standing;
  private @Nullable Long endedAt;

  RunSession(Controllers controllers, RunTarget target, RunMessages messages) {
    this.controllers = controllers;
    this.target = target;
    this.messages = messages;
  }

  /** Waits for a step whose streams come here. */
  int attend(StepListener listener, Attendance attendance) throws InterruptedException {
    EarlyEnd early = new EarlyEnd(attendance, listener, messages);
    Deadline patience = Deadline.in(attendance.patience());
    long nextLook = System.nanoTime() + LOOK_MILLIS * 1_000_000;
    while (true) {
      boolean due = System.nanoTime() >= nextLook;
      if (due || (!known() && listener.connected() > 0)) {
        look(listener);
        nextLook = System.nanoTime() + LOOK_MILLIS * 1_000_000;
      }
      Integer result = result(listener);
      if (result != null) {
        return result;
      }
      early.look(standing == null ? 0 : standing.tasks());
      giveUp(patience);
      listener.awaitChange(Math.max(1, (nextLook - System.nanoTime()) / 1_000_000));
    }
  }

  /** Waits for a step whose streams go to files. */
  int await(Attendance attendance) throws InterruptedException {
    Deadline patience = Deadline.in(attendance.patience());
    StepStanding now = ask(0);
    while (now == null || !now.status().terminal()) {
      standing = now;
      giveUp(patience);
      boolean mayWait = now != null && (now.nodes() > 0 || !patience.isSet());
      if (!mayWait) {
        TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
      }
      now = ask(mayWait ? LONG_POLL_SECONDS : 0);
    }
    return byRecord(now);
  }

  /** Waits until the job has its nodes; false when it is over before. */
  boolean awaitNodes(Attendance attendance) throws InterruptedException {
    Deadline patience = Deadline.in(attendance.patience());
    StepStanding now = ask(0);
    while (now == null || now.status() == JobStatus.PENDING) {
      giveUp(patience);
      TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS / 2);
      now = ask(0);
    }
    return !now.status().terminal();
  }

  /** With {@code --immediate}: a job that has no nodes by then is cancelled. */
  private void giveUp(Deadline patience) {
    if (patience.isPast() && !known()) {
      cancel();
      throw CommandFailure.operational(
          "Unable to allocate resources: there are no free nodes so soon (--immediate).");
    }
  }

  /**
   * How it stands, or null while no controller can say: tasks live on without controllers, so the
   * wait for them does too. A controller that does not understand what was understood before is
   * asked again, some times.
   */
  private @Nullable StepStanding ask(int waitSeconds) {
    try {
      StepStanding now = target.standing(controllers, waitSeconds);
      toldAway = false;
      misread = 0;
      understood = true;
      return now;
    } catch (ApiRefusal e) {
      boolean misreads = e.status() == MISREAD && understood && ++misread <= MOST_MISREAD;
      if (e.status() < SERVERS_FAULT && !misreads) {
        throw e;
      }
      tellAway(e);
    } catch (CommandFailure e) {
      tellAway(e);
    }
    return null;
  }

  private void tellAway(RuntimeException e) {
    if (!toldAway) {
      messages.note(
          "no controller answers; waiting on for " + target.name() + ": " + e.getMessage());
      toldAway = true;
    }
  }

  /** Ends what it waits for, when nothing of it has connected yet. */
  void cancel() {
    if (target instanceof RunTarget.OwnJob own) {
      controllers.text(Request.delete(Target.of("jobs", Long.toString(own.job())).toString()));
    }
  }

  private boolean known() {
    StepStanding now = standing;
    return now != null && now.nodes() > 0;
  }

  private void look(StepListener listener) {
    boolean before = known();
    StepStanding now = ask(0);
    if (now == null) {
      return;
    }
    standing = now;
    if (known() && !before) {
      listener.expect(now.nodes());
    }
    if (now.nodes() == 0 && now.status() == JobStatus.PENDING && !toldWaiting) {
      messages.note(target.name() + " queued and waiting for resources");
      toldWaiting = true;
    } else if (toldWaiting && known() && !before) {
      messages.note(target.name() + " has been allocated resources");
    }
  }

  /** The exit code, or null while it is not over. */
  private @Nullable Integer result(StepListener listener) {
    StepStanding now = standing;
    if (now == null) {
      return null;
    }
    List<NodeStream> ended = List.copyOf(listener.ended().values());
    List<TaskExit> exits = new ArrayList<>();
    ended.forEach(stream -> exits.addAll(stream.exits()));
    if (known() && ended.size() >= now.nodes() && exits.size() >= now.tasks()) {
      return settled(now, exits);
    }
    boolean over = now.status().terminal() && listener.connected() == ended.size();
    return over ? byRecord(now) : null;
  }

  /**
   * The exit code once all tasks are over: the highest, but a program that changes size may have
   * gone on without those of its tasks that failed, which the record says, soon.
   */
  private @Nullable Integer settled(StepStanding now, List<TaskExit> exits) {
    IntSummaryStatistics codes =
        exits.stream().mapToInt(exit -> exit.status().shellCode()).summaryStatistics();
    if (exits.isEmpty() || codes.getMax() == 0 || codes.getMin() != 0 || !now.resizes()) {
      return Math.max(0, codes.getMax());
    }
    if (endedAt == null) {
      endedAt = System.nanoTime();
    }
    boolean wentOn = now.status() == JobStatus.COMPLETED;
    boolean waited = System.nanoTime() - endedAt > EXCUSE_NANOS;
    return wentOn ? Integer.valueOf(0) : waited ? Integer.valueOf(codes.getMax()) : null;
  }

  private int byRecord(StepStanding over) {
    if (over.status() != JobStatus.COMPLETED) {
      String why = over.message().isEmpty() ? "" : ": " + over.message();
      messages.error(target.name() + " ended as " + over.status() + why);
    }
    return over.exitCode();
  }

  /** A failure to say that the wait was interrupted. */
  static CommandFailure interrupted() {
    return CommandFailure.operational("Interrupted.");
  }
}
