package io.pliant.cli.run;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The terminal from which a command was called, by way of {@code stty}: raw while a task uses it,
 * so that keys go to the task and its output comes here as they are, and as it was once given back
 * or when this process ends. Does nothing where standard input is none. Thread-safe.
 */
final class LocalTerminal {
  private static final Path INPUT = Path.of("/proc/self/fd/0");
  private static final Path MESSAGES = Path.of("/proc/self/fd/2");

  private final @Nullable String before;
  private final boolean shared;
  private boolean raw;
  private boolean over;

  private LocalTerminal(@Nullable String before, boolean shared) {
    this.before = before;
    this.shared = shared;
  }

  /** The terminal that is the standard input of this process, if it is one. */
  static LocalTerminal ofThisProcess() {
    String before = stty(List.of("-g"));
    LocalTerminal terminal = new LocalTerminal(before, before != null && isShared());
    Runtime.getRuntime().addShutdownHook(new Thread(terminal::giveBack, "terminal"));
    return terminal;
  }

  /** No terminal, as for a step that asks for none. */
  static LocalTerminal none() {
    return new LocalTerminal(null, false);
  }

  /** Nothing is changed on the way any more, neither keys nor ends of lines. */
  synchronized void raw() {
    if (before != null && !over) {
      raw = true;
      stty(List.of("raw", "-echo", "-echonl", "-iexten"));
    }
  }

  /** Makes it as it was, for good. */
  synchronized void giveBack() {
    over = true;
    if (raw && before != null) {
      stty(List.of(before));
      raw = false;
    }
  }

  /** How a line ends that this process itself writes on standard error now. */
  synchronized String lineEnd() {
    return raw && shared ? "\r\n" : "\n";
  }

  /** Rows and columns, {@code 24 80}; zeros where they are not known. */
  String size() {
    String size = before == null ? null : stty(List.of("size"));
    return size == null || !size.matches("[0-9]{1,5} [0-9]{1,5}") ? "0 0" : size;
  }

  /** Whether standard error is the same terminal. */
  private static boolean isShared() {
    try {
      return Files.readSymbolicLink(INPUT).equals(Files.readSymbolicLink(MESSAGES));
    } catch (IOException e) {
      return false; // there is no /proc: lines of our own begin where the last one ended
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
