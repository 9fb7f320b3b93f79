package io.pliant.cli.cluster;

import io.pliant.cli.http.Controllers;
import io.pliant.cli.http.Endpoint;
import io.pliant.cli.http.TlsTrust;
import io.pliant.cli.invocation.CommandFailure;
import io.pliant.cli.invocation.Context;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that say which cluster a command talks to, and how it answers. */
public final class ClusterAccess {
  /** How long what a job calls asks again while no controller answers. */
  private static final Duration PATIENCE_OF_JOBS = Duration.ofMinutes(10);

  @Option(
      names = "--dir",
      paramLabel = "DIR",
      description = "State folder of the cluster. Default: $PLIANT_HOME, else ~/.pliant.")
  private @Nullable Path dir;

  @Option(names = "--json", description = "Print the controller's answer as JSON.")
  private boolean json;

  /** Access as options have set it, for commands that read their command line themselves. */
  public static ClusterAccess of(@Nullable Path dir, boolean json) {
    ClusterAccess access = new ClusterAccess();
    access.dir = dir;
    access.json = json;
    return access;
  }

  /** These options, and where they leave it open those given before a subcommand. */
  public ClusterAccess or(ClusterAccess before) {
    return of(dir == null ? before.dir : dir, json || before.json);
  }

  public boolean json() {
    return json;
  }

  public StateFolder folder(Context context) {
    return StateFolder.locate(dir, context.environment());
  }

  /**
   * The controllers of the cluster: those of {@code PLIANT_CONTROLLERS} unless {@code --dir} is
   * given, else those of the state folder. A job's own commands wait for them, even where all are
   * down: the job lives on without controllers, and an operator starts them again.
   */
  public Controllers connect(Context context) {
    boolean ofJob =
        context.variable("PLIANT_JOB_ID") != null || context.variable("SLURM_JOB_ID") != null;
    Controllers controllers = named(context, ofJob);
    return ofJob ? controllers.patient(PATIENCE_OF_JOBS) : controllers;
  }

  private Controllers named(Context context, boolean maybeDown) {
    String named = context.variable("PLIANT_CONTROLLERS");
    StateFolder folder = folder(context);
    String token = token(context, folder);
    if (named != null && dir == null) {
      List<Endpoint> endpoints = new ArrayList<>();
      for (String one : named.split("[, ]+", -1)) {
        endpoints.add(Endpoint.parse(one, trust(context)));
      }
      return Controllers.of(endpoints, token, () -> true, context.terminal()::note);
    }
    ClusterRecord cluster = requireRecord(folder);
    List<ClusterRecord.Controller> controllers = cluster.controllers();
    if (!maybeDown
        && controllers.stream().noneMatch(c -> ProcessIdentity.runs(c.pid(), c.config()))) {
      throw notRunning(folder);
    }
    return Controllers.of(
        controllers.stream().map(c -> endpoint(c, trust(context))).toList(),
        token,
        () -> controllers.stream().anyMatch(c -> ProcessIdentity.runs(c.pid(), c.config())),
        context.terminal()::note);
  }

  /** The record of the cluster; says how to start one when there is none. */
  public static ClusterRecord requireRecord(StateFolder folder) {
    ClusterRecord cluster = folder.read();
    if (cluster == null) {
      throw CommandFailure.operational(
          "Expected a cluster in %s, but there is none. Start one with: pliant up --dir %s (or name another with --dir, PLIANT_HOME or PLIANT_CONTROLLERS)"
              .formatted(folder.path(), folder.path()));
    }
    return cluster;
  }

  private static CommandFailure notRunning(StateFolder folder) {
    return CommandFailure.operational(
        "The cluster in %s is not running. Start it with: pliant up --dir %s"
            .formatted(folder.path(), folder.path()));
  }

  private static Endpoint endpoint(ClusterRecord.Controller controller, TlsTrust trust) {
    String socket = controller.socket();
    return socket == null
        ? Endpoint.parse(controller.http(), trust)
        : new Endpoint.Unix(Path.of(socket));
  }

  private static TlsTrust trust(Context context) {
    return TlsTrust.named(context.variable(TlsTrust.VARIABLE));
  }

  private static @Nullable String token(Context context, StateFolder folder) {
    String token = context.variable("PLIANT_TOKEN");
    String file = context.variable("PLIANT_TOKEN_FILE");
    Path path = file == null ? folder.tokenFile() : Path.of(file);
    if (token != null || (file == null && !Files.isReadable(path))) {
      return token;
    }
    try {
      return Files.readString(path).strip();
    } catch (IOException e) {
      throw CommandFailure.operational("Expected a token in %s, but %s.".formatted(path, e));
    }
  }
}
