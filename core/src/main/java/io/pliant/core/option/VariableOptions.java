package io.pliant.core.option;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Options that stand in variables, as Slurm's commands read them: after the directives of a script,
 * before the command line.
 *
 * @param words the options, in the order of the variables' names
 * @param variables the names of the variables in which they stand, sorted
 */
public record VariableOptions(List<String> words, List<String> variables) {
  /** With {@code off} in this variable none is looked at. */
  public static final String SWITCH = "PLIANT_SLURM_VARIABLES";

  /**
   * What {@code sbatch} of Slurm 22.05 reads, its own names of options being those in lower case.
   */
  private static final List<String> SUBMIT =
      List.of(
          "ACCOUNT",
          "ACCTG_FREQ",
          "ARRAY_INX=array",
          "BATCH",
          "CLUSTERS",
          "CONSTRAINT",
          "CONTAINER",
          "CORE_SPEC",
          "CPUS_PER_GPU",
          "DELAY_BOOT",
          "DISTRIBUTION",
          "EXCLUSIVE",
          "EXPORT",
          "GET_USER_ENV",
          "GPUS",
          "GPUS_PER_NODE",
          "GPUS_PER_TASK",
          "GPU_BIND",
          "GPU_FREQ",
          "GRES",
          "GRES_FLAGS",
          "HINT",
          "IGNORE_PBS",
          "JOB_NAME",
          "MEM_BIND",
          "MEM_PER_CPU",
          "MEM_PER_GPU",
          "MEM_PER_NODE=mem",
          "NETWORK",
          "NO_KILL",
          "NO_REQUEUE",
          "OPEN_MODE",
          "OVERCOMMIT",
          "PARTITION",
          "POWER",
          "PROFILE",
          "QOS",
          "REQUEUE",
          "REQ_SWITCH=switches",
          "RESERVATION",
          "SIGNAL",
          "SPREAD_JOB",
          "THREADS_PER_CORE",
          "THREAD_SPEC",
          "TIMELIMIT=time",
          "USE_MIN_NODES",
          "WAIT",
          "WAIT_ALL_NODES",
          "WCKEY");

  /** What {@code salloc} reads of these. */
  private static final List<String> ALLOCATE =
      List.of(
          "ACCOUNT",
          "CONSTRAINT",
          "EXCLUSIVE",
          "GPUS",
          "GPUS_PER_NODE",
          "GPUS_PER_TASK",
          "GRES",
          "HINT",
          "IMMEDIATE",
          "MEM_PER_CPU",
          "MEM_PER_GPU",
          "MEM_PER_NODE=mem",
          "OVERCOMMIT",
          "PARTITION",
          "QOS",
          "RESERVATION",
          "SIGNAL",
          "TIMELIMIT=time",
          "WCKEY");

  /** What {@code srun} reads and no job has of itself: those are as its job says. */
  private static final List<String> RUN =
      List.of(
          "SRUN_CPUS_PER_TASK",
          "SRUN_EXPORT_ENV=export",
          "SLURM_ACCOUNT",
          "SLURM_CONSTRAINT",
          "SLURM_CPU_BIND",
          "SLURM_DEPENDENCY",
          "SLURM_DISTRIBUTION",
          "SLURM_EPILOG",
          "SLURM_EXACT",
          "SLURM_HINT",
          "SLURM_NTASKS_PER_CORE",
          "SLURM_NTASKS_PER_SOCKET",
          "SLURM_THREADS_PER_CORE",
          "SLURM_EXCLUSIVE",
          "SLURM_IMMEDIATE",
          "SLURM_KILL_BAD_EXIT=kill-on-bad-exit",
          "SLURM_LABELIO=label",
          "SLURM_MEM_BIND",
          "SLURM_MPI_TYPE=mpi",
          "SLURM_OPEN_MODE",
          "SLURM_OVERCOMMIT",
          "SLURM_OVERLAP",
          "SLURM_PARTITION",
          "SLURM_PROLOG",
          "SLURM_QOS",
          "SLURM_STDERRMODE=error",
          "SLURM_STDINMODE=input",
          "SLURM_STDOUTMODE=output",
          "SLURM_TASK_EPILOG",
          "SLURM_TASK_PROLOG",
          "SLURM_TIMELIMIT=time",
          "SLURM_WAIT");

  private static final List<String> OF_A_JOB =
      List.of("account", "constraint", "dependency", "immediate", "partition", "qos", "time");

  public VariableOptions {
    words = List.copyOf(words);
    variables = List.copyOf(variables);
  }

  /** Those of {@code sbatch}. */
  public static VariableOptions ofSubmit(Map<String, String> environment) {
    return read(environment, named("SBATCH_", SUBMIT), SubmitOption.ofSubmit());
  }

  /** Those of {@code salloc}. */
  public static VariableOptions ofAllocate(Map<String, String> environment) {
    return read(environment, named("SALLOC_", ALLOCATE), RunCommandLine.ofAllocation());
  }

  /** Those of {@code srun}; in a job without what only a job has. */
  public static VariableOptions ofRun(Map<String, String> environment) {
    Map<String, String> known = named("", RUN);
    if (environment.containsKey("SLURM_JOB_ID")) {
      known.values().removeAll(OF_A_JOB);
    }
    return read(environment, known, SubmitOption.ofRun());
  }

  /** Those before the words of a command line, which prevail. */
  public List<String> before(List<String> line) {
    List<String> all = new ArrayList<>(words);
    all.addAll(line);
    return all;
  }

  /** What to say beside a fault: it may be in a variable. */
  public String hint() {
    return variables.isEmpty()
        ? ""
        : "Variables that counted as options: %s (%s=off switches them off)."
            .formatted(String.join(", ", variables), SWITCH);
  }

  private static Map<String, String> named(String prefix, List<String> names) {
    Map<String, String> options = new TreeMap<>();
    for (String name : names) {
      String[] parts = name.split("=", -1);
      String option =
          parts.length > 1
              ? parts[1]
              : parts[0]
                  .replaceFirst("^S(LURM|RUN)_", "")
                  .toLowerCase(Locale.ROOT)
                  .replace('_', '-');
      options.put(prefix + parts[0], option);
    }
    return options;
  }

  private static VariableOptions read(
      Map<String, String> environment, Map<String, String> known, List<SubmitOption> options) {
    List<String> words = new ArrayList<>();
    List<String> variables = new ArrayList<>();
    if (!"off".equals(environment.get(SWITCH))) {
      known.forEach((variable, option) -> {
        String value = environment.get(variable);
        if (value != null) {
          words.add(word(option, whole(option, value, environment), options));
          variables.add(variable);
        }
      });
    }
    return new VariableOptions(words, variables);
  }

  /** A plane has its size in another variable. */
  private static String whole(String option, String value, Map<String, String> environment) {
    String size = environment.get("SLURM_DIST_PLANESIZE");
    return option.equals("distribution") && value.equals("plane") && size != null
        ? value + "=" + size
        : value;
  }

  /** A flag is set by any value. */
  private static String word(String option, String value, List<SubmitOption> options) {
    OptionArgument argument =
        options.stream()
            .filter(each -> each.longName().equals(option))
            .map(SubmitOption::argument)
            .findFirst()
            .orElse(OptionArgument.REQUIRED);
    boolean bare =
        argument == OptionArgument.NONE || argument == OptionArgument.OPTIONAL && value.isEmpty();
    return bare ? "--" + option : "--%s=%s".formatted(option, value);
  }
}
