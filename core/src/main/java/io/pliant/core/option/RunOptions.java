package io.pliant.core.option;

import io.pliant.core.resource.Distribution;
import io.pliant.core.resource.Layout;
import io.pliant.core.resource.NodeChoice;
import io.pliant.core.spec.CommandName;
import io.pliant.core.spec.Inheritance;
import io.pliant.core.spec.MpiStart;
import io.pliant.core.spec.ReservedVariables;
import io.pliant.core.spec.StepIo;
import io.pliant.core.spec.StreamFiles;
import io.pliant.core.spec.Submission;
import io.pliant.core.step.StepComponents;
import io.pliant.core.step.StepShare;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What {@code pliant run} asks for inside a job.
 *
 * @param name step name
 * @param nodes number of nodes, or 0 when not asked
 * @param tasks number of tasks, or 0 when not asked
 * @param cpusPerTask cpus for each task, at least 1
 * @param files patterns of the streams when no client is attached
 * @param io attached client, or null when the streams go to files
 * @param workingDirectory absolute path
 * @param environment variables of the step's tasks
 * @param share what the step wants for itself, or null when it shares all with other steps
 * @param on which nodes of the job, or null for any
 * @param layout how its tasks are laid out, or null as its job says
 * @param components of a job pack, or null for all
 * @param warnings what changes for options that say something of the job
 */
public record RunOptions(
    String name,
    int nodes,
    int tasks,
    int cpusPerTask,
    StreamFiles files,
    @Nullable StepIo io,
    String workingDirectory,
    Map<String, String> environment,
    @Nullable StepShare share,
    @Nullable NodeChoice on,
    @Nullable Layout layout,
    @Nullable StepComponents components,
    List<String> warnings) {
  /** What a step has from its job, whatever it asks for. */
  static final Set<SubmitOption> OF_THE_JOB =
      Collections.unmodifiableSet(
          EnumSet.of(
              SubmitOption.TIME,
              SubmitOption.PARTITION,
              SubmitOption.MEM,
              SubmitOption.MEM_PER_CPU,
              SubmitOption.MEM_PER_GPU,
              SubmitOption.CPUS_PER_GPU,
              SubmitOption.NTASKS_PER_GPU,
              SubmitOption.GPUS_PER_SOCKET,
              SubmitOption.CONSTRAINT,
              SubmitOption.PREFER,
              SubmitOption.MINCPUS,
              SubmitOption.TMP,
              SubmitOption.CONTIGUOUS,
              SubmitOption.DEADLINE,
              SubmitOption.DEPENDENCY,
              SubmitOption.KILL_ON_INVALID_DEP,
              SubmitOption.SIGNAL,
              SubmitOption.COMMENT,
              SubmitOption.ACCOUNT,
              SubmitOption.QOS,
              SubmitOption.WCKEY,
              SubmitOption.NICE,
              SubmitOption.PRIORITY,
              SubmitOption.MAIL_TYPE,
              SubmitOption.MAIL_USER));

  private static final int MAX_NAME = 255;
  private static final String DEFAULT_OUTPUT = "slurm-%J.out";

  /**
   * Reads the options of a submission that has a command.
   *
   * @throws IllegalArgumentException with a message for the user
   */
  public static RunOptions read(Submission submission) {
    OptionReader reader =
        new OptionReader(submission.options(), OptionScope.RUN_STEP, "command line");
    GivenOptions options = GivenOptions.of(reader.read());
    if (!reader.rest().isEmpty() && reader.rest().getFirst().equals(PackLine.SEPARATOR)) {
      throw new OptionException(
          "command line: expected a step without '%s': its components are those of its job; name some with --het-group=0,1, and give numbers that hold for each."
              .formatted(PackLine.SEPARATOR));
    }
    if (submission.command().isEmpty() || !reader.rest().isEmpty()) {
      throw new OptionException(
          "command line: expected options and a command, but got %s and %s."
              .formatted(submission.options(), submission.command()));
    }
    TextCheck.check(submission);
    NodeCount nodes = NodeCount.of(options.get(SubmitOption.NODES));
    Layout layout = LayoutOptions.read(options);
    StepComponents components = components(options);
    int held = nodesHeld(submission.environment(), components);
    checkPerNode(options, submission.environment(), components);
    String name = options.text(SubmitOption.JOB_NAME);
    return new RunOptions(
        TextCheck.name(name == null ? CommandName.of(submission.command()) : name, MAX_NAME),
        Math.max(nodes.min(), Math.min(nodes.max(), held)),
        tasks(options, layout, nodes, held),
        Math.max(1, options.count(SubmitOption.CPUS_PER_TASK)),
        FileOptions.streams(options, DEFAULT_OUTPUT),
        RunStreams.io(options, submission),
        FileOptions.workingDirectory(options, submission.workingDirectory()),
        environment(options, submission.environment()),
        DeviceOptions.ofStep(
            options, submission.environment(), nodes.given() ? nodes.min() : Math.max(1, held)),
        choice(options),
        layout,
        components,
        warnings(options, submission.environment()));
  }

  /** The same over components that it asks for different numbers. */
  RunOptions over(StepComponents asked) {
    return new RunOptions(
        name,
        nodes,
        tasks,
        cpusPerTask,
        files,
        io,
        workingDirectory,
        environment,
        share,
        on,
        layout,
        asked,
        warnings);
  }

  /** A list that says where each task is chooses no nodes besides. */
  private static @Nullable NodeChoice choice(GivenOptions options) {
    boolean places = LayoutOptions.places(options) != null;
    GivenOption excluded = options.get(SubmitOption.EXCLUDE);
    if (places && excluded != null) {
      throw OptionException.badValue(
          excluded, "nothing, as a list of nodes says where each task is");
    }
    return new NodeChoice(
            places ? null : ChoiceOptions.names(options, SubmitOption.NODELIST),
            ChoiceOptions.names(options, SubmitOption.EXCLUDE),
            null)
        .orNull();
  }

  private static List<String> warnings(GivenOptions options, Map<String, String> ofCaller) {
    List<String> names = OF_THE_JOB.stream().filter(options::has).map(SubmitOption::typed).toList();
    List<String> warnings = new ArrayList<>();
    if (!names.isEmpty()) {
      warnings.add(
          String.join(", ", names)
              + ": a step has the limits and names of its job, and shares its memory.");
    }
    String layout = LayoutOptions.warning(options, ofCaller);
    if (layout != null) {
      warnings.add(layout);
    }
    Stream.of(
            TopologyOptions.ofStep(options),
            CoreOptions.ofStep(options, ofCaller),
            BindingOptions.warning(options))
        .filter(Objects::nonNull)
        .forEach(warnings::add);
    return warnings;
  }

  /** {@code --ntasks-per-node} counts on the nodes asked for, else on those of the job. */
  private static int tasks(
      GivenOptions options, @Nullable Layout layout, NodeCount nodes, int held) {
    Distribution distribution = layout == null ? null : layout.distribution();
    if (distribution != null && distribution.places() != null) {
      return distribution.places().size();
    }
    int tasks = options.count(SubmitOption.NTASKS);
    GivenOption perNode = options.get(SubmitOption.NTASKS_PER_NODE);
    if (perNode == null) {
      return tasks;
    }
    int each = options.count(SubmitOption.NTASKS_PER_NODE);
    int count = nodes.given() ? Math.max(nodes.min(), Math.min(nodes.max(), held)) : held;
    long all = (long) each * count;
    if (all > GivenOptions.MAX_COUNT || all < tasks) {
      throw OptionException.badValue(
          perNode,
          "enough for the tasks and at most %d in all, but %d nodes make %d"
              .formatted(GivenOptions.MAX_COUNT, count, all));
    }
    return tasks == 0 ? (int) all : tasks;
  }

  /** How MPI programs are started; not at all for callers that cannot tell nodes of each other. */
  static MpiStart mpi(GivenOptions options) {
    MpiStart said = options.read(SubmitOption.MPI, MpiStart.FORMS, MpiStart::parse);
    return said == null ? MpiStart.NONE : said;
  }

  /** Components by the newer name of the option, or by the older one. */
  private static @Nullable StepComponents components(GivenOptions options) {
    StepComponents named =
        options.read(SubmitOption.HET_GROUP, StepComponents.FORMS, StepComponents::parse);
    return named != null
        ? named
        : options.read(SubmitOption.PACK_GROUP, StepComponents.FORMS, StepComponents::parse);
  }

  /** Which number of nodes would be meant is not clear over components of several sizes. */
  private static void checkPerNode(
      GivenOptions options, Map<String, String> environment, @Nullable StepComponents components) {
    GivenOption perNode = options.get(SubmitOption.NTASKS_PER_NODE);
    boolean one = components != null && components.numbers().size() == 1;
    if (perNode != null && !one && environment.containsKey("SLURM_HET_SIZE")) {
      throw new OptionException(
          "%s: option '--ntasks-per-node' needs one component of the job pack; name it with --het-group, or give --ntasks."
              .formatted(perNode.where()));
    }
  }

  /** Nodes of the job by what it says to its tasks; 1 when it says nothing that can be read. */
  private static int nodesHeld(
      Map<String, String> environment, @Nullable StepComponents components) {
    String ofOne =
        components == null
            ? null
            : environment.get(
                "SLURM_JOB_NUM_NODES"
                    + ReservedVariables.OF_COMPONENT
                    + components.numbers().getFirst());
    String held = ofOne != null ? ofOne : environment.getOrDefault("SLURM_JOB_NUM_NODES", "1");
    return held.matches("[1-9][0-9]{0,5}") ? Integer.parseInt(held) : 1;
  }

  /** Variables that describe the job are always passed on, as Slurm does. */
  private static Map<String, String> environment(
      GivenOptions options, Map<String, String> ofCaller) {
    Map<String, String> environment =
        new TreeMap<>(ExportOption.chosen(options.get(SubmitOption.EXPORT), ofCaller, false));
    Map<String, String> ofJob = new TreeMap<>(ReservedVariables.only(ofCaller));
    ofJob.keySet().removeAll(ReservedVariables.ofComponents(ofJob).keySet()); // many: told anew
    environment.putAll(ofJob);
    Inheritance.limits().forEach(limit -> environment.remove(Inheritance.LIMIT + limit));
    environment.putAll(Inheritance.of(ofCaller, JobScriptParser.limits(options)));
    int cpusPerTask = options.count(SubmitOption.CPUS_PER_TASK);
    if (cpusPerTask > 0) {
      ReservedVariables.put(environment, "SLURM_CPUS_PER_TASK", Integer.toString(cpusPerTask));
    }
    environment.putAll(LayoutOptions.variables(options));
    BindingOptions.tell(options, ofCaller, environment);
    mpi(options).tell(environment);
    return environment;
  }
}
