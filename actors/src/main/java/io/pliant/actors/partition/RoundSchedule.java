package io.pliant.actors.partition;

import io.pliant.actors.protocol.PartitionCommand;
import io.pliant.actors.protocol.Waits;
import io.pliant.api.RefusedDecisions;
import io.pliant.core.id.JobId;
import io.pliant.core.lending.Unstarted;
import io.pliant.core.pack.PackWord;
import io.pliant.core.partition.LicenceRules;
import io.pliant.core.partition.PartitionIntent;
import io.pliant.core.partition.PartitionReply;
import io.pliant.core.partition.PartitionState;
import io.pliant.core.plan.CheckedPlan;
import io.pliant.core.plan.Decision;
import io.pliant.core.plan.Plan;
import io.pliant.core.plan.PlanCheck;
import io.pliant.core.plan.RefusedDecision;
import io.pliant.core.plan.Trigger;
import io.pliant.core.resource.Kinds;
import io.pliant.core.round.PackRound;
import io.pliant.core.round.SchedulingRound;
import io.pliant.core.sighting.PowerSightings;
import io.pliant.core.view.ClusterPower;
import io.pliant.core.view.ClusterView;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.apache.pekko.actor.typed.javadsl.TimerScheduler;
import org.jspecify.annotations.Nullable;

/**
 * When scheduling rounds are held: one at a time, triggers merged meanwhile, and never so often
 * that rounds take more than about a third of the time; short ones take about a seventh.
 */
final class RoundSchedule {
  private static final Duration AFTER_FAILURE = Duration.ofSeconds(5);

  /** Pauses after a round, in times that it took: while many jobs wait, rounds start several. */
  private static final int SHORTEST_PAUSE = 2;

  private static final int PAUSE = 6;

  /** A longer pause than this is the shortest there may be. */
  private static final long LONG_PAUSE_NANOS = 100_000_000;

  private static final Duration SOON = Duration.ofMillis(2500);

  /** A write costs about as much time: it may wait for a round that takes no longer. */
  private static final long QUICK_NANOS = 3_000_000;

  /** A write costs more: it may have a round of its own, whenever the last one was. */
  private static final long BRIEF_NANOS = 1_000_000;

  private final PartitionEnvironment environment;
  private final ActorContext<PartitionCommand> context;
  private final TimerScheduler<PartitionCommand> timers;
  private final Lookout lookout;
  private final RoundWatch watch;
  private final PlanRefusals refusals;
  private final PackDesk packs;
  private final PoolDesk pool;
  private PartitionTally tally;
  private @Nullable Trigger wanted;
  private boolean inFlight;
  private long round;
  private long notBeforeNanos = System.nanoTime();
  private long lastNanos = Long.MAX_VALUE;
  private @Nullable Plan lastPlan;
  private boolean late;

  RoundSchedule(
      PartitionEnvironment environment,
      ActorContext<PartitionCommand> context,
      TimerScheduler<PartitionCommand> timers,
      Lookout lookout,
      PackDesk packs,
      PoolDesk pool) {
    this.packs = packs;
    this.pool = pool;
    this.environment = environment;
    this.context = context;
    this.timers = timers;
    this.lookout = lookout;
    this.watch = new RoundWatch(environment, context.getLog());
    this.tally = new PartitionTally(environment.clock().instant());
    this.refusals =
        new PlanRefusals(
            context.getLog(),
            "policy %s of partition %s"
                .formatted(environment.policy().name(), environment.settings().name()),
            environment.clock());
  }

  /** A new incarnation waits for no round of the one before. */
  void reset() {
    inFlight = false;
    lastNanos = Long.MAX_VALUE;
    watch.reset();
    tally = new PartitionTally(environment.clock().instant());
  }

  /** True for the round that is waited for; the answer to one that was given up is late. */
  boolean current(long number) {
    boolean current = inFlight && number == round;
    if (!current) {
      context.getLog().warn("round {} of {} came too late", number, environment.settings().name());
    }
    return current;
  }

  /** Gives a round up that does not end, and wants one now and then; called each second. */
  void watch(PartitionState state) {
    if (inFlight && watch.overdue()) {
      inFlight = false;
      want(Trigger.PERIODIC);
    }
    if (!inFlight && watch.dueAgain(state)) {
      want(Trigger.PERIODIC);
    }
    watch.look(state);
    start(state);
  }

  /** That no round was held for long although jobs wait, or null. */
  @Nullable String alarm() {
    return watch.alarm();
  }

  /** Something happened that a round should look at. */
  void want(Trigger trigger) {
    if (wanted == null) {
      wanted = trigger;
    }
  }

  /** Runs what may want a round for something that a round has seen already. */
  void wantNothingMoreFor(List<Runnable> seen) {
    Trigger before = wanted;
    seen.forEach(Runnable::run);
    wanted = before;
  }

  /** True when the last round took no longer than a write does. */
  boolean quick() {
    return lastNanos <= QUICK_NANOS;
  }

  /** True from the begin of a round until its plan is carried out. */
  boolean underWay() {
    return inFlight;
  }

  /** True when a round that saves a write may begin now. */
  boolean mayBegin() {
    return !inFlight
        && !lookout.waits()
        && (lastNanos <= BRIEF_NANOS || notBeforeNanos - System.nanoTime() <= 0);
  }

  @Nullable Plan lastPlan() {
    return lastPlan;
  }

  /** Looks at the power; called each second. */
  void lookAtPower(PartitionState state) {
    if (lookout.lookAtPower(state)) {
      want(Trigger.POWER_CHANGED);
    }
    Duration change = lookout.untilChange();
    if (change != null && change.compareTo(SOON) < 0) {
      timers.startSingleTimer("bounds-change", PartitionCommand.RoundDue.INSTANCE, change);
    }
    start(state);
  }

  /** The bounds of the power corridor were told. */
  void told(PartitionCommand.BoundsReported bounds, PartitionState state) {
    if (lookout.told(bounds)) {
      want(Trigger.POWER_CHANGED);
      start(state);
    }
  }

  /** A pack has said how it stands in its other partitions. */
  void told(PartitionCommand.PackTold pack, PartitionState state) {
    if (packs.take(state, pack.word(), environment.clock().instant())) {
      want(Trigger.JOB_CHANGED);
      start(state);
    }
  }

  /** The timer says that a round may be held. */
  void due(PartitionState state) {
    wanted = Trigger.PERIODIC;
    start(state);
  }

  /** Starts a round if one is wanted and allowed. */
  void start(PartitionState state) {
    Trigger trigger = wanted;
    if (trigger == null || inFlight || lookout.waits()) {
      return;
    }
    long early = notBeforeNanos - System.nanoTime();
    if (early > 0) {
      timers.startSingleTimer(PartitionCommand.RoundDue.INSTANCE, Duration.ofNanos(early));
      return;
    }
    hold(state, trigger);
  }

  /** Begins a round that may begin, on a state that need not be durable yet. */
  void hold(PartitionState state, Trigger trigger) {
    wanted = null;
    inFlight = true;
    long number = ++round;
    watch.begun();
    Instant now = environment.clock().instant();
    Map<JobId, Double> mtct = lookout.seen().programs().mtct(state);
    PowerSightings.Knowledge known = lookout.knowledge();
    List<PackWord> words = packs.forRound(now);
    UnaryOperator<ClusterView> sights = pool.sights(state, now);
    refusals.look(state);
    Map<JobId, PlanRefusals.InARow> refused = refusals.known();
    context.pipeToSelf(
        CompletableFuture.supplyAsync(
            () ->
                timed(
                    number,
                    () ->
                        PlanRefusals.told(sights.apply(view(state, now, mtct, known)), refused)
                            .withPacks(words),
                    trigger),
            environment.policyExecutor()),
        (ready, failure) ->
            failure == null ? ready : new PartitionCommand.PlanFailed(number, failure.toString()));
  }

  private ClusterView view(
      PartitionState state, Instant now, Map<JobId, Double> mtct, PowerSightings.Knowledge known) {
    ClusterView view =
        state
            .view(now, environment.settings().priority(), mtct, environment.policy().looksAt())
            .withLicences(LicenceRules.free(state, environment.settings()));
    ClusterPower bounds = known.of(state, now);
    return bounds == null ? view : view.withPower(bounds);
  }

  private PartitionCommand timed(long number, Supplier<ClusterView> made, Trigger trigger) {
    long start = System.nanoTime();
    ClusterView view = made.get();
    PackRound round = PackRound.of(environment.policy(), view);
    Plan plan = SchedulingRound.plan(round, view, trigger);
    environment.decisionLog().record(view, trigger, plan);
    return new PartitionCommand.PlanReady(
        number,
        plan,
        System.nanoTime() - start,
        round.stands(),
        environment.settings().pool() == null ? List.of() : Unstarted.of(view, plan));
  }

  /** What of a finished round still holds in the newest state. */
  CheckedPlan accept(PartitionCommand.PlanReady ready, PartitionState newest, Instant now) {
    inFlight = false;
    watch.ended();
    lastNanos = ready.nanos();
    notBeforeNanos = System.nanoTime() + pause(ready.nanos());
    Plan plan = ready.plan();
    tally.planned(plan, ready.nanos(), now);
    environment.meter().planned(environment.settings().name(), Duration.ofNanos(ready.nanos()));
    lastPlan = plan;
    packs.found(ready.stands(), now);
    pool.notStarted(ready.unstarted());
    lookout.planned(plan);
    callAgain(plan, now);
    Kinds licences = LicenceRules.free(newest, environment.settings());
    CheckedPlan checked =
        PlanCheck.check(
            plan,
            pool.sights(newest, now).apply(newest.viewOf(plan.jobs(), now).withLicences(licences)));
    late = plan.basedOn() != newest.version();
    refusals.starts(checked.refusedStarts(), late);
    refusals.resizes(checked.refusedResizes(), late);
    if (!checked.whole()) {
      again();
    }
    return checked;
  }

  /** Nanoseconds from the end of a round that took so many to the next one. */
  static long pause(long nanos) {
    return Math.max(SHORTEST_PAUSE * nanos, Math.min(PAUSE * nanos, LONG_PAUSE_NANOS));
  }

  /** What the ledger said to the resizes of the last plan. */
  void resizesAnswered(PartitionReply reply) {
    if (reply instanceof PartitionReply.Resizes(List<PartitionReply.NotBegun> notBegun)
        && !notBegun.isEmpty()) {
      refusals.resizes(
          notBegun.stream().map(each -> new RefusedDecision(each.job(), each.reason())).toList(),
          late);
      again();
    }
  }

  /** A resize of that job has begun. */
  void begun(JobId job) {
    refusals.begun(job);
  }

  /** What this incarnation has done so far. */
  PartitionTally tally() {
    return tally;
  }

  /** Decisions that were refused so far, or null for none. */
  @Nullable RefusedDecisions refused() {
    return refusals.sum();
  }

  /** A plan that knew the newest state and was refused would come again: not at once. */
  private void again() {
    if (late) {
      want(Trigger.PERIODIC);
    } else {
      timers.startSingleTimer("refused", PartitionCommand.RoundDue.INSTANCE, AFTER_FAILURE);
    }
  }

  /** The resizes of a plan, with what the programs are measured at. */
  List<PartitionIntent.Resizing> resizings(CheckedPlan checked, PartitionState state) {
    return checked.resizes().stream()
        .map(resize ->
            new PartitionIntent.Resizing(
                resize.job(),
                resize.nodes(),
                true,
                resize.slices(),
                lookout.mtct(state, resize.job())))
        .toList();
  }

  private void callAgain(Plan plan, Instant now) {
    plan.decisions().stream()
        .filter(Decision.CallAgain.class::isInstance)
        .map(d -> ((Decision.CallAgain) d).at())
        .min(Instant::compareTo)
        .ifPresent(at ->
            timers.startSingleTimer(
                "call-again", PartitionCommand.RoundDue.INSTANCE, Waits.until(at, now)));
  }

  /** The policy threw: a bug, said loudly, and tried again after a while. */
  void failed(PartitionCommand.PlanFailed failure) {
    if (!current(failure.round())) {
      return;
    }
    inFlight = false;
    notBeforeNanos = System.nanoTime() + AFTER_FAILURE.toNanos();
    timers.startSingleTimer(PartitionCommand.RoundDue.INSTANCE, AFTER_FAILURE);
    context.getLog().error("policy {} failed: {}", environment.policy().name(), failure.reason());
  }
}
