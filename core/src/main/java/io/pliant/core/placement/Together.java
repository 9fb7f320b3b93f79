package io.pliant.core.placement;

import io.pliant.core.id.NodeName;
import io.pliant.core.resource.FeatureRule;
import io.pliant.core.resource.Features;
import io.pliant.core.resource.NodeChoice;
import io.pliant.core.resource.NodeConstraint;
import io.pliant.core.resource.NodeTerms;
import io.pliant.core.view.NodeView;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * What a choice asks of nodes together, by their positions in a view.
 *
 * @param with nodes that are all to be there, in order; -1 for one that the view does not have
 * @param ways each of them is enough
 * @param preferred ways that are tried before these
 * @param contiguous whether nodes are to stand side by side
 */
record Together(List<Integer> with, List<Way> ways, List<Way> preferred, boolean contiguous) {

  /**
   * One way to meet what is asked.
   *
   * @param allowed nodes that may be there
   * @param members for each count the nodes that have what it asks for
   * @param counts least numbers of nodes with that
   */
  record Way(BitSet allowed, List<BitSet> members, List<Integer> counts) {
    /** Which of the counts a node may count for: a bit for each. */
    long marks(int node) {
      long marks = 0;
      for (int i = 0; i < members.size(); i++) {
        marks |= members.get(i).get(node) ? 1L << i : 0;
      }
      return marks;
    }
  }

  static Together of(
      NodeChoice choice, List<NodeView> nodes, ToIntFunction<NodeName> indexOf, BitSet allowed) {
    NodeTerms terms = choice.besides();
    List<NodeName> with = Objects.requireNonNullElse(terms.with(), List.of());
    String prefer = terms.prefer();
    List<Way> all = List.of(new Way(allowed, List.of(), List.of()));
    List<Way> ways = refined(all, choice.features(), nodes);
    return new Together(
        with.stream().map(indexOf::applyAsInt).toList(),
        ways,
        prefer == null ? List.of() : refined(ways, NodeConstraint.parse(prefer), nodes),
        terms.contiguous());
  }

  private static List<Way> refined(
      List<Way> ways, @Nullable NodeConstraint asked, List<NodeView> nodes) {
    if (asked == null) {
      return ways;
    }
    List<Way> refined = new ArrayList<>();
    for (Way way : ways) {
      for (BitSet same : same(asked, nodes)) {
        same.and(way.allowed());
        List<BitSet> members = new ArrayList<>(way.members());
        List<Integer> counts = new ArrayList<>(way.counts());
        for (NodeConstraint.Counted one : asked.counts()) {
          members.add(having(one.rule(), nodes));
          counts.add(one.nodes());
        }
        refined.add(new Way(same, members, counts));
      }
    }
    return refined;
  }

  private static List<BitSet> same(NodeConstraint asked, List<NodeView> nodes) {
    List<@Nullable FeatureRule> rules = new ArrayList<>(asked.same());
    if (rules.isEmpty()) {
      rules.add(null);
    }
    List<BitSet> sets = new ArrayList<>();
    for (FeatureRule rule : rules) {
      BitSet having = having(rule, nodes);
      having.and(having(asked.each(), nodes));
      sets.add(having);
    }
    return sets;
  }

  private static BitSet having(@Nullable FeatureRule rule, List<NodeView> nodes) {
    BitSet having = new BitSet(nodes.size());
    for (int i = 0; i < nodes.size(); i++) {
      Features features = Features.orNone(nodes.get(i).capacity().features());
      having.set(i, rule == null || rule.allows(features));
    }
    return having;
  }

  /** What of it these nodes do not meet, in a sentence's end, or null; preferences do not count. */
  @Nullable String unmet(int[] chosen) {
    BitSet nodes = new BitSet();
    Arrays.stream(chosen).forEach(nodes::set);
    if (!with.stream().allMatch(node -> node >= 0 && nodes.get(node))) {
      return "it lacks nodes that it asks for by name";
    }
    if (contiguous && nodes.length() - nodes.nextSetBit(0) > nodes.cardinality()) {
      return "its nodes are not side by side";
    }
    return ways.stream().anyMatch(way -> meets(way, nodes))
        ? null
        : "its nodes have not together what --constraint asks for";
  }

  private static boolean meets(Way way, BitSet nodes) {
    BitSet outside = (BitSet) nodes.clone();
    outside.andNot(way.allowed());
    if (!outside.isEmpty()) {
      return false;
    }
    Quotas quotas = new Quotas(way.counts());
    nodes.stream().forEach(node -> quotas.takes(way.marks(node)));
    return quotas.met();
  }
}
