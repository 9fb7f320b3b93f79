package io.pliant.core.policy;

import io.pliant.core.plan.Plan;
import io.pliant.core.plan.SchedulingPolicy;
import io.pliant.core.plan.Trigger;
import io.pliant.core.plan.WaitReason;
import io.pliant.core.round.Candidate;
import io.pliant.core.round.Draft;
import io.pliant.core.round.Reasons;
import io.pliant.core.view.ClusterView;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Conservative backfilling: every waiting job has a reservation, and nobody may delay one before
 * it.
 *
 * <p><b>Rule.</b> Jobs that were promised a start in an earlier round get it again in a timetable
 * of the nodes, in which running jobs end at their limits. Then all in queue order get the earliest
 * place, those with a promise never a later one than before ({@link
 * io.pliant.core.rule.ConservativeRule}). Those whose place begins now start; for one that fits
 * now, reservations of others may move to other nodes. On unequal or shared nodes a start may
 * change where another job would be placed, so the timetable is made anew until nothing starts.
 *
 * <p><b>Guarantees.</b> On equal nodes that nobody shares, a promise only comes nearer, whatever
 * comes after it, as long as no node fails and rounds are held when jobs end. Elsewhere other nodes
 * may be found for a place than those it was promised with; a promise that no longer fits is
 * replaced by the earliest place after it. The ledger remembers promises ({@link #keepsPromises}).
 *
 * <p><b>Bounds.</b> At most {@value #DEPTH} jobs that cannot start now have promises, where a pack
 * counts as many as it has components, since it costs as much; those behind wait with {@link
 * io.pliant.core.plan.WaitReason.BeyondDepth}.
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
  public boolean keepsPromises() {
    return true;
  }

  @Override
  public Plan plan(ClusterView view, Trigger trigger) {
    Draft draft = Draft.of(name(), view);
    Set<Integer> queue = new TreeSet<>();
    for (int job = 0; job < draft.candidates().size(); job++) {
      queue.add(job);
    }
    Map<Integer, Long> promised = Reservations.promised(draft);
    Map<Integer, Long> places = pass(draft, queue, promised);
    while (places == null) {
      places = pass(draft, queue, promised);
    }
    explain(draft, queue, places);
    return draft.toPlan();
  }

  /**
   * The places of those that cannot start now; null when some were started, who left the queue.
   * Promises that came nearer stay so: those that were started count on it.
   */
  private static @Nullable Map<Integer, Long> pass(
      Draft draft, Set<Integer> queue, Map<Integer, Long> promised) {
    Reservations reservations = new Reservations(draft, promised, DEPTH);
    List<Integer> started = new ArrayList<>();
    for (int job : queue) {
      Map<Integer, Long> places = reservations.places();
      boolean mayReserve = places.containsKey(job) || reservations.width() < DEPTH;
      if (mayReserve && reservations.compress(job) == 0) {
        reservations.start(job);
        started.add(job);
      }
    }
    promised.keySet().removeAll(started);
    promised.replaceAll((job, start) -> reservations.places().getOrDefault(job, start));
    return queue.removeAll(started) ? null : reservations.places();
  }

  private static void explain(Draft draft, Set<Integer> queue, Map<Integer, Long> places) {
    Reasons reasons = draft.reasons();
    for (int job : queue) {
      Candidate candidate = draft.candidates().get(job);
      Candidate first = draft.candidates().get(queue.iterator().next());
      Long place = places.get(job);
      List<WaitReason> why = new ArrayList<>(2);
      if (place == null) {
        why.add(new WaitReason.Priority(first.id(), candidate.position()));
        why.add(new WaitReason.BeyondDepth(DEPTH));
      } else {
        why.addAll(reasons.resources(candidate.request()));
        if (place < PlacedTimetable.NEVER) {
          draft.reserve(candidate, draft.now().plusMillis(place));
        }
        if (why.isEmpty()) {
          long soonest = places.values().iterator().next();
          why.add(
              new WaitReason.WouldDelay(
                  first.id(), draft.now().plusMillis(Math.min(soonest, place))));
        }
      }
      draft.explain(candidate, List.copyOf(why));
    }
  }
}
