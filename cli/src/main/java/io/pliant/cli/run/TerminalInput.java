package io.pliant.cli.run;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import sun.misc.Signal;

/**
 * Standard input for a task in a terminal, in the frames that {@code terminal.pl} reads: the size
 * of the window, at first and whenever it changes, and what is typed.
 */
final class TerminalInput implements StepInput {
  private static final int CHUNK = 4_096;

  private final InputStream typed;
  private final LocalTerminal terminal;
  private final StepListener listener;

  /**
   * Input for the step of this listener.
   *
   * @param terminal taken over once a node has connected, and not given back here
   */
  TerminalInput(InputStream typed, LocalTerminal terminal, StepListener listener) {
    this.typed = typed;
    this.terminal = terminal;
    this.listener = listener;
  }

  @Override
  public void copyTo(InputFanout input) throws IOException, InterruptedException {
    listener.awaitNode();
    terminal.raw();
    Signal.handle(new Signal("WINCH"), signal -> Thread.startVirtualThread(() -> resized(input)));
    sizeTo(input);
    byte[] buffer = new byte[CHUNK];
    for (int count = typed.read(buffer); count >= 0; count = typed.read(buffer)) {
      byte[] head = "d %d\n".formatted(count).getBytes(StandardCharsets.US_ASCII);
      byte[] frame = Arrays.copyOf(head, head.length + count);
      System.arraycopy(buffer, 0, frame, head.length, count);
      input.add(frame);
    }
    input.end();
  }

  private void resized(InputFanout input) {
    try {
      sizeTo(input);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Two changes at a time tell in their order, so that the last size stays. */
  private synchronized void sizeTo(InputFanout input) throws InterruptedException {
    input.add("w %s\n".formatted(terminal.size()).getBytes(StandardCharsets.US_ASCII));
  }
}
