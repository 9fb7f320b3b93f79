package io.pliant.core.launch;

import io.pliant.core.hostlist.Hostlist;
import io.pliant.core.resource.Allocation;
import io.pliant.core.resource.MemoryPerCpu;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.resource.Slice;
import io.pliant.core.resource.Spread;
import io.pliant.core.spec.Bookkeeping;
import io.pliant.core.spec.ReservedVariables;
import java.util.List;
import java.util.Map;

/** What tasks of a job pack are told of all its components, by Slurm 22.05's names. */
final class PackVariables {
  private final StepContext context;
  private final Map<String, String> variables;

  private PackVariables(StepContext context, Map<String, String> variables) {
    this.context = context;
    this.variables = variables;
  }

  /** Adds them; nothing where the job is no pack. */
  static void put(StepContext context, Map<String, String> variables) {
    List<Allocation> parts = PackSteps.parts(context.spec(), context.allocation());
    if (parts == null) {
      return;
    }
    variables.putAll(ReservedVariables.ofComponents(context.spec().environment()));
    ReservedVariables.put(variables, "SLURM_HET_SIZE", Integer.toString(parts.size()));
    variables.put("SLURM_PACK_SIZE", Integer.toString(parts.size()));
    PackVariables pack = new PackVariables(context, variables);
    for (int i = 0; i < parts.size(); i++) {
      pack.put(i, context.spec().resources().components().get(i), parts.get(i));
    }
  }

  private void put(int component, ResourceRequest asked, Allocation part) {
    List<Integer> tasks = part.slices().stream().map(Slice::tasks).toList();
    put(component, "SLURM_JOB_ID", context.job());
    put(component, "SLURM_JOB_NAME", context.spec().name());
    Spread spread = context.spec().resources().spread();
    put(
        component,
        "SLURM_JOB_PARTITION",
        spread == null ? context.spec().partition() : spread.of(component));
    put(component, "SLURM_JOB_NODELIST", Hostlist.compress(part.nodes()));
    put(component, "SLURM_JOB_NUM_NODES", part.slices().size());
    put(
        component,
        "SLURM_JOB_CPUS_PER_NODE",
        RepeatCounts.of(part.slices().stream().map(Slice::usableCpus).toList()));
    put(component, "SLURM_NTASKS", part.tasks());
    put(component, "SLURM_NPROCS", part.tasks());
    put(component, "SLURM_TASKS_PER_NODE", RepeatCounts.of(tasks));
    MemoryPerCpu perCpu = asked.memoryPerCpu();
    if (perCpu != null) {
      put(component, "SLURM_MEM_PER_CPU", perCpu.megabytes());
    } else if (asked.memoryMbPerNode() > 0) {
      put(component, "SLURM_MEM_PER_NODE", asked.memoryMbPerNode());
    }
    Bookkeeping names = Bookkeeping.orNone(context.spec().bookkeeping());
    if (names.account() != null) {
      put(component, "SLURM_JOB_ACCOUNT", names.account());
    }
    if (names.qos() != null) {
      put(component, "SLURM_JOB_QOS", names.qos());
    }
  }

  private void put(int component, String name, Object value) {
    ReservedVariables.putOfComponent(variables, name, component, value.toString());
  }
}
