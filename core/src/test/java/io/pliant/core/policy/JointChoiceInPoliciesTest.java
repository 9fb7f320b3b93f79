package io.pliant.core.policy;

import static io.pliant.core.testing.PlanAssert.startsOf;
import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.id.AttemptId;
import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.partition.FaultRules;
import io.pliant.core.partition.LedgerLimits;
import io.pliant.core.partition.PartitionIntent;
import io.pliant.core.partition.PartitionLifecycle;
import io.pliant.core.partition.PartitionOutcome;
import io.pliant.core.partition.PartitionReply;
import io.pliant.core.partition.PartitionSettings;
import io.pliant.core.partition.PartitionSnapshot;
import io.pliant.core.partition.PartitionState;
import io.pliant.core.partition.QueuedJob;
import io.pliant.core.placement.FreeResources;
import io.pliant.core.plan.Decision;
import io.pliant.core.plan.PlanCheck;
import io.pliant.core.plan.SchedulingPolicy;
import io.pliant.core.plan.Trigger;
import io.pliant.core.priority.PriorityRule;
import io.pliant.core.resource.Features;
import io.pliant.core.resource.Kinds;
import io.pliant.core.resource.NodeCapacity;
import io.pliant.core.resource.NodeChoice;
import io.pliant.core.resource.NodeTerms;
import io.pliant.core.resource.NodeTraits;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.round.SchedulingRound;
import io.pliant.core.testing.ClusterViews;
import io.pliant.core.view.ClusterView;
import io.pliant.core.view.NodeView;
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
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.jspecify.annotations.Nullable;

/** What jobs ask of their nodes together is kept by every policy, which knows nothing of it. */
class JointChoiceInPoliciesTest {
  private static final Instant NOW = Instant.EPOCH;
  private static final List<String> RULES =
      List.of("a", "[a|b]", "a*1", "[a*1&b*1]", "[(a|b)*2]", "a|b");

  @Provide
  Arbitrary<ClusterView> views() {
    return ClusterViews.wholeEqualNodes()
        .flatMap(view -> Arbitraries.randomValue(random -> asking(view, random)));
  }

  @Provide
  Arbitrary<SchedulingPolicy> policies() {
    return Arbitraries.of(Policies.all());
  }

  @Property
  void shouldStartJobsOnlyOnNodesThatTogetherAreWhatTheyAskFor(
      @ForAll("policies") SchedulingPolicy policy, @ForAll("views") ClusterView view) {
    SchedulingRound round = SchedulingRound.hold(policy, view, Trigger.PERIODIC);

    assertThat(round.checked().whole()).isTrue();
    FreeResources free = FreeResources.of(view.nodes());
    Set<JobId> left = view.waiting().stream().map(WaitingJob::job).collect(Collectors.toSet());
    for (Decision.Start start : startsOf(round.plan())) {
      NodeChoice choice = PolicyPropertiesTest.waiting(view, start.job()).resources().choice();
      assertThat(free.lacking(choice, start.allocation().nodes())).isNull();
      assertThat(start.allocation().nodes()).allMatch(node -> free.allows(choice, node));
      left.remove(start.job());
    }
    assertThat(round.plan().waits().keySet()).isEqualTo(left);
    assertThat(round.plan().waits().values()).allMatch(reasons -> !reasons.isEmpty());
  }

  @Property
  void shouldRefusePlansOfThoseWhoDoNotLook(
      @ForAll("policies") SchedulingPolicy policy, @ForAll("views") ClusterView view) {
    List<WaitingJob> careless =
        view.waiting().stream().map(job -> job.asking(job.resources().on(null))).toList();

    List<Decision.Start> starts =
        PlanCheck.check(
                policy.plan(view.with(view.nodes(), view.running(), careless), Trigger.PERIODIC),
                view)
            .starts();

    FreeResources free = FreeResources.of(view.nodes());
    for (Decision.Start start : starts) {
      NodeChoice choice = PolicyPropertiesTest.waiting(view, start.job()).resources().choice();
      assertThat(free.lacking(choice, start.allocation().nodes())).isNull();
    }
  }

  @Property(tries = 200)
  void shouldStartAllJobsThatCanEverStart(
      @ForAll("policies") SchedulingPolicy policy, @ForAll long seed) {
    Random random = new Random(seed);
    Site site = new Site(random);
    int jobs = 1 + random.nextInt(12);
    for (int job = 1; job <= jobs; job++) {
      site.submit(job, request(2, random));
    }
    for (int round = 0; !site.state.queue().isEmpty(); round++) {
      assertThat(round).as("rounds until all have started").isLessThan(100);
      site.round(policy);
      assertThat(PartitionSnapshot.of(site.state).toState()).isEqualTo(site.state);
      List<JobId> running = new ArrayList<>(site.state.grants().keySet());
      if (!running.isEmpty()) {
        JobId ended = running.get(random.nextInt(running.size()));
        site.tell(new PartitionIntent.Release(new AttemptId(ended, 1), null));
      }
    }
  }

  /** A partition of five nodes with features and weights. */
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
            Kinds.NONE);
    private final PartitionLifecycle lifecycle = new PartitionLifecycle(settings);
    private PartitionState state = PartitionState.empty(settings.name());

    Site(Random random) {
      for (int i = 1; i <= 5; i++) {
        NodeTraits traits = new NodeTraits(1000, 1 + random.nextInt(2));
        NodeCapacity capacity = new NodeCapacity(4, 1000, null, features(random), traits);
        tell(new PartitionIntent.NodeSeen(new NodeName("n" + i), capacity, List.of()));
      }
    }

    void submit(long job, ResourceRequest request) {
      PartitionReply reply =
          tell(
              new PartitionIntent.Enqueue(
                  new QueuedJob(
                      new JobId(job), 1, "x", "ada", request, null, false, null, NOW, null)));
      assertThat(reply).isInstanceOfAny(PartitionReply.Queued.class, PartitionReply.Refused.class);
    }

    void round(SchedulingPolicy policy) {
      SchedulingRound round = SchedulingRound.hold(policy, state.view(NOW), Trigger.PERIODIC);
      assertThat(round.checked().whole()).isTrue();
      tell(new PartitionIntent.StartJobs(round.checked().starts()));
    }

    PartitionReply tell(PartitionIntent intent) {
      PartitionOutcome outcome = lifecycle.decide(state, intent, NOW);
      outcome.events().forEach(event -> state = state.evolve(event));
      return outcome.reply();
    }
  }

  private static Features features(Random random) {
    List<String> names = new ArrayList<>();
    for (String name : List.of("a", "b")) {
      if (random.nextBoolean()) {
        names.add(name);
      }
    }
    return new Features(names);
  }

  private static ResourceRequest request(int nodes, Random random) {
    return ResourceRequest.wholeNodes(nodes).on(choice(List.of(), random));
  }

  private static @Nullable NodeChoice choice(List<NodeName> names, Random random) {
    List<NodeName> with =
        names.isEmpty() || random.nextInt(3) > 0
            ? null
            : List.of(names.get(random.nextInt(names.size())));
    return new NodeChoice(
            null,
            null,
            random.nextInt(4) == 0 ? null : RULES.get(random.nextInt(RULES.size())),
            null,
            new NodeTerms(
                with,
                random.nextInt(3) == 0 ? "b" : null,
                0,
                random.nextInt(5) == 0 ? 100 : 0,
                random.nextInt(4) == 0))
        .orNull();
  }

  private static ClusterView asking(ClusterView view, Random random) {
    List<NodeView> nodes =
        view.nodes().stream()
            .map(node ->
                new NodeView(
                    node.name(),
                    new NodeCapacity(
                        node.capacity().cpus(),
                        node.capacity().memoryMb(),
                        null,
                        features(random),
                        new NodeTraits(random.nextInt(200), 1 + random.nextInt(2))),
                    node.freeCpus(),
                    node.freeMemoryMb(),
                    node.jobs(),
                    node.available()))
            .toList();
    List<NodeName> names = nodes.stream().map(NodeView::name).toList();
    List<WaitingJob> waiting =
        view.waiting().stream()
            .map(job ->
                job.malleable() == null
                    ? job.asking(job.resources().on(choice(names, random)))
                    : job)
            .toList();
    return view.with(nodes, view.running(), waiting);
  }
}
