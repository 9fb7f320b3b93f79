package io.pliant.cli.terminal;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.Consumer;

/** Shows something again and again: in place on a terminal, one below the other elsewhere. */
public final class Screen {
  private static final String HOME = "\u001b[H";
  private static final String CLEAR_TO_END = "\u001b[J";
  private static final String CLEAR_LINE = "\u001b[K";

  private final Terminal terminal;

  private Screen(Terminal terminal) {
    this.terminal = terminal;
  }

  public static Screen of(Terminal terminal) {
    return new Screen(terminal);
  }

  /** Draws until interrupted; returns the exit code. */
  public int repeat(Duration pause, Consumer<Terminal> drawing) {
    try {
      while (true) {
        draw(drawing);
        Thread.sleep(pause);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return 0;
    }
  }

  /** Draws once, from the top left corner on a terminal. */
  public void draw(Consumer<Terminal> drawing) {
    if (!terminal.interactive()) {
      drawing.accept(terminal);
      terminal.out().println();
      terminal.out().flush();
      return;
    }
    Terminal now = terminal.resized();
    ByteArrayOutputStream page = new ByteArrayOutputStream();
    try (PrintStream buffer = new PrintStream(page, false, StandardCharsets.UTF_8)) {
      drawing.accept(new Terminal(buffer, now.err(), true, now.colour(), now.width()));
    }
    String[] lines = page.toString(StandardCharsets.UTF_8).split("\n", -1);
    int room = Math.max(1, now.height() - 1);
    StringBuilder frame = new StringBuilder(HOME);
    for (int i = 0; i < Math.min(room, lines.length); i++) {
      frame.append(lines[i]).append(CLEAR_LINE).append('\n');
    }
    terminal.out().print(frame.append(CLEAR_TO_END));
    terminal.out().flush();
  }
}
