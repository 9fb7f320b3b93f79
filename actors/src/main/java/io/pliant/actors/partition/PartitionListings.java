package io.pliant.actors.partition;

import io.pliant.actors.api.Answer.Rejection;
import io.pliant.actors.api.NodeEnergy;
import io.pliant.actors.api.NodeEntry;
import io.pliant.actors.api.PartitionEntry;
import io.pliant.actors.api.QueueEntry;
import io.pliant.actors.api.WaitExplanation;
import io.pliant.actors.protocol.PartitionAnswer;
import io.pliant.actors.protocol.PartitionCommand;
import io.pliant.core.energy.NodeAccount;
import io.pliant.core.hostlist.Hostlist;
import io.pliant.core.id.JobId;
import io.pliant.core.id.JobStatus;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.partition.Grant;
import io.pliant.core.partition.NodeRecord;
import io.pliant.core.partition.PartitionSettings;
import io.pliant.core.partition.PartitionState;
import io.pliant.core.partition.QueuedJob;
import io.pliant.core.partition.RankedQueue;
import io.pliant.core.plan.Decision;
import io.pliant.core.plan.Plan;
import io.pliant.core.plan.WaitReason;
import io.pliant.core.resource.Slice;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Read-only answers of a partition about its ledger. */
record PartitionListings(
    PartitionEnvironment environment,
    NodeWatch watch,
    PowerMeters meters,
    PowerDesk power,
    RoundSchedule rounds,
    Instant now) {

  private static final String RUNNING = "r";
  private static final String WAITING = "w";

  /** One page: running jobs by id, then waiting jobs by rank; the cursor names section and key. */
  PartitionAnswer.QueuePage queue(PartitionState state, PartitionCommand.GetQueue query) {
    List<QueueEntry> entries = new ArrayList<>();
    PageBudget page = new PageBudget(query.limit());
    String cursor = query.cursor();
    if (cursor == null || cursor.startsWith(RUNNING)) {
      Map<JobId, Grant> grants =
          cursor == null
              ? state.grants()
              : state.grants().tailMap(new JobId(Long.parseLong(cursor.substring(1))), false);
      for (Grant grant : grants.values()) {
        QueueEntry entry = running(grant);
        if (!page.takes(entry)) {
          return new PartitionAnswer.QueuePage(entries, RUNNING + entries.getLast().job());
        }
        entries.add(entry);
      }
    }
    long after =
        cursor != null && cursor.startsWith(WAITING) ? Long.parseLong(cursor.substring(1)) : 0L;
    long rank = after;
    RankedQueue ranked = RankedQueue.of(state, settings().priority(), now);
    for (Map.Entry<Long, QueuedJob> waiting : state.queue().tailMap(after, false).entrySet()) {
      QueueEntry entry = waiting(waiting.getValue(), ranked);
      if (!page.takes(entry)) {
        return new PartitionAnswer.QueuePage(entries, WAITING + rank);
      }
      rank = waiting.getKey();
      entries.add(entry);
    }
    return new PartitionAnswer.QueuePage(entries, null);
  }

  private QueueEntry running(Grant grant) {
    QueuedJob job = grant.job();
    return new QueueEntry(
        job.job(),
        name(),
        job.name(),
        job.user(),
        JobStatus.RUNNING,
        job.submittedAt(),
        grant.start(),
        seconds(job),
        grant.allocation().slices().size(),
        grant.allocation().cpus(),
        Hostlist.compress(grant.allocation().nodes()),
        null,
        null,
        !grant.sizes().settled());
  }

  private QueueEntry waiting(QueuedJob job, RankedQueue ranked) {
    return new QueueEntry(
        job.job(),
        name(),
        job.name(),
        job.user(),
        JobStatus.PENDING,
        job.submittedAt(),
        null,
        seconds(job),
        job.resources().minNodes(),
        job.resources().tasks() * job.resources().cpusPerTask(),
        null,
        reasons(job).getFirst().code(),
        ranked.priority(job),
        false);
  }

  private static long seconds(QueuedJob job) {
    Duration limit = job.timeLimit();
    return limit == null ? 0 : limit.toSeconds();
  }

  private List<WaitReason> reasons(QueuedJob job) {
    String cause = job.holdReason();
    if (cause != null) {
      return List.of(new WaitReason.HeldAfterFailures(cause));
    }
    if (job.held()) {
      return List.of(new WaitReason.Held());
    }
    if (power.waits()) {
      return List.of(new WaitReason.CorridorUnknown());
    }
    Plan lastPlan = rounds.lastPlan();
    List<WaitReason> planned = lastPlan == null ? null : lastPlan.waits().get(job.job());
    List<WaitReason> known =
        planned == null || planned.isEmpty() ? List.of(new WaitReason.NotYetConsidered()) : planned;
    String alarm = rounds.alarm();
    return alarm == null
        ? known
        : Stream.concat(Stream.of(new WaitReason.NoRounds(alarm)), known.stream()).toList();
  }

  PartitionAnswer why(PartitionState state, JobId job) {
    QueuedJob waiting = state.waiting(job);
    if (waiting == null) {
      return state.grants().containsKey(job)
          ? new PartitionAnswer.Explanation(new WaitExplanation(job, JobStatus.RUNNING))
          : new PartitionAnswer.Refused(
              Rejection.NOT_FOUND, "Job %s is not in partition %s.".formatted(job, name()));
    }
    List<WaitExplanation.Reason> reasons =
        reasons(waiting).stream()
            .map(r -> new WaitExplanation.Reason(r.code(), r.describe()))
            .toList();
    return new PartitionAnswer.Explanation(
        new WaitExplanation(
            job,
            JobStatus.PENDING,
            reservedStart(job),
            reasons,
            PriorityText.of(state, settings().priority(), job, now)));
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
    List<NodeEntry> entries = new ArrayList<>();
    PageBudget page = new PageBudget(query.limit());
    Map<NodeName, NodeRecord> from =
        query.after() == null ? state.nodes() : state.nodes().tailMap(query.after(), false);
    for (NodeRecord node : from.values()) {
      NodeEntry entry = entry(state, node, jobs.getOrDefault(node.name(), List.of()));
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
        ? new PartitionAnswer.Refused(Rejection.NOT_FOUND, "There is no node " + name + ".")
        : new PartitionAnswer.OneNode(
            entry(state, node, jobsByNode(state).getOrDefault(name, List.of())));
  }

  private static Map<NodeName, List<JobId>> jobsByNode(PartitionState state) {
    Map<NodeName, List<JobId>> jobs = new java.util.HashMap<>();
    for (Grant grant : state.grants().values()) {
      for (Slice slice : grant.occupied()) {
        jobs.computeIfAbsent(slice.node(), _ -> new ArrayList<>()).add(grant.job().job());
      }
    }
    return jobs;
  }

  private NodeEntry entry(PartitionState state, NodeRecord node, List<JobId> jobs) {
    NodeAccount counted = state.energy().nodes().get(node.name());
    return new NodeEntry(
        node.name(),
        name(),
        node.stateWord(),
        node.reason(),
        node.capacity().cpus(),
        node.usedCpus(),
        node.capacity().memoryMb(),
        node.usedMemoryMb(),
        jobs,
        watch.lastSeen(node.name()),
        watch.description(node.name()),
        meters.of(node.name(), now),
        counted == null || !counted.known() ? null : NodeEnergy.of(counted));
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
            power.alarm(),
            power.limits().any() ? power.limits() : null,
            rounds.alarm(),
            rounds.refused()));
  }

  private PartitionSettings settings() {
    return environment.settings();
  }

  private PartitionName name() {
    return environment.settings().name();
  }
}
