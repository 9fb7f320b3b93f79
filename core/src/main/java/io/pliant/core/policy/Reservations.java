package io.pliant.core.policy;

import io.pliant.core.round.Candidate;
import io.pliant.core.round.Draft;
import io.pliant.core.rule.ConservativeRule;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Who has which place in the timetable of a round. Times are milliseconds from now; jobs are
 * indices of the draft's candidates, which are in queue order.
 */
final class Reservations {
  private final Draft draft;
  private final Map<Integer, Long> places = new TreeMap<>();
  private PlacedTimetable timetable;
  private int width;

  /**
   * So that a job can start that fits now, others may move to other nodes. Each try costs as much
   * as a timetable, so the first that is in vain is the last.
   */
  private boolean mayMove = true;

  private record Place(int job, long start) {}

  /**
   * The places that were promised to some jobs.
   *
   * @param promises start by job
   * @param most as many as there may be
   */
  Reservations(Draft draft, Map<Integer, Long> promises, int most) {
    this.draft = draft;
    this.timetable = new PlacedTimetable(draft);
    List<Place> promised = new ArrayList<>();
    promises.forEach((job, start) -> promised.add(new Place(job, start)));
    for (Place place : earliestFirst(promised).subList(0, Math.min(most, promised.size()))) {
      put(place.job(), book(timetable, place));
    }
  }

  private void put(int job, long start) {
    places.put(job, start);
    width += draft.candidates().get(job).request().width();
  }

  private @Nullable Long remove(int job) {
    Long start = places.remove(job);
    width -= start == null ? 0 : draft.candidates().get(job).request().width();
    return start;
  }

  /** Jobs that have a place, a pack counted as often as it has components. */
  int width() {
    return width;
  }

  /** Starts that were promised to candidates in earlier rounds, by job. */
  static Map<Integer, Long> promised(Draft draft) {
    Map<Integer, Long> promised = new TreeMap<>();
    for (int job = 0; job < draft.candidates().size(); job++) {
      Instant start = draft.candidates().get(job).job().promised();
      if (start != null) {
        promised.put(job, Math.max(0, PlacedTimetable.millis(draft.now(), start)));
      }
    }
    return promised;
  }

  /** Starts of all that have a place and were not started, in queue order. */
  Map<Integer, Long> places() {
    return places;
  }

  /** Gives a job the earliest place, its own one included; returns its start. */
  long compress(int job) {
    Long before = remove(job);
    long start =
        before == null
            ? ConservativeRule.reserve(timetable, job)
            : ConservativeRule.compress(timetable, job, before);
    Candidate candidate = draft.candidates().get(job);
    if (start > 0 && mayMove && draft.free().holds(candidate.request())) {
      PlacedTimetable other = withStartOf(job);
      mayMove = other != null;
      if (other != null) {
        timetable = other;
        start = 0;
      }
    }
    put(job, start);
    return start;
  }

  /** Starts a job whose place begins now. */
  void start(int job) {
    timetable.start(job);
    remove(job);
  }

  /** All on whatever nodes, with this job starting now; null when one would have to wait longer. */
  private @Nullable PlacedTimetable withStartOf(int job) {
    PlacedTimetable other = new PlacedTimetable(draft);
    if (book(other, new Place(job, 0)) > 0) {
      return null;
    }
    List<Place> rest = new ArrayList<>();
    places.forEach((each, start) -> rest.add(new Place(each, start)));
    for (Place place : earliestFirst(rest)) {
      if (book(other, place) > place.start()) {
        return null;
      }
    }
    return other;
  }

  /** So that equal nodes suffice for places that were taken by numbers of nodes. */
  private static List<Place> earliestFirst(List<Place> places) {
    return places.stream()
        .sorted(Comparator.comparingLong(Place::start).thenComparing(Place::job))
        .toList();
  }

  private static long book(PlacedTimetable timetable, Place place) {
    long start = timetable.earliest(place.job(), place.start());
    timetable.book(place.job(), start);
    return start;
  }
}
