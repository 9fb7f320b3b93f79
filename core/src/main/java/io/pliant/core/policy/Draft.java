package io.pliant.core.policy;

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
import io.pliant.core.view.ClusterView;
import io.pliant.core.view.RunningJob;
import io.pliant.core.view.WaitingJob;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A plan in the making: the scratch paper of one round, and what all policies do alike. */
final class Draft {
  private final String policy;
  private final ClusterView view;
  private final FreeResources free;
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
    this.running = new ArrayList<>(view.running());
  }

  /** Sorts out the jobs that cannot start whatever the policy, with their reasons. */
  static Draft of(String policy, ClusterView view) {
    Draft draft = new Draft(policy, view);
    NodeShortage shortage = new NodeShortage(view, draft.free.emptied());
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

  Instant now() {
    return view.now();
  }

  FreeResources free() {
    return free;
  }

  /** Jobs that the policy may start, in queue order. */
  List<Candidate> candidates() {
    return candidates;
  }

  /** Jobs that hold nodes, those started by this draft being the last ones. */
  List<RunningJob> running() {
    return running;
  }

  /** A place for the job, off the nodes that failed it as long as others have room for it. */
  @Nullable Allocation place(Candidate candidate, ResourceRequest request, FreeResources room) {
    List<NodeName> avoided = candidate.job().avoided();
    Allocation elsewhere =
        avoided.isEmpty() ? null : Placement.place(request, room.without(avoided));
    return elsewhere != null ? elsewhere : Placement.place(request, room);
  }

  void start(Candidate candidate, Allocation allocation) {
    free.take(allocation);
    decisions.add(new Decision.Start(candidate.id(), allocation));
    running.add(new RunningJob(candidate.id(), allocation, now(), candidate.endIfStarted(now())));
  }

  void reserve(Candidate head, Instant at) {
    decisions.add(new Decision.Reserve(head.id(), at));
  }

  void resize(JobId job, int nodes, String why) {
    decisions.add(new Decision.Resize(job, nodes, why));
  }

  /** A round is to be held by then at the latest. */
  void callAgainBy(Instant at) {
    if (callAgain == null || at.isBefore(callAgain)) {
      callAgain = at;
    }
  }

  void explain(Candidate candidate, List<WaitReason> reasons) {
    waits.put(candidate.id(), reasons);
  }

  /** A bound of the power corridor cannot be met. */
  void alarm(@Nullable CorridorAlarm raised) {
    alarm = raised;
  }

  Plan toPlan() {
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
