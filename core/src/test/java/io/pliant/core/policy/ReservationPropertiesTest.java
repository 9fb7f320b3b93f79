package io.pliant.core.policy;

import static io.pliant.core.testing.PlanAssert.startsOf;
import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.core.plan.Decision;
import io.pliant.core.plan.Plan;
import io.pliant.core.plan.PlanCheck;
import io.pliant.core.plan.SchedulingPolicy;
import io.pliant.core.plan.Trigger;
import io.pliant.core.reservation.Reservation;
import io.pliant.core.resource.NodeChoice;
import io.pliant.core.round.SchedulingRound;
import io.pliant.core.testing.AfterPlan;
import io.pliant.core.testing.ClusterViews;
import io.pliant.core.view.ClusterView;
import io.pliant.core.view.NodeView;
import io.pliant.core.view.WaitingJob;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Windows of reservations are kept by every policy, which knows nothing of them. */
class ReservationPropertiesTest {
  private static final List<String> NAMES = List.of("early", "late", "repair");

  @Provide
  Arbitrary<ClusterView> views() {
    return Arbitraries.oneOf(ClusterViews.any(), ClusterViews.wholeEqualNodes())
        .flatMap(view -> Arbitraries.randomValue(random -> reserved(view, random)));
  }

  @Provide
  Arbitrary<ClusterView> wholeNodes() {
    return ClusterViews.wholeEqualNodes()
        .flatMap(view -> Arbitraries.randomValue(random -> reserved(view, random)));
  }

  @Provide
  Arbitrary<SchedulingPolicy> rigid() {
    return Arbitraries.of(Policies.rigid());
  }

  @Provide
  Arbitrary<SchedulingPolicy> all() {
    return Arbitraries.of(Policies.all());
  }

  @Property
  void shouldKeepWindowsOnAnyNodes(
      @ForAll("rigid") SchedulingPolicy policy, @ForAll("views") ClusterView view) {
    SchedulingRound round = SchedulingRound.hold(policy, view, Trigger.PERIODIC);

    keepsWindows(view, startsOf(round.plan()));
    assertThat(round.checked().refusedStarts()).isEmpty();
    assertThat(startsOf(SchedulingRound.plan(policy, after(view, round.plan()), Trigger.PERIODIC)))
        .isEmpty();
  }

  @Property
  void shouldKeepWindowsWithEveryPolicyOnWholeNodes(
      @ForAll("all") SchedulingPolicy policy, @ForAll("wholeNodes") ClusterView view) {
    SchedulingRound round = SchedulingRound.hold(policy, view, Trigger.PERIODIC);

    keepsWindows(view, startsOf(round.plan()));
    assertThat(round.checked().whole()).isTrue();
  }

  @Property
  void shouldRefusePlansOfThoseWhoDoNotSeeThem(
      @ForAll("rigid") SchedulingPolicy policy, @ForAll("views") ClusterView view) {
    ClusterView blind = view.withReservations(List.of());
    Plan plan = policy.plan(blind, Trigger.PERIODIC);

    keepsWindows(view, PlanCheck.check(plan, view).starts());
  }

  @Property
  void shouldExplainExactlyTheJobsLeftWaiting(
      @ForAll("all") SchedulingPolicy policy, @ForAll("wholeNodes") ClusterView view) {
    Plan plan = SchedulingRound.plan(policy, view, Trigger.PERIODIC);

    Set<JobId> left = view.waiting().stream().map(WaitingJob::job).collect(Collectors.toSet());
    startsOf(plan).forEach(start -> left.remove(start.job()));
    assertThat(plan.waits().keySet()).isEqualTo(left);
    assertThat(plan.waits().values()).allSatisfy(reasons -> assertThat(reasons).isNotEmpty());
  }

  @Property
  void shouldChangeNothingBeyondTheHorizonOfAllJobs(
      @ForAll("all") SchedulingPolicy policy, @ForAll("wholeNodes") ClusterView view) {
    ClusterView without = view.withReservations(List.of());
    Instant far = view.now().plusSeconds(1_000_000);
    ClusterView later =
        view.withReservations(
            List.of(
                new Reservation(
                    "far", far, far.plusSeconds(1), names(view), List.of(), false, false)));

    assertThat(SchedulingRound.plan(policy, later, Trigger.PERIODIC).decisions())
        .isEqualTo(SchedulingRound.plan(policy, without, Trigger.PERIODIC).decisions());
  }

  private static void keepsWindows(ClusterView view, List<Decision.Start> starts) {
    List<Reservation> all = Objects.requireNonNullElse(view.reservations(), List.of());
    for (Decision.Start start : starts) {
      WaitingJob job = PolicyPropertiesTest.waiting(view, start.job());
      Instant end = view.now().plus(job.timeLimit());
      NodeChoice choice = job.resources().choice();
      String own = choice == null ? null : choice.reservation();
      for (Reservation each : all) {
        boolean together = each.start().isBefore(end) && each.end().isAfter(view.now());
        for (NodeName node : start.allocation().nodes()) {
          if (each.name().equals(own)) {
            assertThat(each.nodes()).contains(node);
            assertThat(each.start()).isBeforeOrEqualTo(view.now());
            assertThat(each.end()).isAfterOrEqualTo(end);
          } else if (together) {
            assertThat(each.nodes()).doesNotContain(node);
          }
        }
      }
      assertThat(own == null || all.stream().anyMatch(each -> each.name().equals(own))).isTrue();
    }
  }

  private static ClusterView after(ClusterView view, Plan plan) {
    return AfterPlan.of(view, startsOf(plan))
        .withReservations(Objects.requireNonNullElse(view.reservations(), List.of()));
  }

  private static List<NodeName> names(ClusterView view) {
    return view.nodes().stream().map(NodeView::name).toList();
  }

  /** The view with reservations of some nodes, for which some of the jobs ask. */
  private static ClusterView reserved(ClusterView view, Random random) {
    List<Reservation> made = new ArrayList<>();
    for (String name : NAMES) {
      List<NodeName> nodes =
          names(view).stream().filter(_ -> random.nextInt(3) > 0).limit(4).toList();
      if (!nodes.isEmpty() && random.nextInt(4) > 0) {
        Instant start = view.now().plusSeconds(random.nextInt(300) - 100);
        made.add(
            new Reservation(
                name,
                start,
                start.plusSeconds(101 + random.nextInt(400)),
                nodes,
                List.of("ada"),
                true,
                true));
      }
    }
    List<WaitingJob> waiting = view.waiting().stream().map(job -> asking(job, random)).toList();
    return view.with(view.nodes(), view.running(), waiting).withReservations(made);
  }

  /** A pack cannot ask for one. */
  private static WaitingJob asking(WaitingJob job, Random random) {
    return random.nextInt(3) > 0 || job.resources().others() != null
        ? job
        : job.asking(
            job.resources()
                .on(new NodeChoice(null, null, null, NAMES.get(random.nextInt(NAMES.size())))));
  }
}
