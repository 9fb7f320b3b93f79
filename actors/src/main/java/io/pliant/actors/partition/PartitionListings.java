package io.pliant.actors.partition;

import io.pliant.actors.protocol.PartitionAnswer;
import io.pliant.actors.protocol.PartitionCommand;
import io.pliant.api.NodeEnergy;
import io.pliant.api.NodeEntry;
import io.pliant.api.NodePower;
import io.pliant.api.PartitionEntry;
import io.pliant.api.WaitExplanation;
import io.pliant.core.energy.NodeAccount;
import io.pliant.core.id.JobId;
import io.pliant.core.id.JobStatus;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.id.Refusal;
import io.pliant.core.partition.ArrayBook;
import io.pliant.core.partition.DependencyRules;
import io.pliant.core.partition.Grant;
import io.pliant.core.partition.LeaseBook;
import io.pliant.core.partition.LicenceRules;
import io.pliant.core.partition.NodeRecord;
import io.pliant.core.partition.PartitionSettings;
import io.pliant.core.partition.PartitionState;
import io.pliant.core.partition.QueuedJob;
import io.pliant.core.partition.ReservationRules;
import io.pliant.core.plan.Decision;
import io.pliant.core.plan.Plan;
import io.pliant.core.plan.WaitReason;
import io.pliant.core.resource.Kinds;
import io.pliant.core.resource.Slice;
import io.pliant.core.sighting.MeterSightings;
import io.pliant.core.sighting.PartitionSightings;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Read-only answers of a partition about its ledger. */
record PartitionListings(
    PartitionEnvironment environment,
    PartitionSightings seen,
    RoundSchedule rounds,
    PoolDesk pool,
    Instant now) {

  /** Slurm's one word for why a job waits. */
  String reason(PartitionState state, QueuedJob job, DependencyRules rules) {
    return reasons(state, job, rules).getFirst().code();
  }

  private List<WaitReason> reasons(PartitionState state, QueuedJob job, DependencyRules rules) {
    String cause = job.holdReason();
    if (cause != null) {
      return List.of(new WaitReason.HeldAfterFailures(cause));
    }
    if (job.held()) {
      return List.of(new WaitReason.Held());
    }
    WaitReason dependency = rules.reason(job);
    if (dependency != null) {
      return List.of(dependency);
    }
    if (seen.power().waits(settings())) {
      return List.of(new WaitReason.CorridorUnknown());
    }
    ArrayBook array = state.arrays().get(job.job());
    Integer most = array == null ? null : array.array().mostAtOnce();
    if (array != null && most != null && array.room() == 0) {
      return List.of(new WaitReason.ArrayTaskLimit(most));
    }
    Plan lastPlan = rounds.lastPlan();
    JobId planned = array == null ? job.job() : array.next();
    List<WaitReason> known =
        planned(
            lastPlan == null ? null : lastPlan.waits().get(planned),
            lastPlan != null && state.queue().size() > environment.policy().looksAt());
    return inPool(state).reasons(job.job(), known);
  }

  /**
   * @param tooLong true when the last round did not see all of the queue
   */
  private List<WaitReason> planned(@Nullable List<WaitReason> planned, boolean tooLong) {
    List<WaitReason> known =
        planned != null && !planned.isEmpty()
            ? planned
            : List.of(
                tooLong
                    ? new WaitReason.BeyondDepth(environment.policy().looksAt())
                    : new WaitReason.NotYetConsidered());
    String alarm = rounds.alarm();
    return alarm == null
        ? known
        : Stream.concat(Stream.of(new WaitReason.NoRounds(alarm)), known.stream()).toList();
  }

  PartitionAnswer why(PartitionState state, JobId job, QueuePages queue) {
    QueuedJob waiting = state.waiting(job);
    if (waiting == null) {
      Grant grant = state.grants().get(job);
      return grant != null
          ? new PartitionAnswer.Explanation(new WaitExplanation(job, grant.status()))
          : new PartitionAnswer.Refused(
              Refusal.notFound("Job %s is not in partition %s.".formatted(job, name())));
    }
    List<WaitExplanation.Reason> reasons =
        reasons(state, waiting, new DependencyRules(state)).stream()
            .map(r -> new WaitExplanation.Reason(r.code(), r.describe()))
            .toList();
    return new PartitionAnswer.Explanation(
        new WaitExplanation(
            job, JobStatus.PENDING, reservedStart(job), reasons, queue.priority(state, job, now)));
  }

  private @Nullable Instant reservedStart(JobId job) {
    Plan lastPlan = rounds.lastPlan();
    return lastPlan == null
        ? null
        : lastPlan.decisions().stream()
            .filter(d -> d instanceof Decision.Reserve reserve && reserve.job().equals(job))
            .map(d -> ((Decision.Reserve) d).at())
            .findFirst()
            .orElse(null);
  }

  PartitionAnswer.NodePage nodes(PartitionState state, PartitionCommand.GetNodes query) {
    Map<NodeName, List<JobId>> jobs = jobsByNode(state);
    Set<NodeName> reserved = ReservationRules.reserved(state, now);
    List<NodeEntry> entries = new ArrayList<>();
    PageBudget page = new PageBudget(query.limit());
    Map<NodeName, NodeRecord> from =
        query.after() == null ? state.nodes() : state.nodes().tailMap(query.after(), false);
    for (NodeRecord node : from.values()) {
      NodeEntry entry = entry(state, node, jobs.getOrDefault(node.name(), List.of()), reserved);
      if (!page.takes(entry)) {
        return new PartitionAnswer.NodePage(entries, entries.getLast().node());
      }
      entries.add(entry);
    }
    return new PartitionAnswer.NodePage(entries, null);
  }

  PartitionAnswer node(PartitionState state, NodeName name) {
    NodeRecord node = state.nodes().get(name);
    return node == null
        ? new PartitionAnswer.Refused(Refusal.notFound("There is no node " + name + "."))
        : new PartitionAnswer.OneNode(
            entry(
                state,
                node,
                jobsByNode(state).getOrDefault(name, List.of()),
                ReservationRules.reserved(state, now)));
  }

  private static Map<NodeName, List<JobId>> jobsByNode(PartitionState state) {
    Map<NodeName, List<JobId>> jobs = new java.util.HashMap<>();
    for (LeaseBook.Lent lent : state.leases().lent()) {
      for (Slice slice : lent.slices()) {
        jobs.computeIfAbsent(slice.node(), _ -> new ArrayList<>()).add(lent.tenant().job());
      }
    }
    for (Grant grant : state.grants().values()) {
      for (Slice slice : grant.own()) {
        jobs.computeIfAbsent(slice.node(), _ -> new ArrayList<>()).add(grant.job().job());
      }
    }
    return jobs;
  }

  private NodeEntry entry(
      PartitionState state, NodeRecord node, List<JobId> jobs, Set<NodeName> reserved) {
    String word = node.stateWord();
    NodeAccount counted = state.energy().nodes().get(node.name());
    return new NodeEntry(
        node.name(),
        name(),
        word.equals("idle") && reserved.contains(node.name()) ? "reserved" : word,
        node.reason().isEmpty() ? inPool(state).lent(node.name()) : node.reason(),
        node.capacity().cpus(),
        node.usedCpus(),
        node.capacity().memoryMb(),
        node.usedMemoryMb(),
        jobs,
        seen.nodes().lastSeen(node.name()),
        seen.nodes().description(node.name()),
        power(node.name()),
        counted == null || !counted.known() ? null : NodeEnergy.of(counted),
        node.capacity().kinds(),
        node.usedKinds(),
        node.capacity().features(),
        node.capacity().traits());
  }

  private @Nullable NodePower power(NodeName node) {
    MeterSightings.Heard heard = seen.meters().heard(node, now);
    return heard == null ? null : new NodePower(heard.watts(), heard.method(), heard.estimated());
  }

  PartitionAnswer.Summary summary(PartitionState state) {
    PartitionSettings settings = settings();
    Duration max = settings.maxTime();
    return new PartitionAnswer.Summary(
        new PartitionEntry(
            settings.name(),
            settings.isDefault(),
            settings.policy(),
            state.term(),
            environment.controller(),
            (int) state.nodes().values().stream().filter(NodeRecord::up).count(),
            state.nodes().size(),
            state.nodes().values().stream().mapToInt(n -> n.capacity().cpus()).sum(),
            state.grants().size(),
            state.queue().size(),
            max == null ? null : max.toSeconds(),
            settings.defaultTime().toSeconds(),
            seen.power().alarm(),
            seen.power().limits().any() ? seen.power().limits() : null,
            rounds.alarm(),
            rounds.refused(),
            Kinds.orNull(settings.licences()),
            Kinds.orNull(LicenceRules.used(state)),
            rounds.tally().sums(),
            inPool(state).entry()));
  }

  private PoolListing inPool(PartitionState state) {
    return new PoolListing(state, pool, settings().pool());
  }

  private PartitionSettings settings() {
    return environment.settings();
  }

  private PartitionName name() {
    return environment.settings().name();
  }
}
