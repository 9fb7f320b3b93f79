package io.pliant.cli.slurm;

import io.pliant.cli.cluster.ClusterAccess;
import io.pliant.cli.http.Controllers;
import io.pliant.cli.http.Request;
import io.pliant.cli.http.Target;
import io.pliant.cli.invocation.CommandFailure;
import io.pliant.cli.invocation.Context;
import io.pliant.cli.invocation.RawCommand;
import io.pliant.cli.job.JobActions;
import io.pliant.cli.job.JobRefs;
import io.pliant.cli.job.RequeueCommand;
import io.pliant.cli.json.Json;
import io.pliant.core.array.JobRef;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;

/**
 * What scripts and clients ask of Slurm's {@code scontrol}: records of jobs, nodes, partitions and
 * the configuration, hold, release, requeue, top and update, and reservations. Words may be in any
 * case, and shortened.
 */
public final class ScontrolCommand implements RawCommand {
  private static final String USAGE =
      """
      Usage: pliant scontrol [-o] [-d] [--dir=DIR] COMMAND
      Records and orders as Slurm's scontrol gives them. For people: pliant show, nodes -l, partitions.

        show job [ID,...]           all of jobs; -d also says which devices
        show node [NAMES]           all of nodes
        show partition [NAME]       all of partitions
        show config                 what is known of the cluster
        show licenses [NAME]        licences of partitions, and how many are held
        show reservation [NAME]     nodes that are set aside
        create reservation KEY=VALUE ...
                                    sets nodes aside: Nodes=, StartTime=, Duration=, Users=, Flags=...
        delete ReservationName=NAME takes a reservation back
        show hostnames [LIST]       names of a host list, one on a line; $SLURM_JOB_NODELIST without
        show hostlist NAMES         the host list of names; hostlistsorted puts them in order
        hold ID,...                 keep waiting jobs from starting
        release ID,...              let them start again
        requeue ID,...              end running jobs and put them back into the queue
        requeuehold ID,...          the same, and hold them there
        suspend ID,...              have running jobs stand still, on their nodes; operators only
        resume ID,...               have them go on
        top ID,...                  move waiting jobs before others of their user, who may do it himself
                                    where limits.user-top is true; operators always may
        update JobId=ID,... KEY=VALUE ...
                                    changes waiting jobs: TimeLimit, Nice, Priority, JobName, Comment, Account,
                                    QOS, WCKey, StartTime, ArrayTaskThrottle, Dependency; running ones: TimeLimit, Comment
        update ReservationName=NAME KEY=VALUE ...
                                    changes one: StartTime, EndTime, Duration, Nodes, NodeCnt, Users, Accounts, Flags
        update NodeName=NAMES State=DRAIN|RESUME Reason=TEXT
                                    closes nodes to new jobs, and opens them
        ping                        whether controllers answer

        -o, --oneliner              each record on one line
        -d, --details               more of jobs
        -a, --all, -Q, --quiet, -v  change nothing here
            --dir=DIR               state folder of the cluster
            --help, --version
      """;

  private final Context context;
  private boolean oneLine;
  private boolean detailed;
  private @Nullable Path dir;

  public ScontrolCommand(Context context) {
    this.context = context;
  }

  @Override
  public int run(List<String> arguments) {
    List<String> words = new ArrayList<>();
    for (String word : arguments) {
      if (word.startsWith("-") && word.length() > 1) {
        option(word);
      } else {
        words.add(word);
      }
    }
    if (arguments.contains("--help") || arguments.contains("-h")) {
      context.terminal().out().print(USAGE);
      return 0;
    }
    if (words.isEmpty()) {
      throw failure("Expected a command, but got none.");
    }
    List<String> rest = words.subList(1, words.size());
    return switch (command(words.getFirst())) {
      case "show" -> show(rest);
      case "hold", "uhold", "release", "requeue", "requeuehold", "suspend", "resume" ->
          order(command(words.getFirst()), rest);
      case "ping" -> ping();
      case "create" -> create(rest);
      case "delete" -> {
        ReservationWords.delete(controllers(), rest);
        yield 0;
      }
      case "update" -> update(rest);
      case "top" -> top(rest);
      case "reconfigure",
          "notify",
          "wait_job",
          "write",
          "setdebug",
          "shutdown",
          "takeover",
          "token" ->
          throw failure(
              "Pliant has no '%s'. See pliant update, adapt, drain, resume, power and cancel for what can be changed while it runs."
                  .formatted(words.getFirst()));
      default ->
          throw failure(
              "Expected a command of those below, but got '%s'.".formatted(words.getFirst()));
    };
  }

  private int update(List<String> rest) {
    ClusterAccess access = ClusterAccess.of(dir, false);
    if (!ReservationWords.isUpdate(rest)) {
      return new UpdateOrder(context, access).run(rest);
    }
    ReservationWords.update(access.connect(context), rest);
    return 0;
  }

  private void option(String word) {
    switch (word) {
      case "-o", "--oneliner" -> oneLine = true;
      case "-d", "--details", "-dd" -> detailed = true;
      case "-a", "--all", "-Q", "--quiet", "-v", "--verbose", "-h", "--help", "--local" -> {}
      case String dirOption when dirOption.startsWith("--dir=") ->
          dir = Path.of(dirOption.substring("--dir=".length()));
      default -> throw failure("Expected an option of those below, but got '%s'.".formatted(word));
    }
  }

  /** Slurm's commands may be shortened to what tells them apart, but not below two letters. */
  private static String command(String word) {
    String lower = word.toLowerCase(Locale.ROOT);
    for (String known :
        List.of(
            "show",
            "hold",
            "uhold",
            "release",
            "requeue",
            "requeuehold",
            "ping",
            "update",
            "suspend",
            "resume",
            "create",
            "delete",
            "reconfigure",
            "top",
            "notify",
            "wait_job",
            "write",
            "setdebug",
            "shutdown",
            "takeover",
            "token")) {
      if (lower.length() >= 2 && known.startsWith(lower)) {
        return known;
      }
    }
    return lower;
  }

  private int show(List<String> words) {
    if (words.isEmpty()) {
      throw failure("Expected what to show, but got nothing.");
    }
    String name = words.size() > 1 ? words.get(1) : null;
    Records records = new Records(controllers(), oneLine, detailed);
    String text =
        switch (entity(words.getFirst())) {
          case "jobs" -> records.jobs(name);
          case "nodes" -> records.nodes(name);
          case "partitions" -> records.partitions(name);
          case "config" -> records.config();
          case "reservations" -> records.reservations(name);
          case "licenses" -> records.licences(name);
          default ->
              throw failure(
                  "Expected job, node, partition, config, hostnames or hostlist to be shown, but got '%s'."
                      .formatted(words.getFirst()));
        };
    context.terminal().out().print(text);
    return 0;
  }

  private int create(List<String> words) {
    if (words.isEmpty() || !"reservations".startsWith(words.getFirst().toLowerCase(Locale.ROOT))) {
      throw failure(
          "Expected a reservation to be created, but got '%s'.".formatted(String.join(" ", words)));
    }
    context
        .terminal()
        .out()
        .print(ReservationWords.create(controllers(), words.subList(1, words.size())));
    return 0;
  }

  private static String entity(String word) {
    String lower = word.toLowerCase(Locale.ROOT);
    if (lower.equals("jobid")) {
      return "jobs";
    }
    for (String known :
        List.of("jobs", "nodes", "partitions", "config", "reservations", "licenses")) {
      if (known.startsWith(lower)) {
        return known;
      }
    }
    return lower;
  }

  private int order(String what, List<String> words) {
    String action = what.equals("uhold") ? "hold" : what;
    List<JobRef> jobs = jobs(words);
    return JobActions.each(
        context,
        controllers(),
        jobs,
        job ->
            action.startsWith("requeue")
                ? RequeueCommand.request(job, action.equals("requeuehold"))
                : Request.post(Target.of("jobs", job.toString(), action).toString(), null));
  }

  private int top(List<String> words) {
    List<String> jobs = jobs(words).stream().map(JobRef::toString).toList();
    if (jobs.isEmpty()) {
      throw failure("Expected the jobs that are to come first, but got none.");
    }
    String body = Json.write(Map.of("jobs", jobs));
    controllers().text(Request.post("/v1/jobs/top", body));
    return 0;
  }

  /** Numbers with commas or spaces, also as {@code jobid=12}. */
  private static List<JobRef> jobs(List<String> words) {
    List<JobRef> jobs = new ArrayList<>();
    for (String word : JobRefs.split(String.join(",", words))) {
      String number = word.toLowerCase(Locale.ROOT).replaceFirst("^jobid=|^job=", "");
      try {
        jobs.add(JobRef.parse(number));
      } catch (IllegalArgumentException e) {
        throw failure("Invalid job id specified: " + e.getMessage());
      }
    }
    return jobs;
  }

  private int ping() {
    int up = new Records(controllers(), oneLine, detailed).ping(context.terminal().out());
    return up > 0 ? 0 : 1;
  }

  private Controllers controllers() {
    return ClusterAccess.of(dir, false).connect(context);
  }

  private static CommandFailure failure(String text) {
    return CommandFailure.operational(text + "\n" + USAGE.stripTrailing());
  }

  @Override
  public CommandSpec spec() {
    CommandSpec spec = CommandSpec.create().name("pliant scontrol");
    spec.usageMessage()
        .description(
            Ansi.OFF.string(
                "Records and orders as Slurm's scontrol gives them, which clients parse."));
    return spec;
  }
}
