package io.pliant.runtime;

import io.pliant.runtime.controller.BootFailure;
import io.pliant.runtime.settings.SettingsException;
import io.pliant.runtime.settings.SettingsFile;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Set;

/**
 * The program of a host. Exit codes: 0 done, 1 cannot start or go on, 2 wrong command line or
 * configuration.
 */
public final class Main {
  private static final Set<String> VERBS = Set.of("check", "secret", "token", "enroll");
  private static final String HELP =
      """
      Usage: controller --config FILE     run a controller until it is told to stop (SIGTERM)
             node --config FILE           run the agent of this host's nodes
             node enroll --config FILE --word WORD
                                          make a key here and get its certificate for a one-time word
                                          ('-' reads the word from standard input)
             controller check --config FILE
                                          read the configuration, its certificates and keys, and say whether
                                          they can be used, and what ends soon
             controller secret --config FILE
                                          make the token secret that the configuration names
             controller token --config FILE --user NAME [--days N]
                                          print a token for a user (30 days unless N is given)
      """
          + JournalCommands.HELP
          + """
                 --help                       print this
          The configuration is described in docs/configuration.md.
          """;

  private Main() {}

  public static void main(String[] args) {
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    System.exit(run(List.of(args), out, System.err));
  }

  /** Does what {@code args} say; returns the exit code. */
  static int run(List<String> args, PrintStream out, PrintStream err) {
    try {
      return command(args, out);
    } catch (IllegalArgumentException | SettingsException e) {
      err.println("pliant: " + e.getMessage());
      return 2;
    } catch (BootFailure | IOException | IllegalStateException e) {
      err.println("pliant: " + e.getMessage());
      return 1;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return 1;
    }
  }

  private static int command(List<String> args, PrintStream out)
      throws BootFailure, IOException, InterruptedException {
    if (args.isEmpty() || args.contains("--help") || args.contains("-h")) {
      out.print(HELP);
      return args.isEmpty() ? 2 : 0;
    }
    if (args.getFirst().equals("journal") && args.size() > 1) {
      JournalCommands.run(args.get(1), args.subList(2, args.size()), out);
      return 0;
    }
    boolean verb = args.size() > 1 && VERBS.contains(args.get(1));
    String command = verb ? args.get(0) + " " + args.get(1) : args.getFirst();
    List<String> rest = args.subList(verb ? 2 : 1, args.size());
    Set<String> file = Set.of("--config");
    switch (command) {
      case "controller" -> {
        ThoroughCompiler.stepBack();
        ControllerProcess.run(read(Arguments.parse(rest, file)));
      }
      case "node" -> NodeProcess.run(SettingsFile.readNode(Arguments.parse(rest, file).config()));
      case "node enroll" -> {
        Arguments arguments = Arguments.parse(rest, Set.of("--config", "--word"));
        EnrollCommand.run(
            SettingsFile.readNode(arguments.config()).node(), arguments.required("--word"), out);
      }
      case "controller check" ->
          CheckCommand.run(read(Arguments.parse(rest, file)).controller(), Instant.now(), out);
      case "controller secret" -> TokenCommands.secret(read(Arguments.parse(rest, file)), out);
      case "controller token" -> {
        Arguments arguments = Arguments.parse(rest, Set.of("--config", "--user", "--days"));
        TokenCommands.token(read(arguments), arguments, out);
      }
      default ->
          throw new IllegalArgumentException(
              "Expected controller, node or journal, but got '%s'. See --help.".formatted(command));
    }
    return 0;
  }

  private static SettingsFile read(Arguments arguments) {
    return SettingsFile.read(arguments.config());
  }
}
