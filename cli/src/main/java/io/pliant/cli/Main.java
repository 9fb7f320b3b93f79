package io.pliant.cli;

import io.pliant.cli.http.ApiRefusal;
import io.pliant.cli.invocation.CommandFailure;
import io.pliant.cli.invocation.Context;
import io.pliant.cli.invocation.RawCommand;
import io.pliant.core.format.PrintableText;
import io.pliant.core.option.VariableOptions;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Entry point of the {@code pliant} command. */
public final class Main {
  private Main() {}

  /** Runs one command and ends the process with its exit code. */
  public static void main(String[] arguments) {
    System.setOut(
        new PrintStream(new FileOutputStream(FileDescriptor.out), false, StandardCharsets.UTF_8));
    int exitCode = run(Context.ofProcess(), arguments);
    System.out.flush();
    System.exit(exitCode);
  }

  /**
   * Runs one command; returns 0 when it did its work, 1 when it could not, 2 when it was misused.
   */
  public static int run(Context context, String... arguments) {
    String name = arguments.length == 0 ? "--help" : arguments[0];
    List<String> rest =
        Arrays.asList(arguments).subList(Math.min(1, arguments.length), arguments.length);
    try {
      return switch (name) {
        case "--help", "-h", "help" -> Overview.help(context, rest);
        case "--version", "-V" -> run(context, "version");
        default -> dispatch(context, name, rest);
      };
    } catch (CommandFailure | ApiRefusal failure) {
      return failed(context, failure);
    }
  }

  private static int dispatch(Context context, String name, List<String> rest) {
    RawCommand raw = CommandCatalog.createRaw(name, context);
    if (raw != null) {
      return raw.run(rest);
    }
    CommandLine command = CommandCatalog.create(name, context);
    if (command == null) {
      return unknown(context, name);
    }
    command.setOut(new PrintWriter(context.terminal().out(), true, StandardCharsets.UTF_8));
    command.setColorScheme(Overview.colours(context));
    command.setUsageHelpWidth(Overview.width(context));
    command.setParameterExceptionHandler((failure, _) -> misuse(context, failure));
    command.setExecutionExceptionHandler((failure, _, _) -> failed(context, failure));
    VariableOptions variables = LineVariables.beside(name, context, rest);
    int exitCode = command.execute(variables.before(rest).toArray(String[]::new));
    if (exitCode != 0) {
      context.terminal().hint(variables.hint());
    }
    return exitCode;
  }

  private static int misuse(Context context, ParameterException failure) {
    fail(context, failure.getMessage(), CommandFailure.USAGE);
    if (failure instanceof UnmatchedArgumentException unmatched) {
      List<String> suggestions = unmatched.getSuggestions();
      if (!suggestions.isEmpty()) {
        context.terminal().err().println("Did you mean: " + String.join(" or ", suggestions) + "?");
      }
    }
    String command = failure.getCommandLine().getCommandName();
    context.terminal().err().println("Try '" + command + " --help'.");
    return CommandFailure.USAGE;
  }

  private static int unknown(Context context, String name) {
    CommandLine all = CommandCatalog.all(context);
    try {
      all.parseArgs(name);
    } catch (UnmatchedArgumentException unmatched) {
      fail(context, "Expected a command, but got '" + name + "'.", CommandFailure.USAGE);
      List<String> suggestions = unmatched.getSuggestions();
      if (!suggestions.isEmpty()) {
        context.terminal().err().println("Did you mean: " + String.join(" or ", suggestions) + "?");
      }
    }
    context.terminal().err().println("Try 'pliant --help'.");
    return CommandFailure.USAGE;
  }

  private static int failed(Context context, Exception failure) {
    return switch (failure) {
      case CommandFailure own -> fail(context, own.getMessage(), own.exitCode());
      case ApiRefusal refusal -> fail(context, refusal.getMessage(), CommandFailure.OPERATIONAL);
      default -> {
        if (context.variable("PLIANT_DEBUG") != null) {
          failure.printStackTrace(context.terminal().err());
        }
        yield fail(context, failure + " (PLIANT_DEBUG=1 shows where)", CommandFailure.OPERATIONAL);
      }
    };
  }

  private static int fail(Context context, @Nullable String message, int exitCode) {
    context.terminal().out().flush();
    context
        .terminal()
        .err()
        .println(
            context.program() + ": error: " + PrintableText.escapedLines(String.valueOf(message)));
    return exitCode;
  }
}
