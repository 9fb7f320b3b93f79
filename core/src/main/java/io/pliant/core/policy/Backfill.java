package io.pliant.core.policy;

import io.pliant.core.id.JobId;
import io.pliant.core.partition.Allocation;
import io.pliant.core.placement.Placement;
import io.pliant.core.plan.WaitReason;
import io.pliant.core.spec.ResourceRequest;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The part of EASY behind the head. On unequal or shared nodes a start may change where the next
 * job would be placed, so passes repeat until one starts nothing; on whole, equal nodes one
 * suffices.
 */
final class Backfill {
  private final Draft draft;
  private final Candidate head;
  private final int depth;
  private final Set<JobId> delaying = new HashSet<>();
  private List<Candidate> behind;
  private @Nullable Reservation reservation;

  Backfill(Draft draft, int blocked, int depth) {
    this.draft = draft;
    this.head = draft.candidates().get(blocked);
    this.behind = draft.candidates().subList(blocked + 1, draft.candidates().size());
    this.depth = depth;
  }

  void run() {
    boolean again = true;
    while (again) {
      reservation = Reservation.find(head.request(), draft.free(), draft.running(), draft.now());
      again = pass() && !delaying.isEmpty();
    }
    if (reservation != null) {
      draft.reserve(head, reservation.at());
    }
    explain();
  }

  /** Examines the jobs behind the head once; true when it started one. */
  private boolean pass() {
    delaying.clear();
    Set<ResourceRequest> refused = new HashSet<>();
    List<Candidate> left = new ArrayList<>();
    int index = 0;
    for (; index < behind.size() && left.size() < depth; index++) {
      Candidate candidate = behind.get(index);
      if (!start(candidate, refused)) {
        left.add(candidate);
      }
    }
    boolean started = left.size() < index;
    left.addAll(behind.subList(index, behind.size()));
    behind = left;
    return started;
  }

  private boolean start(Candidate candidate, Set<ResourceRequest> refused) {
    ResourceRequest request = candidate.request();
    if (!draft.free().holds(request)) {
      return false;
    }
    Allocation allocation = place(candidate, refused);
    if (allocation == null) {
      refused.add(request);
      delaying.add(candidate.id());
      return false;
    }
    draft.start(candidate, allocation);
    if (reservation != null) {
      reservation.freeNowChanged();
    }
    return true;
  }

  private @Nullable Allocation place(Candidate candidate, Set<ResourceRequest> refused) {
    Reservation kept = reservation;
    if (kept == null || !candidate.endIfStarted(draft.now()).isAfter(kept.at())) {
      return Placement.place(candidate.request(), draft.free());
    }
    return refused.contains(candidate.request())
        ? null
        : kept.placeBeside(candidate.request(), draft.free());
  }

  private void explain() {
    Reasons reasons = new Reasons(draft.free());
    draft.explain(head, reasons.resources(head.request()));
    int examined = 0;
    for (Candidate candidate : behind) {
      List<WaitReason> why = new ArrayList<>(2);
      if (examined++ < depth) {
        why.addAll(reasons.resources(candidate.request()));
        if (reservation != null && delaying.contains(candidate.id())) {
          why.add(new WaitReason.WouldDelay(head.id(), reservation.at()));
        }
      } else {
        why.add(new WaitReason.Priority(head.id(), candidate.position()));
        why.add(new WaitReason.BeyondDepth(depth));
      }
      draft.explain(candidate, List.copyOf(why));
    }
  }
}
