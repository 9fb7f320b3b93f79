package io.pliant.core.pool;

import io.pliant.core.id.PartitionName;
import io.pliant.core.resource.NodeCapacity;
import io.pliant.core.resource.ResourceRequest;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a partition knows of the others of its pool.
 *
 * @param pool its pool, or null when it is in none
 * @param others by partition, as they stood when they last spoke
 */
public record PoolSight(
    @Nullable PoolSettings pool, SortedMap<PartitionName, PoolStanding> others) {
  /** Of a partition that is in no pool. */
  public static final PoolSight NONE = new PoolSight(null, Collections.emptySortedMap());

  public PoolSight {
    others = Collections.unmodifiableSortedMap(new TreeMap<>(others));
  }

  /** One of them has spoken. */
  public PoolSight told(PartitionName other, PoolStanding standing) {
    TreeMap<PartitionName, PoolStanding> known = new TreeMap<>(others);
    known.put(other, standing);
    return new PoolSight(pool, known);
  }

  /** True when each of them has spoken. */
  public boolean complete() {
    return pool == null || others.size() >= pool.members().size() - 1;
  }

  /** True when a request may be served by nodes of others. */
  public boolean serves(ResourceRequest request) {
    return pool != null && NodeNeed.asksForAnyNodes(request);
  }

  /**
   * Why its home alone could not hold a job, and that such jobs stay there.
   *
   * @param home why its home could not
   * @param kind what such jobs are called
   */
  public String atHome(String home, String kind) {
    return pool == null
        ? home
        : "%s %s start on nodes of their own partition, not of all of pool %s."
            .formatted(home, kind, pool.name());
  }

  /**
   * Why not even all nodes of the pool together could hold a request that it serves, or null when
   * they could, or when it is not known yet.
   *
   * @param home why its home alone could not
   * @param own the home's own nodes
   * @param like capacity of one of them, or null when it has none
   */
  public @Nullable String refuse(
      String home, ResourceRequest request, int own, @Nullable NodeCapacity like) {
    PoolSettings known = pool;
    if (known == null || !complete()) {
      return known == null ? home : null;
    }
    NodeCapacity first = like == null ? anyCapacity() : like;
    NodeNeed need = first == null ? NodeNeed.NEVER : NodeNeed.of(request, first);
    int nodes = own + others.values().stream().mapToInt(PoolStanding::nodes).sum();
    if (!need.possible()) {
      return home;
    }
    return need.nodes() <= nodes
        ? null
        : "It needs %d whole nodes, but pool %s has %d."
            .formatted(need.nodes(), known.name(), nodes);
  }

  private @Nullable NodeCapacity anyCapacity() {
    for (PoolStanding standing : others.values()) {
      if (standing.like() != null) {
        return standing.like();
      }
    }
    return null;
  }
}
