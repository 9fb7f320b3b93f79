package io.pliant.cli.run;

import io.pliant.core.option.Attendance;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Ends all tasks of a step when one has failed, or so long after the first one has ended. */
final class EarlyEnd {
  private final Attendance attendance;
  private final StepListener listener;
  private final RunMessages messages;
  private @Nullable Long firstEnd;
  private boolean ended;

  EarlyEnd(Attendance attendance, StepListener listener, RunMessages messages) {
    this.attendance = attendance;
    this.listener = listener;
    this.messages = messages;
  }

  /** Looks at the tasks that are over, of {@code tasks} in all, and ends the others when due. */
  void look(int tasks) {
    if (ended || !attendance.killOnBadExit() && attendance.afterFirst() == null) {
      return;
    }
    List<TaskExit> exits = listener.exits();
    if (exits.isEmpty() || tasks > 0 && exits.size() >= tasks) {
      return;
    }
    if (attendance.killOnBadExit()) {
      for (TaskExit exit : exits) {
        if (!exit.status().success()) {
          end("task %d failed: ending the step (--kill-on-bad-exit)".formatted(exit.rank()));
          return;
        }
      }
    }
    Duration patience = attendance.afterFirst();
    long now = System.nanoTime();
    if (firstEnd == null) {
      firstEnd = now;
    }
    if (patience != null && now - firstEnd >= patience.toNanos()) {
      end("first task exited %ds ago: ending the step (--wait)".formatted(patience.toSeconds()));
    }
  }

  private void end(String why) {
    ended = true;
    messages.note(why);
    listener.signal(0);
  }
}
