package io.pliant.core.launch;

import io.pliant.core.hostlist.Hostlist;
import io.pliant.core.id.NodeName;
import io.pliant.core.resource.Allocation;
import io.pliant.core.resource.CoreRule;
import io.pliant.core.resource.Distribution;
import io.pliant.core.resource.Layout;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.step.StepRequest;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * How the tasks of a step are laid out: as it says, else as its job says.
 *
 * @param layout what counts
 * @param refusal a sentence why that is not possible, or null
 */
record StepLayout(Layout layout, @Nullable String refusal) {
  static StepLayout of(StepRequest request, ResourceRequest ofJob, Allocation job) {
    Distribution asked = Layout.orUsual(request.layout()).distribution();
    Distribution distribution = asked == null ? inherited(request, ofJob.distribution()) : asked;
    boolean overcommit = Layout.orUsual(request.layout()).overcommit() || ofJob.overcommits();
    CoreRule asOwn = Layout.orUsual(request.layout()).cores();
    CoreRule cores = asOwn == null ? ofJob.cores() : asOwn;
    if (distribution == null || !distribution.arbitrary()) {
      return new StepLayout(new Layout(distribution, overcommit, cores), null);
    }
    List<NodeName> places = distribution.places();
    Distribution own = ofJob.distribution();
    if (places == null && own != null) {
      places = own.places();
    }
    String refusal = refusal(request, places, job);
    if (places == null || refusal != null) {
      return new StepLayout(Layout.USUAL, refusal);
    }
    int tasks = request.tasks() == 0 ? places.size() : request.tasks();
    Distribution placed = distribution.at(places.subList(0, tasks));
    return new StepLayout(new Layout(placed, overcommit, cores), null);
  }

  /** The job's; its list only for a step of all its tasks. */
  private static @Nullable Distribution inherited(
      StepRequest request, @Nullable Distribution ofJob) {
    boolean whole = request.tasks() == 0 && request.nodes() == 0 && request.on() == null;
    return ofJob == null || whole || !ofJob.arbitrary() ? ofJob : null;
  }

  private static @Nullable String refusal(
      StepRequest request, @Nullable List<NodeName> places, Allocation job) {
    if (places == null) {
      return "Expected a list of nodes for --distribution=arbitrary, but got none. Give one with"
          + " --nodelist, or in a file that SLURM_HOSTFILE names.";
    }
    if (request.tasks() > places.size()) {
      return "Expected a node for each of %d tasks, but the list names %d. Name as many, or ask for fewer tasks."
          .formatted(request.tasks(), places.size());
    }
    Set<NodeName> strange = new TreeSet<>(places);
    job.nodes().forEach(strange::remove);
    return strange.isEmpty()
        ? null
        : "Expected nodes of the job, which are %s, but got %s."
            .formatted(Hostlist.compress(job.nodes()), Hostlist.compress(strange));
  }
}
