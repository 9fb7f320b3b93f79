package io.pliant.cli.slurm;

import io.pliant.api.NodeEntry;
import io.pliant.api.ReservationEntry;
import io.pliant.cli.job.Times;
import io.pliant.core.format.TimeText;
import io.pliant.core.hostlist.Hostlist;
import io.pliant.core.id.NodeName;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** {@code scontrol show reservation}, as Slurm 22.05 prints it. */
final class ReservationRecord {
  private ReservationRecord() {}

  /** The record of one reservation of a cluster with these nodes. */
  static Record of(ReservationEntry made, List<NodeEntry> nodes) {
    Set<NodeName> own = new HashSet<>(Hostlist.expand(made.nodeList()));
    int cpus = nodes.stream().filter(n -> own.contains(n.node())).mapToInt(NodeEntry::cpus).sum();
    Record record = new Record();
    record
        .line()
        .with("ReservationName", made.name())
        .with("StartTime", Times.slurm(made.start()))
        .with("EndTime", Times.slurm(made.end()))
        .with("Duration", TimeText.full(Duration.between(made.start(), made.end())));
    record
        .line()
        .with("Nodes", made.nodeList())
        .with("NodeCnt", made.nodes())
        .with("CoreCnt", cpus)
        .with("Features", null)
        .with("PartitionName", made.partition())
        .with("Flags", flags(made));
    record.line().with("TRES", "cpu=" + cpus);
    record
        .line()
        .with("Users", String.join(",", made.users()))
        .with("Groups", null)
        .with("Accounts", made.accounts() == null ? null : String.join(",", made.accounts()))
        .with("Licenses", null)
        .with("State", made.active() ? "ACTIVE" : "INACTIVE")
        .with("BurstBuffer", null)
        .with("Watts", "n/a");
    record.line().with("MaxStartDelay", null);
    return record;
  }

  private static String flags(ReservationEntry made) {
    return (made.maintenance() ? "MAINT," : "")
        + (made.ignoreJobs() ? "IGNORE_JOBS," : "")
        + "SPEC_NODES";
  }
}
