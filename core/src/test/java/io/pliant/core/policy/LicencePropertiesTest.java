package io.pliant.core.policy;

import static io.pliant.core.testing.PlanAssert.startsOf;
import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.id.AttemptId;
import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.partition.FaultRules;
import io.pliant.core.partition.LedgerLimits;
import io.pliant.core.partition.LicenceRules;
import io.pliant.core.partition.PartitionIntent;
import io.pliant.core.partition.PartitionLifecycle;
import io.pliant.core.partition.PartitionOutcome;
import io.pliant.core.partition.PartitionReply;
import io.pliant.core.partition.PartitionSettings;
import io.pliant.core.partition.PartitionSnapshot;
import io.pliant.core.partition.PartitionState;
import io.pliant.core.partition.QueuedJob;
import io.pliant.core.plan.Decision;
import io.pliant.core.plan.Plan;
import io.pliant.core.plan.PlanCheck;
import io.pliant.core.plan.SchedulingPolicy;
import io.pliant.core.plan.Trigger;
import io.pliant.core.priority.PriorityRule;
import io.pliant.core.resource.Kinds;
import io.pliant.core.resource.NodeCapacity;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.round.SchedulingRound;
import io.pliant.core.testing.ClusterViews;
import io.pliant.core.view.ClusterView;
import io.pliant.core.view.WaitingJob;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Licences are never exceeded by any policy, which knows nothing of them. */
class LicencePropertiesTest {
  private static final Kinds ALL = Kinds.of("matlab", 3).plus(Kinds.of("ansys", 1));
  private static final Instant NOW = Instant.EPOCH;

  @Provide
  Arbitrary<ClusterView> views() {
    return ClusterViews.wholeEqualNodes()
        .flatMap(view -> Arbitraries.randomValue(random -> licensed(view, random)));
  }

  @Provide
  Arbitrary<SchedulingPolicy> policies() {
    return Arbitraries.of(Policies.all());
  }

  @Property
  void shouldNeverStartJobsThatTogetherWantMoreThanThereIs(
      @ForAll("policies") SchedulingPolicy policy, @ForAll("views") ClusterView view) {
    SchedulingRound round = SchedulingRound.hold(policy, view, Trigger.PERIODIC);

    Kinds free = Kinds.orNone(view.licences());
    assertThat(free.covers(wanted(view, startsOf(round.plan())))).isTrue();
    assertThat(round.checked().whole()).isTrue();
    Set<JobId> left = view.waiting().stream().map(WaitingJob::job).collect(Collectors.toSet());
    startsOf(round.plan()).forEach(start -> left.remove(start.job()));
    assertThat(round.plan().waits().keySet()).isEqualTo(left);
  }

  @Property
  void shouldRefusePlansOfThoseWhoDoNotCount(
      @ForAll("policies") SchedulingPolicy policy, @ForAll("views") ClusterView view) {
    Plan plan = policy.plan(view, Trigger.PERIODIC);

    List<Decision.Start> starts = PlanCheck.check(plan, view).starts();
    assertThat(Kinds.orNone(view.licences()).covers(wanted(view, starts))).isTrue();
  }

  @Property(tries = 200)
  void shouldKeepTheLedgerWithinWhatThereIsAndRunAllJobs(
      @ForAll("policies") SchedulingPolicy policy, @ForAll long seed) {
    Random random = new Random(seed);
    Site site = new Site();
    int jobs = 1 + random.nextInt(12);
    for (int job = 1; job <= jobs; job++) {
      site.submit(job, random(random));
    }
    for (int round = 0; !site.state.queue().isEmpty(); round++) {
      assertThat(round).as("rounds until all have started").isLessThan(100);
      site.round(policy);
      assertThat(ALL.covers(LicenceRules.used(site.state))).isTrue();
      assertThat(PartitionSnapshot.of(site.state).toState()).isEqualTo(site.state);
      List<JobId> running = new ArrayList<>(site.state.grants().keySet());
      if (!running.isEmpty()) {
        JobId ended = running.get(random.nextInt(running.size()));
        site.tell(new PartitionIntent.Release(new AttemptId(ended, 1), null));
      }
    }
  }

  @Example
  void shouldRefuseWhatThereNeverIs() {
    Site site = new Site();

    assertThat(site.submit(1, Kinds.of("matlab", 4)))
        .hasToString(
            "Refused[refusal=Refusal[kind=INVALID, reason=Invalid license specification: it asks for 4 matlab, but partition main has 3; its licences are 1 ansys and 3 matlab.]]");
    assertThat(site.submit(1, Kinds.of("abaqus", 1))).isInstanceOf(PartitionReply.Refused.class);
    assertThat(site.submit(1, Kinds.of("matlab", 3))).isEqualTo(new PartitionReply.Queued());
  }

  /** A partition of four nodes with licences. */
  private static final class Site {
    private final PartitionSettings settings =
        new PartitionSettings(
            new PartitionName("main"),
            true,
            "*",
            "easy",
            Duration.ofMinutes(10),
            null,
            true,
            5,
            PriorityRule.SUBMISSION,
            null,
            LedgerLimits.USUAL,
            FaultRules.USUAL,
            ALL);
    private final PartitionLifecycle lifecycle = new PartitionLifecycle(settings);
    private PartitionState state = PartitionState.empty(settings.name());

    Site() {
      for (int i = 1; i <= 4; i++) {
        tell(
            new PartitionIntent.NodeSeen(
                new NodeName("n" + i), new NodeCapacity(4, 1000), List.of()));
      }
    }

    PartitionReply submit(long job, Kinds licences) {
      ResourceRequest request = ResourceRequest.wholeNodes(1).withLicences(licences);
      return tell(
          new PartitionIntent.Enqueue(
              new QueuedJob(new JobId(job), 1, "x", "ada", request, null, false, null, NOW, null)));
    }

    void round(SchedulingPolicy policy) {
      ClusterView view = state.view(NOW).withLicences(LicenceRules.free(state, settings));
      SchedulingRound round = SchedulingRound.hold(policy, view, Trigger.PERIODIC);
      assertThat(round.checked().whole()).isTrue();
      tell(new PartitionIntent.StartJobs(round.checked().starts()));
    }

    PartitionReply tell(PartitionIntent intent) {
      PartitionOutcome outcome = lifecycle.decide(state, intent, NOW);
      outcome.events().forEach(event -> state = state.evolve(event));
      return outcome.reply();
    }
  }

  private static Kinds wanted(ClusterView view, List<Decision.Start> starts) {
    Kinds wanted = Kinds.NONE;
    for (Decision.Start start : starts) {
      WaitingJob job = PolicyPropertiesTest.waiting(view, start.job());
      wanted = wanted.plus(Kinds.orNone(job.resources().licences()));
    }
    return wanted;
  }

  private static Kinds random(Random random) {
    Kinds matlab = Kinds.of("matlab", random.nextInt(4));
    return random.nextInt(3) > 0 ? matlab : matlab.plus(Kinds.of("ansys", 1));
  }

  private static ClusterView licensed(ClusterView view, Random random) {
    List<WaitingJob> waiting =
        view.waiting().stream()
            .map(job -> job.asking(job.resources().withLicences(random(random))))
            .toList();
    return view.with(view.nodes(), view.running(), waiting)
        .withLicences(random.nextInt(4) == 0 ? Kinds.of("matlab", 1) : ALL);
  }
}
