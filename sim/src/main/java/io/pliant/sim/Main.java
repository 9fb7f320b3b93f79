package io.pliant.sim;

import io.pliant.sim.command.SimCommand;
import io.pliant.sim.command.SimFailure;
import io.pliant.sim.trace.TraceException;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Entry point of {@code pliant sim}. */
public final class Main {
  private Main() {}

  /** Runs one simulation command and ends the process with its exit code. */
  public static void main(String[] arguments) {
    PrintStream out =
        new PrintStream(new FileOutputStream(FileDescriptor.out), false, StandardCharsets.UTF_8);
    int exitCode = run(out, System.err, arguments);
    out.flush();
    System.exit(exitCode);
  }

  /**
   * Runs one command; returns 0 when it did its work, 1 when it could not or a comparison failed, 2
   * when it was misused or an input cannot be used. Nothing is printed to {@code out} before a
   * result is whole.
   */
  public static int run(PrintStream out, PrintStream err, String... arguments) {
    CommandLine command = SimCommand.commandLine(out, err);
    command.setOut(new PrintWriter(out, true, StandardCharsets.UTF_8));
    command.setErr(new PrintWriter(err, true, StandardCharsets.UTF_8));
    command.setParameterExceptionHandler((failure, _) -> misuse(err, failure));
    command.setExecutionExceptionHandler((failure, _, _) -> failed(err, failure));
    return command.execute(arguments);
  }

  private static int misuse(PrintStream err, ParameterException failure) {
    fail(err, failure.getMessage());
    if (failure instanceof UnmatchedArgumentException unmatched
        && !unmatched.getSuggestions().isEmpty()) {
      err.println("Did you mean: " + String.join(" or ", unmatched.getSuggestions()) + "?");
    }
    err.println(
        "Try '%s --help'.".formatted(failure.getCommandLine().getCommandSpec().qualifiedName()));
    return SimFailure.MISUSE;
  }

  private static int failed(PrintStream err, Exception failure) {
    return switch (failure) {
      case TraceException bad -> {
        fail(err, bad.getMessage());
        yield SimFailure.MISUSE;
      }
      case SimFailure own -> {
        fail(err, own.getMessage());
        yield own.exitCode();
      }
      case ArithmeticException overflow -> {
        fail(err, overflow.getMessage());
        yield SimFailure.MISUSE;
      }
      default -> {
        fail(err, failure + " (PLIANT_DEBUG=1 shows where)");
        if (System.getenv("PLIANT_DEBUG") != null) {
          failure.printStackTrace(err);
        }
        yield SimFailure.FAILED;
      }
    };
  }

  private static void fail(PrintStream err, @Nullable String message) {
    err.println("pliant sim: error: " + message);
  }
}
