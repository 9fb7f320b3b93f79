package io.pliant.runtime.controller.http;

import io.pliant.actors.api.Answer;
import io.pliant.actors.api.PriorityGateway;
import io.pliant.api.PriorityEntry;
import io.pliant.core.id.JobId;
import io.pliant.core.id.PartitionName;
import io.pliant.core.partition.QueueFilter;
import io.pliant.core.partition.QueueMoves;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Answers what it is told to. */
final class FakePriorities implements PriorityGateway {
  final SortedMap<String, Double> uses = new TreeMap<>();
  final List<PriorityEntry> jobs = new ArrayList<>();
  final List<List<JobId>> topped = new ArrayList<>();
  final List<QueueMoves.Move> moves = new ArrayList<>();
  final List<QueueFilter> asked = new ArrayList<>();

  @Override
  public CompletionStage<List<PriorityEntry>> priorities(
      PartitionName partition, QueueFilter filter) {
    asked.add(filter);
    return CompletableFuture.completedStage(List.copyOf(jobs));
  }

  @Override
  public CompletionStage<Answer<List<QueueMoves.Move>>> moves(
      PartitionName partition, List<JobId> first) {
    topped.add(first);
    return CompletableFuture.completedStage(new Answer.Accepted<>(List.copyOf(moves)));
  }

  @Override
  public CompletionStage<SortedMap<String, Double>> uses(PartitionName partition) {
    return CompletableFuture.completedStage(uses);
  }
}
