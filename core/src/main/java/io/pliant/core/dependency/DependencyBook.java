package io.pliant.core.dependency;

import io.pliant.core.array.Indices;
import io.pliant.core.array.Places;
import io.pliant.core.dependency.TermStanding.State;
import io.pliant.core.id.JobId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a job that waits for others knows of them: a fold of what they told.
 *
 * @param asked what it waits for
 * @param own indices of the array that waits, or null for one job
 * @param version how often something became known or was changed
 * @param terms how each of {@code asked.terms()} stands
 * @param asks not all that it waits for have answered
 * @param order as {@link TargetStanding#order}: so no job ever waits for itself in a circle
 */
public record DependencyBook(
    Dependency asked,
    @Nullable Indices own,
    int version,
    List<TermStanding> terms,
    boolean asks,
    @Nullable Long order) {
  /** Terms that are listed by name; of the others only that there are more. */
  private static final int MOST_LISTED = 10;

  public DependencyBook {
    terms = List.copyOf(terms);
  }

  /**
   * Nothing is known yet.
   *
   * @param submittedAt when the job that waits was submitted
   */
  public static DependencyBook of(Dependency asked, @Nullable Indices own, Instant submittedAt) {
    return new DependencyBook(
        asked, own, 0, unknown(asked), !asked.terms().isEmpty(), submittedAt.toEpochMilli());
  }

  private static List<TermStanding> unknown(Dependency asked) {
    return Collections.nCopies(asked.terms().size(), TermStanding.WAITS);
  }

  /** Something else is waited for, of which nothing is known yet. */
  public DependencyBook replacedBy(Dependency other) {
    return new DependencyBook(
        other, own, version + 1, unknown(other), !other.terms().isEmpty(), order);
  }

  /** True once all jobs that it waits for have answered; before that it is in no queue. */
  public boolean known() {
    return !asks;
  }

  /**
   * Why a job cannot begin to wait for these now, or null. Orders rise along whatever waits: so a
   * job for which others wait keeps its own, and waits only for jobs with lower ones.
   *
   * @param own order of the job that is to wait
   * @param waitedFor other jobs wait for it
   */
  public static @Nullable String circle(
      JobId job, @Nullable Long own, boolean waitedFor, Collection<TargetStanding> targets) {
    for (TargetStanding target : targets) {
      Long order = target.order();
      if (target.ended() != null) {
        continue;
      }
      if (order == null) {
        return "Expected a job of which it is known what it waits for, but job %s began to wait before an upgrade; cancel job %s and submit it again."
            .formatted(target.job(), job);
      }
      if (waitedFor && (own == null || order >= own)) {
        return "Expected job %s, for which others wait, to wait for jobs that were there before it, but job %s was not: it might wait for job %s itself. Cancel job %s and submit it again."
            .formatted(job, target.job(), job, job);
      }
    }
    return null;
  }

  /** Why it can't wait for these, or null. */
  public @Nullable String refusal(Map<JobId, TargetStanding> targets) {
    for (Dependency.Term term : asked.terms()) {
      String refusal = refusal(term, Objects.requireNonNull(targets.get(term.job())));
      if (refusal != null) {
        return "Job dependency problem (--dependency), %s: %s".formatted(term.text(), refusal);
      }
    }
    return null;
  }

  private @Nullable String refusal(Dependency.Term term, TargetStanding target) {
    ElementsStanding elements = target.elements();
    Integer index = term.element();
    if (target.refusal() != null) {
      return target.refusal();
    }
    if (index != null && elements == null) {
      return "job %s is no array.".formatted(term.job());
    }
    if (index != null && elements != null && elements.indices().placeOf(index) < 0) {
      return "array %s has the elements %s.".formatted(term.job(), elements.indices().text());
    }
    if (term.type() == DependencyType.AFTER_CORR && own != null && elements != null) {
      Places both = own.placesOf(elements.indices(), Places.first(elements.indices().count()));
      return both.count() == own.count()
          ? null
          : "array %s has only the elements %s; each element needs a counterpart there."
              .formatted(term.job(), elements.indices().text());
    }
    return null;
  }

  /** True when there is nothing to learn any more. */
  public boolean settled() {
    return terms.stream().noneMatch(term -> term.is(State.WAITS));
  }

  /** The book after news; the same one when they say nothing new. */
  public DependencyBook after(List<TargetStanding> news, Instant at) {
    List<TermStanding> now = new ArrayList<>(terms);
    for (TargetStanding target : news) {
      for (int i = 0; i < now.size(); i++) {
        Dependency.Term term = asked.terms().get(i);
        if (term.job().equals(target.job())) {
          now.set(i, now.get(i).after(term, target, own, at));
        }
      }
    }
    return !asks && version > 0 && now.equals(terms)
        ? this
        : new DependencyBook(asked, own, version + 1, now, false, asks ? above(news) : order);
  }

  /** An order above those of all that it waits for; null when one of them is not known. */
  private @Nullable Long above(List<TargetStanding> targets) {
    Long above = order;
    for (TargetStanding target : targets) {
      Long its = target.order();
      if (target.ended() == null) {
        above = above == null || its == null ? null : (Long) Math.max(above, its + 1);
      }
    }
    return above;
  }

  /** Elements that can never start, since their counterparts did not end well. */
  public Places neverPlaces() {
    Places never = Places.NONE;
    for (TermStanding term : terms) {
      never = never.plus(term.failed());
    }
    return asked.any() ? Places.NONE : never;
  }

  /** True when it can never start. */
  public boolean never() {
    if (asked.any()) {
      return !terms.isEmpty() && terms.stream().allMatch(term -> term.is(State.NEVER));
    }
    return terms.stream().anyMatch(term -> term.is(State.NEVER));
  }

  private boolean met() {
    return asked.any() && !terms.isEmpty()
        ? terms.stream().anyMatch(term -> term.is(State.MET))
        : terms.stream().allMatch(term -> term.is(State.MET));
  }

  /** What the partition is told. */
  public DependencyStanding standing() {
    boolean met = met();
    Places may = met ? null : may();
    return new DependencyStanding(
        version,
        met ? "" : text(MOST_LISTED),
        !met && (never() || restNever(may)),
        asked.singleton(),
        may,
        met ? from() : null);
  }

  /** Of an array of which all that may start could have: none of the others ever will. */
  private boolean restNever(@Nullable Places may) {
    int never = neverPlaces().count();
    return own != null && never > 0 && never + (may == null ? 0 : may.count()) == own.count();
  }

  /** Elements that may start while others wait; null when that is none. */
  private @Nullable Places may() {
    if (own == null) {
      return null;
    }
    Places may = asked.any() ? Places.NONE : Places.first(own.count());
    for (int i = 0; i < terms.size(); i++) {
      TermStanding term = terms.get(i);
      boolean corresponds = asked.terms().get(i).type() == DependencyType.AFTER_CORR;
      if (asked.any()) {
        may = may.plus(term.ok());
      } else if (corresponds && term.is(State.WAITS)) {
        may = may.among(term.ok());
      } else if (!term.is(State.MET)) {
        return null;
      }
    }
    return may.isEmpty() ? null : may;
  }

  private @Nullable Instant from() {
    Instant found = null;
    for (TermStanding term : terms) {
      Instant from = term.from();
      if (asked.any() && term.is(State.MET) && from == null) {
        return null;
      }
      if (from != null && (found == null || asked.any() == from.isBefore(found))) {
        found = from;
      }
    }
    return found;
  }

  /** All that it still waits for, as Slurm lists it; empty for nothing. */
  public String text() {
    return met() ? "" : text(Integer.MAX_VALUE);
  }

  private String text(int most) {
    List<String> words = new ArrayList<>();
    int more = 0;
    for (int i = 0; i < terms.size(); i++) {
      TermStanding term = terms.get(i);
      if (term.is(State.MET)) {
        continue;
      }
      if (words.size() == most) {
        more++;
      } else {
        words.add(
            asked.terms().get(i).text() + (term.is(State.NEVER) ? "(failed)" : "(unfulfilled)"));
      }
    }
    if (more > 0) {
      words.add("and " + more + " more");
    }
    return String.join(asked.any() ? "?" : ",", words);
  }
}
