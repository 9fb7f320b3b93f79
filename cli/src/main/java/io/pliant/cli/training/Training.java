package io.pliant.cli.training;

import io.pliant.cli.Main;
import io.pliant.cli.invocation.Context;
import io.pliant.cli.terminal.Terminal;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Runs each everyday command once, against answers made up by this process, so that the virtual
 * machine learns which classes a command needs. Called by libexec/build.sh with {@code --config
 * FILE}, whose folder becomes the state folder; the table of options is left there too.
 */
public final class Training {
  private static final List<List<String>> COMMANDS =
      List.of(
          List.of("version"),
          List.of("queue"),
          List.of("queue", "-u", "ada", "-t", "PD", "--json"),
          List.of("queue", "-h", "-t", "all", "-o", "%i %t %a"),
          List.of("sacct", "-X", "-n", "-P", "-o", "JobID,State"),
          List.of("sinfo"),
          List.of("scontrol", "show", "job", "1"),
          List.of("nodes"),
          List.of("nodes", "-l"),
          List.of("partitions"),
          List.of("history", "-l"),
          List.of("show", "1"),
          List.of("why", "1"),
          List.of("cancel", "1"),
          List.of("submit", "--parsable", "-N1", "--wait", "--wrap", "hostname"),
          List.of("run", "-n1", "-l", "hostname"),
          List.of("queue", "--help"));

  private Training() {}

  /**
   * Runs the training; exit code 1 when a command fails, for then the cache would be a poor one.
   */
  public static void main(String[] arguments) throws IOException {
    Path config = Path.of(arguments[1]);
    Path folder = config.toAbsolutePath().normalize().getParent();
    if (folder == null) {
      throw new IllegalArgumentException("Expected a file in a folder, but got " + config + ".");
    }
    CannedController controller = CannedController.listen(folder.resolve("c1.sock"));
    Files.writeString(
        folder.resolve("cluster.json"), CannedAnswers.cluster(arguments[1], controller.socket()));
    Map<String, String> environment = new TreeMap<>(System.getenv());
    environment.put("PLIANT_HOME", folder.toString());
    environment.remove("SLURM_JOB_ID");
    environment.remove("PLIANT_JOB_ID");
    PrintStream nowhere =
        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    int worst = 0;
    for (boolean colour : List.of(false, true)) {
      Terminal terminal = new Terminal(nowhere, System.err, colour, colour, colour ? 80 : 0);
      Context context = new Context(terminal, environment, folder);
      for (List<String> command : COMMANDS) {
        int exitCode = Main.run(context, command.toArray(String[]::new));
        if (exitCode != 0) {
          System.err.println("Training: " + command + " ended with " + exitCode + ".");
        }
        worst = Math.max(worst, exitCode);
      }
    }
    Files.writeString(folder.resolve("submit.options"), OptionTable.ofSubmit());
    System.exit(worst);
  }
}
