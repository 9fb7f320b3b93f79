package io.pliant.cli.run;

import io.pliant.cli.invocation.CommandFailure;
import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import sun.misc.Signal;
import sun.misc.SignalHandler;

/**
 * The program that uses an allocation from here. Ctrl-C is its own affair; SIGTERM and SIGHUP are
 * passed on to it.
 */
final class AllocatedProgram {
  private static final long LOOK_MILLIS = 100;

  private final Process process;

  private AllocatedProgram(Process process) {
    this.process = process;
  }

  /**
   * Starts it on the streams of this process.
   *
   * @param variables set for it beside those of this process
   * @param folder where it starts, or null for here
   */
  static AllocatedProgram start(
      List<String> command, Map<String, String> variables, @Nullable String folder) {
    ProcessBuilder builder = new ProcessBuilder(command).inheritIO();
    builder.environment().putAll(variables);
    if (folder != null) {
      builder.directory(new File(folder));
    }
    try {
      AllocatedProgram program = new AllocatedProgram(builder.start());
      Signal.handle(new Signal("INT"), SignalHandler.SIG_IGN);
      Signal.handle(new Signal("TERM"), signal -> program.signal("TERM"));
      Signal.handle(new Signal("HUP"), signal -> program.signal("HUP"));
      return program;
    } catch (IOException e) {
      throw CommandFailure.operational(
          "Expected to run %s, but %s.".formatted(command.getFirst(), e.getMessage()));
    }
  }

  /** True once it is over; waits a moment for that. */
  boolean isOver() throws InterruptedException {
    return process.waitFor(LOOK_MILLIS, TimeUnit.MILLISECONDS);
  }

  /** How it ended; 128 and the signal that ended it. */
  int exitCode() {
    return process.exitValue();
  }

  /** Sends it a signal. */
  void signal(String name) {
    List<String> kill = new ArrayList<>(List.of("kill", "-" + name, Long.toString(process.pid())));
    try {
      new ProcessBuilder(kill).inheritIO().start();
    } catch (IOException e) {
      process.destroy(); // there is no kill: at least it ends
    }
  }
}
