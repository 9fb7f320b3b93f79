package io.pliant.core.option;

import static io.pliant.core.option.OptionArgument.NONE;
import static io.pliant.core.option.OptionArgument.OPTIONAL;
import static io.pliant.core.option.OptionArgument.REQUIRED;
import static io.pliant.core.option.OptionUse.CLIENT;
import static io.pliant.core.option.OptionUse.RUN;
import static io.pliant.core.option.OptionUse.STEP;
import static io.pliant.core.option.OptionUse.SUBMIT;
import static io.pliant.core.option.OptionUses.ALL;
import static io.pliant.core.option.OptionUses.JOBS;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Every option of a job script, of {@code pliant submit} and of {@code pliant run}: the one table
 * from which they are parsed, checked and explained.
 */
public enum SubmitOption {
  JOB_NAME("job-name", 'J', REQUIRED, "name", "Name shown in the queue and in file names.", ALL),
  NODES("nodes", 'N', REQUIRED, "n|min-max", "Number of nodes, or the least and the most.", ALL),
  NTASKS("ntasks", 'n', REQUIRED, "n", "Number of tasks in all.", ALL),
  NTASKS_PER_NODE("ntasks-per-node", null, REQUIRED, "n", "Number of tasks on each node.", ALL),
  CPUS_PER_TASK("cpus-per-task", 'c', REQUIRED, "n", "Cpus for each task.", ALL),
  TIME(
      "time",
      't',
      REQUIRED,
      "limit",
      "Time limit: minutes, min:sec, h:min:sec, days-h[:min[:sec]] or UNLIMITED.",
      JOBS),
  PARTITION("partition", 'p', REQUIRED, "name", "Partition to run in.", JOBS),
  OUTPUT("output", 'o', REQUIRED, "pattern", "File of standard output, 'none' for /dev/null.", ALL),
  ERROR("error", 'e', REQUIRED, "pattern", "File of standard error, if not --output.", ALL),
  INPUT("input", 'i', REQUIRED, "pattern", "File read as standard input.", SUBMIT),
  OPEN_MODE("open-mode", null, REQUIRED, "append|truncate", "The default is truncate.", ALL),
  CHDIR("chdir", 'D', REQUIRED, "directory", "Directory in which to start.", ALL),
  MEM("mem", null, REQUIRED, "size[K|M|G|T]", "Memory on each node, by default in M.", JOBS),
  MEM_PER_CPU("mem-per-cpu", null, REQUIRED, "size", "Memory for each cpu, not --mem.", JOBS),
  GRES("gres", null, REQUIRED, "kind[:type][:n],...", "Devices on each node.", ALL),
  GPUS("gpus", 'G', REQUIRED, "[type:]n", "GPUs in all.", ALL),
  GPUS_PER_NODE("gpus-per-node", null, REQUIRED, "[type:]n", "GPUs on each node.", ALL),
  GPUS_PER_TASK("gpus-per-task", null, REQUIRED, "[type:]n", "GPUs for each task alone.", ALL),
  GPUS_PER_SOCKET(
      "gpus-per-socket",
      null,
      REQUIRED,
      "[type:]n",
      "GPUs on each node, times --sockets-per-node.",
      JOBS),
  NTASKS_PER_GPU("ntasks-per-gpu", null, REQUIRED, "n", "Tasks for each GPU.", JOBS),
  CPUS_PER_GPU("cpus-per-gpu", null, REQUIRED, "n", "Least cpus for each GPU.", JOBS),
  MEM_PER_GPU("mem-per-gpu", null, REQUIRED, "size", "Memory for each GPU, not --mem.", JOBS),
  NODELIST(
      "nodelist",
      'w',
      REQUIRED,
      "n[1-4],...",
      "All of these nodes, others besides only where it asks for more; of a step: first.",
      ALL),
  NODEFILE("nodefile", 'F', REQUIRED, "file", "--nodelist in a file.", SUBMIT, RUN, CLIENT),
  EXCLUDE("exclude", 'x', REQUIRED, "n[1-4],...", "None of these nodes.", ALL),
  CONSTRAINT("constraint", 'C', REQUIRED, "a&b|c", "Features that nodes must have.", JOBS),
  PREFER("prefer", null, REQUIRED, "a&b|c", "Features of nodes that are tried first.", JOBS),
  MINCPUS("mincpus", null, REQUIRED, "n", "Least cpus of each node.", JOBS),
  TMP("tmp", null, REQUIRED, "size[K|M|G|T]", "Least /tmp that each node has in all.", JOBS),
  CONTIGUOUS("contiguous", null, NONE, "", "Nodes side by side in the order of names.", JOBS),
  LICENSES("licenses", 'L', REQUIRED, "name[:n],...", "Licences of the partition.", JOBS),
  RESERVATION("reservation", null, REQUIRED, "name", "Nodes of this reservation.", JOBS),
  EXCLUSIVE(
      "exclusive",
      null,
      OPTIONAL,
      "",
      "Whole nodes, shared with no other job; of a step: cpus of its own, for which it waits.",
      ALL),
  ARRAY("array", 'a', REQUIRED, "0-9[:2][%4]", "One job for each index, 4 at a time.", SUBMIT),
  BEGIN("begin", 'b', REQUIRED, "time", "Not before: now+1hour, 16:00, 2027-01-31T08:00.", SUBMIT),
  DEADLINE("deadline", null, REQUIRED, "time", "Leave the queue when it cannot end then.", JOBS),
  DEPENDENCY("dependency", 'd', REQUIRED, "afterok:12,...", "Wait for other jobs.", JOBS),
  KILL_ON_INVALID_DEP(
      "kill-on-invalid-dep", null, REQUIRED, "yes|no", "End when it never can start.", JOBS),
  SIGNAL(
      "signal",
      null,
      REQUIRED,
      "[B:]sig[@seconds]",
      "Signal before the limit (60 s): to tasks of steps, with B: to the script.",
      JOBS),
  HOLD("hold", 'H', NONE, "", "Queue the job, but hold it until it is released.", SUBMIT),
  REQUEUE("requeue", null, NONE, "", "Run again when a node is lost (the default).", SUBMIT),
  NO_REQUEUE("no-requeue", null, NONE, "", "Fail when a node is lost.", SUBMIT),
  COMMENT("comment", null, REQUIRED, "text", "Free text kept with the job.", JOBS),
  ACCOUNT("account", 'A', REQUIRED, "name", "Who pays.", JOBS),
  QOS("qos", 'q', REQUIRED, "name", "Quality of service.", JOBS),
  WCKEY("wckey", null, REQUIRED, "name", "What the work is for; kept and shown.", JOBS),
  NICE("nice", null, OPTIONAL, "n", "Go behind others, by 100; operators: below 0 before.", JOBS),
  PRIORITY("priority", null, REQUIRED, "n|TOP", "Operators: priority of the job.", JOBS),
  MAIL_TYPE("mail-type", null, REQUIRED, "END,FAIL,...", "Of what to tell by mail.", JOBS),
  MAIL_USER("mail-user", null, REQUIRED, "address", "To whom; the submitter by default.", JOBS),
  IGNORE_PBS("ignore-pbs", null, NONE, "", "Accepted: #PBS lines are never read.", SUBMIT),
  EXPORT(
      "export",
      null,
      REQUIRED,
      "ALL|NONE|list",
      "Variables passed on: ALL, NONE, or NAME and NAME=value with commas.",
      ALL),
  EXACT("exact", null, NONE, "", "Of a step: as --exclusive.", RUN, STEP),
  PROPAGATE(
      "propagate",
      null,
      OPTIONAL,
      "ALL|NONE|limits",
      "Limits (ulimit) passed on, all by default: NOFILE,STACK.",
      ALL),
  HET_GROUP("het-group", null, REQUIRED, "0,2-3", "Components of a job pack; all.", STEP),
  PACK_GROUP("pack-group", null, REQUIRED, "0,2-3", "Same as --het-group.", STEP),
  MPI_COMBINE("mpi-combine", null, REQUIRED, "yes", "One world over components; yes.", RUN, CLIENT),
  OVERLAP(
      "overlap",
      null,
      NONE,
      "",
      "Share cpus and devices with other steps of the job, the default.",
      STEP),
  LABEL("label", 'l', NONE, "", "Begin each line of output with the task's rank.", RUN, CLIENT),
  MIN_NODES(
      "min-nodes",
      null,
      REQUIRED,
      "n",
      "Least nodes to which a running job may be shrunk; makes it malleable.",
      JOBS),
  MIN_NODES_INVASIC("min-nodes-invasic", null, REQUIRED, "n", "Same as --min-nodes.", JOBS),
  MAX_NODES(
      "max-nodes",
      null,
      REQUIRED,
      "n",
      "Most nodes to which a running job may be expanded; makes it malleable.",
      JOBS),
  MAX_NODES_INVASIC("max-nodes-invasic", null, REQUIRED, "n", "Same as --max-nodes.", JOBS),
  NODE_CONSTRAINTS(
      "node-constraints",
      null,
      REQUIRED,
      "pof2|even|odd|cubic|any",
      "Numbers of nodes that a malleable job can have.",
      JOBS),
  ON_OFFER(
      "on-offer",
      null,
      REQUIRED,
      "accept|all-or-nothing|refuse",
      "Answer to offers of another size when the program gives none.",
      JOBS),
  ADAPT_DEADLINE(
      "adapt-deadline",
      null,
      REQUIRED,
      "limit",
      "Time from an offer until all tasks are at the window; forms as --time.",
      JOBS),
  ON_SHRINK_TIMEOUT(
      "on-shrink-timeout",
      null,
      REQUIRED,
      "extend|kill-leaving|requeue",
      "What to do when a shrink that must be is not made in time.",
      JOBS),
  ON_RACE(
      "on-race",
      null,
      REQUIRED,
      "application|scheduler",
      "Who prevails when an offer and a request of the program meet.",
      JOBS),
  POWER_MIN(
      "power-min",
      null,
      REQUIRED,
      "watts",
      "Least watts of each node under the job; without --power-max exactly these.",
      JOBS),
  POWER_MAX(
      "power-max",
      null,
      REQUIRED,
      "watts",
      "Most watts of each node under the job; without --power-min exactly these.",
      JOBS),
  JOBID("jobid", null, REQUIRED, "id", "Run as a step of this running job.", RUN, CLIENT),
  RUN_INPUT("input", 'i', REQUIRED, "file|none|all", "Standard input.", RUN, CLIENT),
  KILL_ON_BAD_EXIT("kill-on-bad-exit", 'K', OPTIONAL, "0|1", "End all if one fails.", RUN, CLIENT),
  RUN_WAIT("wait", 'W', REQUIRED, "s", "End all so long after the first has ended.", RUN, CLIENT),
  IMMEDIATE("immediate", 'I', OPTIONAL, "s", "Give up without nodes so soon (2).", RUN, CLIENT),
  MULTI_PROG(
      "multi-prog",
      null,
      NONE,
      "",
      "The command is a file of lines 'RANKS PROGRAM ARGUMENT...'; %t is the rank, %o counts in a line.",
      RUN,
      CLIENT),
  TASK_PROLOG(
      "task-prolog",
      null,
      REQUIRED,
      "program",
      "Run before each task; its lines 'export A=b', 'unset A' and 'print x' count.",
      RUN,
      CLIENT),
  PTY("pty", null, NONE, "", "Give the first task a terminal, the others none.", RUN, CLIENT),
  TASK_EPILOG("task-epilog", null, REQUIRED, "program", "Run after each task.", RUN, CLIENT),
  PROLOG("prolog", null, REQUIRED, "program", "Run here before the tasks.", RUN, CLIENT),
  EPILOG("epilog", null, REQUIRED, "program", "Run here after the tasks.", RUN, CLIENT),
  RELATIVE("relative", 'r', REQUIRED, "n", "The job's nodes from the n-th (0) on.", RUN, CLIENT),
  PARSABLE("parsable", null, NONE, "", "Print the job id and nothing else.", SUBMIT, CLIENT),
  WAIT("wait", 'W', NONE, "", "Return when the job is over, with its exit code.", SUBMIT, CLIENT),
  CHECK(
      "check", null, NONE, "", "Submit nothing; say what would become of scripts.", SUBMIT, CLIENT),
  TEST_ONLY(
      "test-only", null, NONE, "", "Submit nothing; say when it would start.", SUBMIT, RUN, CLIENT),
  WRAP(
      "wrap",
      null,
      REQUIRED,
      "command",
      "Submit this shell command as the script.",
      SUBMIT,
      CLIENT),
  QUIET("quiet", 'Q', NONE, "", "Print errors only.", SUBMIT, RUN, CLIENT),
  HELP("help", 'h', NONE, "", "Print this help.", SUBMIT, RUN, CLIENT),
  BATCH("batch", null, REQUIRED, Unkept.FIRST_NODE),
  REBOOT("reboot", null, NONE, Unkept.BOOT),
  DELAY_BOOT("delay-boot", null, REQUIRED, Unkept.BOOT),
  CLUSTER_CONSTRAINT("cluster-constraint", null, REQUIRED, Unkept.CLUSTER),
  CLUSTERS("clusters", 'M', REQUIRED, Unkept.CLUSTER),
  CLUSTER("cluster", null, REQUIRED, Unkept.CLUSTER),
  HINT("hint", null, REQUIRED, "nomultithread", "Use of cores, as Slurm's hints.", ALL),
  NTASKS_PER_CORE("ntasks-per-core", null, REQUIRED, "n", "Most tasks on a core.", ALL),
  NTASKS_PER_SOCKET("ntasks-per-socket", null, REQUIRED, "n", "Most tasks on a socket.", ALL),
  THREADS_PER_CORE("threads-per-core", null, REQUIRED, "n", "Threads of a core to use.", ALL),
  CORES_PER_SOCKET("cores-per-socket", null, REQUIRED, "n", "Cores of a socket at least.", ALL),
  SOCKETS_PER_NODE("sockets-per-node", null, REQUIRED, "n", "Sockets of a node at least.", ALL),
  EXTRA_NODE_INFO("extra-node-info", 'B', REQUIRED, "s[:c[:t]]", "These three in one.", ALL),
  DISTRIBUTION("distribution", 'm', REQUIRED, "block|cyclic|plane=n", "Which task is where.", ALL),
  MEM_BIND("mem-bind", null, REQUIRED, "local", "To which memory tasks are bound.", ALL),
  SWITCHES("switches", null, REQUIRED, Unkept.NEIGHBOURS),
  SPREAD_JOB("spread-job", null, NONE, Unkept.NEIGHBOURS),
  USE_MIN_NODES("use-min-nodes", null, NONE, Unkept.NEIGHBOURS),
  OVERCOMMIT("overcommit", 'O', NONE, "", "Tasks of a node share the cpus of one.", ALL),
  OVERSUBSCRIBE("oversubscribe", 's', NONE, Unkept.SHARING),
  GPU_BIND("gpu-bind", null, REQUIRED, Unkept.DEVICES),
  GPU_FREQ("gpu-freq", null, REQUIRED, Unkept.DEVICES),
  GRES_FLAGS("gres-flags", null, REQUIRED, Unkept.DEVICES),
  CPU_FREQ("cpu-freq", null, REQUIRED, Unkept.FREQUENCY),
  POWER("power", null, REQUIRED, Unkept.FREQUENCY),
  ACCTG_FREQ("acctg-freq", null, REQUIRED, Unkept.SAMPLING),
  PROFILE("profile", null, REQUIRED, Unkept.SAMPLING),
  GET_USER_ENV("get-user-env", null, OPTIONAL, "n[S|L]", "Add what a login shell sets.", SUBMIT),
  TIME_MIN("time-min", null, REQUIRED, Unkept.TIMES),
  NO_KILL("no-kill", 'k', OPTIONAL, Unkept.LOSS),
  WAIT_ALL_NODES("wait-all-nodes", null, REQUIRED, Unkept.READY),
  CORE_SPEC("core-spec", 'S', REQUIRED, Unkept.SPECIAL),
  THREAD_SPEC("thread-spec", null, REQUIRED, Unkept.SPECIAL),
  NETWORK("network", null, REQUIRED, Unkept.SPECIAL),
  MCS_LABEL("mcs-label", null, REQUIRED, Unkept.SPECIAL),
  VERBOSE("verbose", 'v', NONE, Unkept.WORDS),
  CPU_BIND("cpu-bind", null, REQUIRED, "cores", "To which cpus tasks are bound.", RUN, STEP),
  ACCEL_BIND("accel-bind", null, REQUIRED, Unkept.DEVICES, RUN, STEP),
  MPI("mpi", null, REQUIRED, "list|none|pmi1,pmix", "How MPI programs start; all.", RUN, STEP),
  PRESERVE_ENV("preserve-env", 'E', NONE, Unkept.COUNTS, RUN, STEP),
  THREADS("threads", 'T', REQUIRED, Unkept.LAUNCH, RUN, STEP),
  MSG_TIMEOUT("msg-timeout", null, REQUIRED, Unkept.LAUNCH, RUN, STEP),
  SEND_LIBS("send-libs", null, OPTIONAL, Unkept.LAUNCH, RUN, STEP),
  DISABLE_STATUS("disable-status", 'X', NONE, Unkept.INTERRUPT, RUN, STEP),
  QUIT_ON_INTERRUPT("quit-on-interrupt", null, NONE, Unkept.INTERRUPT, RUN, STEP),
  SLURMD_DEBUG("slurmd-debug", null, REQUIRED, Unkept.WORDS, RUN, STEP),
  RESV_PORTS("resv-ports", null, OPTIONAL, Unkept.SPECIAL, RUN, STEP),
  UNBUFFERED("unbuffered", 'u', NONE, Unkept.BUFFERS, RUN, STEP);

  private final String longName;
  private final @Nullable Character shortName;
  private final OptionArgument argument;
  private final String argumentName;
  private final String description;
  private final Set<OptionUse> uses;
  private final @Nullable Unkept unkept;

  SubmitOption(
      String longName,
      @Nullable Character shortName,
      OptionArgument argument,
      String argumentName,
      String description,
      OptionUse... uses) {
    this(longName, shortName, argument, argumentName, description, OptionUses.set(uses[0], uses));
  }

  SubmitOption(
      String longName,
      @Nullable Character shortName,
      OptionArgument argument,
      String argumentName,
      String description,
      Set<OptionUse> uses) {
    this.longName = longName;
    this.shortName = shortName;
    this.argument = argument;
    this.argumentName = argumentName;
    this.description = description;
    this.uses = uses;
    this.unkept = null;
  }

  /** An option of Slurm's that is taken with a warning. */
  SubmitOption(
      String longName,
      @Nullable Character shortName,
      OptionArgument argument,
      Unkept unkept,
      OptionUse... uses) {
    this.longName = longName;
    this.shortName = shortName;
    this.argument = argument;
    this.argumentName = argument == NONE ? "" : "value";
    this.description = "Not kept: " + unkept.consequence() + ".";
    this.uses = uses.length == 0 ? ALL : OptionUses.set(uses[0], uses);
    this.unkept = unkept;
  }

  /** Long name without dashes. */
  public String longName() {
    return longName;
  }

  /** Letter of the short form, or null when there is none. */
  public @Nullable Character shortName() {
    return shortName;
  }

  public OptionArgument argument() {
    return argument;
  }

  /** What to call the value in help texts; empty for a flag. */
  public String argumentName() {
    return argumentName;
  }

  /** One sentence for help texts. */
  public String description() {
    return description;
  }

  /** Options of {@code pliant submit} in the order of its help text. */
  public static List<SubmitOption> ofSubmit() {
    return with(SUBMIT);
  }

  /** Options of {@code pliant run} in the order of its help text. */
  public static List<SubmitOption> ofRun() {
    return Arrays.stream(values()).filter(o -> o.isFor(RUN) || o.isFor(STEP)).toList();
  }

  /** True when the client acts on it and does not pass it on. */
  public boolean clientOnly() {
    return isFor(CLIENT);
  }

  /** True when it means here what it says; false when it is taken with a warning. */
  public boolean kept() {
    return unkept == null;
  }

  /** What changes since it is not kept, or null for an option that means here what it says. */
  @Nullable Unkept unkept() {
    return unkept;
  }

  static List<SubmitOption> with(OptionUse use) {
    return Arrays.stream(values()).filter(option -> option.isFor(use)).toList();
  }

  boolean isFor(OptionUse use) {
    return uses.contains(use);
  }

  /** The long form as it is typed. */
  String typed() {
    return "--" + longName;
  }
}
