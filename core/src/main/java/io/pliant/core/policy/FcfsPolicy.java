package io.pliant.core.policy;

import io.pliant.core.plan.Plan;
import io.pliant.core.plan.SchedulingPolicy;
import io.pliant.core.plan.Trigger;
import io.pliant.core.plan.WaitReason;
import io.pliant.core.round.Candidate;
import io.pliant.core.round.Draft;
import io.pliant.core.round.Reasons;
import io.pliant.core.rule.Board;
import io.pliant.core.rule.FcfsRule;
import io.pliant.core.view.ClusterView;
import java.util.ArrayList;
import java.util.List;

/**
 * First come, first served.
 *
 * <p><b>Rule.</b> Waiting jobs start in queue order as long as each one fits now. The first that
 * does not fit is the head; nobody passes it. Jobs that are held, whose begin time has not come, or
 * that could not start on the available nodes even if no job ran are skipped and block nobody.
 *
 * <p><b>Guarantees.</b> No job starts while an earlier one that could run on the available nodes
 * waits. No job starves as long as jobs end.
 *
 * <p><b>Inputs in the view.</b> Order of the queue, requests, holds and begin times; free resources
 * and availability of nodes; now. Time limits and running jobs are not looked at.
 *
 * <p><b>Source.</b> Folklore; the baseline of the literature on parallel job scheduling.
 */
public final class FcfsPolicy implements SchedulingPolicy {
  /** Jobs behind the head for which a lack of free resources is worked out as a second reason. */
  /** Jobs that may start in one round of a long queue. */
  private static final int STARTS = 1000;

  private static final int EXPLAINED = 1000;

  private FcfsPolicy() {}

  public static FcfsPolicy create() {
    return new FcfsPolicy();
  }

  @Override
  public String name() {
    return "fcfs";
  }

  @Override
  public int looksAt() {
    return STARTS;
  }

  @Override
  public Plan plan(ClusterView view, Trigger trigger) {
    Draft draft = Draft.of(name(), view);
    int blocked = FcfsRule.startHeads(new PlacedBoard(draft, 0));
    if (blocked != Board.NONE) {
      explain(draft, blocked);
    }
    return draft.toPlan();
  }

  private static void explain(Draft draft, int blocked) {
    Reasons reasons = draft.reasons();
    Candidate head = draft.candidates().get(blocked);
    draft.explain(head, reasons.resources(head.request()));
    for (int i = blocked + 1; i < draft.candidates().size(); i++) {
      Candidate behind = draft.candidates().get(i);
      List<WaitReason> why = new ArrayList<>(2);
      why.add(new WaitReason.Priority(head.id(), behind.position()));
      if (i - blocked <= EXPLAINED) {
        why.addAll(reasons.resources(behind.request()));
      }
      draft.explain(behind, List.copyOf(why));
    }
  }
}
