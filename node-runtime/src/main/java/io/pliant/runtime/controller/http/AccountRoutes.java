package io.pliant.runtime.controller.http;

import io.pliant.actors.api.PriorityGateway;
import io.pliant.api.AccountList;
import io.pliant.api.PartitionPriorities;
import io.pliant.api.PartitionShares;
import io.pliant.api.ShareEntry;
import io.pliant.core.id.JobId;
import io.pliant.core.id.JobStatus;
import io.pliant.core.id.PartitionName;
import io.pliant.core.partition.PartitionSettings;
import io.pliant.core.partition.QueueFilter;
import io.pliant.core.spec.KnownNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Routes about accounts and about what orders queues. What is configured is answered from this
 * controller's own file, so a partition is only asked for what users have used, and of its jobs.
 */
final class AccountRoutes {
  private static final int MOST_USERS = 100;

  private final PriorityGateway gateway;
  private final Waiting waiting;
  private final KnownNames names;
  private final List<PartitionSettings> partitions;

  AccountRoutes(
      PriorityGateway gateway,
      Waiting waiting,
      KnownNames names,
      List<PartitionSettings> partitions) {
    this.gateway = gateway;
    this.waiting = waiting;
    this.names = names;
    this.partitions = partitions;
  }

  List<Route> routes() {
    return List.of(
        Route.get("/v1/accounts", call -> Reply.ok(AccountList.of(names, users(call))), "user"),
        Route.get("/v1/shares", this::shares, "partition", "user"),
        Route.get("/v1/priorities", this::priorities, "partition", "user", "job"));
  }

  private Reply shares(Call call) throws InterruptedException {
    Set<String> users = users(call);
    List<PartitionShares> all = new ArrayList<>();
    for (PartitionSettings partition : partitions(call)) {
      SortedMap<String, Double> uses = new TreeMap<>(waiting.value(gateway.uses(partition.name())));
      users.forEach(user -> uses.putIfAbsent(user, 0.0));
      all.add(
          new PartitionShares(
              partition.name(),
              partition.priority().weights().fairShare(),
              uses.values().stream().mapToDouble(Double::doubleValue).sum(),
              partition.priority().shares(uses).stream()
                  .filter(
                      row -> users.isEmpty() || row.user() == null || users.contains(row.user()))
                  .map(ShareEntry::of)
                  .toList()));
    }
    return Reply.ok(all);
  }

  private Reply priorities(Call call) throws InterruptedException {
    Set<String> users = users(call);
    Set<JobId> jobs = Set.copyOf(call.queries("job", JobId::parse));
    List<PartitionPriorities> all = new ArrayList<>();
    for (PartitionSettings partition : partitions(call)) {
      QueueFilter filter =
          new QueueFilter(
              users.size() == 1 ? users.iterator().next() : null, List.of(JobStatus.PENDING), jobs);
      all.add(
          new PartitionPriorities(
              partition.name(),
              partition.priority().weights(),
              waiting.value(gateway.priorities(partition.name(), filter)).stream()
                  .filter(job -> users.isEmpty() || users.contains(job.user()))
                  .toList()));
    }
    return Reply.ok(all);
  }

  private List<PartitionSettings> partitions(Call call) {
    Set<PartitionName> wanted = Set.copyOf(call.queries("partition", PartitionName::new));
    return partitions.stream()
        .filter(partition -> wanted.isEmpty() || wanted.contains(partition.name()))
        .toList();
  }

  private static Set<String> users(Call call) {
    Set<String> users = new TreeSet<>(call.queries("user", word -> word));
    if (users.size() > MOST_USERS) {
      throw ApiFailure.invalid(
          "Expected at most %d users, but got %d. Leave them out for all."
              .formatted(MOST_USERS, users.size()));
    }
    return users;
  }
}
