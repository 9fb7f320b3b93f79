package io.pliant.core.job;

import io.pliant.core.id.NodeName;
import io.pliant.core.id.Refusal;
import io.pliant.core.id.StepId;
import io.pliant.core.spec.StepIo;
import io.pliant.core.step.NodeStep;
import io.pliant.core.step.StepState;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Who may look at a running step, and which nodes hear of it. Nothing of it lasts: who looks asks
 * again when a node does not come.
 */
final class Onlookers {
  private Onlookers() {}

  static JobOutcome decide(JobState state, JobIntent.Onlook intent) {
    if (JobLifecycle.forbidden(state, intent.by(), intent.operator())) {
      return JobOutcome.of(HoldRules.notOwner(state, intent.by()));
    }
    StepState step = state.steps().get(intent.step());
    StepId id = new StepId(state.job(), state.attempt(), intent.step());
    Refusal refusal = refusal(intent, id, step);
    return refusal == null
        ? new JobOutcome(
            List.of(), new JobReply.Done(), orders(intent, id, Objects.requireNonNull(step)))
        : JobOutcome.refuse(refusal);
  }

  private static @Nullable Refusal refusal(
      JobIntent.Onlook intent, StepId id, @Nullable StepState step) {
    if (step == null) {
      return Refusal.notFound("Job %s has no step %s.".formatted(id.job(), id));
    }
    if (step.ended() || step.startedAt() == null) {
      return Refusal.conflict(
          "Expected step %s to be running, but %s."
              .formatted(id, step.ended() ? "it is over" : "its tasks have not started"));
    }
    if (!intent.onlooker().usage() && !StepIo.streams(step.plan().io())) {
      return Refusal.conflict(
          "Expected a step whose output goes to a srun, but that of %s goes to files; %s."
              .formatted(
                  id,
                  id.isBatch()
                      ? "pliant logs -f %s follows it".formatted(id.job())
                      : "read the file of its --output"));
    }
    return null;
  }

  private static List<JobOrder> orders(JobIntent.Onlook intent, StepId id, StepState step) {
    List<JobOrder> orders = new ArrayList<>();
    for (NodeName node : step.nodes().keySet()) {
      NodeStep on = Objects.requireNonNull(step.nodes().get(node));
      if (on.started() && !on.ended()) {
        orders.add(new JobOrder.Show(id, node, intent.onlooker()));
      }
    }
    return orders;
  }
}
