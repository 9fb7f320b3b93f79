package io.pliant.core.partition;

import io.pliant.core.hostlist.Hostlist;
import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.Refusal;
import io.pliant.core.partition.PartitionEvent.ReservationDeleted;
import io.pliant.core.partition.PartitionEvent.ReservationMade;
import io.pliant.core.reservation.Reservation;
import io.pliant.core.reservation.ReservationRequest;
import io.pliant.core.reservation.Reservations;
import io.pliant.core.resource.NodeChoice;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.resource.Slice;
import io.pliant.core.size.Malleability;
import io.pliant.core.spec.TimeLimit;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.pcollections.TreePMap;

/**
 * The rules by which nodes are set aside. A reservation is made when no other has one of its nodes
 * in its window, and when no job may be there beyond its start, but for malleable ones that can
 * leave.
 */
public final class ReservationRules {
  /** Reservations of one partition that are not over. */
  static final int MOST = 256;

  private static final int MOST_SHOWN = 20;

  private ReservationRules() {}

  static PartitionOutcome reserve(
      PartitionState state, PartitionIntent.Reserve intent, Instant now) {
    ReservationRequest wanted = intent.wanted();
    Reservation known = state.reservations().get(wanted.name());
    if (known != null && wanted.madeAs(known)) {
      return PartitionOutcome.of(new PartitionReply.Done());
    }
    String why = misnamed(wanted, known, now);
    if (why == null) {
      why = refuse(state, wanted, now);
    }
    if (why != null) {
      return refused(Refusal.conflict(why));
    }
    List<NodeName> nodes = wanted.nodes() == null ? chosen(state, wanted) : wanted.nodes();
    if (nodes == null) {
      return refused(
          Refusal.conflict(
              "Expected %d node(s) of partition %s that are free of jobs and reservations from %s to %s, but there are fewer; take another window, or 'ignore_jobs' (Flags=)."
                  .formatted(wanted.count(), state.name(), wanted.start(), wanted.end())));
    }
    String left = leftOut(state, wanted, nodes);
    return left == null
        ? PartitionOutcome.of(
            new PartitionReply.Done(), new ReservationMade(wanted.on(nodes), intent.by(), now))
        : refused(Refusal.conflict(left));
  }

  /** Why a reservation of that name cannot be made, or changed, or null. */
  private static @Nullable String misnamed(
      ReservationRequest wanted, @Nullable Reservation known, Instant now) {
    Reservation replaces = wanted.replaces();
    if (replaces != null) {
      return replaces.equals(known)
          ? null
          : "Expected reservation %s as it was looked at, but it was changed or deleted meanwhile; look again."
              .formatted(wanted.name());
    }
    return known == null || !known.end().isAfter(now)
        ? null
        : "Expected a name that no reservation has, but there is a %s %s; delete it first, or change it (scontrol update)."
            .formatted(known.name(), known.window());
  }

  /** Why jobs that run in the reservation as it was would not fit into it any more, or null. */
  private static @Nullable String leftOut(
      PartitionState state, ReservationRequest wanted, List<NodeName> nodes) {
    Set<NodeName> kept = new TreeSet<>(nodes);
    for (Grant grant : wanted.ignoreJobs() ? List.<Grant>of() : state.grants().values()) {
      if (!runsIn(grant, wanted)) {
        continue;
      }
      if (grant.expectedEnd().isAfter(wanted.end()) || grant.start().isBefore(wanted.start())) {
        return "Expected a window that has the jobs of reservation %s, but its job %s runs from %s until %s at most; take a wider one, or Flags=ignore_jobs."
            .formatted(wanted.name(), grant.job().job(), grant.start(), grant.expectedEnd());
      }
      for (Slice slice : grant.occupied()) {
        if (!kept.contains(slice.node())) {
          return "Expected the nodes that jobs of reservation %s hold, but its job %s is on %s, which is left out; keep it, or take Flags=ignore_jobs."
              .formatted(wanted.name(), grant.job().job(), slice.node());
        }
      }
    }
    return null;
  }

  /** True for a job of the reservation that is to change. */
  private static boolean runsIn(Grant grant, ReservationRequest wanted) {
    return wanted.replaces() != null && wanted.name().equals(reservation(grant.job().resources()));
  }

  private static @Nullable String refuse(
      PartitionState state, ReservationRequest wanted, Instant now) {
    if (!wanted.end().isAfter(now)) {
      return "Expected a reservation that ends in the future, but %s is over."
          .formatted(wanted.end());
    }
    if (wanted.replaces() == null && lasting(state, now).size() >= MOST) {
      return "Expected at most %d reservations in partition %s; delete some."
          .formatted(MOST, state.name());
    }
    Map<NodeName, String> busy =
        wanted.nodes() == null ? Collections.emptyMap() : busy(state, wanted);
    for (NodeName node : wanted.nodes() == null ? List.<NodeName>of() : wanted.nodes()) {
      if (!state.nodes().containsKey(node)) {
        return "Expected nodes of partition %s, but it has no node '%s'."
            .formatted(state.name(), node);
      }
      String why = busy.get(node);
      if (why != null) {
        return why;
      }
    }
    return null;
  }

  /** The nodes that cannot be in the reservation, with why. */
  private static Map<NodeName, String> busy(PartitionState state, ReservationRequest wanted) {
    Map<NodeName, String> busy = new HashMap<>();
    for (Grant grant : wanted.ignoreJobs() ? List.<Grant>of() : state.grants().values()) {
      if (!runsIn(grant, wanted) && grant.expectedEnd().isAfter(wanted.start())) {
        grant.occupied().stream()
            .map(Slice::node)
            .filter(node -> !leaves(grant, node))
            .forEach(node ->
                busy.put(node, busyWith(grant.job().job(), node, grant.expectedEnd(), wanted)));
      }
    }
    for (LeaseBook.Lent lent :
        wanted.ignoreJobs() ? List.<LeaseBook.Lent>of() : state.leases().lent()) {
      if (lent.end().isAfter(wanted.start())) {
        for (Slice slice : lent.slices()) {
          busy.put(slice.node(), busyWith(lent.tenant().job(), slice.node(), lent.end(), wanted));
        }
      }
    }
    for (Reservation other : state.reservations().values()) {
      if (!wanted.maintenance()
          && !other.name().equals(wanted.name())
          && other.meets(wanted.start(), wanted.end())) {
        other.nodes().forEach(node -> busy.put(node, reservedBy(other, node)));
      }
    }
    return busy;
  }

  private static String busyWith(JobId job, NodeName node, Instant end, ReservationRequest wanted) {
    return "Expected nodes without jobs at %s, but job %s may be on %s until %s; take others, a later start, or Flags=ignore_jobs."
        .formatted(wanted.start(), job, node, end);
  }

  private static String reservedBy(Reservation other, NodeName node) {
    return "Expected nodes that are not reserved, but %s is, by %s %s; take others, another window, or Flags=maint."
        .formatted(node, other.name(), other.window());
  }

  /** True for a malleable job that has other nodes enough. */
  private static boolean leaves(Grant grant, NodeName node) {
    Malleability malleable = grant.job().malleable();
    return malleable != null
        && !grant.allocation().kept(grant.job().resources()).contains(node)
        && grant.allocation().slices().size() > malleable.minNodes();
  }

  /** Those that it has first, then idle ones, then by name; null when there are too few. */
  private static @Nullable List<NodeName> chosen(PartitionState state, ReservationRequest wanted) {
    Map<NodeName, String> busy = busy(state, wanted);
    List<NodeRecord> able = new ArrayList<>();
    for (NodeRecord node : state.nodes().values()) {
      if (node.available() && !busy.containsKey(node.name())) {
        able.add(node);
      }
    }
    Set<NodeName> held = new TreeSet<>();
    state.grants().values().stream()
        .filter(grant -> runsIn(grant, wanted))
        .forEach(grant -> grant.occupied().forEach(slice -> held.add(slice.node())));
    Reservation old = wanted.replaces();
    able.sort(
        Comparator.comparing((NodeRecord node) -> !held.contains(node.name()))
            .thenComparing(node -> old == null || !old.has(node.name()))
            .thenComparingInt(NodeRecord::jobs)
            .thenComparing(NodeRecord::name));
    return able.size() < wanted.count()
        ? null
        : able.subList(0, wanted.count()).stream().map(NodeRecord::name).toList();
  }

  static PartitionOutcome delete(
      PartitionState state, PartitionIntent.DeleteReservation intent, Instant now) {
    return state.reservations().containsKey(intent.reservation())
        ? PartitionOutcome.of(
            new PartitionReply.Done(),
            new ReservationDeleted(intent.reservation(), intent.by(), now))
        : PartitionOutcome.of(new PartitionReply.Done());
  }

  /** The state with one more; those that were over by then are forgotten. */
  static PartitionState made(PartitionState state, PartitionEvent.ReservationMade event) {
    TreePMap<String, Reservation> known = state.reservations();
    for (Reservation each : state.reservations().values()) {
      known = each.end().isAfter(event.at()) ? known : known.minus(each.name());
    }
    return state.withReservations(known.plus(event.reservation().name(), event.reservation()));
  }

  /** Those that are not over. */
  static List<Reservation> lasting(PartitionState state, Instant now) {
    return state.reservations().isEmpty()
        ? List.of()
        : state.reservations().values().stream().filter(r -> r.end().isAfter(now)).toList();
  }

  /** Why a job's reservation does not take it, in a sentence, or null. */
  static @Nullable String refuse(
      PartitionSettings settings, PartitionState state, QueuedJob job, Instant now) {
    String name = reservation(job.resources());
    if (name == null) {
      return null;
    }
    Reservation wanted = state.reservations().get(name);
    if (wanted == null || !wanted.end().isAfter(now)) {
      return "Requested reservation is invalid: partition %s has no reservation '%s'; %s."
          .formatted(state.name(), name, shown(lasting(state, now)));
    }
    String account = job.bookkeeping() == null ? null : job.bookkeeping().account();
    if (!wanted.admits(job.user(), account)) {
      return "Access denied to requested reservation: %s is for %s, not for %s%s."
          .formatted(
              name,
              wanted.audience(MOST_SHOWN),
              job.user(),
              wanted.accounts() == null
                  ? ""
                  : account == null ? " without an account" : " with account " + account);
    }
    Duration limit = job.timeLimit() == null ? settings.defaultTime() : job.timeLimit();
    Duration window = Duration.between(wanted.start(), wanted.end());
    if (limit.compareTo(window) > 0) {
      return "Expected a time limit (--time) that fits into reservation %s, which lasts %s, but got %s."
          .formatted(name, TimeLimit.format(window), TimeLimit.format(limit));
    }
    NodeChoice choice = Objects.requireNonNull(job.resources().choice());
    return choice.among(wanted.nodes()) != null
        ? null
        : "Expected a job that may have nodes of reservation %s (%s), but its --nodelist names others."
            .formatted(name, Hostlist.compress(wanted.nodes()));
  }

  private static String shown(List<Reservation> there) {
    return there.isEmpty()
        ? "it has none"
        : "it has "
            + String.join(", ", there.stream().limit(MOST_SHOWN).map(Reservation::name).toList());
  }

  /** The request among the nodes of its reservation, which takes the job. */
  static ResourceRequest among(PartitionState state, ResourceRequest request) {
    String name = reservation(request);
    Reservation own = name == null ? null : state.reservations().get(name);
    NodeChoice choice = request.choice();
    return own == null || choice == null ? request : request.on(choice.among(own.nodes()));
  }

  private static @Nullable String reservation(ResourceRequest request) {
    NodeChoice choice = request.choice();
    return choice == null ? null : choice.reservation();
  }

  /** The nodes that reservations leave to a running job for the rest of its time. */
  static List<NodeRecord> left(PartitionState state, Grant grant, Instant now) {
    String own = reservation(grant.job().resources());
    Reservations known = new Reservations(lasting(state, now));
    return state.nodes().values().stream()
        .filter(node -> known.refuse(own, node.name(), now, grant.expectedEnd()) == null)
        .toList();
  }

  /** Nodes that are in a window now. */
  public static Set<NodeName> reserved(PartitionState state, Instant now) {
    return Reservations.nodes(
        lasting(state, now).stream().filter(each -> each.active(now)).toList());
  }

  private static PartitionOutcome refused(Refusal refusal) {
    return PartitionOutcome.of(new PartitionReply.Refused(refusal));
  }
}
