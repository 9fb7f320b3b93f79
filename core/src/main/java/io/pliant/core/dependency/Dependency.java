package io.pliant.core.dependency;

import io.pliant.core.array.JobRef;
import io.pliant.core.id.JobId;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Which other jobs a job waits for, as it was asked for.
 *
 * @param terms each of which names one other job; empty only with {@code singleton}, or for none
 * @param any true when one of them is enough
 * @param singleton it also waits for jobs of the same user and name
 * @param endIfNever it ends when it can never start; else it waits for whoever cancels it
 */
public record Dependency(List<Term> terms, boolean any, boolean singleton, boolean endIfNever) {
  /** How a dependency is written. */
  public static final String FORMS =
      "dependencies as in afterok:12:13,afterany:14_7, after:15+30 or singleton";

  /** Most jobs that one job may wait for. */
  public static final int MOST_TERMS = 2_000;

  /** Most minutes after a start: a year. */
  private static final int MOST_MINUTES = 366 * 24 * 60;

  /**
   * One job, or one element of an array.
   *
   * @param element index in the array, or null for the job as a whole
   * @param minutes after its start; only with AFTER, else 0
   */
  public record Term(DependencyType type, JobId job, @Nullable Integer element, int minutes) {
    /** As it is written. */
    public String text() {
      return type.word()
          + ":"
          + job
          + (element == null ? "" : "_" + element)
          + (minutes == 0 ? "" : "+" + minutes);
    }

    /** True when something has to be known of single elements of the other job. */
    boolean looksAtElements() {
      return element != null
          || type == DependencyType.AFTER_CORR
          || type == DependencyType.AFTER; // an array has started when none of it waits
    }
  }

  public Dependency {
    terms = List.copyOf(terms);
  }

  /** A job that waits for none any more. */
  public static Dependency none(boolean endIfNever) {
    return new Dependency(List.of(), false, false, endIfNever);
  }

  /** True when it waits for none. */
  public boolean isNone() {
    return terms.isEmpty() && !singleton;
  }

  /** Reads Slurm's text; throws IllegalArgumentException that says what is wrong with it. */
  public static Dependency parse(String text, boolean endIfNever) {
    boolean any = text.indexOf('?') >= 0;
    if (any && text.indexOf(',') >= 0) {
      throw new IllegalArgumentException(
          "either ',' (all of them) or '?' (one of them) stands between them, not both");
    }
    List<Term> terms = new ArrayList<>();
    boolean singleton = false;
    for (String word : text.strip().split(any ? "\\?" : ",", -1)) {
      if (word.equals("singleton")) {
        singleton = true;
      } else {
        terms.addAll(terms(word));
      }
    }
    if (any && singleton) {
      throw new IllegalArgumentException("'singleton' goes with ',', not with '?'");
    }
    if (terms.size() > MOST_TERMS) {
      throw new IllegalArgumentException(
          "at most %d jobs, but these are %d; let a job between wait for some of them"
              .formatted(MOST_TERMS, terms.size()));
    }
    return new Dependency(terms, any, singleton, endIfNever);
  }

  private static List<Term> terms(String word) {
    int colon = word.indexOf(':');
    if (colon < 0) { // Slurm's oldest form: a number alone
      return List.of(term(DependencyType.AFTER_ANY, word));
    }
    DependencyType type = DependencyType.of(word.substring(0, colon));
    List<Term> terms = new ArrayList<>();
    for (String job : word.substring(colon + 1).split(":", -1)) {
      terms.add(term(type, job));
    }
    return terms;
  }

  private static Term term(DependencyType type, String word) {
    int plus = word.indexOf('+');
    if (plus >= 0 && type != DependencyType.AFTER) {
      throw new IllegalArgumentException("minutes go only with 'after', not with '" + word + "'");
    }
    String named = plus < 0 ? word : word.substring(0, plus);
    String all = named.endsWith("_*") ? named.substring(0, named.length() - 2) : named;
    JobRef ref = JobRef.parse(all);
    if (ref.elements() != null && ref.elements().count() > 1) {
      throw new IllegalArgumentException("single elements count, not '" + word + "'");
    }
    if (ref.elements() != null && type == DependencyType.AFTER_CORR) {
      throw new IllegalArgumentException("aftercorr takes whole arrays, not '" + word + "'");
    }
    return new Term(
        type,
        ref.job(),
        ref.elements() == null ? null : (Integer) ref.elements().lowest(),
        plus < 0 ? 0 : minutes(word.substring(plus + 1)));
  }

  private static int minutes(String digits) {
    boolean plain = !digits.isEmpty() && digits.chars().allMatch(c -> c >= '0' && c <= '9');
    if (!plain || digits.length() > 6 || Integer.parseInt(digits) > MOST_MINUTES) {
      throw new IllegalArgumentException(
          "at most %d minutes stand behind '+', not '%s'".formatted(MOST_MINUTES, digits));
    }
    return Integer.parseInt(digits);
  }

  /** The jobs that it waits for, each once. */
  public SortedSet<JobId> targets() {
    SortedSet<JobId> targets = new TreeSet<>();
    terms.forEach(term -> targets.add(term.job()));
    return targets;
  }

  /** True when it has to know of single elements of that job. */
  public boolean looksAtElements(JobId target) {
    return terms.stream().anyMatch(t -> t.job().equals(target) && t.looksAtElements());
  }

  /** As it is written, with each job by itself. */
  public String text() {
    List<String> words =
        new ArrayList<>(terms.stream().map(Term::text).collect(Collectors.toList()));
    if (singleton) {
      words.add("singleton");
    }
    return String.join(any ? "?" : ",", words);
  }
}
