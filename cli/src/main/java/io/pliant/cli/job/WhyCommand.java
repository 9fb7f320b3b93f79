package io.pliant.cli.job;

import io.pliant.api.WaitExplanation;
import io.pliant.cli.cluster.ClusterAccess;
import io.pliant.cli.http.Answers;
import io.pliant.cli.http.Request;
import io.pliant.cli.http.Target;
import io.pliant.cli.invocation.Context;
import io.pliant.cli.terminal.Terminal.Style;
import io.pliant.core.spec.Bookkeeping;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Explains why a job waits. */
@Command(
    name = "why",
    description = "Explain why a job waits: every rule that keeps it, with its numbers.",
    footer = {"", "Example:", "  pliant why 12"})
public final class WhyCommand implements Callable<Integer> {
  private final Context context;

  @Mixin private ClusterAccess access = new ClusterAccess();

  @Parameters(paramLabel = "JOB", description = "Job id; of an array 12_7.")
  private String job = "";

  public WhyCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    String target = Target.of("jobs", JobRefs.parse(job).toString(), "why").toString();
    String body = access.connect(context).text(Request.get(target));
    if (access.json()) {
      context.terminal().out().println(body);
    } else {
      print(Answers.one(body, WaitExplanation.class));
    }
    return 0;
  }

  private void print(WaitExplanation why) {
    var out = context.terminal().out();
    if (why.reasons().isEmpty()) {
      out.println("Job %s is %s; nothing keeps it.".formatted(job, why.status()));
      return;
    }
    out.println("Job %s is %s because:".formatted(job, why.status()));
    for (WaitExplanation.Reason reason : why.reasons()) {
      String code = context.terminal().styled(Style.WAIT, reason.code());
      out.println("  " + code + "  " + reason.text());
    }
    Instant start = why.expectedStart();
    if (start != null) {
      out.println("Expected start: " + Times.local(start));
    }
    priorityLines(why.priority()).forEach(out::println);
  }

  /** Where the place in the queue comes from; no line for a job that does not wait. */
  static List<String> priorityLines(WaitExplanation.@Nullable Priority priority) {
    if (priority == null) {
      return List.of();
    }
    if (priority.factors().isEmpty()) {
      return List.of(
          "Place %d in the queue, which is in order of submission.".formatted(priority.position()));
    }
    List<String> lines = new ArrayList<>();
    lines.add(
        String.format(
            Locale.ROOT,
            "Place %d in the queue, by priority %.4f:",
            priority.position(),
            priority.value()));
    for (WaitExplanation.Factor factor : priority.factors()) {
      lines.add(
          String.format(
              Locale.ROOT,
              "  %-10s  %.4f = %s x %.4f  %s",
              factor.name(),
              factor.weight() * factor.factor(),
              factor.weight(),
              factor.factor(),
              factor.text()));
    }
    Long given = priority.given();
    Integer nice = priority.nice();
    if (given != null) {
      lines.add("  given       --priority=%d: the factors do not count".formatted(given));
    } else if (nice != null) {
      lines.add(
          String.format(
              Locale.ROOT, "  %-10s  %.4f  --nice=%d", "nice", -nice / Bookkeeping.PER_UNIT, nice));
    }
    return lines;
  }
}
