package io.pliant.core.round;

import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.core.pack.PackStand;
import io.pliant.core.pack.PackWord;
import io.pliant.core.placement.FreeResources;
import io.pliant.core.placement.Placement;
import io.pliant.core.plan.Decision;
import io.pliant.core.plan.PackWait;
import io.pliant.core.plan.Plan;
import io.pliant.core.plan.SchedulingPolicy;
import io.pliant.core.plan.Trigger;
import io.pliant.core.plan.WaitReason;
import io.pliant.core.reservation.Reservation;
import io.pliant.core.resource.Allocation;
import io.pliant.core.resource.Spread;
import io.pliant.core.view.ClusterView;
import io.pliant.core.view.WaitingJob;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A round of any policy of a partition where shares of packs wait whose other components are in
 * other partitions. A share waits until no job stands before it that could run. Then it says when
 * it could start. Once the pack has said when all its partitions could, its nodes are kept free
 * from that time on, as by a reservation; so no policy lets anything later delay it. When the pack
 * says so, it is started alone, by the policy's own rules.
 *
 * <p>Packs before which nobody stands have their turn in order of submission, which is the same in
 * all partitions: so two of them never keep each other waiting.
 */
public final class PackRound implements SchedulingPolicy {
  /** Packs that say when they could start, the oldest ones. */
  static final int MOST_ASKED = 16;

  private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59Z");

  private final SchedulingPolicy policy;
  private final Map<JobId, PackWord> words;
  private final List<PackStand> stands = new ArrayList<>();

  private PackRound(SchedulingPolicy policy, Map<JobId, PackWord> words) {
    this.policy = policy;
    this.words = words;
  }

  /** A round of that policy on this view, in which packs have said something, or nothing. */
  public static PackRound of(SchedulingPolicy policy, ClusterView view) {
    Map<JobId, PackWord> words = new HashMap<>();
    List<PackWord> said = view.packs();
    for (PackWord word : said == null ? List.<PackWord>of() : said) {
      words.put(word.attempt().job(), word);
    }
    return new PackRound(policy, words);
  }

  /** What was found of shares whose turn it is, by the last plan. */
  public List<PackStand> stands() {
    return List.copyOf(stands);
  }

  @Override
  public String name() {
    return policy.name();
  }

  @Override
  public Plan plan(ClusterView view, Trigger trigger) {
    stands.clear();
    if (view.waiting().stream().allMatch(job -> job.resources().spread() == null)) {
      return policy.plan(view, trigger);
    }
    Sorted sorted = sort(view);
    WaitingJob turn = turn(sorted.front());
    FreeResources free = FreeResources.of(view.nodes());
    stands.addAll(stands(view, sorted.front(), turn, free));
    PackWord word = turn == null ? null : words.get(turn.job());
    boolean ready = stands.stream().anyMatch(each -> each.now() && isOf(each, turn));
    Plan plan =
        turn != null && word != null && word.hold() && ready
            ? alone(view, turn, trigger)
            : around(view, sorted.shown(), turn, word, free, trigger);
    return new Plan(
        plan.basedOn(),
        plan.policy(),
        plan.decisions(),
        waits(plan, view, sorted, free),
        plan.alarm());
  }

  private static boolean isOf(PackStand stand, @Nullable WaitingJob turn) {
    return turn != null && stand.attempt().job().equals(turn.job());
  }

  /**
   * The queue in parts.
   *
   * @param shown jobs that the policy sees
   * @param front shares before which nobody stands, the oldest pack first
   * @param behind shares that wait behind others
   * @param first a job that stands before those, or null
   */
  private record Sorted(
      List<WaitingJob> shown,
      List<WaitingJob> front,
      List<WaitingJob> behind,
      @Nullable WaitingJob first) {}

  private static Sorted sort(ClusterView view) {
    NodeShortage shortage = new NodeShortage(view, FreeResources.of(view.nodes()).emptied());
    List<WaitingJob> shown = new ArrayList<>();
    List<WaitingJob> front = new ArrayList<>();
    List<WaitingJob> behind = new ArrayList<>();
    WaitingJob first = null;
    for (WaitingJob job : view.waiting()) {
      boolean share = job.resources().spread() != null;
      boolean looked = share || first == null;
      boolean able =
          looked && job.eligible(view.now()) && shortage.reasons(job.resources()).isEmpty();
      if (!share || !able) {
        shown.add(job); // the policy says why a share waits that could not start alone either
        first = first == null && !share && able ? job : first;
      } else {
        (first == null ? front : behind).add(job);
      }
    }
    front.sort(Comparator.comparing(WaitingJob::submittedAt).thenComparing(WaitingJob::job));
    return new Sorted(shown, front, behind, first);
  }

  /** The oldest pack of which all partitions have said when they could start it. */
  private @Nullable WaitingJob turn(List<WaitingJob> front) {
    for (WaitingJob job : front) {
      PackWord word = words.get(job.job());
      if (word != null && word.attempt().equals(job.attemptId()) && word.together() != null) {
        return job;
      }
    }
    return null;
  }

  private static List<PackStand> stands(
      ClusterView view, List<WaitingJob> front, @Nullable WaitingJob turn, FreeResources free) {
    List<PackStand> found = new ArrayList<>();
    boolean behind = false;
    for (WaitingJob job : front.subList(0, Math.min(front.size(), MOST_ASKED))) {
      found.add(behind ? unknown(view, job) : stand(view, job, free));
      behind |= job.equals(turn);
    }
    return List.copyOf(found);
  }

  private static PackStand stand(ClusterView view, WaitingJob job, FreeResources free) {
    Opening opening = Opening.find(job.resources(), free, view.running(), view.now());
    if (opening == null) {
      return unknown(view, job);
    }
    boolean now = free.holds(job.resources());
    return new PackStand(view.partition(), job.attemptId(), opening.at(), now);
  }

  private static PackStand unknown(ClusterView view, WaitingJob job) {
    return PackStand.unknown(view.partition(), job.attemptId());
  }

  /**
   * The policy starts the pack, or does not; all else is left to the next round, and what was
   * promised to others stays so.
   */
  private Plan alone(ClusterView view, WaitingJob turn, Trigger trigger) {
    Plan plan = policy.plan(view.with(view.nodes(), view.running(), List.of(turn)), trigger);
    List<Decision> decisions = new ArrayList<>();
    for (Decision decision : plan.decisions()) {
      if (decision instanceof Decision.Start) {
        decisions.add(decision);
      }
    }
    for (WaitingJob other : view.waiting()) {
      Instant promised = other.promised();
      if (promised != null && !other.equals(turn)) {
        decisions.add(new Decision.Reserve(other.job(), promised));
      }
    }
    decisions.add(new Decision.CallAgain(view.now()));
    return new Plan(plan.basedOn(), plan.policy(), decisions, plan.waits(), plan.alarm());
  }

  /** The policy plans for all others, off the nodes that are kept for the pack. */
  private Plan around(
      ClusterView view,
      List<WaitingJob> shown,
      @Nullable WaitingJob turn,
      @Nullable PackWord word,
      FreeResources free,
      Trigger trigger) {
    ClusterView others = view.with(view.nodes(), view.running(), shown);
    Instant together = word == null ? null : word.together();
    if (turn == null || together == null) {
      return policy.plan(others, trigger);
    }
    Instant from = together.isAfter(view.now()) ? together : view.now();
    Opening opening = Opening.find(turn.resources(), free, view.running(), from);
    Allocation place =
        opening == null ? null : Placement.place(turn.resources(), opening.freeThen());
    if (opening == null || place == null) {
      return policy.plan(others, trigger);
    }
    List<Reservation> kept =
        new ArrayList<>(others.reservations() == null ? List.of() : others.reservations());
    kept.addAll(kept(turn, opening.at(), place));
    return ReservedRound.plan(policy, others.withReservations(kept), trigger);
  }

  private static List<Reservation> kept(WaitingJob turn, Instant at, Allocation place) {
    Instant end = turn.endIfStarted(at);
    Instant until = end.isAfter(LATEST) ? LATEST : end;
    List<Reservation> kept = new ArrayList<>();
    List<NodeName> nodes = place.nodes();
    for (int i = 0; i < nodes.size(); i += Reservation.MOST_NODES) {
      List<NodeName> part = nodes.subList(i, Math.min(nodes.size(), i + Reservation.MOST_NODES));
      kept.add(
          new Reservation(
              "pack-%s%s".formatted(turn.job(), i == 0 ? "" : "-" + i),
              at.truncatedTo(ChronoUnit.MILLIS),
              until.isAfter(at) ? until : at.plusMillis(1),
              part,
              List.of(),
              true,
              true));
    }
    return kept;
  }

  private SortedMap<JobId, List<WaitReason>> waits(
      Plan plan, ClusterView view, Sorted sorted, FreeResources free) {
    SortedMap<JobId, List<WaitReason>> waits = new TreeMap<>(plan.waits());
    Reasons reasons = new Reasons(free, free.emptied());
    for (int i = 0; i < sorted.front().size(); i++) {
      WaitingJob job = sorted.front().get(i);
      List<WaitReason> why = new ArrayList<>();
      if (i < MOST_ASKED) { // a matching for each
        why.addAll(reasons.resources(job.resources()));
      }
      PackWait other = other(view, job);
      if (why.isEmpty() || !other.last().equals(view.partition())) {
        why.add(other);
      }
      waits.putIfAbsent(job.job(), List.copyOf(why));
    }
    Map<JobId, Integer> places = new HashMap<>();
    view.waiting().forEach(job -> places.put(job.job(), places.size() + 1));
    for (WaitingJob job : sorted.behind()) {
      WaitingJob first = Objects.requireNonNull(sorted.first());
      int place = Objects.requireNonNull(places.get(job.job()));
      waits.put(job.job(), List.of(new WaitReason.Priority(first.job(), place)));
    }
    plan.jobs().forEach(waits::remove);
    return waits;
  }

  private PackWait other(ClusterView view, WaitingJob job) {
    PackWord word = words.get(job.job());
    Spread spread = Objects.requireNonNull(job.resources().spread());
    return word != null
        ? new PackWait(word.last(), word.together())
        : new PackWait(
            spread.distinct().stream()
                .filter(each -> !each.equals(view.partition()))
                .findFirst()
                .orElse(view.partition()),
            null);
  }
}
