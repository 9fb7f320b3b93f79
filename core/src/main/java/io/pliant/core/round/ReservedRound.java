package io.pliant.core.round;

import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.core.plan.Decision;
import io.pliant.core.plan.Plan;
import io.pliant.core.plan.SchedulingPolicy;
import io.pliant.core.plan.Trigger;
import io.pliant.core.plan.WaitReason;
import io.pliant.core.reservation.Reservation;
import io.pliant.core.reservation.Reservations;
import io.pliant.core.resource.Slice;
import io.pliant.core.view.ClusterView;
import io.pliant.core.view.RunningJob;
import io.pliant.core.view.RunningSize;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A round of any policy among reservations. Malleable jobs that hold nodes of a reservation which
 * begins soon leave them, as far as their least size and their leader's node, which stays, permit.
 */
final class ReservedRound {
  /** How long before its start jobs begin to leave the nodes of a reservation. */
  static final Duration AHEAD = Duration.ofMinutes(1);

  private final ClusterView view;
  private final Reservations reservations;
  private @Nullable Instant again;

  private ReservedRound(ClusterView view, @Nullable Instant again) {
    this.view = view;
    this.reservations = Reservations.of(view.reservations());
    this.again = again;
  }

  static Plan plan(SchedulingPolicy policy, ClusterView view, Trigger trigger) {
    ReservedView reserved = ReservedView.of(view);
    if (reserved == null) {
      return LicensedRound.plan(policy, view, trigger);
    }
    Plan plan = LicensedRound.plan(policy, reserved.shown(), trigger);
    return new ReservedRound(view, reserved.again()).around(plan, reserved);
  }

  private Plan around(Plan plan, ReservedView reserved) {
    TreeMap<JobId, Decision> leaving = new TreeMap<>();
    for (RunningJob job : view.running()) {
      Decision.Resize resize = leave(job);
      if (resize != null) {
        leaving.put(job.job(), resize);
      }
    }
    List<Decision> decisions = new ArrayList<>(leaving.values());
    for (Decision decision : plan.decisions()) {
      switch (decision) {
        case Decision.CallAgain call -> callAgainAt(call.at());
        case Decision.Resize resize when leaving.containsKey(resize.job()) -> {}
        default -> decisions.add(decision);
      }
    }
    if (again != null) {
      decisions.add(new Decision.CallAgain(again));
    }
    return new Plan(plan.basedOn(), plan.policy(), decisions, waits(plan, reserved), plan.alarm());
  }

  private static SortedMap<JobId, List<WaitReason>> waits(Plan plan, ReservedView reserved) {
    SortedMap<JobId, List<WaitReason>> waits = new TreeMap<>(plan.waits());
    reserved.hidden().forEach((job, reason) -> waits.put(job, List.of(reason)));
    reserved
        .keptOff()
        .forEach((job, reason) -> waits.computeIfPresent(job, (_, why) -> with(reason, why)));
    return waits;
  }

  /** A job that could start on no nodes but those that are reserved waits for them alone. */
  private static List<WaitReason> with(WaitReason reserved, List<WaitReason> others) {
    boolean alone =
        others.stream()
            .anyMatch(each ->
                each instanceof WaitReason.NodesUnavailable
                    || each instanceof WaitReason.Infeasible);
    if (alone) {
      return List.of(reserved);
    }
    List<WaitReason> all = new ArrayList<>(others);
    all.add(reserved);
    return List.copyOf(all);
  }

  private Decision.@Nullable Resize leave(RunningJob job) {
    RunningSize size = job.size();
    if (size == null || size.sizes().isRigid()) {
      return null;
    }
    List<Reservation> soon = new ArrayList<>();
    for (Reservation each :
        reservations.against(job.reservation(), view.now(), job.expectedEnd())) {
      Instant from = each.start().minus(AHEAD);
      if (from.isAfter(view.now())) {
        callAgainAt(from);
      } else {
        soon.add(each);
      }
    }
    return soon.isEmpty() || size.changing() ? null : leave(job, size, soon);
  }

  private void callAgainAt(Instant at) {
    if (again == null || at.isBefore(again)) {
      again = at;
    }
  }

  private static Decision.@Nullable Resize leave(
      RunningJob job, RunningSize size, List<Reservation> soon) {
    Set<NodeName> off = Reservations.nodes(soon);
    List<Slice> own = job.allocation().slices();
    List<Slice> going = new ArrayList<>();
    List<Slice> others = new ArrayList<>();
    own.subList(1, own.size()).forEach(s -> (off.contains(s.node()) ? going : others).add(s));
    if (going.isEmpty()) {
      return null;
    }
    int fewer = size.sizes().floor(own.size() - going.size());
    int target = fewer == 0 ? size.sizes().min() : fewer;
    if (target >= own.size()) {
      return null;
    }
    going.addAll(others.reversed());
    return new Decision.Resize(
        job.job(),
        target,
        going.subList(0, own.size() - target),
        "leaves nodes of reservation " + soon.getFirst().name());
  }
}
