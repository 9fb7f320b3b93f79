package io.pliant.cli;

import io.pliant.cli.command.CertificatesCommand;
import io.pliant.cli.command.CompletionCommand;
import io.pliant.cli.command.ConsoleCommand;
import io.pliant.cli.command.DownCommand;
import io.pliant.cli.command.DrainCommand;
import io.pliant.cli.command.JournalCommand;
import io.pliant.cli.command.MembersCommand;
import io.pliant.cli.command.NodeEnrollCommand;
import io.pliant.cli.command.NodesCommand;
import io.pliant.cli.command.OtherProgram;
import io.pliant.cli.command.PartitionsCommand;
import io.pliant.cli.command.ReservationCommand;
import io.pliant.cli.command.ResumeCommand;
import io.pliant.cli.command.RoleCommand;
import io.pliant.cli.command.UpCommand;
import io.pliant.cli.command.VersionCommand;
import io.pliant.cli.demo.DemoCommand;
import io.pliant.cli.drill.DrillCommand;
import io.pliant.cli.drill.lease.LeaseDrillCommand;
import io.pliant.cli.drill.resize.ResizeDrillCommand;
import io.pliant.cli.invocation.Context;
import io.pliant.cli.invocation.RawCommand;
import io.pliant.cli.job.AdaptCommand;
import io.pliant.cli.job.CancelCommand;
import io.pliant.cli.job.EventsCommand;
import io.pliant.cli.job.HistoryCommand;
import io.pliant.cli.job.HoldCommand;
import io.pliant.cli.job.LogsCommand;
import io.pliant.cli.job.QueueCommand;
import io.pliant.cli.job.ReleaseCommand;
import io.pliant.cli.job.RequeueCommand;
import io.pliant.cli.job.ShowCommand;
import io.pliant.cli.job.SubmitCommand;
import io.pliant.cli.job.UpdateCommand;
import io.pliant.cli.job.WhyCommand;
import io.pliant.cli.power.PowerClearCommand;
import io.pliant.cli.power.PowerCommand;
import io.pliant.cli.power.PowerSetCommand;
import io.pliant.cli.run.AllocateCommand;
import io.pliant.cli.run.AttachCommand;
import io.pliant.cli.run.RunCommand;
import io.pliant.cli.slurm.SacctCommand;
import io.pliant.cli.slurm.SacctmgrCommand;
import io.pliant.cli.slurm.ScontrolCommand;
import io.pliant.cli.slurm.SdiagCommand;
import io.pliant.cli.slurm.SeffCommand;
import io.pliant.cli.slurm.SinfoCommand;
import io.pliant.cli.slurm.SprioCommand;
import io.pliant.cli.slurm.SshareCommand;
import io.pliant.cli.slurm.SstatCommand;
import io.pliant.cli.top.TopCommand;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/**
 * All commands by name. One is made only when it is called: reading the annotations of all of them
 * would take longer than the command itself.
 */
public final class CommandCatalog {
  /** Groups of commands in the order of the overview. */
  public static final List<Group> GROUPS =
      List.of(
          new Group("A cluster on this host", List.of("demo", "up", "down")),
          new Group(
              "Jobs",
              List.of(
                  "submit",
                  "bag",
                  "run",
                  "allocate",
                  "queue",
                  "show",
                  "why",
                  "logs",
                  "cancel",
                  "hold",
                  "release",
                  "requeue",
                  "update",
                  "adapt",
                  "history",
                  "events")),
          new Group(
              "Nodes",
              List.of(
                  "top",
                  "nodes",
                  "partitions",
                  "drain",
                  "resume",
                  "reservation",
                  "power",
                  "console")),
          new Group("What if", List.of("sim")),
          new Group(
              "Other",
              List.of(
                  "controller",
                  "certificates",
                  "journal",
                  "drill",
                  "node",
                  "completion",
                  "version")),
          new Group(
              "Slurm's",
              List.of(
                  "sinfo",
                  "sacct",
                  "scontrol",
                  "sacctmgr",
                  "sshare",
                  "sprio",
                  "sdiag",
                  "seff",
                  "sattach",
                  "sstat")));

  private CommandCatalog() {}

  /** A group of the overview. */
  public record Group(String title, List<String> commands) {}

  /** Names of all commands. */
  public static List<String> names() {
    return GROUPS.stream().flatMap(group -> group.commands().stream()).toList();
  }

  /** The command of this name, or null when there is none, or it reads its command line itself. */
  public static @Nullable CommandLine create(String name, Context context) {
    if (name.equals("journal")) {
      return configured(JournalCommand.create(context), name);
    }
    if (name.equals("certificates")) {
      return configured(CertificatesCommand.create(context), name);
    }
    if (name.equals("controller")) {
      return configured(
          new CommandLine(new RoleCommand.Controller(context))
              .addSubcommand("list", new MembersCommand.ListAll(context))
              .addSubcommand("add", new MembersCommand.Add(context))
              .addSubcommand("remove", new MembersCommand.Remove(context))
              .addSubcommand("lead", new MembersCommand.Lead(context)),
          name);
    }
    if (name.equals("node")) {
      return configured(
          new CommandLine(new RoleCommand.Node(context))
              .addSubcommand("enroll", new NodeEnrollCommand(context)),
          name);
    }
    if (name.equals("power")) {
      return configured(
          new CommandLine(new PowerCommand(context))
              .addSubcommand("set", new PowerSetCommand(context))
              .addSubcommand("clear", new PowerClearCommand(context)),
          name);
    }
    if (name.equals("reservation")) {
      return configured(
          new CommandLine(new ReservationCommand(context))
              .addSubcommand("create", new ReservationCommand.Create(context))
              .addSubcommand("delete", new ReservationCommand.Delete(context)),
          name);
    }
    if (name.equals("drill")) {
      return configured(
          new CommandLine(new DrillCommand(context))
              .addSubcommand("resizes", new ResizeDrillCommand(context))
              .addSubcommand("leases", new LeaseDrillCommand(context)),
          name);
    }
    Object command = instance(name, context);
    return command == null ? null : configured(new CommandLine(command), name);
  }

  /** The command of this name when it reads its command line itself, as Slurm's do; else null. */
  public static @Nullable RawCommand createRaw(String name, Context context) {
    return switch (name) {
      case "submit" -> new SubmitCommand(context);
      case "run" -> new RunCommand(context);
      case "allocate" -> new AllocateCommand(context);
      case "bag" -> OtherProgram.bag(context);
      case "sim" -> OtherProgram.simulator(context);
      case "scontrol" -> new ScontrolCommand(context);
      case "sacctmgr" -> new SacctmgrCommand(context);
      default -> null;
    };
  }

  /** Every command below one root, for the overview, suggestions and completion. */
  public static CommandLine all(Context context) {
    CommandLine root = new CommandLine(CommandSpec.create().name("pliant"));
    for (String name : names()) {
      CommandLine command = create(name, context);
      RawCommand raw = createRaw(name, context);
      if (command != null) {
        root.addSubcommand(name, command);
      } else if (raw != null) {
        root.addSubcommand(name, new CommandLine(raw.spec()));
      }
    }
    return root;
  }

  private static CommandLine configured(CommandLine command, String name) {
    command.setCommandName("pliant " + name);
    return withHelp(command);
  }

  private static CommandLine withHelp(CommandLine command) {
    command.setCaseInsensitiveEnumValuesAllowed(true);
    CommandSpec spec = command.getCommandSpec();
    if (spec.findOption("--help") == null) {
      spec.addOption(
          CommandLine.Model.OptionSpec.builder("--help")
              .usageHelp(true)
              .description("Show this help.")
              .build());
    }
    command.getSubcommands().values().forEach(CommandCatalog::withHelp);
    return command;
  }

  private static @Nullable Object instance(String name, Context context) {
    return switch (name) {
      case "demo" -> new DemoCommand(context);
      case "up" -> new UpCommand(context);
      case "down" -> new DownCommand(context);
      case "queue" -> new QueueCommand(context);
      case "show" -> new ShowCommand(context);
      case "why" -> new WhyCommand(context);
      case "logs" -> new LogsCommand(context);
      case "cancel" -> new CancelCommand(context);
      case "hold" -> new HoldCommand(context);
      case "adapt" -> new AdaptCommand(context);
      case "release" -> new ReleaseCommand(context);
      case "requeue" -> new RequeueCommand(context);
      case "update" -> new UpdateCommand(context);
      case "history" -> new HistoryCommand(context);
      case "events" -> new EventsCommand(context);
      case "nodes" -> new NodesCommand(context);
      case "partitions" -> new PartitionsCommand(context);
      case "top" -> new TopCommand(context);
      case "console" -> new ConsoleCommand(context);
      case "drain" -> new DrainCommand(context);
      case "resume" -> new ResumeCommand(context);
      case "completion" -> new CompletionCommand(context, () -> all(context));
      case "version" -> new VersionCommand(context);
      case "sinfo" -> new SinfoCommand(context);
      case "sacct" -> new SacctCommand(context);
      case "sshare" -> new SshareCommand(context);
      case "sprio" -> new SprioCommand(context);
      case "sdiag" -> new SdiagCommand(context);
      case "seff" -> new SeffCommand(context);
      case "sattach" -> new AttachCommand(context);
      case "sstat" -> new SstatCommand(context);
      default -> null;
    };
  }
}
