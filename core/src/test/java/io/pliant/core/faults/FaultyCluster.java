package io.pliant.core.faults;

import io.pliant.core.dependency.DependencyBook;
import io.pliant.core.dependency.TargetStanding;
import io.pliant.core.id.AttemptId;
import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.id.Refusal;
import io.pliant.core.job.Dependencies;
import io.pliant.core.job.JobEvent;
import io.pliant.core.job.JobIntent;
import io.pliant.core.job.JobLifecycle;
import io.pliant.core.job.JobOrder;
import io.pliant.core.job.JobOrders;
import io.pliant.core.job.JobOutcome;
import io.pliant.core.job.JobState;
import io.pliant.core.job.RequeueRules;
import io.pliant.core.partition.FaultRules;
import io.pliant.core.partition.Grant;
import io.pliant.core.partition.LedgerLimits;
import io.pliant.core.partition.NodeRecord;
import io.pliant.core.partition.PartitionEvent;
import io.pliant.core.partition.PartitionIntent;
import io.pliant.core.partition.PartitionLifecycle;
import io.pliant.core.partition.PartitionOutcome;
import io.pliant.core.partition.PartitionReply;
import io.pliant.core.partition.PartitionSettings;
import io.pliant.core.partition.PartitionState;
import io.pliant.core.plan.CheckedPlan;
import io.pliant.core.plan.Plan;
import io.pliant.core.plan.PlanCheck;
import io.pliant.core.plan.SchedulingPolicy;
import io.pliant.core.plan.Trigger;
import io.pliant.core.priority.PriorityRule;
import io.pliant.core.resource.NodeCapacity;
import io.pliant.core.resource.Slice;
import io.pliant.core.spec.JobSpec;
import io.pliant.core.spec.Submitter;
import io.pliant.core.step.StepReport;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A cluster of the real life cycles in one thread. Journals survive everything; states are rebuilt
 * from them; messages wait in one bag from which a seeded hand takes, drops and repeats.
 */
final class FaultyCluster {
  static final Submitter USER = new Submitter("ada", 1000, 1000);
  private static final PartitionName MAIN = new PartitionName("main");
  private static final RequeueRules REQUEUES =
      new RequeueRules(Duration.ofMillis(10), Duration.ofMillis(500), Duration.ofMinutes(1), 1000);

  private final Random random;
  private final double loss;
  private final SchedulingPolicy policy;
  private final PartitionLifecycle lifecycle;
  private final List<PartitionEvent> partitionJournal = new ArrayList<>();
  private final TreeMap<JobId, List<JobEvent>> jobJournals = new TreeMap<>();
  private final TreeMap<JobId, JobState> jobs = new TreeMap<>();
  private final TreeMap<NodeName, FakeNode> nodes = new TreeMap<>();
  private final TreeMap<JobId, Map<JobId, TargetStanding>> answers = new TreeMap<>();
  private final List<Runnable> bag = new ArrayList<>();
  final TreeSet<JobId> acknowledged = new TreeSet<>();
  private PartitionState partition = PartitionState.empty(MAIN);
  private @Nullable Plan stalePlan;
  private Instant now = Instant.EPOCH;
  private long nextJob = 1;

  FaultyCluster(long seed, int nodeCount, double loss, SchedulingPolicy policy) {
    this.random = new Random(seed);
    this.loss = loss;
    this.policy = policy;
    this.lifecycle =
        new PartitionLifecycle(
            new PartitionSettings(
                MAIN,
                true,
                "*",
                policy.name(),
                Duration.ofHours(1),
                null,
                false,
                5,
                PriorityRule.SUBMISSION,
                null,
                LedgerLimits.USUAL,
                new FaultRules(3, Duration.ofSeconds(5))));
    for (int i = 1; i <= nodeCount; i++) {
      NodeName name = new NodeName("n" + i);
      nodes.put(name, new FakeNode(name, new NodeCapacity(4, 1000)));
    }
    crashPartition();
    nodes.values().forEach(this::heartbeat);
    deliverAll();
  }

  /** One random thing happens. */
  void step() {
    now = now.plusMillis(random.nextInt(50));
    switch (random.nextInt(22)) {
      case 0, 1 -> submit();
      case 2 -> crashPartition();
      case 3 -> crashJob();
      case 4 -> cancel();
      case 5 -> randomNode().reboot(now);
      case 6 -> loseNode();
      case 7, 8 -> nodes.values().forEach(this::heartbeat);
      case 9, 10 -> randomNode().finishOne(random.nextInt(8), random.nextInt(3), now);
      case 11 -> timers();
      case 12 -> stalePlan = policy.plan(partition.view(now), Trigger.PERIODIC);
      case 13, 14 -> carryOut();
      case 15 -> randomNode().broken = random.nextInt(3) == 0;
      default -> deliverOne();
    }
  }

  /** One scheduling round on what the ledger knows, before it hears anything new of the nodes. */
  void schedule() {
    deliverAll();
    stalePlan = policy.plan(partition.view(now), Trigger.PERIODIC);
    carryOut();
    deliverAll();
  }

  /** Faults stop; everything that is owed is done. True when the cluster came to rest. */
  boolean settle() {
    nodes.values().forEach(node -> node.broken = false);
    return rest();
  }

  /** The same with nodes as they are. */
  boolean rest() {
    for (int round = 0; round < 400; round++) {
      now = now.plusMillis(100);
      nodes.values().forEach(this::heartbeat);
      timers();
      schedule();
      nodes.values().forEach(node -> node.finishOne(0, 0, now));
      deliverAll();
      if (atRest()) {
        return true;
      }
    }
    return false;
  }

  private boolean atRest() {
    return partition.grants().isEmpty()
        && partition.queue().isEmpty()
        && nodes.values().stream().allMatch(FakeNode::quiet)
        && jobs.values().stream().allMatch(JobState::over);
  }

  String describe() {
    return "grants %s, queue %s, jobs not over %s"
        .formatted(
            partition.grants().keySet(),
            partition.ranks().keySet(),
            jobs.values().stream().filter(j -> !j.over()).toList());
  }

  List<JobState> allJobs() {
    return List.copyOf(jobs.values());
  }

  JobState job(JobId id) {
    return Objects.requireNonNull(jobs.get(id));
  }

  List<JobEvent> journal(JobId id) {
    return Objects.requireNonNull(jobJournals.get(id));
  }

  List<PartitionEvent> partitionJournal() {
    return partitionJournal;
  }

  PartitionState partition() {
    return partition;
  }

  List<FakeNode> nodes() {
    return List.copyOf(nodes.values());
  }

  private FakeNode randomNode() {
    return List.copyOf(nodes.values()).get(random.nextInt(nodes.size()));
  }

  private void submit() {
    submit(RandomSpecs.spec(random, MAIN, List.copyOf(acknowledged)));
  }

  void submit(JobSpec spec) {
    JobId id = new JobId(nextJob++);
    jobs.put(id, JobState.unknown(id));
    jobJournals.put(id, new ArrayList<>());
    tellJob(id, new JobIntent.Submit(spec));
  }

  private void cancel() {
    if (!jobs.isEmpty() && random.nextInt(4) == 0) {
      JobId id = List.copyOf(jobs.keySet()).get(random.nextInt(jobs.size()));
      send(() -> tellJob(id, new JobIntent.Cancel(USER, false, 0)));
    }
  }

  /** Another controller takes the partition over: state from the journal, then a new term. */
  private void crashPartition() {
    partition = PartitionState.empty(MAIN);
    partitionJournal.forEach(event -> partition = partition.evolve(event));
    decide(new PartitionIntent.BeginTerm(0));
    partition.grants().values().forEach(this::grant);
  }

  private void crashJob() {
    if (!jobs.isEmpty()) {
      JobId id = List.copyOf(jobs.keySet()).get(random.nextInt(jobs.size()));
      JobState state = JobState.unknown(id);
      for (JobEvent event : journal(id)) {
        state = state.evolve(event);
      }
      jobs.put(id, state);
      answers.remove(id);
    }
  }

  private void loseNode() {
    FakeNode node = randomNode();
    decide(new PartitionIntent.NodeLost(node.name, "silent"));
    partition.grants().values().stream()
        .filter(g -> g.allocation().nodes().contains(node.name))
        .forEach(this::grant);
  }

  private void timers() {
    jobs.values().forEach(state -> JobOrders.owed(state).forEach(o -> carry(state, o)));
    partition.grants().values().forEach(this::grant);
    jobs.values().forEach(this::tellDependents);
  }

  private void tellDependents(JobState target) {
    target.dependents().jobs().keySet().forEach(job -> tellOf(target, job));
  }

  private void tellOf(JobState target, JobId dependent) {
    TargetStanding standing = Dependencies.standing(target, null);
    send(() -> hear(dependent, standing));
  }

  /** A job is in no queue before all that it waits for have answered. */
  private void hear(JobId id, TargetStanding standing) {
    JobState state = job(id);
    DependencyBook book = Objects.requireNonNull(state.dependency());
    Map<JobId, TargetStanding> known = answers.computeIfAbsent(id, _ -> new TreeMap<>());
    known.put(standing.job(), standing);
    if (book.known()) {
      tellJob(id, new JobIntent.TargetsTold(List.of(standing)));
    } else if (known.keySet().containsAll(book.asked().targets())) {
      tellJob(id, new JobIntent.TargetsTold(List.copyOf(known.values())));
    }
  }

  private void carryOut() {
    Plan plan = stalePlan;
    if (plan == null) {
      return;
    }
    stalePlan = null;
    CheckedPlan checked = PlanCheck.check(plan, partition.view(now));
    decide(new PartitionIntent.StartJobs(checked.starts()));
    checked
        .starts()
        .forEach(start -> grant(Objects.requireNonNull(partition.grants().get(start.job()))));
  }

  private void heartbeat(FakeNode node) {
    List<AttemptId> running = node.runningAttempts();
    send(() -> {
      PartitionReply reply =
          decide(new PartitionIntent.NodeSeen(node.name, node.capacity, running, node.health()));
      if (reply instanceof PartitionReply.StaleTasks(var stale)) {
        node.starts().keySet().stream()
            .filter(s -> stale.contains(s.attemptId()))
            .forEach(s -> send(() -> node.terminate(s, now)));
      }
    });
    for (StepReport report : node.reports()) {
      send(() -> tellJob(report.step().job(), new JobIntent.Reported(report, null)));
    }
  }

  private PartitionReply decide(PartitionIntent intent) {
    PartitionOutcome outcome = lifecycle.decide(partition, intent, now);
    partitionJournal.addAll(outcome.events());
    outcome.events().forEach(event -> partition = partition.evolve(event));
    return outcome.reply();
  }

  private void grant(Grant grant) {
    List<NodeName> lost =
        grant.allocation().nodes().stream()
            .filter(n -> !Objects.requireNonNull(partition.nodes().get(n)).up())
            .toList();
    JobIntent intent =
        new JobIntent.Granted(grant.attempt(), grant.allocation(), partition.term(), lost);
    send(() -> tellJob(grant.job().job(), intent));
  }

  private void tellJob(JobId id, JobIntent intent) {
    JobState state = job(id);
    JobOutcome outcome = REQUEUES.pace(state, JobLifecycle.decide(state, intent, now));
    journal(id).addAll(outcome.events());
    for (JobEvent event : outcome.events()) {
      state = state.evolve(event);
    }
    jobs.put(id, state);
    JobState after = state;
    outcome.once().forEach(order -> carry(after, order));
    if (!outcome.events().isEmpty()) {
      tellDependents(after);
      JobOrders.owed(after).forEach(order -> carry(after, order));
    }
  }

  private void carry(JobState state, JobOrder order) {
    switch (order) {
      case JobOrder.ToPartition(PartitionIntent.Enqueue enqueue) -> send(() -> enqueue(enqueue));
      case JobOrder.ToPartition(PartitionIntent.OfJob other) -> send(() -> decide(other));
      case JobOrder.AskTarget(JobId target, boolean elements) ->
          send(() -> {
            tellJob(target, new JobIntent.Watch(state.job(), elements, USER.uid()));
            tellOf(job(target), state.job());
          });
      case JobOrder.Launch o -> launch(state, o);
      case JobOrder.Ask _ ->
          throw new IllegalStateException("Expected no restore here, but one is asked after.");
      case JobOrder.SetTerms _ ->
          throw new IllegalStateException("Expected no change of a limit here, but there is one.");
      case JobOrder.Show _ ->
          throw new IllegalStateException("Expected nobody who looks on here, but one does.");
      case JobOrder.Terminate o -> send(() -> node(o.node()).terminate(o.step(), now));
      case JobOrder.Confirm o -> send(() -> node(o.node()).confirm(o.step(), o.ended()));
    }
  }

  private void enqueue(PartitionIntent.Enqueue order) {
    JobId id = order.job().job();
    switch (decide(order)) {
      case PartitionReply.Queued _ -> acknowledged.add(id);
      case PartitionReply.Refused(Refusal refusal) ->
          send(() -> tellJob(id, new JobIntent.RefusedByPartition(refusal.reason())));
      case PartitionReply.DuplicateOf(JobId original) ->
          send(() -> tellJob(id, new JobIntent.DuplicateOf(original)));
      case PartitionReply.Done _,
          PartitionReply.Resizes _,
          PartitionReply.StaleTasks _,
          PartitionReply.TooFewFree _ ->
          throw new AssertionError("not an answer to Enqueue");
    }
  }

  private void launch(JobState state, JobOrder.Launch order) {
    NodeName name =
        Objects.requireNonNull(state.steps().get(order.step().step()))
            .plan()
            .nodes()
            .get(order.nodeIndex());
    int cpus =
        Objects.requireNonNull(state.allocation()).slices().stream()
            .filter(slice -> slice.node().equals(name))
            .mapToInt(Slice::cpus)
            .sum();
    long term = state.term();
    send(() -> node(name).launch(order.step(), term, cpus, now));
  }

  private FakeNode node(NodeName name) {
    return Objects.requireNonNull(nodes.get(name));
  }

  private void send(Runnable message) {
    bag.add(message);
  }

  private void deliverOne() {
    if (bag.isEmpty()) {
      return;
    }
    int pick = random.nextInt(bag.size());
    Runnable message = bag.get(pick);
    double fate = random.nextDouble();
    if (fate >= loss) {
      bag.remove(pick);
    }
    if (fate >= loss / 2) {
      message.run();
    } else {
      bag.remove(pick);
    }
  }

  private void deliverAll() {
    while (!bag.isEmpty()) {
      bag.remove(random.nextInt(bag.size())).run();
    }
  }

  /** Nodes as the ledger has them. */
  List<NodeRecord> ledger() {
    return List.copyOf(partition.nodes().values());
  }
}
