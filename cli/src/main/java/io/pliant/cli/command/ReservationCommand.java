package io.pliant.cli.command;

import io.pliant.api.ReservationEntry;
import io.pliant.cli.cluster.ClusterAccess;
import io.pliant.cli.http.Answers;
import io.pliant.cli.http.Controllers;
import io.pliant.cli.http.Request;
import io.pliant.cli.http.Target;
import io.pliant.cli.invocation.Context;
import io.pliant.core.format.TextTable;
import io.pliant.core.spec.TimeLimit;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Nodes that are set aside for some users, or for nobody, for a time. */
@Command(
    name = "reservation",
    description = "List the reservations; with a subcommand make or delete one.",
    footer = {
      "",
      "Examples:",
      "  pliant reservation                                             those that are not over",
      "  pliant reservation create course --count 2 --start 14:00 --duration 2:00:00 --users ada,bob",
      "  pliant reservation create repair --nodes n[3-4] --duration 1-0 --maintenance",
      "  pliant reservation create paper --count 2 --duration 7-0 --accounts physics",
      "  pliant submit --reservation course job.sh                      a job of its users",
      "  pliant reservation delete course"
    })
public final class ReservationCommand implements Callable<Integer> {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss");

  private final Context context;

  @Mixin private ClusterAccess access = new ClusterAccess();

  public ReservationCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    Controllers controllers = access.connect(context);
    String body = controllers.text(Request.get(Target.of("reservations").toString()));
    if (access.json()) {
      context.terminal().out().println(body);
      return 0;
    }
    List<ReservationEntry> entries = Answers.exactList(body, ReservationEntry.class);
    if (entries.isEmpty()) {
      context.terminal().out().println("There are no reservations.");
      return 0;
    }
    List<TextTable.Column> columns =
        List.of(
            TextTable.Column.left("NAME"),
            TextTable.Column.left("PARTITION"),
            TextTable.Column.left("STATE"),
            TextTable.Column.left("START"),
            TextTable.Column.left("END"),
            TextTable.Column.right("DURATION"),
            TextTable.Column.right("NODES"),
            TextTable.Column.text("USERS", 8),
            TextTable.Column.text("ACCOUNTS", 8),
            TextTable.Column.left("FLAGS"),
            TextTable.Column.text("NODELIST", 8));
    List<List<String>> rows = entries.stream().map(ReservationCommand::row).toList();
    context.terminal().print(TextTable.of(columns, rows), true, TextTable.CellStyle.PLAIN);
    return 0;
  }

  private static List<String> row(ReservationEntry entry) {
    return List.of(
        entry.name(),
        entry.partition().value(),
        entry.active() ? "active" : "waiting",
        local(entry.start()),
        local(entry.end()),
        TimeLimit.format(Duration.between(entry.start(), entry.end())),
        Integer.toString(entry.nodes()),
        String.join(",", entry.users()),
        entry.accounts() == null ? "" : String.join(",", entry.accounts()),
        (entry.maintenance() ? "maintenance " : "") + (entry.ignoreJobs() ? "ignore-jobs" : ""),
        entry.nodeList());
  }

  private static String local(Instant at) {
    return TIME.format(ZonedDateTime.ofInstant(at, ZoneId.systemDefault()));
  }

  /** Sets nodes aside. */
  @Command(
      name = "create",
      description = {
        "Set nodes aside from one time to another. Operators only.",
        "Jobs that name it, of its users, have them; others keep off so that they end before its start."
      })
  public static final class Create implements Callable<Integer> {
    private final Context context;

    @Mixin private ClusterAccess access = new ClusterAccess();

    @Parameters(paramLabel = "NAME", description = "Letters, digits and _.:-, at most 64.")
    private String name = "";

    @Option(
        names = {"-w", "--nodes"},
        paramLabel = "NODES",
        description = "Which nodes, as a host list; ALL for those of the partition.")
    private @Nullable String nodes;

    @Option(
        names = "--count",
        paramLabel = "N",
        description = "How many nodes, idle ones first, that are free of jobs in its time.")
    private @Nullable Integer count;

    @Option(
        names = "--start",
        paramLabel = "TIME",
        description = "From when on: now+1hour, 16:00, tomorrow, 2027-01-31T08:00 (now).")
    private @Nullable String start;

    @Option(names = "--end", paramLabel = "TIME", description = "Until when, in the same forms.")
    private @Nullable String end;

    @Option(
        names = "--duration",
        paramLabel = "TIME",
        description = "For how long, as --time of jobs: 120, 2:00:00, 1-0 (a day).")
    private @Nullable String duration;

    @Option(
        names = {"-u", "--users"},
        paramLabel = "USER,...",
        split = ",",
        hideParamSyntax = true,
        description = "Whose jobs may have them; nobody's when not given.")
    private List<String> users = List.of();

    @Option(
        names = {"-A", "--accounts"},
        paramLabel = "ACCOUNT,...",
        split = ",",
        hideParamSyntax = true,
        description = "Whose jobs may have them; with --users those jobs that agree with both.")
    private List<String> accounts = List.of();

    @Option(
        names = "--maintenance",
        description = "May share nodes with other reservations, whose jobs then keep off them.")
    private boolean maintenance;

    @Option(
        names = "--ignore-jobs",
        description = "Also when jobs may run there beyond its start; they go on.")
    private boolean ignoreJobs;

    @Option(
        names = {"-p", "--partition"},
        paramLabel = "NAME",
        description = "Partition; that of the nodes, or the default one, when not given.")
    private @Nullable String partition;

    public Create(Context context) {
      this.context = context;
    }

    @Override
    public Integer call() {
      ReservationOrder order =
          new ReservationOrder(
              name,
              partition,
              start,
              end,
              duration,
              nodes,
              count,
              users,
              accounts,
              maintenance,
              ignoreJobs);
      String answer = order.make(access.connect(context));
      ReservationEntry made = Answers.exact(answer, ReservationEntry.class);
      context
          .terminal()
          .out()
          .println(
              access.json()
                  ? answer
                  : "Reservation %s of %s from %s to %s."
                      .formatted(
                          made.name(), made.nodeList(), local(made.start()), local(made.end())));
      return 0;
    }
  }

  /** Takes a reservation back. */
  @Command(
      name = "delete",
      description = {
        "Take a reservation back. Operators only.",
        "Jobs that run there go on; those that wait for it wait on, until they are cancelled."
      })
  public static final class Delete implements Callable<Integer> {
    private final Context context;

    @Mixin private ClusterAccess access = new ClusterAccess();

    @Parameters(paramLabel = "NAME", description = "Its name.")
    private String name = "";

    @Option(
        names = {"-p", "--partition"},
        paramLabel = "NAME",
        description = "Partition, needed when two have a reservation of that name.")
    private @Nullable String partition;

    public Delete(Context context) {
      this.context = context;
    }

    @Override
    public Integer call() {
      String answer = ReservationOrder.delete(access.connect(context), name, partition);
      context
          .terminal()
          .out()
          .println(access.json() ? answer : "Reservation %s is deleted.".formatted(name));
      return 0;
    }
  }
}
