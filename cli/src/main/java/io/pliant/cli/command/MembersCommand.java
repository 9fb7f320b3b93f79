package io.pliant.cli.command;

import io.pliant.api.JournalStatus;
import io.pliant.cli.cluster.ClusterAccess;
import io.pliant.cli.cluster.ClusterRecord;
import io.pliant.cli.cluster.LocalCluster;
import io.pliant.cli.cluster.StateFolder;
import io.pliant.cli.http.Answers;
import io.pliant.cli.http.ApiRefusal;
import io.pliant.cli.http.Controllers;
import io.pliant.cli.http.Request;
import io.pliant.cli.invocation.CommandFailure;
import io.pliant.cli.invocation.Context;
import io.pliant.cli.json.Json;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The parts of {@code controller} that change which controllers there are. */
public abstract sealed class MembersCommand implements Callable<Integer> {
  private static final Duration AGREEMENT = Duration.ofSeconds(60);
  private static final Duration PAUSE = Duration.ofMillis(500);

  final Context context;
  @Mixin ClusterAccess access = new ClusterAccess();

  private MembersCommand(Context context) {
    this.context = context;
  }

  /** Opens the cluster of this host, which must not be one of {@code PLIANT_CONTROLLERS}. */
  final LocalCluster local() {
    StateFolder folder = access.folder(context);
    return LocalCluster.open(folder, context.home(), ClusterAccess.requireRecord(folder));
  }

  static JournalStatus status(Controllers controllers) {
    return controllers.one(Request.get("/v1/journal"), JournalStatus.class);
  }

  /** Asks all groups to agree until they have; a repetition after a lost answer does no harm. */
  final void agree(Controllers controllers, String verb, String value, String name, boolean there) {
    long end = System.nanoTime() + AGREEMENT.toNanos();
    String last = "";
    while (System.nanoTime() < end) {
      try {
        controllers.text(Request.post("/v1/journal/members", Json.write(Map.of(verb, value))));
      } catch (CommandFailure | ApiRefusal e) {
        // the new controller is still starting, or the change before is still being agreed on
        last = String.valueOf(e.getMessage());
      }
      if (status(controllers).agrees(name, there)) {
        return;
      }
      LockSupport.parkNanos(PAUSE.toNanos());
    }
    throw CommandFailure.operational(
        "Expected the journal's members to agree within %d s to %s %s, but: %s"
            .formatted(AGREEMENT.toSeconds(), verb, name, last));
  }

  /** {@code controller list}. */
  @Command(description = "List the controllers of the cluster and how far the journal of each is.")
  public static final class ListAll extends MembersCommand {
    /** The command. */
    public ListAll(Context context) {
      super(context);
    }

    @Override
    public Integer call() {
      Controllers controllers = access.connect(context);
      String body = controllers.text(Request.get("/v1/journal"));
      if (access.json()) {
        context.terminal().out().println(body);
        return 0;
      }
      JournalStatus status = Answers.one(body, JournalStatus.class);
      for (JournalStatus.Standing member : status.members()) {
        String name = member.name();
        long behind = member.behind();
        context
            .terminal()
            .out()
            .println(
                "%-12s %-24s %s%s"
                    .formatted(
                        name,
                        member.address(),
                        leads(name, status),
                        behind <= 0 ? "" : ", " + behind + " entries behind"));
      }
      return 0;
    }
  }

  /** Which groups a controller leads. */
  private static String leads(String name, JournalStatus status) {
    List<String> led =
        status.each().stream()
            .filter(group -> name.equals(group.leader()))
            .map(group -> Integer.toString(group.group()))
            .toList();
    return led.isEmpty()
        ? "follower"
        : status.each().size() == 1 ? "leader" : "leads group " + String.join(", ", led);
  }

  /** {@code controller add}. */
  @Command(
      description = {
        "Start one more controller on this host and add it to the group.",
        "On several hosts: docs/operations.md."
      })
  public static final class Add extends MembersCommand {
    /** The command. */
    public Add(Context context) {
      super(context);
    }

    @Override
    public Integer call() {
      Controllers controllers = access.connect(context);
      try (LocalCluster cluster = local()) {
        JournalStatus status = status(controllers);
        LocalCluster.Added added =
            cluster.addController(
                status.members().stream().map(JournalStatus.Standing::name).toList(),
                status.each().size());
        agree(controllers, "add", added.member(), added.name(), true);
        cluster.rewriteLists();
        cluster.restartAgents();
        context
            .terminal()
            .out()
            .println(
                "Added %s (%s). The other controllers read the longer list when they start next."
                    .formatted(added.name(), added.member()));
      }
      return 0;
    }
  }

  /** {@code controller remove}. */
  @Command(description = "Take a controller out of the group and stop it; its files stay.")
  public static final class Remove extends MembersCommand {
    @Parameters(paramLabel = "NAME", description = "Its name, as 'pliant controller list' says.")
    private String name = "";

    /** The command. */
    public Remove(Context context) {
      super(context);
    }

    @Override
    public Integer call() {
      Controllers controllers = access.connect(context);
      try (LocalCluster cluster = local()) {
        List<ClusterRecord.Controller> all = cluster.record().controllers();
        if (all.size() == 1 && all.getFirst().name().equals(name)) {
          throw CommandFailure.usage(
              "Expected another controller beside %s, but it is the only one.".formatted(name));
        }
        if (!status(controllers).agrees(name, false)) {
          agree(controllers, "remove", name, name, false);
        }
        cluster.removeController(name);
        cluster.rewriteLists();
        cluster.restartAgents();
        context.terminal().out().println("Removed " + name + ".");
      }
      return 0;
    }
  }

  /** {@code controller lead}. */
  @Command(
      description =
          "Have another controller lead the journal, or one of its groups. Where there are several groups they are spread again after a while.")
  public static final class Lead extends MembersCommand {
    @Parameters(paramLabel = "NAME", description = "Its name, as 'pliant controller list' says.")
    private String name = "";

    @Option(
        names = "--group",
        paramLabel = "N",
        description = "Number of the group, as 'pliant journal status' says (all).")
    private @Nullable Integer group;

    /** The command. */
    public Lead(Context context) {
      super(context);
    }

    @Override
    public Integer call() {
      access
          .connect(context)
          .text(
              Request.post(
                  "/v1/journal/leader",
                  Json.write(
                      group == null
                          ? Map.of("name", name)
                          : Map.of("name", name, "group", group))));
      context
          .terminal()
          .out()
          .println(name + (group == null ? " leads." : " leads group " + group + "."));
      return 0;
    }
  }
}
