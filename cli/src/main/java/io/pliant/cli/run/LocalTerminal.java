package io.pliant.cli.run;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The terminal from which a command was called, by way of {@code stty}: raw while a task uses it,
 * so that each key goes to the task, and as it was when this process ends. Does nothing where
 * standard input is none. Thread-safe.
 */
final class LocalTerminal {
  private final @Nullable String before;
  private final AtomicReference<@Nullable String> toRestore = new AtomicReference<>();

  private LocalTerminal(@Nullable String before) {
    this.before = before;
  }

  /** The terminal that is the standard input of this process, if it is one. */
  static LocalTerminal ofThisProcess() {
    LocalTerminal terminal = new LocalTerminal(stty(List.of("-g")));
    Runtime.getRuntime().addShutdownHook(new Thread(terminal::restore, "terminal"));
    return terminal;
  }

  /**
   * Passes on each key as it is; what this process prints has proper ends of lines all the same.
   */
  void raw() {
    if (before != null) {
      toRestore.set(before);
      stty(List.of("raw", "-echo", "opost"));
    }
  }

  /** Rows and columns, {@code 24 80}; zeros where they are not known. */
  String size() {
    String size = before == null ? null : stty(List.of("size"));
    return size == null || !size.matches("[0-9]{1,5} [0-9]{1,5}") ? "0 0" : size;
  }

  private void restore() {
    String settings = toRestore.getAndSet(null);
    if (settings != null) {
      stty(List.of(settings));
    }
  }

  /** What it prints, or null when standard input is no terminal. */
  private static @Nullable String stty(List<String> arguments) {
    List<String> command = new ArrayList<>(List.of("stty"));
    command.addAll(arguments);
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectInput(Redirect.INHERIT)
              .redirectError(Redirect.DISCARD)
              .start();
      String text =
          new String(process.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).strip();
      return process.waitFor() == 0 ? text : null;
    } catch (IOException e) {
      return null; // there is no stty: what is typed is passed on line by line
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return null;
    }
  }
}
