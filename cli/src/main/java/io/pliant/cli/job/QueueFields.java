package io.pliant.cli.job;

import io.pliant.cli.json.Json;
import io.pliant.core.format.QueueTable;
import io.pliant.core.format.SlurmFormat.Field;
import io.pliant.core.format.TimeText;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;

/** What {@code queue --format} can tell of a job, by Slurm's letters. */
final class QueueFields {
  private QueueFields() {}

  /** The fields, times counted up to {@code now}. */
  static List<Field<Json>> at(Instant now) {
    return List.of(
        text('i', "JOBID", "job"),
        text('A', "JOBID", "job"),
        text('P', "PARTITION", "partition"),
        text('j', "NAME", "name"),
        text('u', "USER", "user"),
        new Field<>('t', "ST", QueueFields::code),
        new Field<>('T', "STATE", QueueFields::state),
        new Field<>('M', "TIME", job -> TimeText.compact(ran(job, now))),
        new Field<>('l', "TIME_LIMIT", QueueFields::limit),
        new Field<>('L', "TIME_LEFT", job -> left(job, now)),
        text('D', "NODES", "nodes"),
        text('C', "CPUS", "cpus"),
        new Field<>('N', "NODELIST", job -> job.get("nodeList").text()),
        new Field<>('r', "REASON", QueueFields::reason),
        new Field<>('p', "PRIORITY", QueueFields::priority),
        new Field<>('R', "NODELIST(REASON)", QueueFields::place),
        new Field<>('S', "START_TIME", job -> time(job, "startedAt")),
        new Field<>('V', "SUBMIT_TIME", job -> time(job, "submittedAt")));
  }

  private static Field<Json> text(char letter, String title, String key) {
    return new Field<>(letter, title, job -> job.get(key).text());
  }

  private static String code(Json job) {
    return QueueTable.stateCode(
        StateNames.code(job.get("status").text()), job.get("resizing").bool());
  }

  private static String state(Json job) {
    return QueueTable.stateName(job.get("status").text(), job.get("resizing").bool());
  }

  private static Duration ran(Json job, Instant now) {
    Instant started = job.get("startedAt").instant();
    return started == null ? Duration.ZERO : Duration.between(started, now);
  }

  private static String limit(Json job) {
    long seconds = job.get("timeLimitSeconds").number();
    return seconds == 0 ? "UNLIMITED" : TimeText.compact(Duration.ofSeconds(seconds));
  }

  private static String left(Json job, Instant now) {
    long seconds = job.get("timeLimitSeconds").number();
    return seconds == 0
        ? "UNLIMITED"
        : TimeText.compact(Duration.ofSeconds(seconds).minus(ran(job, now)));
  }

  private static String reason(Json job) {
    String reason = job.get("reason").text();
    return reason.isEmpty() ? "None" : reason;
  }

  private static String priority(Json job) {
    Json priority = job.get("priority");
    return priority.isNull() ? "N/A" : String.format(Locale.ROOT, "%.6f", priority.decimal());
  }

  private static String place(Json job) {
    String nodes = job.get("nodeList").text();
    return nodes.isEmpty() ? "(" + reason(job) + ")" : nodes;
  }

  private static String time(Json job, String key) {
    Instant at = job.get(key).instant();
    return at == null ? "N/A" : Times.local(at);
  }
}
