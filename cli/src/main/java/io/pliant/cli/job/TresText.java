package io.pliant.cli.job;

import io.pliant.api.HistoryEntry;
import io.pliant.core.format.SizeText;
import io.pliant.core.resource.Allocation;
import io.pliant.core.resource.Devices;
import io.pliant.core.resource.Kinds;
import io.pliant.core.resource.MemoryPerCpu;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.resource.Slice;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Resources in Slurm's words: {@code cpu=4,mem=8G,node=2,gres/gpu=2}. */
public final class TresText {
  private TresText() {}

  /** What a job holds, or held last. */
  public static String held(HistoryEntry job) {
    Long memory = job.memoryMb();
    return text(job.cpus(), memory == null ? 0 : memory, job.nodes(), job.devices());
  }

  /** What a job asks for at least. */
  public static String wanted(ResourceRequest want) {
    int cpus = want.leastCpus();
    MemoryPerCpu perCpu = want.memoryPerCpu();
    long memory =
        perCpu == null ? (long) want.memoryMbPerNode() * want.minNodes() : perCpu.forCpus(cpus);
    Kinds kinds =
        Kinds.orNone(want.kindsPerNode())
            .times(want.minNodes())
            .plus(Kinds.orNone(want.kindsPerTask()).times(want.tasks()));
    return text(cpus, memory, want.minNodes(), kinds);
  }

  /** What a job holds of all its nodes. */
  public static String held(Allocation held) {
    long memory = 0;
    Kinds kinds = Kinds.NONE;
    for (Slice slice : held.slices()) {
      memory += slice.memoryMb();
      kinds = kinds.plus(Kinds.orNone(slice.kinds()).counted());
    }
    return text(held.cpus(), memory, held.slices().size(), kinds);
  }

  /** Kinds in the words of a request: {@code gres:gpu:a100:2,gres:ssd:1}. */
  public static String gres(Kinds kinds) {
    return Devices.withoutFamilies(kinds).amounts().entrySet().stream()
        .map(kind -> "gres:%s:%d".formatted(kind.getKey(), kind.getValue().count()))
        .collect(Collectors.joining(","));
  }

  /**
   * These amounts.
   *
   * @param nodes number of nodes; 0 to say nothing of them
   */
  public static String text(int cpus, long memoryMb, int nodes, @Nullable Kinds kinds) {
    StringBuilder text = new StringBuilder("cpu=" + cpus);
    if (memoryMb > 0) {
      text.append(",mem=").append(SizeText.megabytes(memoryMb));
    }
    if (nodes > 0) {
      text.append(",node=").append(nodes);
    }
    Kinds.orNone(kinds)
        .amounts()
        .forEach((kind, amount) ->
            text.append(",gres/").append(kind).append('=').append(amount.count()));
    return text.toString();
  }
}
