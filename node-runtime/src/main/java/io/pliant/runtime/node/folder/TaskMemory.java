package io.pliant.runtime.node.folder;

import io.pliant.core.launch.StepLaunch;
import io.pliant.core.spec.MemoryBinding;
import java.math.BigInteger;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * To which parts of the host's memory (NUMA nodes) the tasks of a step are bound.
 *
 * @param each for each task, in their order on the node, {@code local}, or {@code bind} or {@code
 *     prefer} and a hexadecimal mask; empty where nothing is bound
 * @param report word with which each task says it, or null
 */
record TaskMemory(List<String> each, @Nullable String report) {
  private static final TaskMemory ANY = new TaskMemory(List.of(), null);

  TaskMemory {
    each = List.copyOf(each);
  }

  static TaskMemory of(StepLaunch launch) {
    MemoryBinding binding = MemoryBinding.told(launch.environment());
    if (binding == null || binding.kind() == null || launch.step().isBatch()) {
      return ANY;
    }
    MemoryBinding.Kind kind = binding.kind();
    return new TaskMemory(
        kind == MemoryBinding.Kind.NONE ? List.of() : each(launch, binding, kind),
        binding.verbose() ? kind.report() : null);
  }

  private static List<String> each(
      StepLaunch launch, MemoryBinding binding, MemoryBinding.Kind kind) {
    String how = binding.prefer() ? "prefer " : "bind ";
    IntStream tasks = IntStream.range(0, launch.taskCount());
    return switch (kind) {
      case NONE, LOCAL -> tasks.mapToObj(_ -> "local").toList();
      case RANK -> tasks.mapToObj(i -> how + BigInteger.ONE.shiftLeft(i).toString(16)).toList();
      case MAP_MEM, MASK_MEM -> {
        List<BigInteger> masks = binding.masks();
        yield tasks.mapToObj(i -> how + masks.get(i % masks.size()).toString(16)).toList();
      }
    };
  }
}
