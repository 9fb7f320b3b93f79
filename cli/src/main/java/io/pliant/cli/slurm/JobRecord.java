package io.pliant.cli.slurm;

import io.pliant.api.ArrayEntry;
import io.pliant.api.DependencyEntry;
import io.pliant.api.JobDetails;
import io.pliant.api.QueueEntry;
import io.pliant.api.StandstillEntry;
import io.pliant.cli.job.GroupNames;
import io.pliant.cli.job.Times;
import io.pliant.cli.job.TresText;
import io.pliant.core.format.TimeText;
import io.pliant.core.hostlist.Hostlist;
import io.pliant.core.id.ExitStatus;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.resource.Allocation;
import io.pliant.core.resource.CoreRule;
import io.pliant.core.resource.Devices;
import io.pliant.core.resource.Kinds;
import io.pliant.core.resource.MemoryPerCpu;
import io.pliant.core.resource.NodeChoice;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.resource.Slice;
import io.pliant.core.resource.Spread;
import io.pliant.core.resource.Topology;
import io.pliant.core.spec.Bookkeeping;
import io.pliant.core.spec.Deadline;
import io.pliant.core.spec.JobSpec;
import io.pliant.core.spec.MailRequest;
import io.pliant.core.spec.Payload;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** {@code scontrol show job}. */
final class JobRecord {
  private final JobDetails job;
  private final JobSpec spec;
  private final @Nullable QueueEntry queued;
  private final Instant now;
  private final int component;
  private final ResourceRequest want;
  private final @Nullable Allocation held;
  private final Record record = new Record();

  private JobRecord(JobDetails job, @Nullable QueueEntry queued, Instant now, int component) {
    this.job = job;
    this.spec = job.spec();
    this.component = component;
    this.want = spec.resources().components().get(component);
    this.held = part(job.allocation(), spec.resources(), component);
    this.queued = queued;
    this.now = now;
  }

  private static @Nullable Allocation part(
      @Nullable Allocation all, ResourceRequest asked, int component) {
    List<Allocation> parts = all == null ? null : all.byComponent(asked);
    return parts == null ? all : parts.get(component);
  }

  /** The records of one job: one for each component of a job pack. */
  static List<Record> all(
      JobDetails job, @Nullable QueueEntry queued, Instant now, boolean detailed) {
    return IntStream.range(0, job.spec().resources().components().size())
        .mapToObj(component -> of(job, queued, now, detailed, component))
        .toList();
  }

  /**
   * The record of one component.
   *
   * @param queued its line of the queue, or null when it is over
   * @param detailed with the devices of each node
   */
  private static Record of(
      JobDetails job, @Nullable QueueEntry queued, Instant now, boolean detailed, int component) {
    JobRecord made = new JobRecord(job, queued, now, component);
    made.identity();
    made.times();
    made.place();
    made.wanted();
    if (detailed) {
      made.devices();
    }
    made.files();
    return made.record;
  }

  private void identity() {
    int uid = spec.submitter().uid();
    int gid = spec.submitter().gid();
    Bookkeeping names = spec.bookkeeping();
    Double priority = queued == null ? null : queued.priority();
    Record number = record.line().with("JobId", job.job());
    if (spec.resources().isPack()) {
      number.with("HetJobId", job.job()).with("HetJobOffset", component);
    }
    ArrayEntry array = job.array();
    if (array != null) {
      number
          .with("ArrayJobId", array.job())
          .with("ArrayTaskId", array.index() == null ? array.waiting() : array.index());
    }
    number.with("JobName", spec.name());
    record
        .line()
        .with("UserId", "%s(%d)".formatted(spec.submitter().name(), uid))
        .with("GroupId", "%s(%d)".formatted(GroupNames.of(gid), gid))
        .with("MCS_label", "N/A");
    record
        .line()
        .with("Priority", priority == null ? 0 : Math.round(priority * Bookkeeping.PER_UNIT))
        .with("Nice", names == null || names.nice() == null ? 0 : names.nice())
        .with("Account", names == null ? null : names.account())
        .with("QOS", names == null ? null : names.qos())
        .with("WCKey", names == null ? null : names.wckey());
    DependencyEntry waits = job.dependency();
    record
        .line()
        .with("JobState", job.status())
        .with("Reason", reason())
        .with("Dependency", waits == null ? null : waits.unmet());
    record
        .line()
        .with("Requeue", spec.requeue() ? 1 : 0)
        .with("Restarts", job.attempt() - 1)
        .with("BatchFlag", spec.payload() instanceof Payload.BatchScript ? 1 : 0)
        .with("Reboot", 0)
        .with("ExitCode", job.exit() == null ? ExitStatus.SUCCESS : job.exit());
  }

  /** Slurm has one word here; what we know may be a sentence. */
  private String reason() {
    String waiting = queued == null ? null : queued.reason();
    String reason = waiting == null || waiting.isEmpty() ? job.reason() : waiting;
    return reason.isEmpty() ? "None" : reason.replace(' ', '_');
  }

  private void times() {
    Instant started = job.startedAt();
    Instant ended = job.endedAt();
    Duration limit = limit();
    Duration ran =
        started == null
            ? Duration.ZERO
            : StandstillEntry.ran(started, ended == null ? now : ended, job.still());
    Instant end =
        ended == null && started != null && limit != null
            ? StandstillEntry.end(started, limit, job.still())
            : ended;
    Deadline deadline = spec.deadline();
    Instant begin = spec.begin();
    record
        .line()
        .with("RunTime", TimeText.full(ran))
        .with("TimeLimit", limit == null ? "UNLIMITED" : TimeText.full(limit))
        .with("TimeMin", "N/A");
    record
        .line()
        .with("SubmitTime", Times.slurm(job.submittedAt()))
        .with("EligibleTime", Times.slurm(begin == null ? job.submittedAt() : begin));
    record
        .line()
        .with("StartTime", Times.slurm(started))
        .with("EndTime", Times.slurm(end))
        .with("Deadline", deadline == null ? "N/A" : Times.slurm(deadline.at()));
    standstill(job.still());
  }

  /** As Slurm: when it was suspended or went on last, and how long it had run when suspended. */
  private void standstill(@Nullable StandstillEntry still) {
    Instant started = job.startedAt();
    Instant since = still == null ? null : still.since();
    Instant changed = still == null || since != null ? since : still.resumedAt();
    record
        .line()
        .with("SuspendTime", changed == null ? "None" : Times.slurm(changed))
        .with(
            "SecsPreSuspend",
            started == null || changed == null
                ? 0
                : StandstillEntry.ran(started, changed, still).toSeconds());
  }

  private @Nullable String licences() {
    Kinds asked = spec.resources().licences();
    return asked == null ? null : asked.text();
  }

  private @Nullable Duration limit() {
    long seconds = queued == null ? 0 : queued.timeLimitSeconds();
    return spec.timeLimit() == null && seconds > 0 ? Duration.ofSeconds(seconds) : spec.timeLimit();
  }

  private PartitionName partition() {
    Spread spread = spec.resources().spread();
    return spread == null ? spec.partition() : spread.of(component);
  }

  private void place() {
    NodeChoice choice = want.choice();
    List<NodeName> nodes = held == null ? List.of() : held.nodes();
    record.line().with("Partition", partition()).with("AllocNode:Sid", "N/A");
    if (choice != null && choice.reservation() != null) {
      record.line().with("Reservation", choice.reservation());
    }
    record
        .line()
        .with("ReqNodeList", choice == null ? null : list(choice.listed()))
        .with("ExcNodeList", choice == null ? null : list(choice.not()));
    record.line().with("NodeList", list(nodes.isEmpty() ? null : nodes));
    if (!nodes.isEmpty()) {
      record.line().with("BatchHost", nodes.getFirst());
    }
  }

  private static @Nullable String list(@Nullable List<NodeName> nodes) {
    return nodes == null ? null : Hostlist.compress(nodes);
  }

  private void wanted() {
    NodeChoice choice = want.choice();
    MemoryPerCpu perCpu = want.memoryPerCpu();
    CoreRule rule = CoreRule.orNone(want.cores());
    record
        .line()
        .with("NumNodes", held == null ? want.minNodes() : held.slices().size())
        .with("NumCPUs", held == null ? want.leastCpus() : held.cpus())
        .with("NumTasks", want.tasks())
        .with("CPUs/Task", want.cpusPerTask())
        .with("ReqB:S:C:T", "0:0:" + coresAndThreads(choice, rule));
    record.line().with("TRES", held == null ? TresText.wanted(want) : TresText.held(held));
    record
        .line()
        .with("Socks/Node", choice == null ? "*" : orAny(least(choice).sockets()))
        .with(
            "NtasksPerN:B:S:C",
            "%d:0:%s:%s"
                .formatted(
                    want.maxTasksPerNode() == null ? 0 : want.maxTasksPerNode(),
                    orUnsaid(rule.tasksOnSocket()),
                    orUnsaid(rule.tasksOnCore())))
        .with("CoreSpec", "*");
    record
        .line()
        .with("MinCPUsNode", Math.max(want.cpusPerTask(), want.leastCpusPerNode()))
        .with(
            perCpu == null ? "MinMemoryNode" : "MinMemoryCPU",
            perCpu == null ? want.memoryMbPerNode() + "M" : perCpu.megabytes() + "M")
        .with("MinTmpDiskNode", choice == null ? 0 : choice.besides().leastTmpMb());
    record
        .line()
        .with("Features", choice == null ? null : choice.constraint())
        .with("DelayBoot", "00:00:00");
    record
        .line()
        .with("OverSubscribe", want.exclusive() ? "NO" : "OK")
        .with("Contiguous", choice != null && choice.besides().contiguous() ? 1 : 0)
        .with("Licenses", licences())
        .with("Network", null);
    kinds("TresPerNode", want.kindsPerNode());
    kinds("TresPerTask", want.kindsPerTask());
    if (!spec.comment().isEmpty()) {
      record.line().with("Comment", spec.comment());
    }
  }

  private static Topology least(NodeChoice choice) {
    Topology least = choice.besides().topology();
    return least == null ? Topology.LEAST : least;
  }

  private static String coresAndThreads(@Nullable NodeChoice choice, CoreRule rule) {
    Topology least = choice == null ? Topology.LEAST : least(choice);
    return orAny(least.coresPerSocket())
        + ":"
        + (rule.threads() > 0 ? rule.threads() : orAny(least.threadsPerCore()));
  }

  /** One is what every node has, so it is as good as not asked. */
  private static String orAny(int count) {
    return count == 1 ? "*" : Integer.toString(count);
  }

  private static String orUnsaid(int count) {
    return count == 0 ? "*" : Integer.toString(count);
  }

  private void kinds(String title, @Nullable Kinds kinds) {
    if (kinds != null) {
      record.line().with(title, TresText.gres(kinds));
    }
  }

  /** What it holds of each node, as {@code scontrol -d} tells it. */
  private void devices() {
    if (held == null) {
      return;
    }
    for (Slice slice : held.slices()) {
      String devices =
          Devices.withoutFamilies(Kinds.orNone(slice.kinds())).amounts().entrySet().stream()
              .map(kind ->
                  "%s:%d(IDX:%s)"
                      .formatted(
                          kind.getKey(),
                          kind.getValue().count(),
                          String.join(",", kind.getValue().units())))
              .collect(Collectors.joining(","));
      record
          .line()
          .with("Nodes", slice.node())
          .with("CPU_IDs", "N/A")
          .with("Mem", slice.memoryMb())
          .withEmpty("GRES", devices);
    }
  }

  private void files() {
    String output = job.outputPath();
    String error = job.errorPath();
    String input = spec.files().input();
    record.line().with("Command", null);
    record.line().with("WorkDir", spec.workingDirectory());
    record.line().with("StdErr", error == null ? output : error);
    record.line().with("StdIn", input == null ? "/dev/null" : input);
    record.line().with("StdOut", output);
    MailRequest mail = spec.mail();
    if (mail != null) {
      record.line().with("MailUser", mail.address()).with("MailType", mail.typesText());
    }
  }
}
