package io.pliant.cli.job;

import io.pliant.api.StartEntry;
import io.pliant.api.SubmissionCheck;
import io.pliant.cli.cluster.ClusterAccess;
import io.pliant.cli.http.Answers;
import io.pliant.cli.http.Controllers;
import io.pliant.cli.invocation.CommandFailure;
import io.pliant.cli.invocation.Context;
import io.pliant.cli.json.Json;
import io.pliant.cli.submission.ScriptSubmission;
import io.pliant.core.format.SizeText;
import io.pliant.core.format.TimeText;
import io.pliant.core.option.SubmitCommandLine;
import io.pliant.core.resource.Devices;
import io.pliant.core.resource.Kinds;
import io.pliant.core.resource.MemoryPerCpu;
import io.pliant.core.resource.ResourceRequest;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * {@code pliant submit --check}: what this cluster would say to each of many scripts, and to how
 * many of them what. Nothing is submitted.
 */
final class ScriptCheck {
  private static final int MOST_CAUSES = 15;

  private final Context context;
  private final boolean json;
  private final SubmitCommandLine line;
  private final ScriptSubmission submission;
  private final Controllers controllers;
  private final List<String> answers = new ArrayList<>();
  private final Map<String, Integer> causes = new TreeMap<>();
  private int scripts;
  private int refused;
  private int warned;

  ScriptCheck(Context context, ClusterAccess access, SubmitCommandLine line) {
    this.context = context;
    this.json = access.json();
    this.line = line;
    this.submission = new ScriptSubmission(context, access.folder(context));
    this.controllers = access.connect(context);
  }

  /** Checks what a file holds; one that cannot be read counts as refused. */
  void file(String file) {
    String script;
    try {
      script = ScriptFile.read(file);
    } catch (CommandFailure e) {
      unread(file, e);
      return;
    }
    script(file, script);
  }

  /** Checks one script. */
  void script(String name, String script) {
    String answer;
    try {
      answer = submission.check(controllers, line, script, name);
    } catch (CommandFailure e) {
      unread(name, e);
      return;
    }
    if (json) {
      answers.add("{\"file\":" + Json.write(name) + "," + answer.strip().substring(1));
    }
    tell(name, Answers.one(answer, SubmissionCheck.class));
  }

  /** A script, or the file of its nodes, that is not there: refused here, as controllers do it. */
  private void unread(String name, CommandFailure failure) {
    String why = String.valueOf(failure.getMessage());
    Map<String, @Nullable Object> answer = new LinkedHashMap<>();
    answer.put("file", name);
    answer.put("taken", false);
    answer.put("fault", why);
    answer.put("warnings", List.of());
    for (String unknown : List.of("name", "partition", "resources", "timeLimitSeconds", "start")) {
      answer.put(unknown, null);
    }
    if (json) {
      answers.add(Json.write(answer));
    }
    tell(name, SubmissionCheck.refused(why));
  }

  /** Prints the sums; the exit code is 1 when any script is refused. */
  int end() {
    PrintStream out = context.terminal().out();
    if (json) {
      out.println("[" + String.join(",", answers) + "]");
    } else if (scripts > 1) {
      out.println();
      out.println(
          "%d of %d scripts are taken, %d of them with warnings; %d are refused."
              .formatted(scripts - refused, scripts, warned, refused));
      causes.entrySet().stream()
          .sorted(Map.Entry.<String, Integer>comparingByValue(Comparator.reverseOrder()))
          .limit(MOST_CAUSES)
          .forEach(cause -> out.println("%6d  %s".formatted(cause.getValue(), cause.getKey())));
    }
    out.flush();
    return refused == 0 ? 0 : CommandFailure.OPERATIONAL;
  }

  private void tell(String name, SubmissionCheck check) {
    scripts++;
    warned += check.taken() && !check.warnings().isEmpty() ? 1 : 0;
    refused += check.taken() ? 0 : 1;
    String fault = check.fault() == null ? "" : check.fault();
    fault.lines().forEach(why -> causes.merge(withoutPlace(why), 1, Integer::sum));
    if (json) {
      return;
    }
    PrintStream out = context.terminal().out();
    ResourceRequest want = check.resources();
    out.println(
        name
            + (check.taken() ? ": taken" : ": refused")
            + (want == null ? "" : ": " + summary(check, want)));
    fault.lines().forEach(why -> out.println("  " + why));
    StartEntry start = check.start();
    if (start != null) {
      out.println("  " + start(start));
    }
    check.warnings().forEach(warning -> out.println("  warning: " + warning));
  }

  private static String start(StartEntry start) {
    return start.at() == null
        ? "nobody can say when it starts: " + start.unknown()
        : "would start at %s on %s".formatted(Times.local(start.at()), start.nodes());
  }

  /** The fault without the file and the line, so that the same of many files is one. */
  private static String withoutPlace(String fault) {
    return fault.replaceFirst("^.{1,300}? line [0-9]+: ", "");
  }

  /** What each component of a job pack asks for; an ordinary job is one. */
  private static String summary(SubmissionCheck check, ResourceRequest want) {
    Long limit = check.timeLimitSeconds();
    return "%s, %s, partition %s"
        .formatted(
            want.components().stream()
                .map(ScriptCheck::summary)
                .collect(Collectors.joining("; beside it ")),
            limit == null
                ? "the partition's time limit"
                : limit == 0 ? "no time limit" : TimeText.compact(Duration.ofSeconds(limit)),
            check.partition());
  }

  private static String summary(ResourceRequest want) {
    int min = want.minNodes();
    int max = want.maxNodes();
    return "%s node(s), %d task(s) of %d cpu(s)%s%s%s"
        .formatted(
            min == max ? Integer.toString(min) : min + "-" + max,
            want.tasks(),
            want.cpusPerTask(),
            memory(want),
            devices(want.kindsPerNode(), "node"),
            devices(want.kindsPerTask(), "task"));
  }

  private static String memory(ResourceRequest want) {
    MemoryPerCpu perCpu = want.memoryPerCpu();
    int perNode = want.memoryMbPerNode();
    return perCpu != null
        ? ", " + SizeText.megabytes(perCpu.megabytes()) + " per cpu"
        : perNode > 0 ? ", " + SizeText.megabytes(perNode) + " per node" : "";
  }

  private static String devices(@Nullable Kinds kinds, String each) {
    return kinds == null
        ? ""
        : ", %s per %s".formatted(Devices.withoutFamilies(kinds).text(), each);
  }
}
