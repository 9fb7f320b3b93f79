package io.pliant.cli.drill.resize;

import io.pliant.cli.cluster.ClusterRecord;
import io.pliant.cli.cluster.LocalCluster;
import io.pliant.cli.cluster.Readiness;
import io.pliant.cli.http.Controllers;
import io.pliant.cli.invocation.CommandFailure;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Supplier;

/**
 * The cluster of a drill of resizes, with a partition of single nodes for the faults and one of
 * emulated nodes for the sequences.
 *
 * @param home folder of the distribution
 * @param connect makes clients of the cluster
 * @param programs what its jobs run
 */
record DrillField(
    LocalCluster cluster, Path home, Supplier<Controllers> connect, Programs programs) {
  /** Partition of nodes that have an agent process each. */
  static final String FAULTS = "faults";

  /** Partition of nodes that share an agent process. */
  static final String SEQUENCES = "sequences";

  /** Nodes of the first one: a job of three that becomes one of five, or the other way round. */
  static final int NODES = 5;

  /** Nodes of the second one: two jobs of twelve. */
  static final int EMULATED = 24;

  /** A client for one thread. */
  ResizeClient client() {
    return new ResizeClient(connect.get(), mark());
  }

  /** What the tasks of this drill have in their environment. */
  String mark() {
    return cluster.folder().path().toString();
  }

  LedgerAudit audit(String partition) {
    return new LedgerAudit(client(), partition, mark());
  }

  /** A folder for one job. */
  Path folder(String name) {
    return cluster.folder().path().resolve("jobs").resolve(name);
  }

  long agentOf(String node) {
    return cluster.record().nodes().stream()
        .filter(n -> n.names().equals(node))
        .map(ClusterRecord.Node::pid)
        .findFirst()
        .orElseThrow(
            () -> CommandFailure.operational("Expected an agent of %s, but none.".formatted(node)));
  }

  long controller(String name) {
    return cluster.record().controllers().stream()
        .filter(c -> c.name().equals(name))
        .map(ClusterRecord.Controller::pid)
        .findFirst()
        .orElseThrow(() ->
            CommandFailure.operational("Expected a controller %s, but none.".formatted(name)));
  }

  /** Starts again what was killed. */
  void mend() {
    cluster.startMissing();
  }

  /** Waits until every process takes part again. */
  void awaitReady() {
    new Readiness(cluster, Poll.PATIENCE, now -> {}).await();
  }

  /** Waits until all nodes of a partition are idle and no task of the drill is left there. */
  void awaitEmpty(String partition, int nodes) throws IOException {
    ResizeClient client = client();
    Poll.until(
        "all %d nodes of '%s' to be idle".formatted(nodes, partition),
        () -> client.idle(partition) == nodes);
    for (HostProcesses.Running left : HostProcesses.of(mark())) {
      if (client.ledger(partition).containsKey(left.node())) {
        ProcessHandle.of(left.pid())
            .ifPresent(process ->
                Poll.until(
                    "process %d of job %d on the idle node %s to end"
                        .formatted(left.pid(), left.job(), left.node()),
                    () -> !process.isAlive()));
      }
    }
  }
}
