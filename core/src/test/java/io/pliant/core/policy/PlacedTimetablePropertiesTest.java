package io.pliant.core.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.placement.FreeResources;
import io.pliant.core.resource.Allocation;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.round.Candidate;
import io.pliant.core.round.Draft;
import io.pliant.core.testing.ClusterViews;
import io.pliant.core.view.ClusterView;
import io.pliant.core.view.RunningJob;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** The quick search for places, beside one that tries each start by itself. */
class PlacedTimetablePropertiesTest {
  @Property
  void shouldFindThePlacesThatTryingEachStartFinds(@ForAll("views") ClusterView view) {
    Draft draft = Draft.of("conservative", view);
    PlacedTimetable timetable = new PlacedTimetable(draft);
    EachStart each = new EachStart(draft);

    for (int job = 0; job < draft.candidates().size(); job++) {
      long start = timetable.earliest(job);
      assertThat(start).isEqualTo(each.earliest(job));
      timetable.book(job, start);
    }
  }

  @Provide
  Arbitrary<ClusterView> views() {
    return ClusterViews.any();
  }

  /** All that is held, in a list, and what is free at a time made anew whenever it is asked for. */
  private static final class EachStart {
    private final Draft draft;
    private final List<Booking> bookings = new ArrayList<>();
    private final TreeSet<Long> times = new TreeSet<>(List.of(0L));

    private record Booking(Allocation place, long from, long until) {}

    EachStart(Draft draft) {
      this.draft = draft;
      for (RunningJob job : draft.running()) {
        times.add(endOf(job));
      }
      times.removeIf(time -> time >= PlacedTimetable.NEVER);
    }

    /** The earliest start, which is booked at once. */
    long earliest(int job) {
      Candidate candidate = draft.candidates().get(job);
      ResourceRequest request = candidate.request();
      long length = PlacedTimetable.millis(draft.now(), candidate.endIfStarted(draft.now()));
      for (long start : times) {
        FreeResources common = freeAt(start);
        for (long later : times.subSet(start, start + length)) {
          common = common.freeInBoth(freeAt(later));
        }
        Allocation place = common.holds(request) ? draft.place(candidate, request, common) : null;
        if (place != null) {
          book(place, start, Math.min(PlacedTimetable.NEVER, start + length));
          return start;
        }
      }
      return PlacedTimetable.NEVER;
    }

    private void book(Allocation place, long from, long until) {
      bookings.add(new Booking(place, from, until));
      if (until < PlacedTimetable.NEVER) {
        times.add(until);
      }
    }

    private FreeResources freeAt(long time) {
      FreeResources free = draft.free().copy();
      for (RunningJob job : draft.running()) {
        if (endOf(job) <= time) {
          free.release(job.allocation());
        }
      }
      for (Booking booking : bookings) {
        if (booking.from() <= time && time < booking.until()) {
          free.take(booking.place());
        }
      }
      return free;
    }

    private long endOf(RunningJob job) {
      return Math.max(1, PlacedTimetable.millis(draft.now(), job.expectedEnd()));
    }
  }
}
