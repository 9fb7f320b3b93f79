package io.pliant.core.policy;

import io.pliant.core.id.NodeName;
import io.pliant.core.placement.FreeResources;
import io.pliant.core.placement.Placement;
import io.pliant.core.resource.Allocation;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.round.Opening;
import io.pliant.core.view.RunningJob;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The earliest start of one job when all running jobs end at their limits, and what is free then.
 */
final class Reservation {
  private final ResourceRequest head;
  private final Instant at;
  private final FreeResources freeThen;
  private @Nullable FreeResources besideHead;

  private Reservation(ResourceRequest head, Instant at, FreeResources freeThen) {
    this.head = head;
    this.at = at;
    this.freeThen = freeThen;
  }

  /** Null when the job does not fit even after the last end. */
  static @Nullable Reservation find(
      ResourceRequest head, FreeResources free, List<RunningJob> running, Instant now) {
    Opening opening = Opening.find(head, free, running, now);
    return opening == null ? null : new Reservation(head, opening.at(), opening.freeThen());
  }

  /** When the head is to start. */
  Instant at() {
    return at;
  }

  /**
   * Finds slices for a job that runs past the reserved start, such that the head still fits then,
   * and counts them as taken. The usual placement is tried first, then one that keeps off the
   * slices that the head would get.
   */
  @Nullable Allocation placeBeside(ResourceRequest request, FreeResources freeNow) {
    Allocation usual = Placement.place(request, freeNow);
    if (usual == null) {
      return null;
    }
    freeThen.take(usual);
    if (freeThen.holds(head)) {
      return usual;
    }
    freeThen.release(usual);
    if (besideHead == null) {
      besideHead = freeNow.freeInBoth(withoutHead());
    }
    Allocation beside = Placement.place(request, besideHead);
    if (beside != null) {
      freeThen.take(beside);
    }
    return beside;
  }

  /** The same off some nodes. */
  @Nullable Allocation placeOff(
      List<NodeName> avoided, ResourceRequest request, FreeResources freeNow) {
    Allocation off = Placement.place(request, freeNow.without(avoided));
    if (off == null) {
      return null;
    }
    freeThen.take(off);
    if (freeThen.holds(head)) {
      return off;
    }
    freeThen.release(off);
    return null;
  }

  /** To be called after each start: what is free now is no longer what it was. */
  void freeNowChanged() {
    besideHead = null;
  }

  private FreeResources withoutHead() {
    FreeResources rest = freeThen.copy();
    Allocation headThen = Placement.place(head, rest);
    if (headThen != null) {
      rest.take(headThen);
    }
    return rest;
  }
}
