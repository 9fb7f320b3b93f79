package io.pliant.cli.terminal;

/** Progress on standard error: one line rewritten on a terminal, a line for each step elsewhere. */
public final class ProgressLine implements AutoCloseable {
  private static final String REWRITE = "\r\u001b[K";

  private final Terminal terminal;
  private boolean dirty;

  private ProgressLine(Terminal terminal) {
    this.terminal = terminal;
  }

  public static ProgressLine of(Terminal terminal) {
    return new ProgressLine(terminal);
  }

  public void show(String text) {
    if (terminal.interactive()) {
      terminal.err().print(REWRITE + text);
      terminal.err().flush();
      dirty = true;
    } else {
      terminal.err().println(text);
    }
  }

  @Override
  public void close() {
    if (dirty) {
      terminal.err().print(REWRITE);
      terminal.err().flush();
    }
  }
}
