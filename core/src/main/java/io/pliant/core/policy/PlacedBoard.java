package io.pliant.core.policy;

import io.pliant.core.id.NodeName;
import io.pliant.core.plan.WaitReason;
import io.pliant.core.resource.Allocation;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.round.Candidate;
import io.pliant.core.round.Draft;
import io.pliant.core.round.Reasons;
import io.pliant.core.rule.Board;
import io.pliant.core.rule.QueueOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The nodes of a view as a rule's board: a job fits when it has a placement. Jobs are the indices
 * of the draft's candidates. At most {@code depth} jobs that do not start are examined behind the
 * head; a pack counts as many as it has components.
 */
final class PlacedBoard implements Board {
  private final Draft draft;
  private final int depth;
  private final boolean[] started;
  private final boolean[] examined;
  private final boolean[] delaying;
  private final Set<ResourceRequest> refused = new HashSet<>();
  private int front;
  private int[] behind = {};
  private int cursor;
  private int left;
  private int starts;
  private boolean sawDelaying;
  private @Nullable Reservation reservation;
  private @Nullable Allocation beside;

  PlacedBoard(Draft draft, int depth) {
    this.draft = draft;
    this.depth = depth;
    int jobs = draft.candidates().size();
    this.started = new boolean[jobs];
    this.examined = new boolean[jobs];
    this.delaying = new boolean[jobs];
  }

  /** Number of jobs started so far. */
  int starts() {
    return starts;
  }

  /** True when the last look behind the head met a job that fits but would delay the head. */
  boolean sawDelaying() {
    return sawDelaying;
  }

  @Override
  public int head() {
    while (front < started.length && started[front]) {
      front++;
    }
    return front < started.length ? front : NONE;
  }

  @Override
  public boolean fits(int job) {
    return draft.free().holds(request(job));
  }

  @Override
  public void start(int job) {
    Allocation allocation =
        beside != null ? beside : draft.place(candidate(job), request(job), draft.free());
    beside = null;
    if (allocation == null) {
      throw new IllegalStateException(
          "Expected to place job %s, but it does not fit.".formatted(candidate(job).id()));
    }
    draft.start(candidate(job), allocation);
    started[job] = true;
    starts++;
    if (reservation != null) {
      reservation.freeNowChanged();
    }
  }

  @Override
  public void reserve(int head) {
    reservation = Reservation.find(request(head), draft.free(), draft.running(), draft.now());
  }

  @Override
  public void lookBehind(int head, QueueOrder order) {
    List<Integer> jobs =
        new ArrayList<>(
            IntStream.range(head + 1, started.length).filter(j -> !started[j]).boxed().toList());
    if (order == QueueOrder.SHORTEST) {
      jobs.sort(Comparator.comparing(j -> candidate(j).job().timeLimit()));
    }
    behind = jobs.stream().mapToInt(Integer::intValue).toArray();
    cursor = -1;
    left = 0;
    refused.clear();
    sawDelaying = false;
    Arrays.fill(examined, false);
    Arrays.fill(delaying, false);
  }

  @Override
  public int next() {
    if (cursor >= 0 && !started[behind[cursor]]) {
      left += request(behind[cursor]).width();
    }
    if (left >= depth || cursor + 1 >= behind.length) {
      return NONE;
    }
    int job = behind[++cursor];
    examined[job] = true;
    return job;
  }

  @Override
  public boolean endsByShadow(int job) {
    Reservation kept = reservation;
    return kept == null || !candidate(job).endIfStarted(draft.now()).isAfter(kept.at());
  }

  /** Finds the slices too, with which {@link #start} then starts the job. */
  @Override
  public boolean leavesHeadEnough(int job) {
    Reservation kept = reservation;
    if (kept == null) {
      return true;
    }
    beside = refused.contains(request(job)) ? null : besideHead(job, kept);
    if (beside == null) {
      refused.add(request(job));
      delaying[job] = true;
      sawDelaying = true;
    }
    return beside != null;
  }

  private @Nullable Allocation besideHead(int job, Reservation kept) {
    List<NodeName> avoided = candidate(job).job().avoided();
    Allocation elsewhere =
        avoided.isEmpty() ? null : kept.placeOff(avoided, request(job), draft.free());
    return elsewhere != null ? elsewhere : kept.placeBeside(request(job), draft.free());
  }

  /** Writes the head's reservation and the reasons of all jobs left waiting into the draft. */
  void explain() {
    int head = head();
    if (head == NONE) {
      return;
    }
    Candidate first = candidate(head);
    Reasons reasons = draft.reasons();
    draft.explain(first, reasons.resources(request(head)));
    if (reservation != null) {
      draft.reserve(first, reservation.at());
    }
    for (int job = head + 1; job < started.length; job++) {
      if (!started[job]) {
        draft.explain(candidate(job), why(job, first, reasons));
      }
    }
  }

  private List<WaitReason> why(int job, Candidate first, Reasons reasons) {
    List<WaitReason> why = new ArrayList<>(2);
    if (examined[job]) {
      why.addAll(reasons.resources(request(job)));
      if (reservation != null && delaying[job]) {
        why.add(new WaitReason.WouldDelay(first.id(), reservation.at()));
      }
    } else {
      why.add(new WaitReason.Priority(first.id(), candidate(job).position()));
      why.add(new WaitReason.BeyondDepth(depth));
    }
    return List.copyOf(why);
  }

  private Candidate candidate(int job) {
    return draft.candidates().get(job);
  }

  private ResourceRequest request(int job) {
    return candidate(job).request();
  }
}
