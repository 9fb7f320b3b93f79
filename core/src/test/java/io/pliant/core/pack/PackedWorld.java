package io.pliant.core.pack;

import io.pliant.core.id.AttemptId;
import io.pliant.core.id.ExitStatus;
import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.id.StepId;
import io.pliant.core.job.JobEvent;
import io.pliant.core.job.JobIntent;
import io.pliant.core.job.JobLifecycle;
import io.pliant.core.job.JobOrder;
import io.pliant.core.job.JobOrders;
import io.pliant.core.job.JobState;
import io.pliant.core.job.JobState.Phase;
import io.pliant.core.job.Packs;
import io.pliant.core.partition.Grant;
import io.pliant.core.partition.PartitionEvent;
import io.pliant.core.partition.PartitionIntent;
import io.pliant.core.partition.PartitionLifecycle;
import io.pliant.core.partition.PartitionSettings;
import io.pliant.core.partition.PartitionState;
import io.pliant.core.partition.QueuedJob;
import io.pliant.core.plan.CheckedPlan;
import io.pliant.core.plan.Plan;
import io.pliant.core.plan.PlanCheck;
import io.pliant.core.plan.Trigger;
import io.pliant.core.policy.Policies;
import io.pliant.core.resource.Components;
import io.pliant.core.resource.NodeCapacity;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.resource.Spread;
import io.pliant.core.round.PackRound;
import io.pliant.core.round.SchedulingRound;
import io.pliant.core.spec.JobSpec;
import io.pliant.core.spec.Payload;
import io.pliant.core.spec.StreamFiles;
import io.pliant.core.spec.Submitter;
import io.pliant.core.step.StepEnd;
import io.pliant.core.step.StepReport;
import io.pliant.core.view.ClusterView;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.pcollections.HashTreePSet;
import org.pcollections.MapPSet;
import org.pcollections.TreePMap;

/**
 * Two partitions of one node each and packs with a component in both: the real rules of jobs,
 * ledgers and rounds. What was sent once may arrive at any later time, and again and again.
 *
 * @param packs jobs by number, and what each remembers
 * @param ledgers what is durable of the partitions
 * @param words what a partition remembers of what packs have said
 * @param net all that was ever sent
 */
record PackedWorld(
    TreePMap<JobId, Pack> packs,
    TreePMap<PartitionName, PartitionState> ledgers,
    TreePMap<PartitionName, TreePMap<JobId, PackWord>> words,
    MapPSet<Message> net) {
  static final PartitionName A = new PartitionName("a");
  static final PartitionName B = new PartitionName("b");

  /** When jobs decide; rounds are held when all pauses are over. */
  static final Instant NOW = Instant.EPOCH;

  static final Instant ROUND = NOW.plusSeconds(3600);
  private static final Submitter ADA = new Submitter("ada", 1000, 1000);

  /** A job, and what it remembers until its controller dies. */
  record Pack(JobState state, @Nullable PackTable table) {}

  /** What is on its way. */
  sealed interface Message {}

  /** Of a job to a partition. */
  record ToLedger(PartitionName to, PartitionIntent.OfJob intent) implements Message {}

  /** Of a job to a partition; never durable. */
  record Said(PartitionName to, PackWord word) implements Message {}

  /** Of a partition to a job; never durable. */
  record Stands(PackStand stand) implements Message {}

  /** Of a partition to a job. */
  record Held(JobId to, JobIntent.Granted grant) implements Message {}

  /** Packs that have been submitted, each with the partition that leads it. */
  static PackedWorld of(PartitionName... leaders) {
    PackedWorld world =
        new PackedWorld(TreePMap.empty(), TreePMap.empty(), TreePMap.empty(), HashTreePSet.empty());
    for (PartitionName name : List.of(A, B)) {
      PartitionState state = PartitionState.empty(name);
      world = world.with(state).decide(name, new PartitionIntent.BeginTerm(0));
      world =
          world.decide(
              name,
              new PartitionIntent.NodeSeen(
                  new NodeName("n-" + name), new NodeCapacity(1, 0), List.of()));
    }
    for (int i = 0; i < leaders.length; i++) {
      JobId job = new JobId(i + 1L);
      PartitionName second = leaders[i].equals(A) ? B : A;
      JobSpec spec = spec(List.of(leaders[i], second));
      world = world.decide(new Pack(JobState.unknown(job), null), new JobIntent.Submit(spec));
    }
    return world;
  }

  private static JobSpec spec(List<PartitionName> partitions) {
    ResourceRequest one = ResourceRequest.single();
    return new JobSpec(
        "pack",
        ADA,
        partitions.getFirst(),
        one.with(new Components(List.of(one), Spread.over(partitions))),
        Duration.ofMinutes(1),
        new Payload.BatchScript("#!/bin/sh\n", List.of()),
        StreamFiles.batchDefault(),
        "/tmp",
        Map.of(),
        true,
        false,
        null,
        "",
        null);
  }

  JobState job(JobId job) {
    return pack(job).state();
  }

  private Pack pack(JobId job) {
    return Objects.requireNonNull(packs.get(job));
  }

  PartitionState ledger(PartitionName name) {
    return Objects.requireNonNull(ledgers.get(name));
  }

  /** A message arrives; it may arrive again. */
  PackedWorld arrives(Message message) {
    return switch (message) {
      case ToLedger m -> decide(m.to(), m.intent());
      case Said m -> said(m);
      case Stands m -> stands(m.stand());
      case Held m -> held(m);
    };
  }

  private PackedWorld said(Said m) {
    QueuedJob waiting = ledger(m.to()).waiting(m.word().attempt().job());
    return waiting == null || !waiting.attemptId().equals(m.word().attempt())
        ? this
        : with(m.to(), words(m.to()).plus(waiting.job(), m.word()));
  }

  private TreePMap<JobId, PackWord> words(PartitionName name) {
    TreePMap<JobId, PackWord> known = words.get(name);
    return known == null ? TreePMap.empty() : known;
  }

  private PackedWorld stands(PackStand stand) {
    Pack pack = pack(stand.attempt().job());
    Spread spread = Objects.requireNonNull(Packs.spread(pack.state()));
    if (pack.state().phase() != Phase.PENDING) {
      return this;
    }
    PackTable table = Packs.table(pack.state(), spread, pack.table()).told(stand, NOW);
    PackWord word = table.word(NOW);
    return with(new Pack(pack.state(), table)).send(new Said(A, word)).send(new Said(B, word));
  }

  private PackedWorld held(Held m) {
    Pack pack = pack(m.to());
    if (!Packs.isHold(pack.state(), m.grant())) {
      return decide(pack, m.grant());
    }
    Spread spread = Objects.requireNonNull(Packs.spread(pack.state()));
    Packs.Heard heard =
        Packs.held(Packs.table(pack.state(), spread, pack.table()), pack.state(), m.grant(), NOW);
    Pack now = new Pack(pack.state(), heard.table());
    return heard.intent() == null ? with(now) : decide(now, heard.intent());
  }

  /** A job says all that it owes. */
  PackedWorld says(JobId job) {
    PackedWorld next = this;
    for (JobOrder order : JobOrders.owed(job(job))) {
      next = next.send(job, order);
    }
    return next;
  }

  private PackedWorld send(JobId job, JobOrder order) {
    PackedWorld next = this;
    if (order instanceof JobOrder.ToPartition(PartitionIntent.OfJob intent)) {
      for (var each : Packs.toEach(job(job), intent).entrySet()) {
        next = next.send(new ToLedger(each.getKey(), each.getValue()));
      }
    }
    return next;
  }

  /** A partition tells what it holds. */
  PackedWorld tells(PartitionName name) {
    PackedWorld next = this;
    for (Grant grant : ledger(name).grants().values()) {
      next =
          next.send(
              new Held(
                  grant.job().job(),
                  new JobIntent.Granted(
                      grant.attempt(),
                      grant.allocation(),
                      ledger(name).term(),
                      List.of(),
                      null,
                      0,
                      null,
                      name)));
    }
    return next;
  }

  /** A partition holds a round: it says how shares stand, and starts what it is to hold. */
  PackedWorld round(PartitionName name, String policy) {
    ClusterView view = ledger(name).view(ROUND).withPacks(List.copyOf(words(name).values()));
    PackRound round = PackRound.of(Policies.named(policy), view);
    Plan plan = SchedulingRound.plan(round, view, Trigger.PERIODIC);
    CheckedPlan checked = PlanCheck.check(plan, ledger(name).viewOf(plan.jobs(), ROUND));
    PackedWorld next =
        checked.starts().isEmpty()
            ? this
            : decide(name, new PartitionIntent.StartJobs(checked.starts()));
    TreePMap<JobId, PackWord> left = words(name);
    for (PackWord word : words(name).values()) {
      left =
          left.plus(
              word.attempt().job(),
              new PackWord(word.attempt(), word.together(), false, word.last()));
    }
    next = next.with(name, left);
    for (PackStand stand : round.stands()) {
      next = next.send(new Stands(stand));
    }
    return next;
  }

  /** Some partitions have held the pack for too long. */
  PackedWorld runsOutOfPatience(JobId job) {
    Pack pack = pack(job);
    PackTable table = pack.table();
    return table == null || table.givenUpAt() == null || !table.attempt().equals(attempt(job))
        ? this
        : decide(pack, new JobIntent.PackOverdue(pack.state().attempt(), table.missing()));
  }

  private AttemptId attempt(JobId job) {
    return job(job).attemptId();
  }

  PackedWorld jobForgets(JobId job) {
    return with(new Pack(job(job), null));
  }

  PackedWorld partitionForgets(PartitionName name) {
    return with(name, TreePMap.empty()).decide(name, new PartitionIntent.BeginTerm(0));
  }

  PackedWorld cancel(JobId job) {
    return decide(pack(job), new JobIntent.Cancel(ADA, false, 0));
  }

  PackedWorld requeue(JobId job) {
    return decide(pack(job), new JobIntent.Requeue(ADA, false));
  }

  /** The tasks of a job that has nodes are over. */
  PackedWorld ends(JobId job) {
    JobState state = job(job);
    return !state.holdsNodes()
        ? this
        : decide(
            pack(job),
            new JobIntent.Reported(
                new StepReport.Ended(
                    StepId.batch(job, state.attempt()),
                    Objects.requireNonNull(state.allocation()).leader(),
                    NOW,
                    List.of(ExitStatus.SUCCESS),
                    StepEnd.EXITED,
                    ""),
                null));
  }

  private PackedWorld decide(PartitionName name, PartitionIntent intent) {
    PartitionLifecycle lifecycle =
        new PartitionLifecycle(
            new PartitionSettings(name, true, "*", "easy", Duration.ofMinutes(10), null, false, 5));
    PartitionState state = ledger(name);
    for (PartitionEvent event : lifecycle.decide(state, intent, NOW).events()) {
      state = state.evolve(event);
    }
    return with(state);
  }

  private PackedWorld decide(Pack pack, JobIntent intent) {
    JobState state = pack.state();
    var outcome = JobLifecycle.decide(state, intent, NOW);
    for (JobEvent event : outcome.events()) {
      state = state.evolve(event);
    }
    PackedWorld next = with(new Pack(state, pack.table()));
    for (JobOrder order : outcome.once()) {
      next = next.send(state.job(), order);
    }
    return next;
  }

  private PackedWorld with(PartitionState state) {
    return new PackedWorld(packs, ledgers.plus(state.name(), state), words, net);
  }

  private PackedWorld with(Pack pack) {
    return new PackedWorld(packs.plus(pack.state().job(), pack), ledgers, words, net);
  }

  private PackedWorld with(PartitionName name, TreePMap<JobId, PackWord> known) {
    return new PackedWorld(packs, ledgers, words.plus(name, known), net);
  }

  private PackedWorld send(Message message) {
    return new PackedWorld(packs, ledgers, words, net.plus(message));
  }

  /** What decides what can still happen, without counters of events. */
  List<Object> key() {
    List<Object> key = new ArrayList<>();
    packs
        .values()
        .forEach(pack -> {
          key.add(pack.state().phase());
          key.add(pack.state().attempt());
          key.add(String.valueOf(pack.state().cancelledBy()));
          key.add(pack.state().run().holding().others());
          key.add(pack.state().term());
          PackTable table = pack.table();
          key.add(
              table == null ? List.of() : List.of(table.attempt(), table.stands(), table.holds()));
        });
    ledgers
        .values()
        .forEach(ledger -> {
          key.add(ledger.term());
          key.add(ledger.queue().values().stream().map(QueuedJob::attemptId).toList());
          key.add(ledger.grants().values().stream().map(g -> g.job().attemptId()).toList());
        });
    key.add(words);
    key.add(net);
    return key;
  }
}
