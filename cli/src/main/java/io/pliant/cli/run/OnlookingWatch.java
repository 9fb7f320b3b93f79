package io.pliant.cli.run;

import io.pliant.api.StepDetails;
import io.pliant.cli.http.ApiRefusal;
import io.pliant.cli.invocation.CommandFailure;
import java.util.HashSet;
import java.util.Set;

/** Asks again for nodes that have not come, and tells of those whose view ended before its time. */
final class OnlookingWatch {
  private static final int AGAIN_MILLIS = 2_000;
  private static final int MOST_TURNS = 5;

  private final Onlooking onlooking;
  private final StepDetails step;
  private final boolean verbose;
  private final RunMessages messages;
  private final Set<Integer> greeted = new HashSet<>();
  private final Set<Integer> left = new HashSet<>();

  private OnlookingWatch(
      Onlooking onlooking, StepDetails step, boolean verbose, RunMessages messages) {
    this.onlooking = onlooking;
    this.step = step;
    this.verbose = verbose;
    this.messages = messages;
  }

  static void start(Onlooking onlooking, StepDetails step, boolean verbose, RunMessages messages) {
    OnlookingWatch watch = new OnlookingWatch(onlooking, step, verbose, messages);
    Thread.ofPlatform().daemon().name("onlooking").start(watch::run);
  }

  private void run() {
    try {
      int turns = 0;
      while (true) {
        Thread.sleep(AGAIN_MILLIS);
        look();
        if (onlooking.listener().connected() < step.nodes().size() && turns < MOST_TURNS) {
          turns++;
          askAgain(turns == MOST_TURNS);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void look() {
    onlooking
        .listener()
        .ended()
        .forEach((index, stream) -> {
          if (stream.exits().size() < stream.hello().taskCount() && left.add(index)) {
            messages.note(
                "%s: the view of this node ended before its tasks: it fell behind, or the node is gone"
                    .formatted(stream.hello().node()));
          }
        });
    if (verbose && greeted.add(onlooking.listener().connected())) {
      messages.note(
          "%d of %d nodes reached"
              .formatted(onlooking.listener().connected(), step.nodes().size()));
    }
  }

  private void askAgain(boolean last) {
    try {
      onlooking.ask();
    } catch (ApiRefusal | CommandFailure e) {
      return; // the step is over, or no controller answers: the session tells of both
    }
    if (last) {
      messages.note(
          "%d of %d nodes have not connected: their tasks are over, or they do not reach %s"
              .formatted(
                  step.nodes().size() - onlooking.listener().connected(),
                  step.nodes().size(),
                  onlooking.listener().host()));
    }
  }
}
