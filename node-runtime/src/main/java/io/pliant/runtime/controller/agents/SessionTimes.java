package io.pliant.runtime.controller.agents;

import io.pliant.core.node.AgentMessage;
import io.pliant.core.node.ControllerMessage;
import io.pliant.runtime.frames.Silence;
import java.time.Duration;
import org.apache.pekko.actor.typed.javadsl.TimerScheduler;

/** For how long a session waits for what. Not thread-safe. */
final class SessionTimes {
  private static final Duration HELLO_WITHIN = Duration.ofSeconds(10);
  private static final Duration HELLO_AGAIN = Duration.ofMillis(100);

  /** The register may be moving; an agent that is not judged by then tries another controller. */
  private static final Duration JUDGED_WITHIN = Duration.ofSeconds(5);

  private static final Duration INTRODUCE_AGAIN = Duration.ofSeconds(1);
  private static final Duration SHORTEST_SILENCE = Duration.ofSeconds(30);

  /** Controllers that come or go have entities move for so long, by turns. */
  private static final Duration ANEW_FOR = Duration.ofSeconds(60);

  private static final Duration ANEW_FIRST = Duration.ofMillis(200);
  private static final Duration ANEW_SELDOM = Duration.ofSeconds(4);

  /** The entity may be moving; agents repeat what matters. */
  private static final Duration TAKEN_WITHIN = Duration.ofSeconds(5);

  /** For last words to be written; a peer that does not read is cut off. */
  private static final Duration CLOSE_WITHIN = Duration.ofSeconds(2);

  private final TimerScheduler<SessionCommand> timers;
  private Duration silence = SHORTEST_SILENCE;
  private Duration anew = ANEW_FIRST;

  SessionTimes(TimerScheduler<SessionCommand> timers) {
    this.timers = timers;
  }

  /** From the beginning of the connection to its hello. */
  void untilHello() {
    timers.startSingleTimer(SessionCommand.Signal.HELLO_OVERDUE, HELLO_WITHIN);
  }

  /** What an agent did that said no hello. */
  static String noHello() {
    return "Expected a hello within %s s, but none came.".formatted(HELLO_WITHIN.toSeconds());
  }

  /** A hello has come that cannot be judged yet. */
  void judgeLater(AgentMessage.Hello hello) {
    timers.cancel(SessionCommand.Signal.HELLO_OVERDUE);
    if (!timers.isTimerActive(SessionCommand.Signal.JUDGE_OVERDUE)) {
      timers.startSingleTimer(SessionCommand.Signal.JUDGE_OVERDUE, JUDGED_WITHIN);
    }
    timers.startSingleTimer(
        SessionCommand.HelloAgain.class, new SessionCommand.HelloAgain(hello), HELLO_AGAIN);
  }

  /** A hello can be judged. */
  void judged() {
    timers.cancel(SessionCommand.Signal.JUDGE_OVERDUE);
  }

  /**
   * The node is let in. It is introduced at once and again: its entity may be on its way from a
   * dead controller.
   */
  void admitted() {
    timers.cancel(SessionCommand.Signal.HELLO_OVERDUE);
    heard();
    timers.startTimerWithFixedDelay(
        SessionCommand.Signal.INTRODUCE, Duration.ZERO, INTRODUCE_AGAIN);
  }

  /** The agent has said something. */
  void heard() {
    timers.startSingleTimer(SessionCommand.Signal.SILENT, silence);
  }

  /** The entity has said welcome, and how often it wants to hear of the node. */
  void welcomed(ControllerMessage.Welcome welcome) {
    silence = Silence.forgiven(SHORTEST_SILENCE, welcome);
    timers.cancel(SessionCommand.Signal.INTRODUCE);
  }

  /**
   * Entities may be moving: the node is introduced anew for a while, though the agent is silent. At
   * first often, for what is said too early reaches nobody, and no job starts on the node until
   * then.
   */
  void unsettled() {
    anew = ANEW_FIRST;
    timers.startSingleTimer(SessionCommand.Signal.INTRODUCE_ANEW, Duration.ZERO);
    timers.startSingleTimer(SessionCommand.Signal.SETTLED, ANEW_FOR);
  }

  /** It was introduced, and will be again, each time after twice the pause. */
  void introducedAnew() {
    timers.startSingleTimer(SessionCommand.Signal.INTRODUCE_ANEW, anew);
    Duration longer = anew.multipliedBy(2);
    anew = longer.compareTo(ANEW_SELDOM) > 0 ? ANEW_SELDOM : longer;
  }

  /** They have moved. */
  void settled() {
    timers.cancel(SessionCommand.Signal.INTRODUCE_ANEW);
  }

  /** How long an agent may say nothing. */
  Duration silence() {
    return silence;
  }

  /** A message was passed on. */
  void untilTaken() {
    timers.startSingleTimer(SessionCommand.Signal.TAKEN_OVERDUE, TAKEN_WITHIN);
  }

  /** The message was taken, or is not waited for. */
  void taken() {
    timers.cancel(SessionCommand.Signal.TAKEN_OVERDUE);
  }

  /** Nothing is waited for any more. */
  void end() {
    timers.cancelAll();
  }

  /** The last words are to be written. */
  void untilClosed() {
    timers.startSingleTimer(SessionCommand.Signal.CLOSE_OVERDUE, CLOSE_WITHIN);
  }
}
