package io.pliant.core.option;

import io.pliant.core.array.JobArray;
import io.pliant.core.id.PartitionName;
import io.pliant.core.resource.Components;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.size.Malleability;
import io.pliant.core.spec.BeginTime;
import io.pliant.core.spec.CommandName;
import io.pliant.core.spec.Deadline;
import io.pliant.core.spec.EarlyWarning;
import io.pliant.core.spec.Inheritance;
import io.pliant.core.spec.JobSpec;
import io.pliant.core.spec.ParsedJob;
import io.pliant.core.spec.Payload;
import io.pliant.core.spec.ReservedVariables;
import io.pliant.core.spec.StreamFiles;
import io.pliant.core.spec.Submission;
import io.pliant.core.spec.SubmissionContext;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedSet;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Understands a submission: directives of its script, then the options of the command line, which
 * win over them. Variables such as {@code SBATCH_PARTITION} are not looked at.
 */
public final class JobScriptParser {

  private static final int MAX_NAME = 255;

  /** Where options stand that come with a submission. */
  static final String COMMAND_LINE = "command line";

  private final Submission submission;
  private final SubmissionContext context;
  private final List<String> warnings = new ArrayList<>();
  private final SequencedSet<PartitionName> partitions = new LinkedHashSet<>();
  private PackOptions pack = new PackOptions(GivenOptions.of(), List.of());

  private JobScriptParser(Submission submission, SubmissionContext context) {
    this.submission = submission;
    this.context = context;
  }

  /** The job, or a message that names line, option and value; never throws. */
  public static ParsedJob parse(Submission submission, SubmissionContext context) {
    JobScriptParser parser = new JobScriptParser(submission, context);
    try {
      return new ParsedJob.Parsed(parser.spec(), parser.warnings, List.copyOf(parser.partitions));
    } catch (OptionException e) {
      return new ParsedJob.Refused(e.message());
    }
  }

  private JobSpec spec() {
    checkPayload();
    TextCheck.check(submission);
    Faults faults = new Faults();
    GivenOptions options = options(faults);
    try {
      if (faults.none()) {
        pack.parts(this::partition).forEach(faults::look);
      }
      if (faults.none()) {
        return spec(options);
      }
    } catch (OptionException e) {
      faults.add(e);
    }
    pack.parts(this::partition).forEach(faults::look);
    ResourceOptions.parts(options).forEach(faults::look);
    parts(options).forEach(faults::look);
    throw faults.all();
  }

  private JobSpec spec(GivenOptions options) {
    PartitionName partition = partition(options);
    ResourceRequest asked = asked(options, partition);
    ResourceRequest whole = pack.request(asked, partition, this::partition, this::asked);
    Malleability malleable = pack.none() ? SizeOptions.read(options, asked) : pack.malleable(whole);
    ResourceRequest resources = malleable == null ? whole : whole.varying();
    pack.warn(warnings);
    JobArray array = array(options);
    String comment = options.text(SubmitOption.COMMENT);
    BookkeepingOptions names = new BookkeepingOptions(options, context);
    warnings.addAll(options.unkept());
    Stream.ofNullable(LayoutOptions.warning(options)).forEach(warnings::add);
    warnings.addAll(CoreOptions.warnings(options));
    Stream.ofNullable(BindingOptions.warning(options)).forEach(warnings::add);
    return new JobSpec(
        name(options),
        context.submitter(),
        partition,
        resources,
        names.timeLimit(partition, pack.timeLimit(warnings)),
        payload(options),
        FileOptions.streams(options, defaultOutput(array)),
        FileOptions.workingDirectory(options, submission.workingDirectory()),
        environment(options),
        !options.has(SubmitOption.NO_REQUEUE),
        options.has(SubmitOption.HOLD),
        begin(options),
        comment == null ? "" : comment,
        submission.submissionKey(),
        malleable,
        PowerOptions.read(options),
        names.read(warnings),
        warning(options),
        MailOptions.read(options, context, warnings),
        deadline(options),
        array,
        null,
        DependencyOptions.read(options));
  }

  private static @Nullable JobArray array(GivenOptions options) {
    JobArray array = options.read(SubmitOption.ARRAY, JobArray.FORMS, JobArray::parse);
    if (array != null && options.has(SubmitOption.DEADLINE)) {
      throw new OptionException(
          "Option '--deadline' does not go with '--array': give each element a limit with --time.");
    }
    return array;
  }

  private static String defaultOutput(@Nullable JobArray array) {
    return array == null ? StreamFiles.batchDefault().output() : StreamFiles.OUTPUT_OF_ELEMENT;
  }

  /** What a job is read from, each part by itself. */
  private List<Runnable> parts(GivenOptions options) {
    BookkeepingOptions names = new BookkeepingOptions(options, context);
    List<Runnable> parts = new ArrayList<>(names.parts());
    parts.addAll(
        List.of(
            () -> name(options),
            () -> SizeOptions.read(options, asked(options, partition(options))),
            options::timeLimit,
            () -> names.timeLimit(partition(options)),
            () -> array(options),
            () -> payload(options),
            () -> FileOptions.streams(options, StreamFiles.batchDefault().output()),
            () -> FileOptions.workingDirectory(options, submission.workingDirectory()),
            () -> environment(options),
            () -> begin(options),
            () -> deadline(options),
            () -> DependencyOptions.read(options),
            () -> PowerOptions.read(options),
            () -> warning(options),
            () -> MailOptions.types(options),
            () -> MailOptions.address(options)));
    return parts;
  }

  private ResourceRequest asked(GivenOptions options, PartitionName partition) {
    boolean exclusive = context.exclusiveByDefault().test(partition);
    boolean licences = context.countsLicences().test(partition);
    return ResourceOptions.read(options, exclusive, licences, warnings);
  }

  private void checkPayload() {
    boolean hasCommand = !submission.command().isEmpty();
    if (hasCommand == (submission.script() != null)) {
      throw new OptionException(
          "Expected either a script or a command to run, but got "
              + (hasCommand ? "both." : "neither."));
    }
  }

  private GivenOptions options(Faults faults) {
    String script = submission.script();
    if (script == null) {
      return together(List.of(List.of()), ofCommandLine(OptionScope.RUN_JOB, faults));
    }
    String name = scriptName();
    ScriptCheck.check(script, name);
    ScriptDirectives directives = ScriptDirectives.read(script, name);
    for (String where : directives.withoutEffect()) {
      warnings.add(where + ": directives after the first command have no effect.");
    }
    faults.add(directives.faults());
    List<List<GivenOption>> ofScript = new ArrayList<>();
    ofScript.add(directives.options());
    ofScript.addAll(directives.further());
    GivenOptions options = together(ofScript, ofCommandLine(OptionScope.SUBMISSION, faults));
    if (!directives.ofPbs().isEmpty() && !options.has(SubmitOption.IGNORE_PBS)) {
      warnings.add(
          directives.ofPbs().getFirst()
              + ": #PBS lines are not read, as Slurm reads them; write #SBATCH lines, or --ignore-pbs.");
    }
    return options;
  }

  /** Options of the first component, and so of the job; those of the others become the pack. */
  private GivenOptions together(
      List<List<GivenOption>> ofScript, List<List<GivenOption>> ofCommandLine) {
    List<List<GivenOption>> all = new ArrayList<>();
    for (int i = 0; i < Math.max(ofScript.size(), ofCommandLine.size()); i++) {
      List<GivenOption> both = new ArrayList<>();
      both.addAll(i < ofScript.size() ? ofScript.get(i) : List.of());
      both.addAll(i < ofCommandLine.size() ? ofCommandLine.get(i) : List.of());
      all.add(both);
    }
    GivenOptions first = GivenOptions.of(all.getFirst());
    pack = new PackOptions(first, all.subList(1, all.size()));
    return first;
  }

  /**
   * Options by component: a colon stands between them. One component more than a pack may have is
   * read, which is refused, and no others: each looks at all words behind it.
   */
  private List<List<GivenOption>> ofCommandLine(OptionScope scope, Faults faults) {
    List<List<GivenOption>> components = new ArrayList<>();
    List<String> words = submission.options();
    do {
      String where =
          components.isEmpty() ? COMMAND_LINE : PackOptions.placed(COMMAND_LINE, components.size());
      boolean further = !components.isEmpty();
      OptionReader reader =
          new OptionReader(further ? words.subList(1, words.size()) : words, scope, where);
      components.add(reader.readAll());
      faults.add(reader.faults());
      words = reader.rest();
    } while (components.size() <= Components.MOST && PackLine.goesOn(words));
    if (!words.isEmpty() && !PackLine.goesOn(words)) {
      faults.add(
          new OptionException(
              "%s: expected an option, but got '%s'."
                  .formatted(COMMAND_LINE, TextCheck.oneLine(words.getFirst(), 80))));
    }
    return components;
  }

  private String scriptName() {
    String name = submission.scriptName();
    return name == null ? "script" : TextCheck.name(CommandName.of(List.of(name)), MAX_NAME);
  }

  private String name(GivenOptions options) {
    GivenOption given = options.get(SubmitOption.JOB_NAME);
    if (given != null) {
      return checkedName(given);
    }
    if (submission.script() == null) {
      return TextCheck.name(CommandName.of(submission.command()), MAX_NAME);
    }
    return submission.scriptName() == null ? "sbatch" : scriptName();
  }

  static String checkedName(GivenOption given) {
    String name = given.valueOrEmpty();
    if (name.isBlank() || name.length() > MAX_NAME || !TextCheck.printable(name)) {
      throw OptionException.badValue(
          given, "a name of 1 to %d printable characters".formatted(MAX_NAME));
    }
    return name;
  }

  private static @Nullable EarlyWarning warning(GivenOptions options) {
    return options.read(SubmitOption.SIGNAL, EarlyWarning.FORMS, EarlyWarning::parse);
  }

  private PartitionName partition(GivenOptions options) {
    PartitionName asked = options.read(SubmitOption.PARTITION, partitionNames(), this::firstOf);
    PartitionName partition = asked == null ? context.defaultPartition() : asked;
    if (partition == null) {
      throw new OptionException(
          "Expected a partition, but got none and this cluster has no default. Give one with "
              + "--partition.");
    }
    return partition;
  }

  private String partitionNames() {
    return context.partitions().isEmpty()
        ? "the name of a partition"
        : "one of the partitions "
            + String.join(", ", context.partitions().stream().map(PartitionName::value).toList());
  }

  /** Of a list with commas the first that there is; the others may be better. */
  private PartitionName firstOf(String list) {
    PartitionList names = PartitionList.parse(context.withMembers(list));
    List<PartitionName> known = names.of(context.partitions());
    if (names.several()) {
      partitions.addAll(known);
      String unknown = names.warning(known);
      if (unknown != null && !warnings.contains(unknown)) {
        warnings.add(unknown);
      }
    }
    PartitionName chosen = context.chosen();
    return chosen != null && known.contains(chosen) ? chosen : known.getFirst();
  }

  private @Nullable Instant begin(GivenOptions options) {
    return options.read(
        SubmitOption.BEGIN,
        BeginTime.FORMS,
        text -> BeginTime.parse(text, context.now(), context.zone()));
  }

  private @Nullable Deadline deadline(GivenOptions options) {
    return options.read(
        SubmitOption.DEADLINE,
        BeginTime.FORMS,
        text -> new Deadline(BeginTime.parse(text, context.now(), context.zone())));
  }

  private Payload payload(GivenOptions options) {
    String script = submission.script();
    if (script != null) {
      return new Payload.BatchScript(script, submission.scriptArguments());
    }
    return new Payload.ParallelCommand(submission.command(), RunStreams.io(options, submission));
  }

  private Map<String, String> environment(GivenOptions options) {
    LoginShell login = options.read(SubmitOption.GET_USER_ENV, LoginShell.FORMS, LoginShell::parse);
    Map<String, String> chosen =
        ExportOption.chosen(
            options.get(SubmitOption.EXPORT),
            ReservedVariables.without(submission.environment()),
            login != null);
    Map<String, String> environment = new TreeMap<>(chosen);
    environment.putAll(login == null ? Map.of() : login.variables());
    String host = submission.environment().get("SLURM_SUBMIT_HOST");
    if (host != null) {
      ReservedVariables.put(environment, "SLURM_SUBMIT_HOST", host);
    }
    environment.putAll(Inheritance.of(submission.environment(), limits(options)));
    ReservedVariables.put(environment, "SLURM_SUBMIT_DIR", submission.workingDirectory());
    if (pack.none()) {
      putCount(environment, "SLURM_CPUS_PER_TASK", options.count(SubmitOption.CPUS_PER_TASK));
      putCount(environment, "SLURM_NTASKS_PER_NODE", options.count(SubmitOption.NTASKS_PER_NODE));
    }
    environment.putAll(pack.variables());
    GivenOption dependency = options.get(SubmitOption.DEPENDENCY);
    if (dependency != null) {
      ReservedVariables.put(environment, "SLURM_JOB_DEPENDENCY", dependency.valueOrEmpty());
    }
    environment.putAll(LayoutOptions.ofAJob(options));
    addBinding(options, environment);
    DeviceOptions.variables(options)
        .forEach((name, value) -> ReservedVariables.put(environment, name, value));
    return environment;
  }

  /** What tasks are bound to, and what the steps of a script are to read of it. */
  private void addBinding(GivenOptions options, Map<String, String> environment) {
    if (submission.script() == null) {
      BindingOptions.tell(options, Map.of(), environment);
      RunOptions.mpi(options).tell(environment);
    } else {
      BindingOptions.tellScript(options, environment);
    }
  }

  /** Limits that travel; all where nothing is said. */
  static SortedSet<String> limits(GivenOptions options) {
    SortedSet<String> chosen =
        options.read(SubmitOption.PROPAGATE, Inheritance.FORMS, Inheritance::chosen);
    return chosen == null ? Inheritance.chosen(null) : chosen;
  }

  private static void putCount(Map<String, String> environment, String name, int count) {
    if (count > 0) {
      ReservedVariables.put(environment, name, Integer.toString(count));
    }
  }
}
