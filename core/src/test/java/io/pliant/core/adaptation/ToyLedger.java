package io.pliant.core.adaptation;

import io.pliant.core.id.NodeName;
import io.pliant.core.resource.Slice;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The ledger's end: each node is in exactly one place.
 *
 * @param held the job's
 * @param free nobody's
 * @param leaving the job's until it lets go of them
 * @param forced those of them whose tasks are to be ended
 * @param active the resize on its way, or null; nodes of an expansion are held for it
 * @param begun number of the newest resize
 * @param version rises with each change
 */
record ToyLedger(
    List<NodeName> held,
    List<NodeName> free,
    List<NodeName> leaving,
    List<NodeName> forced,
    @Nullable Resize active,
    long begun,
    int version) {
  static ToyLedger of(List<NodeName> held, List<NodeName> free) {
    return new ToyLedger(held, free, List.of(), List.of(), null, 0, 0);
  }

  ToyLedger begin(Kind kind, List<Slice> slices, boolean mandatory, @Nullable String request) {
    Resize resize = new Resize(begun + 1, kind, slices, mandatory, request);
    List<NodeName> left = kind.adds() ? without(free, resize.nodes()) : free;
    return new ToyLedger(held, left, leaving, forced, resize, begun + 1, version + 1);
  }

  ToyLedger close(LedgerEnd end) {
    Resize resize = active;
    if (resize == null || resize.ledger() != end.ledger()) {
      return this;
    }
    List<NodeName> nowHeld = held;
    List<NodeName> go;
    boolean force = end.forced();
    if (resize.kind().adds()) {
      nowHeld = with(held, end.nodes());
      go = without(resize.nodes(), end.nodes());
      force = true;
    } else {
      go = end.nodes().stream().filter(held::contains).toList();
      nowHeld = without(held, go);
    }
    return new ToyLedger(
        nowHeld,
        free,
        with(leaving, go),
        force ? with(forced, go) : forced,
        null,
        begun,
        version + 1);
  }

  /** The job lets go of a node. */
  ToyLedger release(NodeName node) {
    if (free.contains(node)) {
      return this;
    }
    return new ToyLedger(
        without(held, List.of(node)),
        with(free, List.of(node)),
        without(leaving, List.of(node)),
        without(forced, List.of(node)),
        active,
        begun,
        version + 1);
  }

  /** Every node once. */
  int count() {
    List<NodeName> all = new ArrayList<>(held);
    all.addAll(free);
    all.addAll(leaving);
    if (active != null && active.kind().adds()) {
      all.addAll(active.nodes());
    }
    return new TreeSet<>(all).size() == all.size() ? all.size() : -1;
  }

  private static List<NodeName> without(List<NodeName> from, List<NodeName> some) {
    return from.stream().filter(n -> !some.contains(n)).toList();
  }

  private static List<NodeName> with(List<NodeName> to, List<NodeName> more) {
    List<NodeName> all = new ArrayList<>(to);
    all.addAll(more);
    return all.stream().sorted().toList();
  }
}
