package io.pliant.core.option;

import io.pliant.core.resource.CoreRule;
import io.pliant.core.spec.ReservedVariables;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Options on how tasks lie on cores and sockets: {@code --threads-per-core} or the third number of
 * {@code -B}, {@code --ntasks-per-core}, {@code --ntasks-per-socket}, and {@code --hint}, which
 * counts where none of the first three is given, as Slurm has it.
 */
final class CoreOptions {
  /** What hints there are. */
  static final String HINTS =
      "compute_bound, memory_bound, multithread or nomultithread, or several with commas, the last counting most";

  private static final String MULTITHREAD = "multithread";

  /** What Slurm tells of a hint that sets no bound. */
  private static final String UNBOUNDED = "65535";

  private static final List<SubmitOption> BEFORE_HINT =
      List.of(
          SubmitOption.THREADS_PER_CORE,
          SubmitOption.NTASKS_PER_CORE,
          SubmitOption.EXTRA_NODE_INFO);

  private static final List<String> WHOLE =
      List.of("SLURM_THREADS_PER_CORE", "SLURM_NTASKS_PER_CORE");

  private CoreOptions() {}

  /** The rule, or null where nothing is said. */
  static @Nullable CoreRule rule(GivenOptions options) {
    int threads = threads(options);
    return CoreRule.orNull(
        new CoreRule(
            threads,
            options.count(SubmitOption.NTASKS_PER_CORE),
            options.count(SubmitOption.NTASKS_PER_SOCKET)));
  }

  /** What it is read from, each part by itself. */
  static List<Runnable> parts(GivenOptions options) {
    return List.of(
        () -> hints(options),
        () -> options.count(SubmitOption.NTASKS_PER_CORE),
        () -> options.count(SubmitOption.NTASKS_PER_SOCKET));
  }

  /** What of it does not count, a sentence for each. */
  static List<String> warnings(GivenOptions options) {
    List<String> warnings = new ArrayList<>();
    List<String> before =
        BEFORE_HINT.stream().filter(options::has).map(SubmitOption::typed).toList();
    if (options.has(SubmitOption.HINT) && !before.isEmpty()) {
      warnings.add(
          "--hint: does not count beside %s, as in Slurm.".formatted(String.join(", ", before)));
    }
    if (hints(options).contains("memory_bound") && before.isEmpty()) {
      warnings.add(
          "--hint: memory_bound uses one thread of each core, as in Slurm, and any number of cores of a socket.");
    }
    return warnings;
  }

  /** The same of a step, which runs on the cores that its job holds. */
  static @Nullable String ofStep(GivenOptions options, Map<String, String> ofCaller) {
    boolean whole = WHOLE.stream().anyMatch(ofCaller::containsKey);
    boolean socket = options.has(SubmitOption.NTASKS_PER_SOCKET);
    if (socket && !ofCaller.containsKey("SLURM_NTASKS_PER_SOCKET")) {
      return "--ntasks-per-socket: counts for the nodes that a job gets; ask for it with the job.";
    }
    CoreRule rule = rule(options);
    return whole || rule == null || rule.threads() == 0 && rule.tasksOnCore() == 0
        ? null
        : "--threads-per-core, --ntasks-per-core, --hint: these count in a job that holds whole cores; ask for them with the job.";
  }

  /** What Slurm tells of it. */
  static Map<String, String> variables(GivenOptions options) {
    Map<String, String> told = new TreeMap<>();
    int threads = threads(options);
    if (threads > 0) {
      ReservedVariables.put(told, "SLURM_THREADS_PER_CORE", Integer.toString(threads));
    }
    int onCore = options.count(SubmitOption.NTASKS_PER_CORE);
    int onSocket = options.count(SubmitOption.NTASKS_PER_SOCKET);
    if (onSocket > 0) {
      ReservedVariables.put(told, "SLURM_NTASKS_PER_SOCKET", Integer.toString(onSocket));
    }
    List<String> hints = hints(options);
    boolean counts = !hints.isEmpty() && BEFORE_HINT.stream().noneMatch(options::has);
    String hint = options.text(SubmitOption.HINT);
    if (counts && hint != null) {
      ReservedVariables.put(told, "SLURM_HINT", hint);
    }
    boolean unbounded = counts && hints.contains(MULTITHREAD);
    if (onCore > 0 || unbounded) {
      ReservedVariables.put(
          told, "SLURM_NTASKS_PER_CORE", onCore > 0 ? Integer.toString(onCore) : UNBOUNDED);
    }
    return told;
  }

  /** Threads of a core that tasks use, or 0 for all. */
  private static int threads(GivenOptions options) {
    int asked = TopologyOptions.threads(options);
    List<String> hints = hints(options);
    return asked > 0 || hints.isEmpty() || BEFORE_HINT.stream().anyMatch(options::has)
        ? asked
        : hints.getLast().equals(MULTITHREAD) ? 0 : 1;
  }

  private static List<String> hints(GivenOptions options) {
    List<String> read = options.read(SubmitOption.HINT, HINTS, CoreOptions::parsed);
    return read == null ? List.of() : read;
  }

  private static List<String> parsed(String text) {
    List<String> hints = List.of(text.split(",", 8));
    for (String hint : hints) {
      if (!List.of("compute_bound", "memory_bound", MULTITHREAD, "nomultithread").contains(hint)) {
        throw new IllegalArgumentException(hint);
      }
    }
    return hints;
  }
}
