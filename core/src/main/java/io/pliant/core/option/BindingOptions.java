package io.pliant.core.option;

import io.pliant.core.spec.CpuBinding;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The option {@code --cpu-bind} of a step. A hint of the step or of its job binds its tasks to cpus
 * of their own, as in Slurm.
 */
final class BindingOptions {
  private BindingOptions() {}

  /** Tells tasks and nodes what it says, and nothing of what the caller was told. */
  static void tell(
      GivenOptions options, Map<String, String> ofCaller, Map<String, String> environment) {
    CpuBinding.forget(environment);
    CpuBinding binding = cpus(options, ofCaller);
    if (binding != null) {
      binding.tell(environment);
    }
  }

  /** To which cpus tasks are bound, or null where nothing is said. */
  static @Nullable CpuBinding cpus(GivenOptions options, Map<String, String> ofCaller) {
    CpuBinding said = options.read(SubmitOption.CPU_BIND, CpuBinding.FORMS, CpuBinding::parse);
    boolean hinted = options.has(SubmitOption.HINT) || ofCaller.containsKey("SLURM_HINT");
    return said == null && hinted ? new CpuBinding(CpuBinding.Kind.THREADS, false, "") : said;
  }
}
