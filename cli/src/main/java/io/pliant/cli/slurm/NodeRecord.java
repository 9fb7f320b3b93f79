package io.pliant.cli.slurm;

import io.pliant.api.NodeEntry;
import io.pliant.cli.job.TresText;
import io.pliant.core.node.NodeDescription;
import io.pliant.core.resource.Features;
import io.pliant.core.resource.Kinds;

/** {@code scontrol show node}. */
final class NodeRecord {
  private NodeRecord() {}

  /** The record of one node. */
  static Record of(NodeEntry node) {
    NodeDescription description = node.description();
    String features = String.join(",", Features.orNone(node.features()).names());
    Kinds devices = Kinds.orNone(node.devices());
    Record record = new Record();
    record
        .line()
        .with("NodeName", node.node())
        .with("Arch", "N/A")
        .with("CoresPerSocket", node.cpus());
    record
        .line()
        .with("CPUAlloc", node.allocatedCpus())
        .with("CPUEfctv", node.cpus())
        .with("CPUTot", node.cpus())
        .with("CPULoad", "N/A");
    record.line().with("AvailableFeatures", features);
    record.line().with("ActiveFeatures", features);
    record.line().with("Gres", GresText.of(devices));
    record.line().with("GresUsed", GresText.used(devices, Kinds.orNone(node.allocatedDevices())));
    String host = description == null ? node.node().value() : description.host();
    record
        .line()
        .with("NodeAddr", host)
        .with("NodeHostName", host)
        .with("Version", description == null ? "N/A" : description.version());
    record.line().with("OS", description == null ? "N/A" : description.system());
    record
        .line()
        .with("RealMemory", node.memoryMb())
        .with("AllocMem", node.allocatedMemoryMb())
        .with("FreeMem", "N/A")
        .with("Sockets", 1)
        .with("Boards", 1);
    record
        .line()
        .with("State", NodeStates.full(node))
        .with("ThreadsPerCore", 1)
        .with("TmpDisk", 0)
        .with("Weight", 1)
        .with("Owner", "N/A")
        .with("MCS_label", "N/A");
    record.line().with("Partitions", node.partition());
    record.line().with("CfgTRES", TresText.text(node.cpus(), node.memoryMb(), 0, devices));
    record
        .line()
        .withEmpty(
            "AllocTRES",
            node.allocatedCpus() == 0
                ? ""
                : TresText.text(
                    node.allocatedCpus(),
                    node.allocatedMemoryMb(),
                    0,
                    Kinds.orNone(node.allocatedDevices())));
    record.line().with("CapWatts", "n/a");
    record
        .line()
        .with("CurrentWatts", node.power() == null ? "n/s" : Math.round(node.power().watts()))
        .with("AveWatts", "n/s");
    if (!node.reason().isEmpty()) {
      record.line().with("Reason", node.reason());
    }
    return record;
  }
}
