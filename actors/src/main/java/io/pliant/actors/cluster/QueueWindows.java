package io.pliant.actors.cluster;

import io.pliant.actors.protocol.PartitionAnswer;
import io.pliant.actors.protocol.PartitionCommand;
import io.pliant.api.QueueEntry;
import io.pliant.api.QueueWindow;
import io.pliant.core.id.PartitionName;
import io.pliant.core.partition.QueueFilter;
import io.pliant.core.partition.QueueText;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Reads a part of the queue of several partitions, one after the other, whatever is before it: each
 * partition is asked how many wanted jobs it has, and those that the part touches for their jobs.
 */
record QueueWindows(Wanted wanted, ClusterListings.Ask ask) {
  /** What somebody wants to see. */
  record Wanted(QueueFilter filter, QueueText text) {}

  CompletionStage<QueueWindow> read(List<PartitionName> partitions, long offset, int limit) {
    List<CompletableFuture<PartitionAnswer.QueueWindow>> counts =
        partitions.stream().map(name -> part(name, 0, 0).toCompletableFuture()).toList();
    return CompletableFuture.allOf(counts.toArray(CompletableFuture<?>[]::new))
        .thenCompose(_ -> {
          List<CompletableFuture<PartitionAnswer.QueueWindow>> touched = new ArrayList<>();
          long before = 0;
          for (int i = 0; i < partitions.size(); i++) {
            int total = counts.get(i).join().total();
            long first = Math.max(0, offset - before);
            long behind = Math.min(total, offset + limit - before);
            if (first < behind) {
              touched.add(
                  part(partitions.get(i), first, (int) (behind - first)).toCompletableFuture());
            }
            before += total;
          }
          long all = before;
          return CompletableFuture.allOf(touched.toArray(CompletableFuture<?>[]::new))
              .thenApply(_ -> {
                List<QueueEntry> jobs =
                    touched.stream().flatMap(part -> part.join().jobs().stream()).toList();
                return new QueueWindow(offset, all, jobs);
              });
        });
  }

  private CompletionStage<PartitionAnswer.QueueWindow> part(
      PartitionName partition, long offset, int limit) {
    return ask.apply(
            partition,
            to ->
                new PartitionCommand.GetQueueWindow(
                    wanted.filter(), wanted.text(), offset, limit, to))
        .thenApply(answer -> ClusterListings.given(answer, PartitionAnswer.QueueWindow.class));
  }
}
