package io.pliant.cli.slurm;

import static io.pliant.core.format.Field.column;

import io.pliant.api.AskedEntry;
import io.pliant.api.EnergyEntry;
import io.pliant.api.StepDetails;
import io.pliant.api.UsageEntry;
import io.pliant.cli.job.GroupNames;
import io.pliant.cli.job.Times;
import io.pliant.cli.job.TresText;
import io.pliant.core.format.Field;
import io.pliant.core.format.TimeText;
import io.pliant.core.hostlist.Hostlist;
import io.pliant.core.resource.MemoryPerCpu;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.spec.Bookkeeping;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What {@code sacct --format} can tell: all names of Slurm 22.05, empty where nothing is known. */
final class AccountFields {
  /** Names of Slurm's of which there is nothing to tell here. */
  private static final List<String> UNKNOWN =
      List.of(
          "AdminComment",
          "AssocID",
          "AveCPUFreq",
          "AvePages",
          "AveRSS",
          "AveVMSize",
          "BlockID",
          "Cluster",
          "Container",
          "DBIndex",
          "Flags",
          "MaxDiskReadNode",
          "MaxDiskReadTask",
          "MaxDiskWriteNode",
          "MaxDiskWriteTask",
          "MaxPages",
          "MaxPagesNode",
          "MaxPagesTask",
          "MaxRSSNode",
          "MaxRSSTask",
          "MaxVMSize",
          "MaxVMSizeNode",
          "MaxVMSizeTask",
          "McsLabel",
          "MinCPU",
          "MinCPUNode",
          "MinCPUTask",
          "QOSRAW",
          "ReqCPUFreq",
          "ReqCPUFreqGov",
          "ReqCPUFreqMax",
          "ReqCPUFreqMin",
          "ReservationId",
          "SubmitLine",
          "SystemComment",
          "TRESUsageInAve",
          "TRESUsageInMax",
          "TRESUsageInMaxNode",
          "TRESUsageInMaxTask",
          "TRESUsageInMin",
          "TRESUsageInMinNode",
          "TRESUsageInMinTask",
          "TRESUsageInTot",
          "TRESUsageOutAve",
          "TRESUsageOutMax",
          "TRESUsageOutMaxNode",
          "TRESUsageOutMaxTask",
          "TRESUsageOutMin",
          "TRESUsageOutMinNode",
          "TRESUsageOutMinTask",
          "TRESUsageOutTot",
          "WCKeyID");

  private final Instant now;
  private final Units units;

  private AccountFields(Instant now, Units units) {
    this.now = now;
    this.units = units;
  }

  /**
   * All fields.
   *
   * @param now until when times of running jobs are counted
   */
  static List<Field<AccountRow>> all(Instant now, Units units) {
    AccountFields fields = new AccountFields(now, units);
    List<Field<AccountRow>> all = new ArrayList<>();
    all.addAll(fields.identity());
    all.addAll(fields.asked());
    all.addAll(fields.times());
    all.addAll(fields.used());
    UNKNOWN.forEach(name -> all.add(column(name, 10, _ -> "")));
    return List.copyOf(all);
  }

  private List<Field<AccountRow>> identity() {
    return List.of(
        column("JobID", -12, AccountRow::id),
        column("JobIDRaw", -12, AccountRow::rawId),
        column("JobName", 10, AccountRow::name),
        column("Partition", 10, ofJob(row -> row.job().partition().value())),
        column("User", 9, ofJob(row -> row.job().user())),
        column("UID", 6, ofJob(asked(ask -> Integer.toString(ask.uid())))),
        column("GID", 6, asked(ask -> Integer.toString(ask.gid()))),
        column("Group", 9, ofJob(asked(ask -> GroupNames.of(ask.gid())))),
        column("Account", 10, asked(names(Bookkeeping::account))),
        column("QOS", 10, ofJob(asked(names(Bookkeeping::qos)))),
        column("WCKey", 10, ofJob(asked(names(Bookkeeping::wckey)))),
        column("Comment", 14, ofJob(asked(AskedEntry::comment))),
        column(
            "Reservation",
            20,
            ofJob(asked(ask -> Objects.requireNonNullElse(ask.reservation(), "")))),
        column("WorkDir", 20, ofJob(asked(AskedEntry::workingDirectory))),
        column("State", 10, row -> row.status().name()),
        column("ExitCode", 8, row -> row.exit().toString()),
        column("DerivedExitCode", 15, ofJob(row -> row.exit().toString())),
        column(
            "Reason", 22, ofJob(row -> row.job().reason().isEmpty() ? "None" : row.job().reason())),
        column("NodeList", 15, AccountFields::nodeList),
        column("Restarts", 8, ofJob(row -> Integer.toString(row.job().attempts() - 1))),
        column("Priority", 10, _ -> ""));
  }

  private List<Field<AccountRow>> asked() {
    return List.of(
        column("AllocCPUS", 10, AccountFields::allocatedCpus),
        column("NCPUS", 10, AccountFields::allocatedCpus),
        column(
            "AllocNodes", 10, row -> Integer.toString(row.startedAt() == null ? 0 : row.nodes())),
        column("NNodes", 8, row -> Integer.toString(row.nodes())),
        column("NTasks", 8, ofStep(step -> Integer.toString(step.tasks()))),
        column("AllocTRES", 10, row -> row.startedAt() == null ? "" : TresText.held(row.job())),
        column("ReqTRES", 10, asked(ask -> TresText.wanted(ask.resources()))),
        column("ReqCPUS", 8, asked(ask -> Integer.toString(wanted(ask.resources())))),
        column("ReqMem", 10, ofJob(asked(this::memory))),
        column("ReqNodes", 8, ofJob(asked(ask -> Integer.toString(ask.resources().minNodes())))),
        column("Constraints", 11, ofJob(asked(ask -> orEmpty(ask.constraint())))),
        column("Timelimit", 10, ofJob(asked(ask -> limit(ask.timeLimitSeconds())))),
        column("TimelimitRaw", 12, ofJob(asked(ask -> minutes(ask.timeLimitSeconds())))),
        column("Layout", 9, _ -> ""));
  }

  private List<Field<AccountRow>> times() {
    return List.of(
        column("Submit", 19, row -> Times.slurm(row.job().submittedAt())),
        column("Eligible", 19, row -> Times.slurm(row.job().submittedAt())),
        column("Start", 19, row -> Times.slurm(row.startedAt())),
        column("End", 19, row -> Times.slurm(row.endedAt())),
        column("Elapsed", 10, row -> TimeText.full(row.elapsed(now))),
        column("ElapsedRaw", 10, row -> Long.toString(row.elapsed(now).toSeconds())),
        column("CPUTime", 10, row -> TimeText.full(cpuTime(row))),
        column("CPUTimeRAW", 10, row -> Long.toString(cpuTime(row).toSeconds())),
        column("Planned", 10, ofJob(row -> TimeText.full(waited(row)))),
        column("PlannedCPU", 10, ofJob(row -> TimeText.full(waitedCpus(row)))),
        column("PlannedCPURAW", 13, ofJob(row -> Long.toString(waitedCpus(row).toSeconds()))),
        column("Reserved", 10, ofJob(row -> TimeText.full(waited(row)))),
        column("Suspended", 10, this::suspended));
  }

  private List<Field<AccountRow>> used() {
    return List.of(
        column("TotalCPU", 10, row -> Units.time(seconds(row.total(), UsageEntry::cpuSeconds))),
        column("UserCPU", 10, row -> Units.time(seconds(row.total(), UsageEntry::userSeconds))),
        column("SystemCPU", 10, row -> Units.time(seconds(row.total(), UsageEntry::systemSeconds))),
        column("AveCPU", 10, ofStep(step -> Units.time(each(step, UsageEntry::cpuSeconds)))),
        column("MaxRSS", 10, row -> units.bytes(bytes(row.usage(), UsageEntry::maxRssBytes))),
        column("MaxDiskRead", 12, row -> units.disk(bytes(row.usage(), UsageEntry::readBytes))),
        column("MaxDiskWrite", 12, row -> units.disk(bytes(row.usage(), UsageEntry::writtenBytes))),
        column("AveDiskRead", 14, ofStep(step -> units.disk(mean(step, UsageEntry::readBytes)))),
        column(
            "AveDiskWrite", 14, ofStep(step -> units.disk(mean(step, UsageEntry::writtenBytes)))),
        column("ConsumedEnergy", 14, row -> joules(row, joules -> units.count(joules))),
        column(
            "ConsumedEnergyRaw",
            17,
            row -> joules(row, joules -> Long.toString(Math.round(joules)))));
  }

  private static Function<AccountRow, String> ofJob(Function<AccountRow, String> value) {
    return row -> row.step() == null ? value.apply(row) : "";
  }

  private static Function<AccountRow, String> ofStep(Function<StepDetails, String> value) {
    return row -> row.step() == null ? "" : value.apply(row.step());
  }

  private static Function<AccountRow, String> asked(Function<AskedEntry, String> value) {
    return row -> row.job().asked() == null ? "" : value.apply(row.job().asked());
  }

  private static Function<AskedEntry, String> names(Function<Bookkeeping, @Nullable String> name) {
    return ask -> ask.names() == null ? "" : orEmpty(name.apply(ask.names()));
  }

  private static String orEmpty(@Nullable String text) {
    return text == null ? "" : text;
  }

  private static String nodeList(AccountRow row) {
    if (row.step() != null) {
      return Hostlist.compress(row.step().nodes());
    }
    String nodes = row.job().nodeList();
    return nodes == null ? "None assigned" : nodes;
  }

  private static String allocatedCpus(AccountRow row) {
    return Integer.toString(row.startedAt() == null ? 0 : row.cpus());
  }

  private static int wanted(ResourceRequest want) {
    return want.leastCpus();
  }

  private String memory(AskedEntry asked) {
    MemoryPerCpu perCpu = asked.resources().memoryPerCpu();
    long megabytes =
        perCpu == null
            ? (long) asked.resources().memoryMbPerNode() * asked.resources().minNodes()
            : perCpu.forCpus(wanted(asked.resources()));
    return units.megabytes(megabytes);
  }

  private static String limit(@Nullable Long seconds) {
    return seconds == null ? "Partition_Limit" : TimeText.full(Duration.ofSeconds(seconds));
  }

  private static String minutes(@Nullable Long seconds) {
    return seconds == null ? "Partition_Limit" : Long.toString(seconds / 60);
  }

  private Duration cpuTime(AccountRow row) {
    return row.step() == null
        ? Duration.ofMillis(Math.round(row.job().cpuSeconds() * 1000))
        : row.elapsed(now).multipliedBy(row.cpus());
  }

  private Duration waited(AccountRow row) {
    Instant until =
        Stream.of(row.job().startedAt(), row.job().endedAt())
            .filter(Objects::nonNull)
            .findFirst()
            .orElse(now);
    return Duration.between(row.job().submittedAt(), until);
  }

  private Duration waitedCpus(AccountRow row) {
    AskedEntry asked = row.job().asked();
    return waited(row).multipliedBy(asked == null ? row.job().cpus() : wanted(asked.resources()));
  }

  private static @Nullable Double seconds(
      @Nullable UsageEntry usage, Function<UsageEntry, @Nullable Double> what) {
    return usage == null ? null : what.apply(usage);
  }

  private static @Nullable Double each(
      StepDetails step, Function<UsageEntry, @Nullable Double> what) {
    Double all = seconds(step.usage(), what);
    return all == null ? null : (Double) (all / Math.max(1, step.tasks()));
  }

  private static @Nullable Long bytes(
      @Nullable UsageEntry usage, Function<UsageEntry, @Nullable Long> what) {
    return usage == null ? null : what.apply(usage);
  }

  private static @Nullable Long mean(StepDetails step, Function<UsageEntry, @Nullable Long> what) {
    Long all = bytes(step.usage(), what);
    return all == null ? null : (Long) (all / Math.max(1, step.tasks()));
  }

  private String suspended(AccountRow row) {
    Duration time = row.suspended(now);
    return time == null ? "" : TimeText.full(time);
  }

  private static String joules(AccountRow row, Function<Double, String> text) {
    EnergyEntry energy = row.job().energy();
    if (row.step() != null) {
      return row.step().energy() == null ? "" : text.apply(row.step().energy().joules());
    }
    return energy == null ? "" : text.apply(energy.joules());
  }
}
