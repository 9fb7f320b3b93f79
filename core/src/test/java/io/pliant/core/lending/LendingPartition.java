package io.pliant.core.lending;

import io.pliant.core.id.NodeName;
import io.pliant.core.partition.PartitionEvent;
import io.pliant.core.partition.PartitionIntent;
import io.pliant.core.partition.PartitionLifecycle;
import io.pliant.core.partition.PartitionOutcome;
import io.pliant.core.partition.PartitionReply;
import io.pliant.core.partition.PartitionSettings;
import io.pliant.core.partition.PartitionSnapshot;
import io.pliant.core.partition.PartitionState;
import io.pliant.core.plan.CheckedPlan;
import io.pliant.core.plan.Plan;
import io.pliant.core.plan.PlanCheck;
import io.pliant.core.plan.SchedulingPolicy;
import io.pliant.core.plan.Trigger;
import io.pliant.core.policy.Policies;
import io.pliant.core.reservation.Reservation;
import io.pliant.core.round.SchedulingRound;
import io.pliant.core.view.ClusterView;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One partition of a {@link LendingWorld}: what the actor does, without the actor. */
final class LendingPartition {
  private static final int SECONDS_BETWEEN_ROUNDS = 30;

  private final LendingWorld world;
  private final PartitionSettings settings;
  private final SchedulingPolicy policy;
  private PartitionState state;
  private Dealings dealings;
  private boolean roundComes;
  private boolean again;
  private @Nullable Instant wakes;
  private int seconds;

  LendingPartition(LendingWorld world, PartitionSettings settings) {
    this.world = world;
    this.settings = settings;
    this.policy = Policies.named(settings.policy());
    this.state = PartitionState.empty(settings.name());
    this.dealings = new Dealings(settings.name(), settings.pool());
  }

  PartitionState state() {
    return state;
  }

  void begin() {
    decide(new PartitionIntent.BeginTerm(1));
  }

  /** It forgets all but its ledger, which it reads from a snapshot. */
  void die() {
    state = PartitionSnapshot.of(state).toState();
    dealings = new Dealings(settings.name(), settings.pool());
    roundComes = false;
    again = false;
    begin();
  }

  void hear(PoolWord word) {
    if (!dealings.hear(word)) {
      throw new IllegalStateException("Expected to know who says " + word);
    }
    flush(state, List.of());
  }

  /** Nodes that its rounds see set aside. */
  List<NodeName> setAside() {
    ClusterView view = dealings.sights(state, world.now()).apply(state.view(world.now()));
    List<Reservation> known = view.reservations();
    return (known == null ? List.<Reservation>of() : known)
        .stream().flatMap(each -> each.nodes().stream()).toList();
  }

  /** As of a controller: rounds are held because something happened, and else twice a minute. */
  void second() {
    dealings.tick();
    flush(state, List.of());
    if (++seconds % SECONDS_BETWEEN_ROUNDS == 0) {
      roundSoon();
    }
  }

  PartitionReply decide(PartitionIntent intent) {
    PartitionOutcome outcome =
        new PartitionLifecycle(settings)
            .seeing(dealings.sight())
            .decide(state, intent, world.now());
    PartitionState after = state;
    for (PartitionEvent event : outcome.events()) {
      after = after.evolve(event);
    }
    flush(after, outcome.events());
    if (outcome.reply() instanceof PartitionReply.TooFewFree few
        && dealings.grow(few.wanted(), world.now())) {
      flush(state, List.of());
    }
    roundSoon();
    return outcome.reply();
  }

  private void flush(PartitionState after, List<PartitionEvent> decided) {
    Dealt dealt = dealings.deal(state, after, world.now());
    PartitionState folded = after;
    for (PartitionEvent event : dealt.events()) {
      folded = folded.evolve(event);
    }
    if (!folded.leases().equals(dealt.state().leases())) {
      throw new IllegalStateException("Expected the events to say what was decided.");
    }
    state = dealt.state();
    List<PartitionEvent> all = new ArrayList<>(decided);
    all.addAll(dealt.events());
    world.writes += all.isEmpty() ? 0 : 1;
    for (PartitionEvent event : all) {
      if (event instanceof PartitionEvent.NodesAllocated start) {
        world.granted(settings.name(), start);
      }
      if (event instanceof PartitionEvent.ResizeBegun resize) {
        world.programs.resizing(settings.name(), resize);
      }
    }
    dealt.words().forEach(world::say);
    world.programs.told(dealt.grown());
    wake();
    if (dealt.freed()) {
      roundSoon();
    }
  }

  private void wake() {
    Instant at = dealings.wakeAt();
    if (at != null && (wakes == null || at.isBefore(wakes))) {
      wakes = at;
      Dealings incarnation = dealings;
      Duration wait = Duration.between(world.now(), at);
      world.after(
          wait.isNegative() ? Duration.ZERO : wait.plusMillis(1),
          () -> {
            wakes = null;
            if (incarnation.equals(dealings)) {
              flush(state, List.of());
            }
          });
    }
  }

  private void roundSoon() {
    again |= roundComes;
    if (!roundComes) {
      roundComes = true;
      Dealings incarnation = dealings;
      ClusterView view = dealings.sights(state, world.now()).apply(state.view(world.now()));
      world.after(
          Duration.ofMillis(5),
          () -> {
            if (incarnation.equals(dealings)) {
              roundComes = false;
              round(view);
              if (again) {
                again = false;
                roundSoon();
              }
            }
          });
    }
  }

  /** On a view that is some milliseconds old, as beside the actor. */
  private void round(ClusterView view) {
    Plan plan = SchedulingRound.plan(policy, view, Trigger.PERIODIC);
    CheckedPlan checked =
        PlanCheck.check(
            plan,
            dealings.sights(state, world.now()).apply(state.viewOf(plan.jobs(), world.now())));
    dealings.notStarted(Unstarted.of(view, plan));
    PartitionOutcome outcome =
        new PartitionLifecycle(settings)
            .decide(state, new PartitionIntent.StartJobs(checked.starts()), world.now());
    PartitionState after = state;
    for (PartitionEvent event : outcome.events()) {
      after = after.evolve(event);
    }
    flush(after, outcome.events());
    if (!checked.whole()) {
      roundSoon();
    }
  }
}
