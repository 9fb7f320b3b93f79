package io.pliant.core.spec;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The variables that describe a job to its own tasks, under Slurm's names and under ours.
 *
 * <p>Each {@code SLURM_X} or {@code SLURMD_X} has a twin {@code PLIANT_X} with the same value. None
 * of them is inherited from one job by another that is submitted inside it.
 */
public final class ReservedVariables {

  private static final List<String> NAMES =
      names(
          "SLURMD_NODENAME",
          "SLURM_ARBITRARY_NODELIST",
          "SLURM_ARRAY_JOB_ID",
          "SLURM_ARRAY_TASK_COUNT",
          "SLURM_ARRAY_TASK_ID",
          "SLURM_ARRAY_TASK_MAX",
          "SLURM_ARRAY_TASK_MIN",
          "SLURM_ARRAY_TASK_STEP",
          "SLURM_CLUSTER_NAME",
          "SLURM_CPUS_ON_NODE",
          "SLURM_CPUS_PER_GPU",
          "SLURM_CPUS_PER_TASK",
          "SLURM_DISTRIBUTION",
          "SLURM_DIST_PLANESIZE",
          "SLURM_GET_USER_ENV",
          "SLURM_GPUS",
          "SLURM_GPUS_ON_NODE",
          "SLURM_GPUS_PER_NODE",
          "SLURM_GPUS_PER_SOCKET",
          "SLURM_GPUS_PER_TASK",
          "SLURM_GTIDS",
          "SLURM_HINT",
          "SLURM_HET_SIZE",
          "SLURM_JOBID",
          "SLURM_JOB_ACCOUNT",
          "SLURM_JOB_CPUS_PER_NODE",
          "SLURM_JOB_END_TIME",
          "SLURM_JOB_GID",
          "SLURM_JOB_GPUS",
          "SLURM_JOB_ID",
          "SLURM_JOB_NAME",
          "SLURM_JOB_NODELIST",
          "SLURM_JOB_NUM_NODES",
          "SLURM_JOB_PARTITION",
          "SLURM_JOB_QOS",
          "SLURM_JOB_START_TIME",
          "SLURM_JOB_UID",
          "SLURM_JOB_USER",
          "SLURM_LAUNCH_NODE_IPADDR",
          "SLURM_LOCALID",
          "SLURM_MEM_PER_CPU",
          "SLURM_MEM_PER_GPU",
          "SLURM_MEM_PER_NODE",
          "SLURM_NNODES",
          "SLURM_NODEID",
          "SLURM_NODELIST",
          "SLURM_NPROCS",
          "SLURM_NTASKS",
          "SLURM_NTASKS_PER_CORE",
          "SLURM_NTASKS_PER_GPU",
          "SLURM_NTASKS_PER_NODE",
          "SLURM_NTASKS_PER_SOCKET",
          "SLURM_OVERCOMMIT",
          "SLURM_PACK_SIZE",
          "SLURM_PROCID",
          "SLURM_RESTART_COUNT",
          "SLURM_SRUN_COMM_HOST",
          "SLURM_STEPID",
          "SLURM_STEP_GPUS",
          "SLURM_STEP_ID",
          "SLURM_STEP_NODELIST",
          "SLURM_STEP_NUM_NODES",
          "SLURM_STEP_NUM_TASKS",
          "SLURM_STEP_TASKS_PER_NODE",
          "SLURM_SUBMIT_DIR",
          "SLURM_TASKS_PER_NODE",
          "SLURM_TASK_PID",
          "SLURM_THREADS_PER_CORE",
          "SLURM_TOPOLOGY_ADDR",
          "SLURM_TOPOLOGY_ADDR_PATTERN",
          "SLURM_WCKEY");

  /** Before the number of a component, in names of variables that describe it. */
  public static final String OF_COMPONENT = "_HET_GROUP_";

  /** The same under the name that components had before. */
  public static final String OF_PACK_GROUP = "_PACK_GROUP_";

  private ReservedVariables() {}

  private static List<String> names(String... ofJob) {
    TreeSet<String> all = new TreeSet<>(List.of(ofJob));
    all.addAll(Inheritance.variables());
    return List.copyOf(all);
  }

  /** Slurm's names, sorted. */
  public static List<String> names() {
    return NAMES;
  }

  /** Our name for a variable of Slurm's. */
  public static String twin(String slurmName) {
    return "PLIANT_" + slurmName.substring(slurmName.indexOf('_') + 1);
  }

  /** Sets a variable under both names. */
  public static void put(Map<String, String> environment, String slurmName, String value) {
    environment.put(slurmName, value);
    environment.put(twin(slurmName), value);
  }

  /** Sets a variable of one component of a job pack, under all its names. */
  public static void putOfComponent(
      Map<String, String> environment, String slurmName, int component, String value) {
    put(environment, slurmName + OF_COMPONENT + component, value);
    environment.put(slurmName + OF_PACK_GROUP + component, value);
  }

  /** The environment without any variable of this list, under either name. */
  public static Map<String, String> without(Map<String, String> environment) {
    Map<String, String> kept = new TreeMap<>(environment);
    for (String name : NAMES) {
      kept.remove(name);
      kept.remove(twin(name));
    }
    kept.keySet().removeIf(ReservedVariables::ofAComponent);
    return Collections.unmodifiableMap(kept);
  }

  /** Only the variables of this list, under either name. */
  public static Map<String, String> only(Map<String, String> environment) {
    Map<String, String> kept = new TreeMap<>(environment);
    kept.keySet().removeAll(without(environment).keySet());
    return Collections.unmodifiableMap(kept);
  }

  /** Those that describe one component of a job pack. */
  public static Map<String, String> ofComponents(Map<String, String> environment) {
    Map<String, String> kept = new TreeMap<>(environment);
    kept.keySet().removeIf(name -> !ofAComponent(name));
    return kept;
  }

  /** What describes one component of a job pack, such as {@code SLURM_NTASKS_HET_GROUP_1}. */
  private static boolean ofAComponent(String name) {
    return (name.startsWith("SLURM_") || name.startsWith("PLIANT_"))
        && (name.contains(OF_COMPONENT) || name.contains(OF_PACK_GROUP));
  }
}
