package io.pliant.core.round;

import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.core.plan.WaitReason;
import io.pliant.core.reservation.Reservation;
import io.pliant.core.reservation.Reservations;
import io.pliant.core.resource.NodeChoice;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.view.ClusterView;
import io.pliant.core.view.NodeView;
import io.pliant.core.view.Outlook;
import io.pliant.core.view.RunningJob;
import io.pliant.core.view.RunningSize;
import io.pliant.core.view.WaitingJob;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a policy sees of a partition with reservations, so that none has to know of them: each job
 * chooses among the nodes that no reservation keeps from it while it would run. Jobs whose own
 * reservation does not let them start are not shown.
 */
final class ReservedView {
  private final ClusterView view;
  private final Reservations reservations;
  private final SortedMap<JobId, WaitReason> hidden = new TreeMap<>();
  private final SortedMap<JobId, WaitReason.NodesReserved> keptOff = new TreeMap<>();
  private final Set<String> wanted = new HashSet<>();
  private final Map<List<String>, Off> offs = new HashMap<>();
  private final Set<NodeName> closed;
  private final ClusterView shown;
  private @Nullable Instant again;

  /**
   * What some reservations keep from jobs, worked out once for all of them.
   *
   * @param narrowed requests without these nodes, so that equal requests stay one
   * @param choices the same of their choices, so that long lists of nodes need not be compared
   */
  private record Off(
      Set<NodeName> nodes,
      Map<ResourceRequest, ResourceRequest> narrowed,
      Map<NodeChoice, NodeChoice> choices) {
    Off(Set<NodeName> nodes) {
      this(nodes, new HashMap<>(), new HashMap<>());
    }

    ResourceRequest narrow(ResourceRequest request) {
      return narrowed.computeIfAbsent(
          request, asked -> asked.each(one -> one.on(narrow(one.choice()))));
    }

    private NodeChoice narrow(@Nullable NodeChoice choice) {
      return choices.computeIfAbsent(
          choice == null ? NodeChoice.ANY : choice, each -> each.off(nodes));
    }

    boolean tooMany(ResourceRequest request) {
      return request.components().stream().anyMatch(one -> tooMany(one.choice()));
    }

    private boolean tooMany(@Nullable NodeChoice choice) {
      List<NodeName> not = choice == null ? null : choice.not();
      return nodes.size() + (not == null ? 0 : not.size()) > NodeChoice.MOST_NAMES;
    }
  }

  private ReservedView(ClusterView view) {
    this.view = view;
    this.reservations = Reservations.of(view.reservations());
    List<WaitingJob> waiting = new ArrayList<>(view.waiting().size());
    for (WaitingJob job : view.waiting()) {
      WaitingJob seen = job.reservation() == null ? ofNone(job) : ofReservation(job);
      if (seen != null) {
        waiting.add(seen);
      }
    }
    List<RunningJob> running = view.running().stream().map(this::running).toList();
    this.closed =
        Reservations.nodes(
            reservations.all().stream()
                .filter(each -> each.active(view.now()) && !wanted.contains(each.name()))
                .toList());
    this.shown = view.with(view.nodes().stream().map(this::node).toList(), running, waiting);
  }

  /** Null for a view that is shown as it is. */
  static @Nullable ReservedView of(ClusterView view) {
    return view.reservations() == null
            && view.waiting().stream().allMatch(job -> job.reservation() == null)
        ? null
        : new ReservedView(view);
  }

  /** What is shown. */
  ClusterView shown() {
    return shown;
  }

  /** Jobs that are not shown, with what keeps them. */
  SortedMap<JobId, WaitReason> hidden() {
    return hidden;
  }

  /** Jobs that are shown without some nodes, with what keeps them off. */
  SortedMap<JobId, WaitReason.NodesReserved> keptOff() {
    return keptOff;
  }

  /** When a reservation changes what may start, or null for never. */
  @Nullable Instant again() {
    return again;
  }

  private @Nullable WaitingJob ofNone(WaitingJob job) {
    List<Reservation> against =
        reservations.against(null, view.now(), job.endIfStarted(view.now()));
    return against.isEmpty() ? job : keptOff(job, against);
  }

  private @Nullable WaitingJob keptOff(WaitingJob job, List<Reservation> against) {
    Off off = off(against);
    Reservation last = against.stream().max(Comparator.comparing(Reservation::end)).orElseThrow();
    WaitReason.NodesReserved reason =
        new WaitReason.NodesReserved(last.name(), last.start(), last.end(), off.nodes().size());
    against.forEach(each -> callAgainAt(each.end()));
    if (off.tooMany(job.resources())) {
      hidden.put(job.job(), reason);
      return null;
    }
    keptOff.put(job.job(), reason);
    return job.asking(off.narrow(job.resources()));
  }

  private @Nullable WaitingJob ofReservation(WaitingJob job) {
    String name = String.valueOf(job.reservation());
    Reservation own = reservations.named(name);
    Instant now = view.now();
    if (own == null || !own.end().isAfter(now)) {
      return hide(job, "there is none of that name any more; cancel the job, or make it again");
    }
    if (own.start().isAfter(now)) {
      callAgainAt(own.start());
      return hide(job, "it begins at " + own.start());
    }
    if (job.endIfStarted(now).isAfter(own.end())) {
      return hide(job, "it ends at %s, before the job would by its limit".formatted(own.end()));
    }
    NodeChoice among = Objects.requireNonNull(job.resources().choice()).among(own.nodes());
    if (among == null) {
      return hide(job, "it has none of the nodes that the job may have");
    }
    if (!job.held()) {
      wanted.add(name);
    }
    WaitingJob there = job.asking(job.resources().on(among));
    List<Reservation> against = reservations.against(name, now, job.endIfStarted(now));
    return against.isEmpty() ? there : keptOff(there, against);
  }

  private @Nullable WaitingJob hide(WaitingJob job, String why) {
    hidden.put(job.job(), new WaitReason.OfReservation(String.valueOf(job.reservation()), why));
    return null;
  }

  private RunningJob running(RunningJob job) {
    RunningSize size = job.size();
    Outlook outlook = size == null ? null : size.outlook();
    if (size == null || outlook == null) {
      return job;
    }
    String name = job.reservation();
    ResourceRequest request = outlook.request();
    if (name != null) {
      wanted.add(name);
    }
    List<Reservation> against = reservations.against(name, view.now(), job.expectedEnd());
    if (against.isEmpty() || off(against).tooMany(request)) {
      return job; // the check of the plan refuses what is reserved
    }
    return job.withSize(size.with(outlook.asking(off(against).narrow(request))));
  }

  private NodeView node(NodeView node) {
    return closed.contains(node.name()) ? node.unavailable() : node;
  }

  private Off off(List<Reservation> against) {
    return offs.computeIfAbsent(
        against.stream().map(Reservation::name).toList(),
        _ -> new Off(Reservations.nodes(against)));
  }

  private void callAgainAt(Instant at) {
    if (again == null || at.isBefore(again)) {
      again = at;
    }
  }
}
