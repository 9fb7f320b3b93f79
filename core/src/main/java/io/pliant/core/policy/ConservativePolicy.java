package io.pliant.core.policy;

import io.pliant.core.plan.Plan;
import io.pliant.core.plan.SchedulingPolicy;
import io.pliant.core.plan.Trigger;
import io.pliant.core.plan.WaitReason;
import io.pliant.core.round.Candidate;
import io.pliant.core.round.Draft;
import io.pliant.core.round.Reasons;
import io.pliant.core.rule.ConservativeRule;
import io.pliant.core.view.ClusterView;
import java.util.ArrayList;
import java.util.List;

/**
 * Conservative backfilling: every waiting job has a reservation, and nobody may delay one before
 * it.
 *
 * <p><b>Rule.</b> Waiting jobs in queue order each get the earliest place in a timetable of the
 * nodes, in which running jobs end at their limits and every earlier job has its place ({@link
 * ConservativeRule}). Those whose place begins now start. On unequal or shared nodes a start may
 * change where another job would be placed, so the timetable is made anew until nothing starts.
 *
 * <p><b>Guarantees.</b> In the timetable of a plan no job delays one before it in the queue. The
 * plan has no memory of earlier reservations: when jobs end early, a job may be given a later place
 * than before by a compression in which an earlier one moved into its way; the simulator's machine
 * keeps reservations instead and never does so.
 *
 * <p><b>Bounds.</b> At most {@value #DEPTH} jobs that cannot start now get reservations; those
 * behind wait with {@link io.pliant.core.plan.WaitReason.BeyondDepth}.
 *
 * <p><b>Inputs in the view.</b> As for {@link EasyPolicy}.
 *
 * <p><b>Source.</b> D. Feitelson and A. Mu'alem Weil, Utilization and Predictability in Scheduling
 * the IBM SP2 with Backfilling, IPPS 1998; A. Mu'alem and D. Feitelson, IEEE TPDS 12(6), 2001.
 */
public final class ConservativePolicy implements SchedulingPolicy {
  /** Reservations that are made for jobs that cannot start. */
  public static final int DEPTH = 20;

  private ConservativePolicy() {}

  public static ConservativePolicy create() {
    return new ConservativePolicy();
  }

  @Override
  public String name() {
    return "conservative";
  }

  @Override
  public boolean placesAhead() {
    return true;
  }

  @Override
  public Plan plan(ClusterView view, Trigger trigger) {
    Draft draft = Draft.of(name(), view);
    List<Integer> queue = new ArrayList<>();
    for (int job = 0; job < draft.candidates().size(); job++) {
      queue.add(job);
    }
    List<Long> places = new ArrayList<>();
    while (pass(draft, queue, places)) {
      places.clear();
    }
    explain(draft, queue, places);
    return draft.toPlan();
  }

  /** Fills a timetable; true when that started a job. */
  private static boolean pass(Draft draft, List<Integer> queue, List<Long> places) {
    PlacedTimetable timetable = new PlacedTimetable(draft);
    List<Integer> left = new ArrayList<>();
    int index = 0;
    for (; index < queue.size() && left.size() < DEPTH; index++) {
      int job = queue.get(index);
      long start = ConservativeRule.reserve(timetable, job);
      if (start == 0) {
        timetable.start(job);
      } else {
        left.add(job);
        places.add(start);
      }
    }
    boolean started = left.size() < index;
    left.addAll(queue.subList(index, queue.size()));
    queue.clear();
    queue.addAll(left);
    return started;
  }

  private static void explain(Draft draft, List<Integer> queue, List<Long> places) {
    Reasons reasons = new Reasons(draft.free());
    for (int i = 0; i < queue.size(); i++) {
      Candidate candidate = draft.candidates().get(queue.get(i));
      Candidate first = draft.candidates().get(queue.getFirst());
      List<WaitReason> why = new ArrayList<>(2);
      if (i >= places.size()) {
        why.add(new WaitReason.Priority(first.id(), candidate.position()));
        why.add(new WaitReason.BeyondDepth(DEPTH));
      } else {
        why.addAll(reasons.resources(candidate.request()));
        if (places.get(i) < PlacedTimetable.NEVER) {
          draft.reserve(candidate, draft.now().plusMillis(places.get(i)));
        }
        if (why.isEmpty()) {
          why.add(
              new WaitReason.WouldDelay(
                  first.id(), draft.now().plusMillis(Math.min(places.getFirst(), places.get(i)))));
        }
      }
      draft.explain(candidate, List.copyOf(why));
    }
  }
}
