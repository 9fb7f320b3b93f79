package io.pliant.cli.drill.resize;

import io.pliant.cli.drill.resize.HostProcesses.Running;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Holds the ledger of a partition to the processes that really run: no node has two jobs, and no
 * task runs where the ledger does not know its job.
 */
public final class LedgerAudit {
  private final ResizeClient client;
  private final String partition;
  private final String mark;

  /** Of one partition, of whose tasks {@code mark} tells those of a drill. */
  public LedgerAudit(ResizeClient client, String partition, String mark) {
    this.client = client;
    this.partition = partition;
    this.mark = mark;
  }

  /** What is wrong now; empty when nothing is. */
  public List<String> look() throws IOException {
    List<Running> before = HostProcesses.of(mark);
    Map<String, List<Long>> ledger = client.ledger(partition);
    List<Running> after = HostProcesses.of(mark);
    List<String> wrong = new ArrayList<>();
    ledger.forEach((node, jobs) -> {
      if (jobs.size() > 1) {
        wrong.add("node %s is owned by the jobs %s".formatted(node, jobs));
      }
    });
    for (Running task : before) {
      List<Long> jobs = ledger.get(task.node());
      boolean all = after.contains(task); // it ran all the while that the ledger was asked
      if (all && jobs != null && !jobs.contains(task.job())) {
        wrong.add(
            "a task of job %d runs on node %s, which the ledger gives to %s (process %d)"
                .formatted(task.job(), task.node(), jobs, task.pid()));
      }
    }
    return wrong;
  }
}
