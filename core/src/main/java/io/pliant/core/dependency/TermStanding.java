package io.pliant.core.dependency;

import io.pliant.core.array.Indices;
import io.pliant.core.array.Places;
import io.pliant.core.id.JobStatus;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What has become of one term of a dependency.
 *
 * @param from with MET: not to start before; null for at once
 * @param ok with AFTER_CORR between arrays: own elements whose counterparts ended well
 * @param failed the same, of which they did not
 */
record TermStanding(State state, @Nullable Instant from, Places ok, Places failed) {
  /** As far as is known. */
  enum State {
    WAITS,
    MET,
    NEVER
  }

  static final TermStanding WAITS = new TermStanding(State.WAITS, null, Places.NONE, Places.NONE);
  private static final TermStanding MET =
      new TermStanding(State.MET, null, Places.NONE, Places.NONE);
  private static final TermStanding NEVER =
      new TermStanding(State.NEVER, null, Places.NONE, Places.NONE);

  boolean is(State wanted) {
    return state == wanted;
  }

  /**
   * After news of its target; what is decided once stays.
   *
   * @param own indices of the array that waits, or null for one job
   * @param at time of the news
   */
  TermStanding after(
      Dependency.Term term, TargetStanding target, @Nullable Indices own, Instant at) {
    ElementsStanding elements = target.elements();
    Integer index = term.element();
    if (state != State.WAITS) {
      return this;
    }
    if (index != null) {
      return elements == null ? this : ofElement(term, elements, index, at);
    }
    return own != null && elements != null && term.type() == DependencyType.AFTER_CORR
        ? corresponding(own, elements)
        : ofWhole(term, target, at);
  }

  private TermStanding ofWhole(Dependency.Term term, TargetStanding target, Instant at) {
    Instant started = target.started();
    JobStatus ended = target.ended();
    if (term.type() == DependencyType.AFTER) {
      return started == null ? this : met(term, target.elements() == null ? started : at);
    }
    return ended == null ? this : over(term.type(), ended == JobStatus.COMPLETED);
  }

  private TermStanding ofElement(
      Dependency.Term term, ElementsStanding elements, int index, Instant at) {
    int place = elements.indices().placeOf(index);
    boolean waits = elements.waiting().contains(place);
    if (term.type() == DependencyType.AFTER) {
      return waits ? this : met(term, at);
    }
    return waits || elements.out().contains(place)
        ? this
        : over(term.type(), !elements.failed().contains(place));
  }

  private static TermStanding met(Dependency.Term term, Instant started) {
    return term.minutes() == 0
        ? MET
        : new TermStanding(
            State.MET, started.plus(Duration.ofMinutes(term.minutes())), Places.NONE, Places.NONE);
  }

  private static TermStanding over(DependencyType type, boolean ok) {
    boolean met =
        switch (type) {
          case AFTER, AFTER_ANY -> true;
          case AFTER_OK, AFTER_CORR -> ok;
          case AFTER_NOT_OK -> !ok;
        };
    return met ? MET : NEVER;
  }

  private static TermStanding corresponding(Indices own, ElementsStanding elements) {
    Indices other = elements.indices();
    Places ok = own.placesOf(other, elements.ok());
    Places failed = own.placesOf(other, elements.failed());
    return ok.count() == own.count() ? MET : new TermStanding(State.WAITS, null, ok, failed);
  }
}
