package io.pliant.core.job;

import io.pliant.core.format.PrintableText;
import io.pliant.core.format.TimeText;
import io.pliant.core.hostlist.Hostlist;
import io.pliant.core.id.ExitStatus;
import io.pliant.core.resource.Allocation;
import io.pliant.core.spec.JobSpec;
import io.pliant.core.spec.MailRequest;
import io.pliant.core.spec.MailType;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Words of one mail, with the subject and the variables of Slurm. */
final class MailText {
  private final JobState state;
  private final MailType type;
  private final Instant at;

  /** About a job as it is after what it tells of, at that time. */
  MailText(JobState state, MailType type, Instant at) {
    this.state = state;
    this.type = type;
    this.at = at;
  }

  /** To whoever the request names. */
  Mail to(MailRequest request) {
    JobSpec spec = state.submittedSpec();
    return new Mail(
        state.job(), spec.submitter().name(), request.address(), subject(), body(), variables());
  }

  private String subject() {
    return "Slurm Job_id=%s Name=%s %s%s%s"
        .formatted(state.job(), name(), word(), timeWords(), endWords());
  }

  private String name() {
    return PrintableText.escaped(state.submittedSpec().name());
  }

  private String word() {
    return switch (type) {
      case BEGIN -> "Began";
      case END -> "Ended";
      case FAIL -> "Failed";
      case REQUEUE -> "Requeued";
      case TIME_LIMIT -> "Reached time limit";
      case TIME_LIMIT_50, TIME_LIMIT_80, TIME_LIMIT_90 ->
          "Reached %d%% of time limit".formatted(type.percent());
      case INVALID_DEPEND -> "Invalid dependency";
      case ARRAY_TASKS, STAGE_OUT ->
          throw new IllegalStateException("Expected news, but " + type + " tells of none.");
    };
  }

  private String timeWords() {
    if (type == MailType.INVALID_DEPEND) {
      return "";
    }
    return (type == MailType.BEGIN ? ", Queued time " : ", Run time ") + TimeText.full(time());
  }

  /** From submission to start, or from the start on. */
  private Duration time() {
    Instant started = state.startedAt();
    Instant from = type == MailType.BEGIN ? state.submittedAt() : started;
    return from == null ? Duration.ZERO : Duration.between(from, at);
  }

  private boolean tellsEnd() {
    return type == MailType.END || type == MailType.FAIL;
  }

  private String endWords() {
    if (!tellsEnd()) {
      return "";
    }
    ExitStatus exit = exit();
    return ", " + state.status() + (exit.signal() == 0 ? ", ExitCode " + exit.code() : "");
  }

  private ExitStatus exit() {
    Completion completion = state.completion();
    return completion == null ? ExitStatus.SUCCESS : completion.exit();
  }

  private List<String> body() {
    JobSpec spec = state.submittedSpec();
    Completion completion = state.completion();
    Allocation held = state.allocation();
    List<String> lines = new ArrayList<>();
    add(lines, "Job", state.job() + " " + spec.name());
    add(lines, "User", spec.submitter().name());
    add(lines, "Partition", spec.partition().value());
    add(lines, "State", state.status().name());
    if (completion != null && !completion.reason().isEmpty()) {
      add(lines, "Reason", completion.reason());
    }
    if (tellsEnd()) {
      add(lines, "Exit code", exit().toString());
    }
    if (held != null && !held.nodes().isEmpty()) {
      add(lines, "Nodes", Hostlist.compress(held.nodes()));
    }
    add(lines, "Submitted", state.submittedAt());
    add(lines, "Started", state.startedAt());
    add(lines, "Ended", state.endedAt());
    add(lines, "Folder", spec.workingDirectory());
    return lines;
  }

  private static void add(List<String> lines, String title, @Nullable Instant at) {
    if (at != null) {
      add(lines, title, at.truncatedTo(ChronoUnit.SECONDS).toString());
    }
  }

  private static void add(List<String> lines, String title, String text) {
    String line = PrintableText.escaped(text);
    lines.add("%-10s %.400s".formatted(title, line));
  }

  private Map<String, String> variables() {
    JobSpec spec = state.submittedSpec();
    Map<String, String> variables = new TreeMap<>();
    variables.put("SLURM_JOB_ID", state.job().toString());
    variables.put("SLURM_JOBID", state.job().toString());
    variables.put("SLURM_JOB_NAME", name());
    variables.put("SLURM_JOB_USER", spec.submitter().name());
    variables.put("SLURM_JOB_UID", Integer.toString(spec.submitter().uid()));
    variables.put("SLURM_JOB_PARTITION", spec.partition().value());
    variables.put("SLURM_JOB_STATE", state.status().name());
    variables.put("SLURM_JOB_MAIL_TYPE", word());
    variables.put(
        type == MailType.BEGIN ? "SLURM_JOB_QUEUED_TIME" : "SLURM_JOB_RUN_TIME",
        TimeText.full(time()));
    if (tellsEnd()) {
      variables.put("SLURM_JOB_EXIT_CODE_MAX", Integer.toString(exit().code()));
    }
    return variables;
  }
}
