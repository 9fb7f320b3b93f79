package io.pliant.runtime.node.connection;

import io.pliant.core.node.ControllerMessage;
import io.pliant.runtime.frames.Silence;
import java.time.Duration;
import org.apache.pekko.actor.typed.javadsl.TimerScheduler;

/** For how long a connection waits for what. Not thread-safe. */
final class Patience {
  private static final Duration WELCOME_WITHIN = Duration.ofSeconds(15);
  private static final Duration SHORTEST_SILENCE = Duration.ofSeconds(15);
  private static final Duration LEAVE_WITHIN = Duration.ofSeconds(1);

  private final TimerScheduler<AgentConnection.Command> timers;
  private Duration busySilence = SHORTEST_SILENCE;
  private Duration restSilence = SHORTEST_SILENCE;
  private boolean resting;

  Patience(TimerScheduler<AgentConnection.Command> timers) {
    this.timers = timers;
  }

  /** Until the next attempt. */
  void untilDial(Duration pause) {
    timers.startSingleTimer(AgentConnection.Due.DIAL, pause);
  }

  /** From its turn to a welcome. */
  void untilWelcome() {
    timers.startSingleTimer(AgentConnection.Due.NO_WELCOME, WELCOME_WITHIN);
  }

  /** The controller has said something. */
  void heard() {
    timers.startSingleTimer(AgentConnection.Due.SILENT, silence());
  }

  /** The node says little from now on and hears as little, or as much as any again. */
  void rest(boolean rests) {
    resting = rests;
    if (timers.isTimerActive(AgentConnection.Due.SILENT)) {
      heard();
    }
  }

  /** The controller has said welcome, and how often it wants to hear of the node. */
  void welcomed(ControllerMessage.Welcome welcome) {
    timers.cancel(AgentConnection.Due.NO_WELCOME);
    busySilence = Silence.busy(SHORTEST_SILENCE, welcome);
    restSilence = Silence.forgiven(SHORTEST_SILENCE, welcome);
    heard();
  }

  /** The connection is over. */
  void end() {
    timers.cancel(AgentConnection.Due.NO_WELCOME);
    timers.cancel(AgentConnection.Due.SILENT);
  }

  /** The last was said; the controller is to close the connection. */
  void untilLeft() {
    timers.cancelAll();
    timers.startSingleTimer(AgentConnection.Due.LEFT, LEAVE_WITHIN);
  }

  /** What a controller did that says no welcome. */
  static String noWelcome() {
    return "no welcome within " + WELCOME_WITHIN.toSeconds() + " s";
  }

  /** What a controller did that says nothing any more. */
  String silent() {
    return "silence for " + silence().toSeconds() + " s";
  }

  private Duration silence() {
    return resting ? restSilence : busySilence;
  }
}
