package io.pliant.core.partition;

import io.pliant.core.adaptation.Resize;
import io.pliant.core.id.NodeName;
import io.pliant.core.resource.Slice;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * How the size of a grant has changed and is changing.
 *
 * @param resizes number of the newest resize of the attempt, 0 for none
 * @param active the resize on its way, or null; nodes of an expansion are held for it
 * @param leaving nodes that the job still has and is to let go of
 * @param came number of the resize with which each node of the job came; without those that it
 *     started on
 * @param lastChange when the last resize ended, or null
 * @param unmade resizes in a row that did not come through
 */
public record Sizes(
    long resizes,
    @Nullable Resize active,
    List<Leaving> leaving,
    Map<NodeName, Long> came,
    @Nullable Instant lastChange,
    int unmade) {
  /** A grant of which the size never changed. */
  public static final Sizes UNCHANGED = new Sizes(0, null, List.of(), Map.of(), null, 0);

  public Sizes {
    leaving = List.copyOf(leaving);
    came = Collections.unmodifiableMap(new TreeMap<>(came));
  }

  /**
   * A node that is to be let go of.
   *
   * @param came number of the resize with which it came, 0 for the start
   * @param forced its tasks are to be ended at once
   * @param since when it was told to leave
   */
  public record Leaving(Slice slice, long came, boolean forced, Instant since) {
    public NodeName node() {
      return slice.node();
    }
  }

  /** True when a further resize may begin. */
  public boolean settled() {
    return active == null && leaving.isEmpty();
  }

  /** Slices that are held for an expansion on its way. */
  public List<Slice> tentative() {
    return active == null || !active.kind().adds() ? List.of() : active.slices();
  }

  /** Number of the resize with which a node came, 0 for the start. */
  public long cameWith(NodeName node) {
    return came.getOrDefault(node, 0L);
  }

  Sizes begun(Resize resize) {
    return new Sizes(resize.ledger(), resize, leaving, came, lastChange, unmade);
  }

  Sizes closed(boolean made, List<Slice> added, List<Leaving> going, Instant at) {
    TreeMap<NodeName, Long> now = new TreeMap<>(came);
    added.forEach(slice -> now.put(slice.node(), resizes));
    going.forEach(one -> now.remove(one.node()));
    List<Leaving> all = new ArrayList<>(leaving);
    all.addAll(going);
    return new Sizes(resizes, null, all, now, at, made ? 0 : unmade + 1);
  }

  Sizes without(NodeName node) {
    TreeMap<NodeName, Long> now = new TreeMap<>(came);
    now.remove(node);
    return new Sizes(
        resizes,
        active,
        leaving.stream().filter(l -> !l.node().equals(node)).toList(),
        now,
        lastChange,
        unmade);
  }
}
