package io.pliant.core.job;

import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.core.job.JobState.Phase;
import io.pliant.core.partition.Setbacks;
import io.pliant.core.partition.Sizes;
import io.pliant.core.resource.Allocation;
import io.pliant.core.spec.JobSpec;
import io.pliant.core.step.StepState;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.pcollections.TreePMap;

/** Copies a job's state with a few components changed. */
final class JobStateEdit {
  private final JobId job;
  Phase phase;
  @Nullable JobSpec spec;
  long payloadBytes;
  int attempt;
  boolean held;
  @Nullable Instant submittedAt;
  @Nullable Allocation allocation;
  long term;
  @Nullable Instant allocatedAt;
  private @Nullable Instant startedAt;
  private @Nullable Instant endedAt;
  TreePMap<Integer, StepState> steps;
  private @Nullable Completion completion;
  @Nullable String cancelledBy;
  Sizes sizes;
  long sizesVersion;
  int vacated;
  List<NodeName> vacant;
  Setbacks setbacks;

  JobStateEdit(JobState from) {
    job = from.job();
    phase = from.phase();
    spec = from.spec();
    payloadBytes = from.payloadBytes();
    attempt = from.attempt();
    held = from.held();
    submittedAt = from.submittedAt();
    allocation = from.allocation();
    term = from.term();
    allocatedAt = from.allocatedAt();
    startedAt = from.startedAt();
    endedAt = from.endedAt();
    steps = from.steps();
    completion = from.completion();
    cancelledBy = from.cancelledBy();
    sizes = from.sizes();
    sizesVersion = from.sizesVersion();
    vacated = from.vacated();
    vacant = from.vacant();
    setbacks = from.setbacks();
  }

  JobStateEdit phase(Phase value) {
    phase = value;
    return this;
  }

  JobStateEdit held(boolean value) {
    held = value;
    return this;
  }

  JobStateEdit term(long value) {
    term = value;
    return this;
  }

  JobStateEdit startedAt(Instant value) {
    startedAt = value;
    return this;
  }

  JobStateEdit endedAt(Instant value) {
    endedAt = value;
    return this;
  }

  JobStateEdit steps(TreePMap<Integer, StepState> value) {
    steps = value;
    return this;
  }

  JobStateEdit completion(Completion value) {
    completion = value;
    return this;
  }

  JobStateEdit cancelledBy(String value) {
    cancelledBy = value;
    return this;
  }

  JobState build() {
    return new JobState(
        job,
        phase,
        spec,
        payloadBytes,
        attempt,
        held,
        submittedAt,
        allocation,
        term,
        allocatedAt,
        startedAt,
        endedAt,
        steps,
        completion,
        cancelledBy,
        sizes,
        sizesVersion,
        vacated,
        vacant,
        setbacks);
  }
}
