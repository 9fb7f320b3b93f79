package io.pliant.cli.job;

import static io.pliant.core.format.Field.named;
import static io.pliant.core.format.Field.of;

import io.pliant.api.AskedEntry;
import io.pliant.api.HistoryEntry;
import io.pliant.api.StandstillEntry;
import io.pliant.core.format.Field;
import io.pliant.core.format.SizeText;
import io.pliant.core.id.ExitStatus;
import io.pliant.core.resource.Kinds;
import io.pliant.core.resource.MemoryPerCpu;
import io.pliant.core.spec.Bookkeeping;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Fields of a line of the queue that accounting knows: what a job asked for, and how it ended. */
final class AskedFields {
  private static final String NOTHING = "(null)";
  private static final String UNKNOWN = "N/A";

  private AskedFields() {}

  /**
   * All of them.
   *
   * @param exact numbers of bytes in megabytes, not in the largest unit
   */
  static List<Field<JobRow>> all(boolean exact) {
    return List.of(
        of('a', "ACCOUNT", names(Bookkeeping::account), "account"),
        of('q', "QOS", names(Bookkeeping::qos), "qos"),
        of('w', "WCKEY", names(Bookkeeping::wckey), "wckey"),
        of('y', "NICE", asked(ask -> nice(ask.names())), "nice"),
        of('k', "COMMENT", asked(ask -> orNothing(ask.comment())), "comment"),
        of('Z', "WORK_DIR", asked(AskedEntry::workingDirectory), "workdir"),
        of('U', "UID", asked(ask -> Integer.toString(ask.uid())), "userid"),
        of('G', "GID", asked(ask -> Integer.toString(ask.gid())), "groupid"),
        of('g', "GROUP", asked(ask -> GroupNames.of(ask.gid())), "groupname"),
        of('f', "FEATURES", asked(ask -> orNothing(ask.constraint())), "feature"),
        of('v', "RESERVATION", asked(ask -> orNothing(ask.reservation())), "reservation"),
        of('W', "LICENSES", asked(ask -> licences(ask.resources().licences())), "licenses"),
        of('n', "REQ_NODES", asked(ask -> orEmpty(ask.nodes())), "reqnodes"),
        of('x', "EXC_NODES", asked(ask -> orEmpty(ask.notNodes())), "excnodes"),
        of('m', "MIN_MEMORY", asked(ask -> memory(ask, exact)), "minmemory"),
        of('c', "MIN_CPUS", asked(ask -> number(ask.resources().cpusPerTask())), "mincpus"),
        of(
            'b',
            "TRES_PER_NODE",
            asked(ask -> kinds(ask.resources().kindsPerNode())),
            "tres-per-node",
            "gres"),
        named(
            "TRES_PER_TASK", asked(ask -> kinds(ask.resources().kindsPerTask())), "tres-per-task"),
        of(
            'h',
            "OVER_SUBSCRIBE",
            asked(ask -> ask.resources().exclusive() ? "NO" : "OK"),
            "oversubscribe"),
        named(
            "CPUS_PER_TASK", asked(ask -> number(ask.resources().cpusPerTask())), "cpus-per-task"),
        named("TASKS", asked(ask -> number(ask.resources().tasks())), "numtasks"),
        named("MAX_NODES", asked(ask -> number(ask.resources().maxNodes())), "maxnodes"),
        named("TRES_ALLOC", AskedFields::held, "tres-alloc"),
        of('e', "END_TIME", AskedFields::end, "endtime"),
        named("EXIT_CODE", account(job -> exit(job.exit())), "exit-code"),
        named("DERIVED_EC", account(job -> exit(job.exit())), "derivedec"),
        named("RESTART_COUNT", account(job -> number(job.attempts() - 1)), "restartcnt"));
  }

  private static Function<JobRow, String> account(Function<HistoryEntry, String> value) {
    return job -> {
      HistoryEntry account = job.account();
      return account == null ? UNKNOWN : value.apply(account);
    };
  }

  private static Function<JobRow, String> asked(Function<AskedEntry, String> value) {
    return job -> {
      AskedEntry asked = job.asked();
      return asked == null ? UNKNOWN : value.apply(asked);
    };
  }

  private static Function<JobRow, String> names(Function<Bookkeeping, @Nullable String> name) {
    return asked(ask -> {
      Bookkeeping names = ask.names();
      return orNothing(names == null ? null : name.apply(names));
    });
  }

  private static String nice(@Nullable Bookkeeping names) {
    Integer nice = names == null ? null : names.nice();
    return nice == null ? "0" : nice.toString();
  }

  /** As Slurm counts it: for each cpu or each node. */
  private static String memory(AskedEntry asked, boolean exact) {
    MemoryPerCpu perCpu = asked.resources().memoryPerCpu();
    int megabytes = perCpu == null ? asked.resources().memoryMbPerNode() : perCpu.megabytes();
    return megabytes == 0 ? "0" : exact ? megabytes + "M" : SizeText.megabytes(megabytes);
  }

  private static String kinds(@Nullable Kinds kinds) {
    return kinds == null ? UNKNOWN : TresText.gres(kinds);
  }

  /** As Slurm writes them: {@code matlab:2,ansys:1}. */
  private static String licences(@Nullable Kinds licences) {
    return licences == null ? NOTHING : licences.word().replace('=', ':');
  }

  private static String held(JobRow job) {
    HistoryEntry account = job.account();
    return account == null || account.startedAt() == null ? UNKNOWN : TresText.held(account);
  }

  private static String end(JobRow job) {
    Instant ended = job.endedAt();
    Instant started = job.queue().startedAt();
    long limit = job.queue().timeLimitSeconds();
    if (ended != null) {
      return Times.slurm(ended);
    }
    return started == null || limit == 0
        ? UNKNOWN
        : Times.slurm(StandstillEntry.end(started, Duration.ofSeconds(limit), job.queue().still()));
  }

  private static String exit(@Nullable ExitStatus exit) {
    return exit == null ? ExitStatus.SUCCESS.toString() : exit.toString();
  }

  private static String number(long number) {
    return Long.toString(number);
  }

  private static String orEmpty(@Nullable String text) {
    return text == null ? "" : text;
  }

  private static String orNothing(@Nullable String text) {
    return text == null || text.isEmpty() ? NOTHING : text;
  }
}
