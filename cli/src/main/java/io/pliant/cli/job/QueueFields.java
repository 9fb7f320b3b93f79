package io.pliant.cli.job;

import static io.pliant.core.format.Field.named;
import static io.pliant.core.format.Field.of;

import io.pliant.api.ArrayEntry;
import io.pliant.api.DependencyEntry;
import io.pliant.api.PackEntry;
import io.pliant.api.QueueEntry;
import io.pliant.core.format.Field;
import io.pliant.core.format.QueueTable;
import io.pliant.core.format.TimeText;
import io.pliant.core.hostlist.Hostlist;
import io.pliant.core.id.JobStatus;
import io.pliant.core.spec.Bookkeeping;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What {@code queue --format} and {@code queue --Format} can tell of a job, in Slurm's words. */
final class QueueFields {
  private QueueFields() {}

  /**
   * All fields.
   *
   * @param now until when times of running jobs are counted
   * @param exact numbers of bytes in megabytes, not in the largest unit
   */
  static List<Field<JobRow>> at(Instant now, boolean exact) {
    List<Field<JobRow>> fields = new ArrayList<>(ofQueue(now));
    fields.addAll(AskedFields.all(exact));
    return List.copyOf(fields);
  }

  /** Those that the queue itself knows; the others cost a question to accounting. */
  static boolean inQueue(Field<JobRow> field) {
    return ofQueue(Instant.EPOCH).stream()
        .anyMatch(known -> known.letter() == field.letter() && known.names().equals(field.names()));
  }

  private static List<Field<JobRow>> ofQueue(Instant now) {
    return List.of(
        of('i', "JOBID", text(QueueEntry::shownId), "jobarrayid"),
        of('A', "JOBID", text(job -> job.job().toString()), "jobid"),
        of('F', "ARRAY_JOB_ID", text(QueueFields::arrayJob), "arrayjobid"),
        of('K', "ARRAY_TASK_ID", text(QueueFields::arrayTask), "arraytaskid"),
        of('P', "PARTITION", text(job -> job.partition().value()), "partition"),
        of('j', "NAME", text(QueueEntry::name), "name"),
        of('u', "USER", text(QueueEntry::user), "username", "user"),
        of('t', "ST", text(QueueFields::code), "statecompact"),
        of('T', "STATE", text(QueueFields::state), "state"),
        of('M', "TIME", job -> TimeText.compact(job.ran(now)), "timeused"),
        of('l', "TIME_LIMIT", text(QueueFields::limit), "timelimit"),
        of('L', "TIME_LEFT", job -> left(job, now), "timeleft"),
        of('D', "NODES", text(job -> Integer.toString(job.nodes())), "numnodes", "nodes"),
        of('C', "CPUS", text(job -> Integer.toString(job.cpus())), "numcpus"),
        of('N', "NODELIST", text(job -> orEmpty(job.nodeList())), "nodelist"),
        of('B', "EXEC_HOST", text(QueueFields::firstNode), "batchhost"),
        of('r', "REASON", text(QueueFields::reason), "reason"),
        of('p', "PRIORITY", text(QueueFields::priority), "priority"),
        of('Q', "PRIORITY", text(QueueFields::wholePriority), "prioritylong"),
        of('R', "NODELIST(REASON)", text(QueueFields::place), "reasonlist"),
        of('S', "START_TIME", job -> time(job.start()), "starttime"),
        of('V', "SUBMIT_TIME", text(job -> time(job.submittedAt())), "submittime"),
        of('E', "DEPENDENCY", text(QueueFields::dependency), "dependency"),
        of('Y', "SCHEDNODES", _ -> "(null)", "schednodes"),
        of('X', "CORE_SPEC", _ -> "N/A", "corespec"),
        of('O', "CONTIGUOUS", _ -> "0", "contiguous"),
        of('d', "MIN_TMP_DISK", _ -> "0", "mintmpdisk"),
        of('H', "SOCKETS_PER_NODE", _ -> "*", "sockets"),
        of('I', "CORES_PER_SOCKET", _ -> "*", "cores"),
        of('J', "THREADS_PER_CORE", _ -> "*", "threads"),
        of('z', "S:C:T", _ -> "*:*:*", "sct"),
        of('o', "COMMAND", _ -> "(null)", "command"),
        named("CLUSTER", _ -> "N/A", "cluster"),
        named(
            "HETJOBID", text(job -> job.pack() == null ? "N/A" : job.job().toString()), "hetjobid"),
        named("HETJOBOFFSET", text(QueueFields::component), "hetjoboffset"));
  }

  private static Function<JobRow, String> text(Function<QueueEntry, String> value) {
    return job -> value.apply(job.queue());
  }

  private static String arrayJob(QueueEntry job) {
    return (job.array() == null ? job.job() : job.array().job()).toString();
  }

  private static String arrayTask(QueueEntry job) {
    ArrayEntry array = job.array();
    if (array == null) {
      return "N/A";
    }
    return array.index() == null ? orEmpty(array.waiting()) : array.index().toString();
  }

  private static String component(QueueEntry job) {
    PackEntry pack = job.pack();
    return pack == null ? "N/A" : Integer.toString(pack.components().getFirst().number());
  }

  private static String code(QueueEntry job) {
    return QueueTable.stateCode(job.status().code(), job.resizing());
  }

  private static String state(QueueEntry job) {
    return QueueTable.stateName(job.status().name(), job.resizing());
  }

  private static String limit(QueueEntry job) {
    long seconds = job.timeLimitSeconds();
    return seconds == 0 ? "UNLIMITED" : TimeText.compact(Duration.ofSeconds(seconds));
  }

  private static String left(JobRow job, Instant now) {
    long seconds = job.queue().timeLimitSeconds();
    return seconds == 0
        ? "UNLIMITED"
        : TimeText.compact(Duration.ofSeconds(seconds).minus(job.ran(now)));
  }

  private static String orEmpty(@Nullable String text) {
    return text == null ? "" : text;
  }

  private static String firstNode(QueueEntry job) {
    String nodes = job.nodeList();
    return nodes == null || nodes.isEmpty() ? "n/a" : Hostlist.expand(nodes).getFirst().value();
  }

  private static String reason(QueueEntry job) {
    String reason = job.reason();
    return reason == null || reason.isEmpty() ? "None" : reason;
  }

  private static String priority(QueueEntry job) {
    Double priority = job.priority();
    return priority == null ? "N/A" : String.format(Locale.ROOT, "%.6f", priority);
  }

  private static String wholePriority(QueueEntry job) {
    Double priority = job.priority();
    return priority == null ? "0" : Long.toString(Math.round(priority * Bookkeeping.PER_UNIT));
  }

  private static String dependency(QueueEntry job) {
    DependencyEntry waits = job.dependency();
    return waits == null ? "(null)" : waits.unmet();
  }

  private static String place(QueueEntry job) {
    String nodes = job.nodeList();
    return nodes == null || nodes.isEmpty() || job.status() == JobStatus.PENDING
        ? "(" + reason(job) + ")"
        : nodes;
  }

  private static String time(@Nullable Instant at) {
    return at == null ? "N/A" : Times.slurm(at);
  }
}
