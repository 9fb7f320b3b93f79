package io.pliant.core.resource;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What a job asks of the features of its nodes, as Slurm's {@code --constraint} says it: a {@link
 * FeatureRule}, beside it at most one pair of brackets, {@code [rack1|rack2]} or {@code
 * [rack1*2&rack2*4]}, and counts as {@code gpu*2}.
 *
 * @param each what each node has, or null for anything
 * @param same all nodes have the same one of these; none when they are empty
 * @param counts least numbers of nodes; a node counts for one of them
 */
public record NodeConstraint(
    @Nullable FeatureRule each, List<FeatureRule> same, List<Counted> counts) {
  /** The forms that {@link #parse} reads, for messages. */
  public static final String FORMS =
      FeatureRule.FORMS + ", [rack1|rack2] for one of them, [rack1*2&rack2*4] for numbers of nodes";

  /** Most counts, and most alternatives. */
  public static final int MOST = 32;

  private static final int MOST_DIGITS = 6;

  /** So many nodes with those features, at least 1. */
  public record Counted(FeatureRule rule, int nodes) {}

  public NodeConstraint {
    same = List.copyOf(same);
    counts = List.copyOf(counts);
  }

  /** True for a text that asks something that no node can be judged by alone. */
  static boolean joint(String text) {
    return text.indexOf('[') >= 0 || text.indexOf('*') >= 0;
  }

  /**
   * Reads one.
   *
   * @throws IllegalArgumentException when it is none
   */
  public static NodeConstraint parse(String text) {
    return joint(text)
        ? new Parts(FeatureRule.reader(text, FORMS)).read()
        : new NodeConstraint(FeatureRule.parse(text, FORMS), List.of(), List.of());
  }

  /** What each node must have, whatever the others have; null for nothing. */
  public @Nullable FeatureRule ofEach() {
    if (same.isEmpty()) {
      return each;
    }
    FeatureRule any = same.size() == 1 ? same.getFirst() : new FeatureRule.Any(same);
    return each == null ? any : new FeatureRule.All(List.of(each, any));
  }

  /** Nodes that it counts together. */
  public int counted() {
    return counts.stream().mapToInt(Counted::nodes).sum();
  }

  /** All features that it names. */
  public SortedSet<String> features() {
    TreeSet<String> all = new TreeSet<>();
    if (each != null) {
      all.addAll(each.features());
    }
    same.forEach(rule -> all.addAll(rule.features()));
    counts.forEach(one -> all.addAll(one.rule().features()));
    return all;
  }

  /** Reads one with brackets or counts. */
  private static final class Parts {
    private final FeatureRule.Reader reader;
    private final List<FeatureRule> each = new ArrayList<>();
    private final List<FeatureRule> same = new ArrayList<>();
    private final List<Counted> counts = new ArrayList<>();

    Parts(FeatureRule.Reader reader) {
      this.reader = reader;
    }

    NodeConstraint read() {
      boolean bracketed = false;
      do {
        if (reader.takes("[")) {
          if (bracketed) {
            throw reader.wrong();
          }
          bracketed = true;
          brackets();
        } else {
          term();
        }
      } while (reader.takes("&,"));
      reader.end();
      if (same.size() > MOST || counts.size() > MOST) {
        throw reader.wrong();
      }
      return new NodeConstraint(
          each.isEmpty() ? null : each.size() == 1 ? each.getFirst() : new FeatureRule.All(each),
          same,
          counts);
    }

    private void term() {
      FeatureRule rule = reader.one();
      if (reader.takes("*")) {
        counts.add(new Counted(rule, reader.number(MOST_DIGITS)));
      } else {
        each.add(rule);
      }
    }

    /** Counts joined by {@code &}, or alternatives joined by {@code |}. */
    private void brackets() {
      FeatureRule first = reader.one();
      if (reader.takes("*")) {
        counts.add(new Counted(first, reader.number(MOST_DIGITS)));
        while (reader.takes("&,")) {
          FeatureRule next = reader.one();
          if (!reader.takes("*")) {
            throw reader.wrong();
          }
          counts.add(new Counted(next, reader.number(MOST_DIGITS)));
        }
      } else {
        same.add(reader.all(first));
        while (reader.takes("|")) {
          same.add(reader.all());
        }
      }
      if (!reader.takes("]")) {
        throw reader.wrong();
      }
    }
  }
}
