package io.pliant.core.energy;

import io.pliant.core.id.AttemptId;
import io.pliant.core.id.NodeName;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.pcollections.TreePMap;
import org.pcollections.TreePVector;

/** An {@link EnergyBook} in plain lists, as it is stored in a snapshot. Additive, as events are. */
public record EnergySnapshot(List<Node> nodes, List<NodeStay> stays, List<Sized> tenancies) {
  /** What was counted of a node. */
  public record Node(NodeName node, NodeAccount account) {}

  /** A stay on a node; of one node in order. */
  public record NodeStay(NodeName node, Stay stay) {}

  /** How the size of an attempt has changed. */
  public record Sized(AttemptId tenant, List<Tenancy.Size> sizes, @Nullable Long end) {
    public Sized {
      sizes = List.copyOf(sizes);
    }
  }

  public EnergySnapshot {
    nodes = List.copyOf(nodes);
    stays = List.copyOf(stays);
    tenancies = List.copyOf(tenancies);
  }

  /** The book as lists. */
  public static EnergySnapshot of(EnergyBook book) {
    List<NodeStay> stays = new ArrayList<>();
    book.stays().forEach((node, here) -> here.forEach(stay -> stays.add(new NodeStay(node, stay))));
    return new EnergySnapshot(
        book.nodes().entrySet().stream().map(e -> new Node(e.getKey(), e.getValue())).toList(),
        stays,
        book.tenancies().entrySet().stream()
            .map(e -> new Sized(e.getKey(), List.copyOf(e.getValue().sizes()), e.getValue().end()))
            .toList());
  }

  /** The book that this was made of. */
  public EnergyBook toBook() {
    EnergyBook book = EnergyBook.EMPTY;
    TreePMap<AttemptId, Tenancy> known = TreePMap.empty();
    for (Sized one : tenancies) {
      known = known.plus(one.tenant(), new Tenancy(TreePVector.from(one.sizes()), one.end(), 0));
    }
    book =
        new EnergyBook(
            nodes.stream().collect(TreePMap.toTreePMap(Node::node, Node::account)),
            book.stays(),
            known);
    for (NodeStay one : stays) {
      book = book.with(one.node(), one.stay());
    }
    return book;
  }
}
