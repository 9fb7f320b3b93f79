package io.pliant.core.energy;

import io.pliant.core.id.AttemptId;
import io.pliant.core.id.NodeName;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.pcollections.PVector;
import org.pcollections.TreePMap;
import org.pcollections.TreePVector;

/**
 * The durable part of the energy accounts: up to where each node is counted, and who held what
 * since then. While no node has told of a meter only present stays are kept; then each stay until
 * it is counted to its end or given up as a gap.
 *
 * @param nodes nodes that have told of a meter, or of which stays were given up
 * @param stays by node, in order of their beginning
 * @param tenancies of those who have stays in the book
 */
public record EnergyBook(
    TreePMap<NodeName, NodeAccount> nodes,
    TreePMap<NodeName, PVector<Stay>> stays,
    TreePMap<AttemptId, Tenancy> tenancies) {
  /** Nobody holds anything, and nothing is counted. */
  public static final EnergyBook EMPTY =
      new EnergyBook(TreePMap.empty(), TreePMap.empty(), TreePMap.empty());

  /** A tenant has another size from {@code at} on, in microseconds since the epoch. */
  public EnergyBook sized(AttemptId tenant, int size, long at) {
    return with(stays, tenancies.plus(tenant, tenancy(tenant).sized(at, size)));
  }

  /** A tenant, of which the size is known, holds a node from {@code at} on. */
  public EnergyBook holds(NodeName node, AttemptId tenant, int cpus, long at) {
    return holds(node, tenant, cpus, List.of(), at);
  }

  /** The same with GPUs of the node, by their indices. */
  public EnergyBook holds(NodeName node, AttemptId tenant, int cpus, List<String> gpus, long at) {
    return with(node, new Stay(tenant, Math.max(1, cpus), at, Stay.OPEN, gpus));
  }

  /** With a stay whose tenancy is known. */
  EnergyBook with(NodeName node, Stay stay) {
    return with(
        stays.plus(node, staysOn(node).plus(stay)),
        tenancies.plus(stay.tenant(), tenancy(stay.tenant()).withStays(1)));
  }

  /** A tenant lets go of a node; nothing happens when it does not hold it. */
  public EnergyBook leaves(NodeName node, AttemptId tenant, long at) {
    PVector<Stay> here = staysOn(node);
    for (int i = 0; i < here.size(); i++) {
      Stay stay = here.get(i);
      if (stay.open() && stay.tenant().equals(tenant)) {
        return nodes.isEmpty()
            ? with(withStays(node, here.minus(i)), without(tenancies, tenant))
            : with(stays.plus(node, here.with(i, stay.until(at))), tenancies);
      }
    }
    return this;
  }

  /** A tenant has let go of all its nodes. */
  public EnergyBook over(AttemptId tenant, long at) {
    Tenancy tenancy = tenancies.get(tenant);
    return tenancy == null ? this : with(stays, tenancies.plus(tenant, tenancy.over(at)));
  }

  /** True when a count begins where the node's account ends. */
  public boolean isNext(NodeCount count) {
    NodeAccount account = nodes.get(count.node());
    return account == null || account.isNext(count);
  }

  /** The book after nodes were counted: stays that are counted to their end, or given up, go. */
  public EnergyBook counted(List<NodeCount> counts) {
    EnergyBook book = this;
    for (NodeCount count : counts) {
      NodeAccount before = book.nodes.get(count.node());
      NodeAccount now = before == null ? NodeAccount.open(count) : before.plus(count);
      book =
          new EnergyBook(book.nodes.plus(count.node(), now), book.stays, book.tenancies)
              .withoutStays(count.node(), Math.max(now.until(), now.forgotten()));
    }
    return book;
  }

  private EnergyBook withoutStays(NodeName node, long until) {
    PVector<Stay> left = staysOn(node);
    TreePMap<AttemptId, Tenancy> tenants = tenancies;
    for (int i = left.size() - 1; i >= 0; i--) {
      Stay stay = left.get(i);
      if (stay.to() <= until) {
        left = left.minus(i);
        tenants = without(tenants, stay.tenant());
      }
    }
    return with(withStays(node, left), tenants);
  }

  /** Those who have a stay on a node that is not yet counted to its end, in order. */
  public List<AttemptId> tenantsOn(NodeName node) {
    return staysOn(node).stream().map(Stay::tenant).distinct().sorted().toList();
  }

  PVector<Stay> staysOn(NodeName node) {
    PVector<Stay> here = stays.get(node);
    return here == null ? TreePVector.empty() : here;
  }

  /** The tenancy of one who has stays in the book. */
  Tenancy tenancy(AttemptId tenant) {
    Tenancy known = tenancies.get(tenant);
    return known == null ? Tenancy.NEW : known;
  }

  private TreePMap<NodeName, PVector<Stay>> withStays(NodeName node, PVector<Stay> left) {
    return left.isEmpty() ? stays.minus(node) : stays.plus(node, left);
  }

  private static TreePMap<AttemptId, Tenancy> without(
      TreePMap<AttemptId, Tenancy> tenancies, AttemptId tenant) {
    @Nullable Tenancy known = tenancies.get(tenant);
    if (known == null) {
      return tenancies;
    }
    return known.stays() <= 1
        ? tenancies.minus(tenant)
        : tenancies.plus(tenant, known.withStays(-1));
  }

  private EnergyBook with(
      TreePMap<NodeName, PVector<Stay>> newStays, TreePMap<AttemptId, Tenancy> newTenancies) {
    return new EnergyBook(nodes, newStays, newTenancies);
  }
}
