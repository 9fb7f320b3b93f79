package io.pliant.cli.slurm;

import io.pliant.api.NodeEntry;
import io.pliant.cli.job.TresText;
import io.pliant.core.node.NodeDescription;
import io.pliant.core.resource.Features;
import io.pliant.core.resource.Kinds;
import io.pliant.core.resource.NodeTraits;

/** {@code scontrol show node}. */
final class NodeRecord {
  private NodeRecord() {}

  /** The record of one node. */
  static Record of(NodeEntry node) {
    Record record = new Record();
    host(record, node);
    size(record, node);
    record
        .line()
        .with("CurrentWatts", node.power() == null ? "n/s" : Math.round(node.power().watts()))
        .with("AveWatts", "n/s")
        .with("CapWatts", "n/a");
    if (!node.reason().isEmpty()) {
      record.line().with("Reason", node.reason());
    }
    return record;
  }

  private static void host(Record record, NodeEntry node) {
    NodeDescription description = node.description();
    String features = String.join(",", Features.orNone(node.features()).names());
    String host = description == null ? node.node().value() : description.host();
    record
        .line()
        .with("NodeName", node.node())
        .with("Arch", "N/A")
        .with("CoresPerSocket", NodeTopology.of(node).coresPerSocket());
    record
        .line()
        .with("CPUAlloc", node.allocatedCpus())
        .with("CPUEfctv", node.cpus())
        .with("CPUTot", node.cpus())
        .with("CPULoad", "N/A");
    record.line().with("AvailableFeatures", features);
    record.line().with("ActiveFeatures", features);
    record
        .line()
        .with("NodeAddr", host)
        .with("NodeHostName", host)
        .with("Version", description == null ? "N/A" : description.version());
    record.line().with("OS", description == null ? "N/A" : description.system());
  }

  private static void size(Record record, NodeEntry node) {
    Kinds all = Kinds.orNone(node.devices());
    Kinds held = Kinds.orNone(node.allocatedDevices());
    int cpus = node.allocatedCpus();
    record.line().with("Gres", GresText.of(all));
    record.line().with("GresUsed", GresText.used(all, held));
    record
        .line()
        .with("RealMemory", node.memoryMb())
        .with("AllocMem", node.allocatedMemoryMb())
        .with("FreeMem", "N/A")
        .with("Sockets", NodeTopology.of(node).sockets())
        .with("Boards", 1);
    record
        .line()
        .with("State", NodeStates.full(node))
        .with("ThreadsPerCore", NodeTopology.of(node).threadsPerCore())
        .with("TmpDisk", NodeTraits.orNone(node.traits()).tmpMb())
        .with("Weight", NodeTraits.orNone(node.traits()).weight())
        .with("Owner", "N/A")
        .with("MCS_label", "N/A");
    record.line().with("Partitions", node.partition());
    record.line().with("CfgTRES", TresText.text(node.cpus(), node.memoryMb(), 0, all));
    record
        .line()
        .withEmpty(
            "AllocTRES", cpus == 0 ? "" : TresText.text(cpus, node.allocatedMemoryMb(), 0, held));
  }
}
