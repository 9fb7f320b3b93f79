package io.pliant.cli.drill.lease;

import io.pliant.api.PartitionEntry;
import io.pliant.api.PoolEntry;
import io.pliant.cli.cluster.ClusterLayout;
import io.pliant.cli.cluster.ClusterRecord;
import io.pliant.cli.cluster.LocalCluster;
import io.pliant.cli.cluster.Readiness;
import io.pliant.cli.drill.resize.HostProcesses;
import io.pliant.cli.drill.resize.LedgerAudit;
import io.pliant.cli.drill.resize.Poll;
import io.pliant.cli.drill.resize.ResizeClient;
import io.pliant.cli.http.Controllers;
import io.pliant.cli.invocation.CommandFailure;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * The cluster of a drill of leases: three controllers and a pool of three partitions, with an agent
 * process for each node.
 *
 * @param connect makes clients of the cluster
 */
record LeaseField(LocalCluster cluster, Supplier<Controllers> connect) {
  static final int PARTITIONS = 3;
  static final int NODES_OF_EACH = 2;
  private static final int MEMORY_MB = 256;

  /** Three controllers and the pool. */
  static ClusterLayout layout(String placement) {
    List<String> partitions = new ArrayList<>();
    List<String> names = new ArrayList<>();
    for (int i = 0; i < PARTITIONS; i++) {
      int first = i * NODES_OF_EACH + 1;
      names.add(partition(i));
      partitions.add(
          "%s:n[%03d-%03d]:easy".formatted(partition(i), first, first + NODES_OF_EACH - 1));
    }
    return new ClusterLayout(
        3,
        PARTITIONS * NODES_OF_EACH,
        0,
        1,
        MEMORY_MB,
        partitions,
        List.of(
            "pools=[{name=pool,partitions=[%s]}]".formatted(String.join(",", names)),
            "placement=" + placement));
  }

  /** Name of a partition by its number. */
  static String partition(int number) {
    return Character.toString('a' + number);
  }

  /** A client for one thread. */
  ResizeClient client() {
    return new ResizeClient(connect.get(), mark());
  }

  /** What the tasks of this drill have in their environment. */
  String mark() {
    return cluster.folder().path().toString();
  }

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

  /** Process of a controller, of all when {@code name} is empty. */
  List<Long> controllers(String name) {
    return cluster.record().controllers().stream()
        .filter(c -> name.isEmpty() || c.name().equals(name))
        .map(ClusterRecord.Controller::pid)
        .toList();
  }

  /** Starts again what was killed. */
  void mend() {
    cluster.startMissing();
  }

  /** Waits until every process takes part again. */
  void awaitReady() {
    new Readiness(cluster, Poll.PATIENCE, now -> {}).await();
  }

  /** What is wrong in any ledger now; empty when nothing is, or when nobody can tell. */
  List<String> look() throws IOException {
    List<String> wrong = new ArrayList<>();
    for (int i = 0; i < PARTITIONS; i++) {
      wrong.addAll(new LedgerAudit(client(), partition(i), mark()).look());
    }
    return wrong;
  }

  /** Waits until each partition has its nodes back, and none of others, and no task is left. */
  void awaitHome() throws IOException {
    ResizeClient client = client();
    Poll.until(
        "all nodes to be idle, and nothing lent, borrowed, offered or collected",
        () ->
            client.partitions().stream().allMatch(LeaseField::isAtRest)
                && idle(client) == PARTITIONS * NODES_OF_EACH);
    for (HostProcesses.Running left : HostProcesses.of(mark())) {
      ProcessHandle.of(left.pid())
          .ifPresent(process ->
              Poll.until(
                  "process %d of job %d on the idle node %s to end"
                      .formatted(left.pid(), left.job(), left.node()),
                  () -> !process.isAlive()));
    }
  }

  private static long idle(ResizeClient client) {
    long idle = 0;
    for (int i = 0; i < PARTITIONS; i++) {
      idle += client.idle(partition(i));
    }
    return idle;
  }

  private static boolean isAtRest(PartitionEntry partition) {
    PoolEntry pool = partition.pool();
    return pool != null
        && pool.lent().isEmpty()
        && pool.borrowed().isEmpty()
        && pool.offered() == 0
        && pool.collecting() == 0;
  }
}
