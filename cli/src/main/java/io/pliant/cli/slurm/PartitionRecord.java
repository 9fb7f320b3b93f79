package io.pliant.cli.slurm;

import io.pliant.api.NodeEntry;
import io.pliant.api.PartitionEntry;
import io.pliant.cli.job.TresText;
import io.pliant.core.format.TimeText;
import io.pliant.core.hostlist.Hostlist;
import io.pliant.core.resource.Kinds;
import java.time.Duration;
import java.util.List;

/** {@code scontrol show partition}. */
final class PartitionRecord {
  private PartitionRecord() {}

  /** The record of one partition with these nodes. */
  static Record of(PartitionEntry partition, List<NodeEntry> nodes) {
    long defaultTime = partition.defaultTimeSeconds();
    Record record = new Record();
    record.line().with("PartitionName", partition.partition());
    record.line().with("AllowGroups", "ALL").with("AllowAccounts", "ALL").with("AllowQos", "ALL");
    record
        .line()
        .with("AllocNodes", "ALL")
        .with("Default", partition.isDefault() ? "YES" : "NO")
        .with("QoS", "N/A");
    record
        .line()
        .with(
            "DefaultTime",
            defaultTime == 0 ? "NONE" : TimeText.full(Duration.ofSeconds(defaultTime)))
        .with("DisableRootJobs", "NO")
        .with("ExclusiveUser", "NO")
        .with("GraceTime", 0)
        .with("Hidden", "NO");
    Long most = partition.maxTimeSeconds();
    record
        .line()
        .with("MaxNodes", "UNLIMITED")
        .with("MaxTime", most == null ? "UNLIMITED" : TimeText.full(Duration.ofSeconds(most)))
        .with("MinNodes", 0)
        .with("LLN", "NO")
        .with("MaxCPUsPerNode", "UNLIMITED");
    record.line().with("Nodes", Hostlist.compress(nodes.stream().map(NodeEntry::node).toList()));
    record
        .line()
        .with("PriorityJobFactor", 1)
        .with("PriorityTier", 1)
        .with("RootOnly", "NO")
        .with("ReqResv", "NO")
        .with("OverSubscribe", "NO");
    record.line().with("OverTimeLimit", "NONE").with("PreemptMode", "OFF");
    record
        .line()
        .with("State", "UP")
        .with("TotalCPUs", partition.cpus())
        .with("TotalNodes", partition.nodesTotal())
        .with("SelectTypeParameters", "NONE");
    record.line().with("JobDefaults", null);
    record.line().with("DefMemPerNode", "UNLIMITED").with("MaxMemPerNode", "UNLIMITED");
    record.line().with("TRES", tres(partition, nodes));
    return record;
  }

  private static String tres(PartitionEntry partition, List<NodeEntry> nodes) {
    long memory = 0;
    Kinds devices = Kinds.NONE;
    for (NodeEntry node : nodes) {
      memory += node.memoryMb();
      devices = devices.plus(Kinds.orNone(node.devices()).counted());
    }
    return TresText.text(partition.cpus(), memory, nodes.size(), devices);
  }
}
