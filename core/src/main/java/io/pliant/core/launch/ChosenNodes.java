package io.pliant.core.launch;

import io.pliant.core.hostlist.Hostlist;
import io.pliant.core.id.NodeName;
import io.pliant.core.resource.Allocation;
import io.pliant.core.resource.NodeChoice;
import io.pliant.core.resource.Slice;
import io.pliant.core.step.StepRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The nodes of a job on which a step is to run that chooses nodes, as Slurm 22.05 has it: as many
 * as without the choice, those of its list first, none of those that it excludes. Ranks go by the
 * job's order of nodes, whatever the order of the list.
 *
 * @param allocation the slices of these nodes; the job's where the choice cannot be met
 * @param request the same step without its choice
 * @param refusal a sentence why it cannot run, or null
 */
record ChosenNodes(Allocation allocation, StepRequest request, @Nullable String refusal) {
  static ChosenNodes of(StepRequest request, Allocation job) {
    NodeChoice choice = Objects.requireNonNull(request.on());
    Set<NodeName> listed = new TreeSet<>(orNone(choice.only()));
    Set<NodeName> excluded = new TreeSet<>(orNone(choice.not()));
    Set<NodeName> strange = new TreeSet<>(listed);
    job.nodes().forEach(strange::remove);
    if (!strange.isEmpty()) {
      return refused(
          request,
          job,
          "Expected nodes of the job, which are %s, but got %s."
              .formatted(Hostlist.compress(job.nodes()), Hostlist.compress(strange)));
    }
    if (choice.constraint() != null) {
      return refused(
          request, job, "Expected a step without a constraint on features: its job has it.");
    }
    List<Slice> preferred = new ArrayList<>();
    List<Slice> others = new ArrayList<>();
    for (Slice slice : job.slices()) {
      if (!excluded.contains(slice.node())) {
        (listed.contains(slice.node()) ? preferred : others).add(slice);
      }
    }
    preferred.addAll(others);
    int count = count(request, job.slices().size(), preferred.size());
    if (count > preferred.size()) {
      return refused(
          request,
          job,
          "Expected a step on at most %d nodes, as the others of the job are excluded, but got one for %d. Say with -N how many."
              .formatted(preferred.size(), count));
    }
    Set<NodeName> chosen = new TreeSet<>();
    preferred.subList(0, count).forEach(slice -> chosen.add(slice.node()));
    List<Slice> slices =
        job.slices().stream().filter(slice -> chosen.contains(slice.node())).toList();
    return new ChosenNodes(
        new Allocation(slices), request.anywhere(tasks(request, job, count)), null);
  }

  private static ChosenNodes refused(StepRequest request, Allocation job, String why) {
    return new ChosenNodes(job, request, why);
  }

  private static List<NodeName> orNone(@Nullable List<NodeName> names) {
    return names == null ? List.of() : names;
  }

  /** As many nodes as without a choice; where only tasks are asked for, as there are. */
  private static int count(StepRequest request, int held, int allowed) {
    int tasks = request.tasks();
    if (request.nodes() > 0) {
      return tasks > 0 ? Math.min(request.nodes(), tasks) : request.nodes();
    }
    return tasks > 0 ? Math.min(allowed, tasks) : held;
  }

  /** All tasks of the job; of a job of one task on each node, one on each of these. */
  private static int tasks(StepRequest request, Allocation job, int count) {
    int held = job.slices().size();
    if (request.tasks() > 0 || count == held) {
      return request.tasks();
    }
    int all = TaskLayout.ofJob(job.slices()).tasks();
    return all == held ? count : all;
  }
}
