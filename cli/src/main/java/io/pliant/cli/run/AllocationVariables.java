package io.pliant.cli.run;

import io.pliant.core.spec.ReservedVariables;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;

/**
 * Hears from the first task of an allocation which variables a job has there: what {@code env -0}
 * writes, and an empty one at the end. What comes afterwards is dropped.
 */
final class AllocationVariables extends OutputStream {
  /** Longer than the variables of any job. */
  private static final int MOST = 8 << 20;

  private static final Set<String> OF_THE_JOB =
      Set.of(
          "SLURM_CLUSTER_NAME",
          "SLURM_CPUS_PER_TASK",
          "SLURM_HET_SIZE",
          "SLURM_MEM_PER_CPU",
          "SLURM_MEM_PER_NODE",
          "SLURM_NNODES",
          "SLURM_NODELIST",
          "SLURM_NPROCS",
          "SLURM_NTASKS",
          "SLURM_NTASKS_PER_NODE",
          "SLURM_PACK_SIZE",
          "SLURM_SUBMIT_DIR",
          "SLURM_TASKS_PER_NODE",
          "SLURM_WCKEY");

  private final ByteArrayOutputStream heard = new ByteArrayOutputStream();
  private final CompletableFuture<Map<String, String>> whole = new CompletableFuture<>();
  private int last = -1;

  /** Those that say something of the job, and not of the task that told them. */
  CompletableFuture<Map<String, String>> whole() {
    return whole;
  }

  @Override
  public synchronized void write(int letter) {
    if (whole.isDone()) {
      return;
    }
    if (letter == 0 && last == 0) {
      whole.complete(read(heard.toString(StandardCharsets.UTF_8)));
    } else if (heard.size() >= MOST) {
      whole.completeExceptionally(
          new IllegalStateException("Expected the variables of a job, but they have no end."));
    } else {
      heard.write(letter);
      last = letter;
    }
  }

  private static Map<String, String> read(String text) {
    Map<String, String> variables = new TreeMap<>();
    for (String variable : text.split("\0", -1)) {
      int equals = variable.indexOf('=');
      if (equals > 0 && isOfTheJob(variable.substring(0, equals))) {
        variables.put(variable.substring(0, equals), variable.substring(equals + 1));
      }
    }
    return variables;
  }

  private static boolean isOfTheJob(String name) {
    return name.startsWith("SLURM_JOB")
        || name.startsWith("PLIANT_JOB")
        || !ReservedVariables.ofComponents(Map.of(name, "")).isEmpty()
        || OF_THE_JOB.contains(name);
  }
}
