package io.pliant.core.sighting;

import io.pliant.core.id.JobId;
import io.pliant.core.partition.PartitionState;
import org.pcollections.TreePMap;

/** Forgets what was seen of jobs that hold no nodes any more. */
final class Running {
  private Running() {}

  static <V> TreePMap<JobId, V> only(TreePMap<JobId, V> known, PartitionState state) {
    return known.minusAll(
        known.keySet().stream().filter(job -> !state.grants().containsKey(job)).toList());
  }
}
