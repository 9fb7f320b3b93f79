package io.pliant.cli.job;

import io.pliant.cli.cluster.ClusterAccess;
import io.pliant.cli.http.Request;
import io.pliant.cli.http.Target;
import io.pliant.cli.invocation.CommandFailure;
import io.pliant.cli.invocation.Context;
import io.pliant.cli.json.Json;
import io.pliant.core.array.JobRef;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Changes what was asked for of jobs that wait or run. */
@Command(
    name = "update",
    description = {
      "Change what was asked for of jobs that wait; of those that run, their time limit and comment.",
      "You may make a limit shorter, an operator may make it longer."
    },
    footer = {
      "",
      "Examples:",
      "  pliant update 12 --time-limit 30:00",
      "  pliant update 12 13 --nice 500 --comment 'after the others'",
      "  pliant update 14 --dependency afterok:12:13"
    })
public final class UpdateCommand implements Callable<Integer> {
  private final Context context;

  @Mixin private ClusterAccess access = new ClusterAccess();

  @Parameters(
      arity = "1..*",
      paramLabel = "JOB...",
      hideParamSyntax = true,
      description = JobRefs.LABEL)
  private List<String> jobs = List.of();

  @Option(
      names = {"-t", "--time-limit"},
      paramLabel = "TIME",
      description = "Time limit as of submit; +30 and -30 are from that of now.")
  private @Nullable String timeLimit;

  @Option(names = "--nice", paramLabel = "N", description = "By how much it goes behind others.")
  private @Nullable String nice;

  @Option(
      names = "--priority",
      paramLabel = "N",
      description = "Its priority, whatever its factors, or TOP. Operators only.")
  private @Nullable String priority;

  @Option(
      names = {"-J", "--name"},
      paramLabel = "NAME",
      description = "Job name.")
  private @Nullable String name;

  @Option(names = "--comment", paramLabel = "TEXT", description = "Text kept with the job.")
  private @Nullable String comment;

  @Option(
      names = {"-A", "--account"},
      paramLabel = "NAME",
      description = "Account.")
  private @Nullable String account;

  @Option(
      names = {"-q", "--qos"},
      paramLabel = "NAME",
      description = "Quality of service.")
  private @Nullable String qos;

  @Option(names = "--wckey", paramLabel = "NAME", description = "What the work is for.")
  private @Nullable String wckey;

  @Option(
      names = {"-b", "--begin"},
      paramLabel = "TIME",
      description = "Not to start before this time.")
  private @Nullable String begin;

  @Option(
      names = "--elements-at-once",
      paramLabel = "N",
      description = "Of an array: how many elements may run at one time, 0 for no bound.")
  private @Nullable String elementsAtOnce;

  @Option(
      names = {"-d", "--dependency"},
      paramLabel = "LIST",
      description =
          "Other jobs that it waits for, as of submit, in place of those of now; '' for none.")
  private @Nullable String dependency;

  public UpdateCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    Map<String, String> changes = new LinkedHashMap<>();
    put(changes, "timeLimit", timeLimit);
    put(changes, "nice", nice);
    put(changes, "priority", priority);
    put(changes, "name", name);
    put(changes, "comment", comment);
    put(changes, "account", account);
    put(changes, "qos", qos);
    put(changes, "wckey", wckey);
    put(changes, "begin", begin);
    put(changes, "elementsAtOnce", elementsAtOnce);
    put(changes, "dependency", dependency);
    if (changes.isEmpty()) {
      throw CommandFailure.usage(
          "Expected something to change, such as --time-limit, but got nothing.");
    }
    return JobActions.each(
        context, access.connect(context), JobRefs.parse(jobs), job -> request(job, changes));
  }

  private static void put(Map<String, String> changes, String key, @Nullable String value) {
    if (value != null) {
      changes.put(key, value);
    }
  }

  /**
   * The request for one job.
   *
   * @param changes components of the API's JobUpdate; a limit that is relative to that of now is
   *     not asked for a second time
   */
  public static Request request(JobRef job, Map<String, String> changes) {
    String target = Target.of("jobs", job.toString(), "update").toString();
    String body = Json.write(changes);
    String limit = changes.getOrDefault("timeLimit", "");
    boolean relative = limit.startsWith("+") || limit.startsWith("-");
    return relative ? Request.postOnce(target, body) : Request.post(target, body);
  }
}
