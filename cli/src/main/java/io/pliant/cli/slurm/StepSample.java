package io.pliant.cli.slurm;

import io.pliant.api.StepDetails;
import io.pliant.cli.run.StepUse;
import io.pliant.cli.run.TaskUse;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A line of {@code sstat}: what the running tasks of a step have used so far.
 *
 * @param id as in {@code 12.0}
 * @param step with its energy, as the controllers know it
 * @param nodes those that have told
 */
record StepSample(String id, StepDetails step, List<StepUse.OfNode> nodes) {
  /** What one task has used of something, and where. */
  record Of(long amount, int task, String node) {}

  /** The most of it that a task has used, or null when nothing is told. */
  @Nullable Of most(Function<TaskUse, @Nullable Long> what) {
    return each(what).max(Comparator.comparingLong(Of::amount)).orElse(null);
  }

  /** The least of it. */
  @Nullable Of least(Function<TaskUse, @Nullable Long> what) {
    return each(what).min(Comparator.comparingLong(Of::amount)).orElse(null);
  }

  /** The sum over tasks, or null when nothing is told. */
  @Nullable Long sum(Function<TaskUse, @Nullable Long> what) {
    List<Of> all = each(what).toList();
    return all.isEmpty() ? null : (Long) all.stream().mapToLong(Of::amount).sum();
  }

  /** The mean over tasks, or null when nothing is told. */
  @Nullable Long mean(Function<TaskUse, @Nullable Long> what) {
    List<Of> all = each(what).toList();
    return all.isEmpty() ? null : (Long) (all.stream().mapToLong(Of::amount).sum() / all.size());
  }

  /** One line for each node. */
  Stream<StepSample> byNode() {
    return nodes.stream().map(node -> new StepSample(id, step, List.of(node)));
  }

  private Stream<Of> each(Function<TaskUse, @Nullable Long> what) {
    return nodes.stream()
        .flatMap(node ->
            node.running().stream()
                .map(task -> {
                  Long amount = what.apply(task);
                  return amount == null ? null : new Of(amount, task.rank(), node.node());
                }))
        .filter(Objects::nonNull);
  }
}
