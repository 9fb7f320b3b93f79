package io.pliant.cli.run;

import java.util.concurrent.atomic.AtomicLong;
import sun.misc.Signal;

/**
 * Passes SIGINT, SIGTERM and others on to the tasks. A second SIGINT within a second, a second
 * SIGTERM, or a hang-up ends the step.
 */
final class SignalForwarding {
  private static final long AGAIN_NANOS = 1_000_000_000L;

  private final StepListener listener;
  private final RunSession session;
  private final RunMessages messages;
  private final AtomicLong lastInterrupt = new AtomicLong(Long.MIN_VALUE / 2);
  private final AtomicLong terminations = new AtomicLong();

  private SignalForwarding(StepListener listener, RunSession session, RunMessages messages) {
    this.listener = listener;
    this.session = session;
    this.messages = messages;
  }

  /** Takes over the signals of this process. */
  static void install(StepListener listener, RunSession session, RunMessages messages) {
    SignalForwarding forwarding = new SignalForwarding(listener, session, messages);
    Signal.handle(new Signal("INT"), signal -> forwarding.interrupt());
    Signal.handle(new Signal("TERM"), signal -> forwarding.terminate());
    Signal.handle(new Signal("HUP"), signal -> forwarding.end());
    // SIGUSR1 belongs to the Java virtual machine.
    Signal.handle(new Signal("USR2"), signal -> listener.signal(signal.getNumber()));
  }

  private void interrupt() {
    long now = System.nanoTime();
    if (now - lastInterrupt.getAndSet(now) < AGAIN_NANOS) {
      end();
      return;
    }
    messages.note("interrupt passed on to the tasks (one more within 1 sec ends them)");
    pass(2);
  }

  private void terminate() {
    if (terminations.incrementAndGet() > 1) {
      end();
    } else {
      pass(15);
    }
  }

  private void pass(int signal) {
    if (listener.connected() == 0) {
      end();
    } else {
      listener.signal(signal);
    }
  }

  private void end() {
    messages.note("ending the step");
    listener.signal(0);
    if (listener.connected() == 0) {
      session.cancel();
    }
  }
}
