package io.pliant.core.option;

import io.pliant.core.spec.CpuBinding;
import io.pliant.core.spec.MemoryBinding;
import io.pliant.core.spec.ReservedVariables;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The options {@code --cpu-bind} of a step, and {@code --mem-bind}, which a job passes on to its
 * steps. A hint of the step or of its job binds its tasks to cpus of their own, as in Slurm.
 */
final class BindingOptions {
  private BindingOptions() {}

  /** Tells tasks and nodes what they say, and nothing of what the caller was told. */
  static void tell(
      GivenOptions options, Map<String, String> ofCaller, Map<String, String> environment) {
    CpuBinding.forget(environment);
    CpuBinding binding = cpus(options, ofCaller);
    if (binding != null) {
      binding.tell(environment);
    }
    MemoryBinding.forget(environment);
    MemoryBinding memory = memory(options);
    if (memory != null) {
      memory.tell(environment);
    }
  }

  /**
   * What the script of a job is told, for its steps; what a step around it was told is forgotten.
   */
  static void tellScript(GivenOptions options, Map<String, String> environment) {
    if (environment.containsKey(ReservedVariables.twin(CpuBinding.VARIABLE))) {
      CpuBinding.forget(environment);
    }
    MemoryBinding memory = memory(options);
    String given = options.text(SubmitOption.MEM_BIND);
    if (memory != null || environment.containsKey(ReservedVariables.twin(MemoryBinding.VARIABLE))) {
      MemoryBinding.forget(environment);
    }
    if (memory != null && given != null) {
      Map<String, String> told = new TreeMap<>();
      memory.tell(told);
      String loud = MemoryBinding.VARIABLE + "_VERBOSE";
      ReservedVariables.put(environment, MemoryBinding.VARIABLE, given);
      ReservedVariables.put(environment, loud, told.getOrDefault(loud, "quiet"));
    }
  }

  /** What is not kept of it, or null. */
  static @Nullable String warning(GivenOptions options) {
    MemoryBinding memory = memory(options);
    return memory == null || !memory.sort() ? null : "--mem-bind=sort: free pages are not sorted.";
  }

  /** To which cpus tasks are bound, or null where nothing is said. */
  static @Nullable CpuBinding cpus(GivenOptions options, Map<String, String> ofCaller) {
    CpuBinding said = options.read(SubmitOption.CPU_BIND, CpuBinding.FORMS, CpuBinding::parse);
    boolean hinted = options.has(SubmitOption.HINT) || ofCaller.containsKey("SLURM_HINT");
    return said == null && hinted ? new CpuBinding(CpuBinding.Kind.THREADS, false, "") : said;
  }

  /** To which memory tasks are bound, or null where nothing is said. */
  static @Nullable MemoryBinding memory(GivenOptions options) {
    return options.read(SubmitOption.MEM_BIND, MemoryBinding.FORMS, MemoryBinding::parse);
  }
}
