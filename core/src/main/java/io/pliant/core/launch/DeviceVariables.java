package io.pliant.core.launch;

import io.pliant.core.id.StepId;
import io.pliant.core.resource.Amount;
import io.pliant.core.resource.Devices;
import io.pliant.core.resource.Kinds;
import io.pliant.core.resource.Slice;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The variables by which programs know their GPUs: indices on the node, as NVIDIA's, AMD's,
 * OpenCL's and Intel's libraries read them.
 */
final class DeviceVariables {
  private static final List<String> VISIBLE =
      List.of(
          "CUDA_VISIBLE_DEVICES", "ROCR_VISIBLE_DEVICES", "GPU_DEVICE_ORDINAL", "ZE_AFFINITY_MASK");

  private static final String OF_STEP = "SLURM_STEP_GPUS";

  private DeviceVariables() {}

  /** What libraries read of all tasks of a step on a node; none where there is no GPU. */
  static SortedMap<String, String> visible(Kinds ofStep) {
    return visible(units(ofStep));
  }

  /**
   * Slurm's names for them; none where there is no GPU.
   *
   * @param ofStep what the step has of it, or the same when it shares all
   */
  static SortedMap<String, String> told(Slice ofJob, Kinds ofStep, StepId step) {
    List<String> gpus = units(ofStep);
    if (gpus.isEmpty()) {
      return Collections.emptySortedMap();
    }
    TreeMap<String, String> variables = new TreeMap<>();
    variables.put("SLURM_JOB_GPUS", String.join(",", units(ofJob.kinds())));
    variables.put("SLURM_GPUS_ON_NODE", Integer.toString(gpus.size()));
    if (!step.isBatch()) {
      variables.put(OF_STEP, String.join(",", gpus));
    }
    return variables;
  }

  /** Narrows them to the part of one task, where each task has a part of its own. */
  static void narrow(Map<String, String> variables, StepLaunch launch, int localIndex) {
    int each = Kinds.orNone(launch.kindsPerTask()).count(Devices.GPU);
    List<String> gpus = List.of(variables.getOrDefault(OF_STEP, "").split(",", -1));
    int first = localIndex * each;
    if (each > 0 && first + each <= gpus.size()) {
      variables.putAll(visible(gpus.subList(first, first + each)));
    }
  }

  private static SortedMap<String, String> visible(List<String> gpus) {
    TreeMap<String, String> variables = new TreeMap<>();
    if (!gpus.isEmpty()) {
      VISIBLE.forEach(name -> variables.put(name, String.join(",", gpus)));
    }
    return variables;
  }

  private static List<String> units(@Nullable Kinds kinds) {
    Amount gpus = Kinds.orNone(kinds).amounts().get(Devices.GPU);
    return gpus == null ? List.of() : gpus.units();
  }
}
