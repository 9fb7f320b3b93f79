package io.pliant.sim.shape;

import io.pliant.core.adaptation.LedgerEnd;
import io.pliant.core.adaptation.Resize;
import io.pliant.core.adaptation.Result;
import io.pliant.core.id.AttemptId;
import io.pliant.core.id.JobId;
import io.pliant.core.id.PartitionName;
import io.pliant.core.pack.PackStand;
import io.pliant.core.pack.PackWord;
import io.pliant.core.partition.FaultRules;
import io.pliant.core.partition.Grant;
import io.pliant.core.partition.LedgerLimits;
import io.pliant.core.partition.PartitionEvent;
import io.pliant.core.partition.PartitionIntent;
import io.pliant.core.partition.PartitionLifecycle;
import io.pliant.core.partition.PartitionOutcome;
import io.pliant.core.partition.PartitionReply;
import io.pliant.core.partition.PartitionSettings;
import io.pliant.core.partition.PartitionState;
import io.pliant.core.partition.Sizes;
import io.pliant.core.plan.CheckedPlan;
import io.pliant.core.plan.Decision;
import io.pliant.core.plan.Plan;
import io.pliant.core.plan.PlanCheck;
import io.pliant.core.plan.SchedulingPolicy;
import io.pliant.core.plan.Trigger;
import io.pliant.core.plan.WaitReason;
import io.pliant.core.priority.PriorityRule;
import io.pliant.core.resource.Slice;
import io.pliant.core.round.PackRound;
import io.pliant.core.round.SchedulingRound;
import io.pliant.core.view.ClusterView;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One partition: the ledger, life cycle, rounds and plan check of a live one, on a clock by hand.
 */
final class ShapeLedger {
  /** The limits are for live clusters, of what controllers keep in memory. */
  private static final LedgerLimits ANY =
      new LedgerLimits(
          Integer.MAX_VALUE,
          Integer.MAX_VALUE,
          Long.MAX_VALUE,
          Long.MAX_VALUE,
          Integer.MAX_VALUE,
          Integer.MAX_VALUE,
          Duration.ofDays(1));

  private static final Duration USUAL_TIME = Duration.ofHours(1);
  private static final int KILL_GRACE = 30;

  private final SchedulingPolicy policy;
  private final PartitionLifecycle lifecycle;
  private final Map<JobId, Double> mtct = new HashMap<>();
  private PartitionState state;
  private long seen = -1;
  private List<PackWord> heard = List.of();
  private List<PackStand> stands = List.of();
  private @Nullable Plan lastPlan;
  private @Nullable Instant again;

  ShapeLedger(ListedPartition listed, SchedulingPolicy policy) {
    this.policy = policy;
    this.state = PartitionState.empty(listed.name());
    this.lifecycle =
        new PartitionLifecycle(
            new PartitionSettings(
                listed.name(),
                true,
                "*",
                policy.name(),
                USUAL_TIME,
                null,
                policy.resizes(),
                KILL_GRACE,
                PriorityRule.SUBMISSION,
                null,
                ANY,
                FaultRules.USUAL));
    for (int node = 1; node <= listed.nodes(); node++) {
      decide(
          new PartitionIntent.NodeSeen(listed.node(node), listed.capacity(), List.of()),
          Instant.EPOCH);
    }
  }

  PartitionName name() {
    return state.name();
  }

  PartitionState state() {
    return state;
  }

  /** Decides, and keeps what follows. */
  PartitionOutcome decide(PartitionIntent intent, Instant now) {
    PartitionOutcome outcome = lifecycle.decide(state, intent, now);
    for (PartitionEvent event : outcome.events()) {
      state = state.evolve(event);
    }
    return outcome;
  }

  /** Nodes that a job holds. */
  Grant grant(JobId job) {
    return Objects.requireNonNull(state.grants().get(job), () -> "job " + job + " holds nodes");
  }

  /** What a running job is measured at. */
  void measured(JobId job, double value) {
    mtct.put(job, value);
  }

  /** A running job has done a resize, and let go of nodes that went. */
  void resized(JobId job, double value, Instant now) {
    Grant before = grant(job);
    Resize resize = Objects.requireNonNull(before.sizes().active(), "a resize is on its way");
    LedgerEnd end =
        new LedgerEnd(before.attempt(), resize.ledger(), Result.COMMITTED, resize.slices(), false);
    decide(new PartitionIntent.CloseResize(job, end), now);
    for (Sizes.Leaving leaving : grant(job).sizes().leaving()) {
      decide(
          new PartitionIntent.ReturnNode(
              new AttemptId(job, before.attempt()), leaving.node(), leaving.came()),
          now);
    }
    measured(job, value);
  }

  /** All that a job holds. */
  List<Slice> held(JobId job) {
    return grant(job).occupied();
  }

  /** True when a round would find nothing new. */
  boolean rests(List<PackWord> words, Instant now) {
    return state.version() == seen && heard.equals(words) && (again == null || again.isAfter(now));
  }

  /** When a round is to be held at the latest, or null. */
  @Nullable Instant again() {
    return again;
  }

  /** What was found of packs by the last round. */
  List<PackStand> stands() {
    return stands;
  }

  /** What a round came to. */
  record Done(
      List<PartitionEvent.NodesAllocated> starts, List<PartitionEvent.ResizeBegun> resizes) {}

  /** Holds a round and enters all that it decides. */
  Done round(List<PackWord> words, Instant now) {
    ClusterView view =
        state.view(now, PriorityRule.SUBMISSION, mtct, Integer.MAX_VALUE).withPacks(words);
    PackRound packs = PackRound.of(policy, view);
    Plan plan = SchedulingRound.plan(packs, view, Trigger.PERIODIC);
    CheckedPlan checked = PlanCheck.check(plan, state.viewOf(plan.jobs(), now));
    if (!checked.whole()) {
      throw new IllegalStateException(
          "Policy %s in partition %s: %s %s"
              .formatted(policy.name(), name(), checked.refusedStarts(), checked.refusedResizes()));
    }
    seen = state.version();
    heard = words;
    stands = packs.stands();
    lastPlan = plan;
    again = again(plan, now);
    return enter(plan, checked, now);
  }

  private Done enter(Plan plan, CheckedPlan checked, Instant now) {
    List<PartitionEvent.NodesAllocated> starts = new ArrayList<>();
    List<PartitionEvent.ResizeBegun> resizes = new ArrayList<>();
    for (PartitionEvent event :
        decide(new PartitionIntent.StartJobs(checked.starts()), now).events()) {
      if (event instanceof PartitionEvent.NodesAllocated start) {
        starts.add(start);
      }
    }
    decide(
        new PartitionIntent.KeepPromises(policy.keepsPromises() ? plan.promises() : List.of()),
        now);
    List<PartitionIntent.Resizing> resizings = new ArrayList<>();
    for (Decision.Resize resize : checked.resizes()) {
      resizings.add(
          new PartitionIntent.Resizing(
              resize.job(), resize.nodes(), true, resize.slices(), mtct.remove(resize.job())));
    }
    PartitionOutcome begun = decide(new PartitionIntent.BeginResizes(resizings), now);
    if (begun.reply() instanceof PartitionReply.Resizes(List<PartitionReply.NotBegun> not)
        && !not.isEmpty()) {
      throw new IllegalStateException("Policy %s: %s".formatted(policy.name(), not));
    }
    for (PartitionEvent event : begun.events()) {
      if (event instanceof PartitionEvent.ResizeBegun resize) {
        resizes.add(resize);
      }
    }
    return new Done(starts, resizes);
  }

  private static @Nullable Instant again(Plan plan, Instant now) {
    Instant first = null;
    for (Decision decision : plan.decisions()) {
      if (decision instanceof Decision.CallAgain call
          && call.at().isAfter(now)
          && (first == null || call.at().isBefore(first))) {
        first = call.at();
      }
    }
    return first;
  }

  /** A job is over: nothing is measured of it any more. */
  void forget(JobId job) {
    mtct.remove(job);
  }

  /** Why the last round did not start a job, or null when it did not look at it. */
  @Nullable WaitReason reason(JobId job) {
    List<WaitReason> reasons = lastPlan == null ? null : lastPlan.waits().get(job);
    return reasons == null || reasons.isEmpty() ? null : reasons.getFirst();
  }
}
