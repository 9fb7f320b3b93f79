package io.pliant.core.launch;

import io.pliant.core.array.ArrayElement;
import io.pliant.core.hostlist.Hostlist;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.StepId;
import io.pliant.core.resource.Distribution;
import io.pliant.core.resource.Kinds;
import io.pliant.core.resource.MemoryPerCpu;
import io.pliant.core.resource.Slice;
import io.pliant.core.spec.Bookkeeping;
import io.pliant.core.spec.ReservedVariables;
import io.pliant.core.spec.StepIo;
import io.pliant.core.spec.Submitter;
import io.pliant.core.step.StepPlan;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The variables of all tasks of a step on one node: what the submitter or the caller of the step
 * exported, and over it what Pliant says about job and step ({@link ReservedVariables}).
 */
final class JobEnvironment {

  private static final String DEFAULT_PATH = "/usr/local/bin:/usr/bin:/bin";

  private final StepContext context;
  private final Map<String, String> variables;

  private JobEnvironment(StepContext context) {
    this.context = context;
    Map<String, String> ofStep = context.plan().environment();
    this.variables = new TreeMap<>(ofStep.isEmpty() ? context.spec().environment() : ofStep);
  }

  static Map<String, String> of(StepContext context) {
    JobEnvironment environment = new JobEnvironment(context.ofItsComponents());
    PackVariables.put(context, environment.variables);
    environment.addLogin();
    environment.addJob();
    environment.addTimes();
    environment.addNode();
    if (context.step().isBatch()) {
      environment.addBatch();
    } else {
      environment.addStep();
    }
    environment.addMalleable();
    return Collections.unmodifiableMap(environment.variables);
  }

  /** What a program cannot do without, when nothing was exported. */
  private void addLogin() {
    variables.putIfAbsent("PATH", DEFAULT_PATH);
    variables.putIfAbsent("USER", context.spec().submitter().name());
    variables.putIfAbsent("LOGNAME", context.spec().submitter().name());
  }

  private void addJob() {
    Submitter user = context.spec().submitter();
    List<NodeName> nodes = context.allocation().nodes();
    put("SLURM_CLUSTER_NAME", context.terms().clusterName());
    put("SLURM_JOB_ID", context.job());
    put("SLURM_JOBID", context.job());
    put("SLURM_JOB_NAME", context.spec().name());
    put("SLURM_JOB_PARTITION", context.spec().partition());
    put("SLURM_JOB_USER", user.name());
    put("SLURM_JOB_UID", user.uid());
    put("SLURM_JOB_GID", user.gid());
    put("SLURM_JOB_NUM_NODES", nodes.size());
    put("SLURM_JOB_NODELIST", Hostlist.compress(nodes));
    put("SLURM_NODELIST", Hostlist.compress(nodes));
    put(
        "SLURM_JOB_CPUS_PER_NODE",
        RepeatCounts.of(context.allocation().slices().stream().map(Slice::usableCpus).toList()));
    if (!variables.containsKey("SLURM_SUBMIT_DIR")) {
      put("SLURM_SUBMIT_DIR", context.spec().workingDirectory());
    }
    int memory = context.spec().resources().memoryMbPerNode();
    if (memory > 0) {
      put("SLURM_MEM_PER_NODE", memory);
    }
    MemoryPerCpu perCpu = context.spec().resources().memoryPerCpu();
    if (perCpu != null && !context.spec().environment().containsKey("SLURM_MEM_PER_GPU")) {
      put("SLURM_MEM_PER_CPU", perCpu.megabytes());
    }
    addBookkeeping(context.spec().bookkeeping());
    addElement(context.spec().element());
    int attempt = context.step().attempt();
    if (attempt > 1) {
      put("SLURM_RESTART_COUNT", attempt - 1);
    }
  }

  private void addElement(@Nullable ArrayElement element) {
    if (element == null) {
      return;
    }
    put("SLURM_ARRAY_JOB_ID", element.array());
    put("SLURM_ARRAY_TASK_ID", element.index());
    put("SLURM_ARRAY_TASK_COUNT", element.count());
    put("SLURM_ARRAY_TASK_MIN", element.lowest());
    put("SLURM_ARRAY_TASK_MAX", element.highest());
    put("SLURM_ARRAY_TASK_STEP", element.step());
  }

  private void addBookkeeping(@Nullable Bookkeeping names) {
    if (names == null) {
      return;
    }
    if (names.account() != null) {
      put("SLURM_JOB_ACCOUNT", names.account());
    }
    if (names.qos() != null) {
      put("SLURM_JOB_QOS", names.qos());
    }
    if (names.wckey() != null) {
      put("SLURM_WCKEY", names.wckey());
    }
  }

  private void addTimes() {
    put("SLURM_JOB_START_TIME", context.terms().startedAt().getEpochSecond());
    Instant deadline = context.terms().deadline();
    if (deadline != null) {
      put("SLURM_JOB_END_TIME", deadline.getEpochSecond());
    }
  }

  private void addNode() {
    for (Slice slice : context.allocation().slices()) {
      if (slice.node().equals(context.node())) {
        put("SLURM_CPUS_ON_NODE", slice.usableCpus());
        addDevices(slice);
      }
    }
  }

  private void addDevices(Slice ofJob) {
    Kinds own = StepLaunches.ownKinds(context.plan(), ofJob.node());
    Kinds ofStep = own == null ? Kinds.orNone(ofJob.kinds()) : own;
    variables.putAll(DeviceVariables.visible(ofStep));
    DeviceVariables.told(ofJob, ofStep, context.step()).forEach(this::put);
  }

  private void addBatch() {
    TaskLayout layout = TaskLayout.ofJob(context.allocation().slices());
    addTasks(layout.tasks(), layout.counts());
    put("SLURM_NNODES", context.allocation().slices().size());
  }

  private void addStep() {
    StepPlan plan = context.plan();
    StepId step = context.step();
    addTasks(plan.totalTasks(), plan.tasksPerNode());
    put("SLURM_NNODES", plan.nodes().size());
    put("SLURM_STEP_ID", step.step());
    put("SLURM_STEPID", step.step());
    put("SLURM_STEP_NUM_NODES", plan.nodes().size());
    put("SLURM_STEP_NUM_TASKS", plan.totalTasks());
    put("SLURM_STEP_NODELIST", Hostlist.compress(plan.nodes()));
    put("SLURM_STEP_TASKS_PER_NODE", RepeatCounts.of(plan.tasksPerNode()));
    addDistribution(plan);
    addCaller(plan.io());
  }

  /** Slurm tells of its default, too: one task by node in turn where there are no more tasks. */
  private void addDistribution(StepPlan plan) {
    Distribution distribution = plan.distribution();
    String usual = plan.totalTasks() > plan.nodes().size() ? "block" : "cyclic";
    put("SLURM_DISTRIBUTION", distribution == null ? usual : distribution.word());
    if (distribution != null && distribution.word().equals("plane")) {
      put("SLURM_DIST_PLANESIZE", distribution.plane());
    }
  }

  /** Where the caller of the step listens for its tasks: programs meet at that address. */
  private void addCaller(@Nullable StepIo io) {
    if (io != null) {
      put("SLURM_LAUNCH_NODE_IPADDR", io.host());
      put("SLURM_SRUN_COMM_HOST", io.host());
    }
  }

  /** Tells a program whose size can change that it has an agent to talk to. */
  private void addMalleable() {
    variables.keySet().removeIf(name -> name.startsWith(StepLaunch.MALLEABLE));
    boolean program = context.step().step() == StepId.PROGRAM || context.plan().joining() != null;
    if (context.spec().malleable() != null && program) {
      variables.put(StepLaunch.MALLEABLE, context.plan().joining() == null ? "initial" : "joining");
    }
  }

  private void addTasks(int tasks, List<Integer> counts) {
    put("SLURM_NTASKS", tasks);
    put("SLURM_NPROCS", tasks);
    put("SLURM_TASKS_PER_NODE", RepeatCounts.of(counts));
  }

  private void put(String slurmName, Object value) {
    ReservedVariables.put(variables, slurmName, value.toString());
  }
}
