package io.pliant.core.round;

import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.core.placement.FreeResources;
import io.pliant.core.placement.Placement;
import io.pliant.core.plan.Decision;
import io.pliant.core.plan.Plan;
import io.pliant.core.plan.WaitReason;
import io.pliant.core.power.CorridorAlarm;
import io.pliant.core.resource.Allocation;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.resource.Slice;
import io.pliant.core.view.ClusterView;
import io.pliant.core.view.RunningJob;
import io.pliant.core.view.WaitingJob;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A plan in the making: the scratch paper of one round, and what all policies do alike. */
public final class Draft {
  private final String policy;
  private final ClusterView view;
  private final FreeResources free;
  private final FreeResources emptied;
  private final List<Candidate> candidates = new ArrayList<>();
  private final List<RunningJob> running;
  private final List<Decision> decisions = new ArrayList<>();
  private final TreeMap<JobId, List<WaitReason>> waits = new TreeMap<>();
  private @Nullable Instant callAgain;
  private @Nullable CorridorAlarm alarm;

  private Draft(String policy, ClusterView view) {
    this.policy = policy;
    this.view = view;
    this.free = FreeResources.of(view.nodes());
    this.emptied = free.emptied();
    this.running = new ArrayList<>(view.running());
  }

  /** Sorts out the jobs that cannot start whatever the policy, with their reasons. */
  public static Draft of(String policy, ClusterView view) {
    Draft draft = new Draft(policy, view);
    NodeShortage shortage = new NodeShortage(view, draft.emptied);
    int position = 0;
    for (WaitingJob job : view.waiting()) {
      position++;
      if (!job.eligible(view.now())) {
        draft.notEligible(job);
        continue;
      }
      List<WaitReason> reasons = shortage.reasons(job.resources());
      if (reasons.isEmpty()) {
        draft.candidates.add(new Candidate(job, position));
      } else {
        draft.waits.put(job.job(), reasons);
      }
    }
    return draft;
  }

  /** The time of the round. */
  public Instant now() {
    return view.now();
  }

  /** What is free after the starts and expansions so far. */
  public FreeResources free() {
    return free;
  }

  /** What would be free with no job anywhere; not to be changed. */
  public FreeResources emptied() {
    return emptied;
  }

  /** What keeps jobs waiting as things stand now. */
  public Reasons reasons() {
    return new Reasons(free, emptied);
  }

  /** Jobs that the policy may start, in queue order. */
  public List<Candidate> candidates() {
    return candidates;
  }

  /** Jobs that hold nodes, those started by this draft being the last ones. */
  public List<RunningJob> running() {
    return running;
  }

  /** A place for the job, off the nodes that failed it as long as others have room for it. */
  public @Nullable Allocation place(
      Candidate candidate, ResourceRequest request, FreeResources room) {
    List<NodeName> avoided = candidate.job().avoided();
    Allocation elsewhere =
        avoided.isEmpty() ? null : Placement.place(request, room.without(avoided));
    return elsewhere != null ? elsewhere : Placement.place(request, room);
  }

  /** Starts a job of which nothing is to be remembered. */
  public void start(Candidate candidate, Allocation allocation) {
    start(candidate, allocation, null);
  }

  /** Starts a job; the ledger remembers the reference. */
  public void start(Candidate candidate, Allocation allocation, @Nullable Instant reference) {
    free.take(allocation);
    decisions.add(new Decision.Start(candidate.id(), allocation, reference));
    running.add(new RunningJob(candidate.id(), allocation, now(), candidate.endIfStarted(now())));
  }

  /** Promises a waiting job a start. */
  public void reserve(Candidate head, Instant at) {
    decisions.add(new Decision.Reserve(head.id(), at));
  }

  /** Begins to resize a running job; nodes that come are taken. */
  public void resize(RunningJob job, int nodes, List<Slice> slices, String why) {
    if (nodes > job.allocation().slices().size()) {
      free.take(new Allocation(slices));
    }
    decisions.add(new Decision.Resize(job.job(), nodes, slices, why));
  }

  /** A round is to be held by then at the latest. */
  public void callAgainBy(Instant at) {
    if (callAgain == null || at.isBefore(callAgain)) {
      callAgain = at;
    }
  }

  /** All rules that keep a job waiting, the strongest first. */
  public void explain(Candidate candidate, List<WaitReason> reasons) {
    waits.put(candidate.id(), reasons);
  }

  /** A bound of the power corridor cannot be met. */
  public void alarm(@Nullable CorridorAlarm raised) {
    alarm = raised;
  }

  /** The plan as it is now. */
  public Plan toPlan() {
    if (callAgain != null) {
      decisions.add(new Decision.CallAgain(callAgain));
    }
    return new Plan(view.version(), policy, decisions, waits, alarm);
  }

  private void notEligible(WaitingJob job) {
    List<WaitReason> reasons = new ArrayList<>(2);
    if (job.held()) {
      reasons.add(new WaitReason.Held());
    }
    Instant begin = job.begin();
    if (begin != null && begin.isAfter(now())) {
      reasons.add(new WaitReason.BeginTime(begin));
      if (!job.held() && (callAgain == null || begin.isBefore(callAgain))) {
        callAgain = begin;
      }
    }
    Instant pause = job.notBefore();
    if (pause != null && pause.isAfter(now())) {
      reasons.add(new WaitReason.RequeuePause(pause, job.attempt()));
      if (!job.held() && (callAgain == null || pause.isBefore(callAgain))) {
        callAgain = pause;
      }
    }
    waits.put(job.job(), List.copyOf(reasons));
  }
}
