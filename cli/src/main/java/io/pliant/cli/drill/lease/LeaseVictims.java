package io.pliant.cli.drill.lease;

import io.pliant.api.PartitionEntry;
import io.pliant.api.PoolEntry;
import io.pliant.cli.drill.resize.HostProcesses;
import io.pliant.cli.drill.resize.ResizeClient;
import io.pliant.cli.invocation.CommandFailure;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Kills whom a fault names, or cancels the job. */
final class LeaseVictims {
  private final LeaseField field;
  private final LeaseFault fault;
  private final ResizeClient client;
  private String whom = "";

  LeaseVictims(LeaseField field, LeaseFault fault, ResizeClient client) {
    this.field = field;
    this.fault = fault;
    this.client = client;
  }

  /** Who it was. */
  String whom() {
    return whom;
  }

  /** Does it; returns the processes that are to be started again. */
  List<Long> strike(long job) throws IOException {
    List<Long> victims =
        switch (fault.party()) {
          case BORROWER -> controllers(List.of(LeaseField.partition(fault.home())));
          case LENDER -> controllers(List.of(lender()));
          case BOTH -> controllers(List.of(LeaseField.partition(fault.home()), lender()));
          case ALL -> {
            whom = "all controllers";
            yield field.controllers("");
          }
          case AGENT -> {
            String node = lentNode();
            whom = "agent of " + node;
            yield List.of(field.agentOf(node));
          }
          case TASK -> {
            HostProcesses.kill(taskOnLentNode(job));
            yield List.of();
          }
          case JOB -> {
            whom = "job " + job;
            client.cancel(job);
            yield List.of();
          }
        };
    victims.forEach(HostProcesses::kill);
    return victims;
  }

  private List<Long> controllers(List<String> partitions) {
    Map<String, String> hosts = new TreeMap<>();
    for (PartitionEntry partition : client.partitions()) {
      hosts.put(partition.partition().value(), partition.host());
    }
    List<String> names = partitions.stream().map(hosts::get).distinct().sorted().toList();
    whom = String.join(" and ", names);
    return names.stream().flatMap(name -> field.controllers(name).stream()).toList();
  }

  /** A partition that lends to the job, or one that may be asked. */
  private String lender() {
    for (PartitionEntry partition : client.partitions()) {
      PoolEntry pool = partition.pool();
      if (pool != null && !pool.lent().isEmpty()) {
        return partition.partition().value();
      }
    }
    return LeaseField.partition((fault.home() + 1) % LeaseField.PARTITIONS);
  }

  private String lentNode() {
    return client.ledger(lender()).keySet().iterator().next();
  }

  private long taskOnLentNode(long job) throws IOException {
    String node = client.ledger(lender()).keySet().iterator().next();
    for (HostProcesses.Running task : HostProcesses.of(field.mark())) {
      if (task.node().equals(node) && task.job() == job && isShell(task.pid())) {
        whom = "task %d on %s".formatted(task.pid(), node);
        return task.pid();
      }
    }
    throw CommandFailure.operational("Expected a task of job %d on %s.".formatted(job, node));
  }

  private static boolean isShell(long pid) {
    return ProcessHandle.of(pid)
        .flatMap(process -> process.info().command())
        .filter(command -> !command.endsWith("sleep"))
        .isPresent();
  }
}
