package io.pliant.core.policy;

import io.pliant.core.id.JobId;
import io.pliant.core.plan.WaitReason;
import io.pliant.core.reservation.Reservation;
import io.pliant.core.resource.Allocation;
import io.pliant.core.round.Candidate;
import io.pliant.core.round.Draft;
import io.pliant.core.round.SchedulingRound;
import io.pliant.core.view.ClusterView;
import io.pliant.core.view.WaitingJob;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * When a waiting job would start as things stand: running jobs end at their limits, those before it
 * in the queue get the earliest place in turn, and it the earliest that is left. What comes later,
 * jobs that end early, a policy that does otherwise and the bounds of power may all change it.
 */
public sealed interface StartForecast {
  /**
   * Jobs before it that are looked at; of more the first ones. A pack counts as many as it has
   * components, since it costs as much.
   */
  int DEPTH = 100;

  /** Times at which reservations change what it may have; beyond them nobody looks. */
  int MOST_CHANGES = 16;

  /** How often a round is laid out for it; seldom where packs make each dear. */
  int MOST_LOOKS = 2 * MOST_CHANGES;

  int MOST_LOOKS_AT_PACKS = 4;

  /**
   * It would start then.
   *
   * @param start never before the time of the view
   * @param on what it would hold
   */
  record At(Instant start, Allocation on) implements StartForecast {}

  /**
   * Nobody can say when.
   *
   * @param why in a clause, such as {@code it needs nodes that are down}
   */
  record Unknown(String why) implements StartForecast {}

  /**
   * Looks ahead for one of the waiting jobs of a view. A hold on it is not looked at.
   *
   * @throws IllegalArgumentException when it is not among them
   */
  static StartForecast of(ClusterView view, JobId job) {
    WaitingJob asked =
        view.waiting().stream()
            .filter(each -> each.job().equals(job))
            .findFirst()
            .orElseThrow(() ->
                new IllegalArgumentException(
                    "Expected job %s to wait, but it does not.".formatted(job)));
    ClusterView ahead = upTo(view, asked);
    TreeSet<Instant> changes = changes(ahead, asked);
    Unknown last = new Unknown("nobody can say");
    @Nullable At best = null;
    boolean packs = ahead.waiting().stream().anyMatch(each -> each.resources().isPack());
    int most = packs ? MOST_LOOKS_AT_PACKS : MOST_LOOKS;
    for (int looks = 0; looks < most && !changes.isEmpty(); looks++) {
      Instant from = changes.removeFirst();
      if (best != null && best.start().isBefore(from)) {
        break;
      }
      switch (from(ahead, asked, from)) {
        case Unknown unknown -> last = unknown;
        case At at when !stillOpen(ahead, from, at.start()) -> changes.add(at.start());
        case At at -> best = best == null || at.start().isBefore(best.start()) ? at : best;
      }
    }
    return best != null ? best : last;
  }

  /** The view with the job behind the first of those before it, as if nobody held it. */
  private static ClusterView upTo(ClusterView view, WaitingJob asked) {
    List<WaitingJob> before = new ArrayList<>();
    int width = 0;
    for (WaitingJob each : view.waiting()) {
      if (each.job().equals(asked.job()) || width >= DEPTH) {
        break;
      }
      before.add(each);
      width += each.resources().width();
    }
    before.add(asked.released());
    return view.with(view.nodes(), view.running(), before);
  }

  /** Its begin time or now, and when reservations begin or end after that. */
  private static TreeSet<Instant> changes(ClusterView view, WaitingJob asked) {
    Instant begin = asked.earliest();
    Instant first = begin == null || begin.isBefore(view.now()) ? view.now() : begin;
    TreeSet<Instant> changes = new TreeSet<>();
    for (Reservation each : reservations(view)) {
      changes.add(each.start());
      changes.add(each.end());
    }
    changes.removeIf(at -> !at.isAfter(first));
    while (changes.size() > MOST_CHANGES) {
      changes.removeLast();
    }
    changes.add(first);
    return changes;
  }

  private static List<Reservation> reservations(ClusterView view) {
    List<Reservation> known = view.reservations();
    return known == null ? List.of() : known;
  }

  /** The earliest start at that time or later, with what reservations leave at that time. */
  private static StartForecast from(ClusterView view, WaitingJob asked, Instant from) {
    ClusterView shown = SchedulingRound.shown(view.at(from));
    boolean hidden = shown.waiting().stream().noneMatch(each -> each.job().equals(asked.job()));
    if (hidden) {
      return new Unknown("the reservation that it asks for does not let it start");
    }
    Draft draft = Draft.of("forecast", shown);
    PlacedTimetable timetable = new PlacedTimetable(draft);
    for (int i = 0; i < draft.candidates().size(); i++) {
      Candidate candidate = draft.candidates().get(i);
      long start = timetable.earliest(i);
      if (!candidate.id().equals(asked.job())) {
        timetable.book(i, start);
        continue;
      }
      if (start >= PlacedTimetable.NEVER) {
        return new Unknown("jobs that never end hold what it needs");
      }
      Allocation on = Objects.requireNonNull(timetable.place(i), "a place that was found");
      return new At(from.plusMillis(start), on);
    }
    return new Unknown(why(draft.toPlan().waits().getOrDefault(asked.job(), List.of())));
  }

  /** True when reservations leave the job the same at both times; at once they always do. */
  private static boolean stillOpen(ClusterView view, Instant found, Instant then) {
    return reservations(view).isEmpty()
        || Duration.between(found, then).toMillis() <= 1
        || Objects.equals(shown(view, found), shown(view, then));
  }

  private static @Nullable WaitingJob shown(ClusterView view, Instant then) {
    JobId asked = view.waiting().getLast().job();
    return SchedulingRound.shown(view.at(then)).waiting().stream()
        .filter(each -> each.job().equals(asked))
        .findFirst()
        .orElse(null);
  }

  private static String why(List<WaitReason> reasons) {
    return reasons.isEmpty()
        ? "nobody can say"
        : reasons.stream().map(WaitReason::describe).collect(Collectors.joining(" "));
  }
}
