package io.pliant.core.accounting;

import io.pliant.core.array.ArrayElement;
import io.pliant.core.array.JobArray;
import io.pliant.core.hostlist.Hostlist;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.resource.NodeChoice;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.spec.Bookkeeping;
import io.pliant.core.spec.JobChange;
import io.pliant.core.spec.JobSpec;
import io.pliant.core.spec.Submitter;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What accounting keeps of a submission.
 *
 * @param resources without its choice of nodes
 * @param timeLimit wall-clock limit, or null for the partition's default
 * @param names under which it is counted besides its user's, or null for none
 * @param nodes compressed host list of the nodes that it may have, or null for any
 * @param notNodes compressed host list of the nodes that it may not have, or null for none
 * @param constraint what it asks of features, or null for nothing
 * @param reservation whose nodes it asks for, or null for none
 * @param array the equal jobs that it stands for, or null for one job
 * @param element what it is in an array, or null
 */
public record Asked(
    String name,
    Submitter submitter,
    PartitionName partition,
    ResourceRequest resources,
    @Nullable Duration timeLimit,
    @Nullable Bookkeeping names,
    String comment,
    String workingDirectory,
    @Nullable String nodes,
    @Nullable String notNodes,
    @Nullable String constraint,
    @Nullable String reservation,
    @Nullable JobArray array,
    @Nullable ArrayElement element) {

  /** Of a submission. */
  public static Asked of(JobSpec spec) {
    NodeChoice choice = spec.resources().choice();
    return new Asked(
        spec.name(),
        spec.submitter(),
        spec.partition(),
        spec.resources().each(one -> one.on(null)),
        spec.timeLimit(),
        spec.bookkeeping(),
        spec.comment(),
        spec.workingDirectory(),
        choice == null ? null : list(choice.listed()),
        choice == null ? null : list(choice.not()),
        choice == null ? null : choice.constraint(),
        choice == null ? null : choice.reservation(),
        spec.array(),
        spec.element());
  }

  /**
   * The same, with what is equal in another submission kept once for both: a hundred thousand
   * elements of an array differ in their index alone.
   */
  Asked sharing(Asked other) {
    return new Asked(
        shared(name, other.name),
        shared(submitter, other.submitter),
        shared(partition, other.partition),
        shared(resources, other.resources),
        shared(timeLimit, other.timeLimit),
        shared(names, other.names),
        shared(comment, other.comment),
        shared(workingDirectory, other.workingDirectory),
        shared(nodes, other.nodes),
        shared(notNodes, other.notNodes),
        shared(constraint, other.constraint),
        shared(reservation, other.reservation),
        shared(array, other.array),
        element);
  }

  private static <T extends @Nullable Object> T shared(T one, T other) {
    return Objects.equals(one, other) ? other : one;
  }

  /** The same after a change of the job. */
  Asked after(JobChange change) {
    return new Asked(
        change.name() == null ? name : change.name(),
        submitter,
        partition,
        resources,
        change.timeLimit() == null ? timeLimit : change.timeLimit(),
        change.applied(names),
        change.comment() == null ? comment : change.comment(),
        workingDirectory,
        nodes,
        notNodes,
        constraint,
        reservation,
        change.applied(array),
        element);
  }

  /** Characters of its texts. */
  int characters() {
    return name.length()
        + comment.length()
        + workingDirectory.length()
        + (nodes == null ? 0 : nodes.length())
        + (notNodes == null ? 0 : notNodes.length())
        + (constraint == null ? 0 : constraint.length())
        + (reservation == null ? 0 : reservation.length());
  }

  private static @Nullable String list(@Nullable List<NodeName> nodes) {
    return nodes == null ? null : Hostlist.compress(nodes);
  }
}
