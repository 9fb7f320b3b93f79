package io.pliant.core.testing;

import io.pliant.core.resource.Components;
import io.pliant.core.resource.MemoryPerCpu;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.view.ClusterView;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/** Arbitrary views: shared and whole nodes, unequal ones, some not available, some jobs overdue. */
public final class ClusterViews {
  private static final long NOW = 1000;
  private static final int FOR_EACH_CPU = -1;

  private record Node(int cpus, int memoryMb, boolean available) {}

  private record Times(long started, long limit, boolean held, int begin) {}

  private record Job(ResourceRequest request, Times times) {}

  private ClusterViews() {}

  /** Views whose nodes and requests are of many sizes. */
  public static Arbitrary<ClusterView> any() {
    Arbitrary<Node> node =
        Combinators.combine(
                Arbitraries.of(1, 2, 4, 8),
                Arbitraries.of(500, 1000, 2000),
                Arbitraries.frequency(Tuple.of(6, true), Tuple.of(1, false)))
            .as(Node::new);
    return views(node, requestsAndPacks());
  }

  private static Arbitrary<ResourceRequest> requestsAndPacks() {
    Arbitrary<ResourceRequest> packs =
        requests()
            .list()
            .ofMinSize(2)
            .ofMaxSize(3)
            .map(all -> all.getFirst().with(new Components(all.subList(1, all.size()))));
    return Arbitraries.frequencyOf(Tuple.of(6, requests()), Tuple.of(1, packs));
  }

  /**
   * Views of equal, available nodes that no two jobs share: where textbook rules apply as they are.
   */
  public static Arbitrary<ClusterView> wholeEqualNodes() {
    return views(
        Arbitraries.just(new Node(4, 1000, true)),
        Arbitraries.integers().between(1, 8).map(ResourceRequest::wholeNodes));
  }

  private static Arbitrary<ClusterView> views(
      Arbitrary<Node> node, Arbitrary<ResourceRequest> request) {
    Arbitrary<Job> job = Combinators.combine(request, times()).as(Job::new);
    return Combinators.combine(
            node.list().ofMinSize(1).ofMaxSize(8),
            job.list().ofMaxSize(10),
            job.list().ofMaxSize(16))
        .as(ClusterViews::view);
  }

  private static Arbitrary<ResourceRequest> requests() {
    return Combinators.combine(
            Arbitraries.integers().between(1, 4),
            Arbitraries.integers().between(0, 4),
            Arbitraries.integers().between(0, 8),
            Arbitraries.frequency(Tuple.of(4, 1), Tuple.of(2, 2), Tuple.of(1, 4)),
            Arbitraries.of(0, 0, 300, 600, FOR_EACH_CPU),
            Arbitraries.frequency(Tuple.of(3, false), Tuple.of(1, true)))
        .as((min, moreNodes, moreTasks, cpus, memory, exclusive) ->
            new ResourceRequest(
                    min,
                    min + moreNodes,
                    min + moreTasks,
                    cpus,
                    memory == FOR_EACH_CPU ? 0 : memory,
                    exclusive)
                .withMemoryPerCpu(memory == FOR_EACH_CPU ? new MemoryPerCpu(150) : null));
  }

  private static Arbitrary<Times> times() {
    return Combinators.combine(
            Arbitraries.longs().between(900, NOW),
            Arbitraries.longs().between(1, 250),
            Arbitraries.frequency(Tuple.of(9, false), Tuple.of(1, true)),
            Arbitraries.frequency(Tuple.of(8, 0), Tuple.of(1, -10), Tuple.of(1, 50)))
        .as(Times::new);
  }

  private static ClusterView view(List<Node> nodes, List<Job> running, List<Job> waiting) {
    ClusterBuilder cluster = ClusterBuilder.aCluster().now(NOW);
    for (int i = 0; i < nodes.size(); i++) {
      cluster.node("n" + (i + 1), nodes.get(i).cpus, nodes.get(i).memoryMb);
    }
    for (Job job : running) {
      cluster.runningIfItFits(builder(job).started(job.times.started));
    }
    for (int i = 0; i < nodes.size(); i++) {
      if (!nodes.get(i).available) {
        cluster.unavailable("n" + (i + 1));
      }
    }
    for (Job job : waiting) {
      JobBuilder builder = builder(job);
      if (job.times.held) {
        builder.held();
      }
      if (job.times.begin != 0) {
        builder.begin(NOW + job.times.begin);
      }
      cluster.waiting(builder);
    }
    return cluster.view();
  }

  private static JobBuilder builder(Job job) {
    return JobBuilder.request(job.request).limit(job.times.limit);
  }
}
