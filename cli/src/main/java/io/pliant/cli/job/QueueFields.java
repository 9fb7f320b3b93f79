package io.pliant.cli.job;

import io.pliant.api.QueueEntry;
import io.pliant.core.format.QueueTable;
import io.pliant.core.format.SlurmFormat.Field;
import io.pliant.core.format.TimeText;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What {@code queue --format} can tell of a job, by Slurm's letters. */
final class QueueFields {
  private QueueFields() {}

  /** The fields, times counted up to {@code now}. */
  static List<Field<QueueEntry>> at(Instant now) {
    return List.of(
        new Field<>('i', "JOBID", job -> job.job().toString()),
        new Field<>('A', "JOBID", job -> job.job().toString()),
        new Field<>('P', "PARTITION", job -> job.partition().value()),
        new Field<>('j', "NAME", QueueEntry::name),
        new Field<>('u', "USER", QueueEntry::user),
        new Field<>('t', "ST", QueueFields::code),
        new Field<>('T', "STATE", QueueFields::state),
        new Field<>('M', "TIME", job -> TimeText.compact(ran(job, now))),
        new Field<>('l', "TIME_LIMIT", QueueFields::limit),
        new Field<>('L', "TIME_LEFT", job -> left(job, now)),
        new Field<>('D', "NODES", job -> Integer.toString(job.nodes())),
        new Field<>('C', "CPUS", job -> Integer.toString(job.cpus())),
        new Field<>('N', "NODELIST", job -> job.nodeList() == null ? "" : job.nodeList()),
        new Field<>('r', "REASON", QueueFields::reason),
        new Field<>('p', "PRIORITY", QueueFields::priority),
        new Field<>('R', "NODELIST(REASON)", QueueFields::place),
        new Field<>('S', "START_TIME", job -> time(job.startedAt())),
        new Field<>('V', "SUBMIT_TIME", job -> time(job.submittedAt())));
  }

  private static String code(QueueEntry job) {
    return QueueTable.stateCode(job.status().code(), job.resizing());
  }

  private static String state(QueueEntry job) {
    return QueueTable.stateName(job.status().name(), job.resizing());
  }

  private static Duration ran(QueueEntry job, Instant now) {
    Instant started = job.startedAt();
    return started == null ? Duration.ZERO : Duration.between(started, now);
  }

  private static String limit(QueueEntry job) {
    long seconds = job.timeLimitSeconds();
    return seconds == 0 ? "UNLIMITED" : TimeText.compact(Duration.ofSeconds(seconds));
  }

  private static String left(QueueEntry job, Instant now) {
    long seconds = job.timeLimitSeconds();
    return seconds == 0
        ? "UNLIMITED"
        : TimeText.compact(Duration.ofSeconds(seconds).minus(ran(job, now)));
  }

  private static String reason(QueueEntry job) {
    String reason = job.reason();
    return reason == null || reason.isEmpty() ? "None" : reason;
  }

  private static String priority(QueueEntry job) {
    Double priority = job.priority();
    return priority == null ? "N/A" : String.format(Locale.ROOT, "%.6f", priority);
  }

  private static String place(QueueEntry job) {
    String nodes = job.nodeList();
    return nodes == null || nodes.isEmpty() ? "(" + reason(job) + ")" : nodes;
  }

  private static String time(@Nullable Instant at) {
    return at == null ? "N/A" : Times.local(at);
  }
}
