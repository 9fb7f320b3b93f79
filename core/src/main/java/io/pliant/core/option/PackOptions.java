package io.pliant.core.option;

import io.pliant.core.id.PartitionName;
import io.pliant.core.resource.Components;
import io.pliant.core.resource.Kinds;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.resource.Spread;
import io.pliant.core.size.Malleability;
import io.pliant.core.spec.ReservedVariables;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The options of a job pack (Slurm's heterogeneous job) by component. What is said of nodes, tasks,
 * cpus, memory and devices is each component's own; all else is the job's, and said in the first
 * one. As under Slurm a further component has {@code --mem} and {@code --exclude} of the first one
 * unless it says otherwise.
 */
final class PackOptions {
  /** Refused beside components, wherever they stand, with what to do instead. */
  private static final Map<SubmitOption, String> REFUSED = refused();

  /** A component's own. */
  private static final Set<SubmitOption> OWN =
      EnumSet.of(
          SubmitOption.NODES,
          SubmitOption.NTASKS,
          SubmitOption.NTASKS_PER_NODE,
          SubmitOption.CPUS_PER_TASK,
          SubmitOption.MEM,
          SubmitOption.MEM_PER_CPU,
          SubmitOption.MEM_PER_GPU,
          SubmitOption.GRES,
          SubmitOption.GPUS,
          SubmitOption.GPUS_PER_NODE,
          SubmitOption.GPUS_PER_TASK,
          SubmitOption.GPUS_PER_SOCKET,
          SubmitOption.NTASKS_PER_GPU,
          SubmitOption.CPUS_PER_GPU,
          SubmitOption.EXCLUDE,
          SubmitOption.CONSTRAINT,
          SubmitOption.MINCPUS,
          SubmitOption.TMP,
          SubmitOption.LICENSES,
          SubmitOption.EXCLUSIVE,
          SubmitOption.HINT,
          SubmitOption.NTASKS_PER_CORE,
          SubmitOption.NTASKS_PER_SOCKET,
          SubmitOption.THREADS_PER_CORE,
          SubmitOption.CORES_PER_SOCKET,
          SubmitOption.SOCKETS_PER_NODE,
          SubmitOption.EXTRA_NODE_INFO);

  /**
   * The job's, of which another value in a further component changes nothing under Slurm either.
   */
  private static final Set<SubmitOption> OF_FIRST =
      EnumSet.of(
          SubmitOption.JOB_NAME,
          SubmitOption.OUTPUT,
          SubmitOption.ERROR,
          SubmitOption.INPUT,
          SubmitOption.OPEN_MODE,
          SubmitOption.COMMENT,
          SubmitOption.EXPORT,
          SubmitOption.MAIL_TYPE,
          SubmitOption.MAIL_USER);

  private final GivenOptions first;
  private final List<GivenOptions> further;

  /**
   * @param first options of the first component, and so of the job
   * @param further options of each further component
   */
  PackOptions(GivenOptions first, List<List<GivenOption>> further) {
    this.first = first;
    this.further = new ArrayList<>();
    for (List<GivenOption> own : further) {
      this.further.add(GivenOptions.of(inherited(GivenOptions.of(own)), own));
    }
  }

  private List<GivenOption> inherited(GivenOptions own) {
    List<GivenOption> of = new ArrayList<>();
    GivenOption exclude = first.get(SubmitOption.EXCLUDE);
    GivenOption memory = first.get(SubmitOption.MEM);
    if (exclude != null) {
      of.add(exclude);
    }
    if (memory != null
        && !own.has(SubmitOption.MEM_PER_CPU)
        && !own.has(SubmitOption.MEM_PER_GPU)) {
      of.add(memory);
    }
    return of;
  }

  /** A place in errors with the number of the component. */
  static String placed(String where, int component) {
    return "%s (component %d)".formatted(where, component);
  }

  boolean none() {
    return further.isEmpty();
  }

  /** Options of the further components, in order. */
  List<GivenOptions> further() {
    return Collections.unmodifiableList(further);
  }

  /** What cannot be in a pack, each part by itself. */
  List<Runnable> parts(Function<GivenOptions, PartitionName> partition) {
    if (none()) {
      return List.of();
    }
    if (further.size() >= Components.MOST) {
      return List.of(PackOptions::refuseCount);
    }
    List<Runnable> parts = new ArrayList<>();
    parts.add(() -> checkArray(partition));
    checks(parts, first, false);
    for (GivenOptions own : further) {
      checks(parts, own, own == further.getLast());
      own.all().forEach(given -> parts.add(() -> checkOfJob(given)));
      parts.add(() -> partition(own, partition));
      parts.add(own::timeLimit);
      parts.addAll(ResourceOptions.parts(own));
    }
    return parts;
  }

  /** Partitions start elements of an array each by itself, and would have to agree on each. */
  private void checkArray(Function<GivenOptions, PartitionName> partition) {
    GivenOption array = first.get(SubmitOption.ARRAY);
    if (array == null) {
      return;
    }
    PartitionName ofJob = partition.apply(first);
    for (GivenOptions own : further) {
      PartitionName named = partition(own, partition);
      if (named != null && !named.equals(ofJob)) {
        throw new OptionException(
            "%s: option '--array=%s' does not go with components in several partitions, here '%s' and '%s'; submit one pack for each index, or name one partition."
                .formatted(
                    array.where(), TextCheck.oneLine(array.valueOrEmpty(), 80), ofJob, named));
      }
    }
  }

  private static void refuseCount() {
    throw new OptionException(
        "Expected a job pack of at most %d components, but got more; make one of those that ask for the same (--ntasks)."
            .formatted(Components.MOST));
  }

  private static void checks(List<Runnable> parts, GivenOptions options, boolean last) {
    options
        .all()
        .forEach(given ->
            parts.add(() -> {
              boolean fixed = PackSizes.OPTIONS.contains(given.option()) && !last;
              String instead = fixed ? PackSizes.LAST_ALONE : REFUSED.get(given.option());
              boolean together =
                  given.option() == SubmitOption.CONSTRAINT
                      && (given.valueOrEmpty().contains("[") || given.valueOrEmpty().contains("*"));
              if (instead != null || together) {
                throw new OptionException(
                    "%s: option '%s=%s' does not go with the components of a job pack; %s."
                        .formatted(
                            given.where(),
                            given.option().typed(),
                            TextCheck.oneLine(given.valueOrEmpty(), 80),
                            together ? "write a component for each number of nodes" : instead));
              }
            }));
  }

  private void checkOfJob(GivenOption given) {
    SubmitOption option = given.option();
    boolean own = OWN.contains(option) || OF_FIRST.contains(option) || !option.kept();
    boolean elsewhere =
        REFUSED.containsKey(option)
            || PackSizes.OPTIONS.contains(option)
            || option == SubmitOption.TIME
            || option == SubmitOption.PARTITION;
    GivenOption ofJob = first.get(option);
    boolean same = ofJob != null && ofJob.valueOrEmpty().equals(given.valueOrEmpty());
    if (!own && !elsewhere && !same) {
      throw new OptionException(
          "%s: option '%s' is of the job as a whole, whose components start together; give it in the first component%s."
              .formatted(
                  given.where(),
                  option.typed(),
                  ofJob == null
                      ? ""
                      : ", which has '%s'".formatted(TextCheck.oneLine(ofJob.valueOrEmpty(), 80))));
    }
  }

  private static @Nullable PartitionName partition(
      GivenOptions own, Function<GivenOptions, PartitionName> partition) {
    GivenOption given = own.get(SubmitOption.PARTITION);
    if (given != null && given.valueOrEmpty().contains(",")) {
      throw new OptionException(
          "%s: option '--partition=%s' has several partitions, and a component waits in one; name one."
              .formatted(given.where(), TextCheck.oneLine(given.valueOrEmpty(), 80)));
    }
    return given == null ? null : partition.apply(own);
  }

  /** The longest of the components' limits, or null where none is given. */
  @Nullable Duration timeLimit(List<String> warnings) {
    Duration longest = first.timeLimit();
    boolean differ = false;
    for (GivenOptions own : further) {
      Duration limit = own.timeLimit();
      differ |= limit != null && longest != null && !limit.equals(longest);
      longest = longest == null || limit != null && limit.compareTo(longest) > 0 ? limit : longest;
    }
    if (differ) {
      warnings.add("--time: a job pack ends as a whole, by the longest limit of its components.");
    }
    return longest;
  }

  /** What further components say that is the first one's to say. */
  void warn(List<String> warnings) {
    Set<SubmitOption> unheard = EnumSet.noneOf(SubmitOption.class);
    for (GivenOptions own : further) {
      for (GivenOption given : own.all()) {
        GivenOption ofJob = first.get(given.option());
        boolean same = ofJob != null && ofJob.valueOrEmpty().equals(given.valueOrEmpty());
        if (OF_FIRST.contains(given.option()) && !same) {
          unheard.add(given.option());
        }
      }
    }
    if (!unheard.isEmpty()) {
      warnings.add(
          "%s: those of the first component count for the job pack as a whole."
              .formatted(String.join(", ", unheard.stream().map(SubmitOption::typed).toList())));
    }
  }

  /**
   * One request of all components; licences are the job's as a whole, and a component that names no
   * partition is in that of the first one.
   *
   * @param ofJob partition of the first component
   * @param partition of options that name one
   */
  ResourceRequest request(
      ResourceRequest ofFirst,
      PartitionName ofJob,
      Function<GivenOptions, PartitionName> partition,
      BiFunction<GivenOptions, PartitionName, ResourceRequest> reader) {
    List<ResourceRequest> others = new ArrayList<>();
    List<PartitionName> partitions = new ArrayList<>();
    Kinds licences = Kinds.orNone(ofFirst.licences());
    partitions.add(ofJob);
    for (GivenOptions own : further) {
      PartitionName named = partition(own, partition);
      PartitionName there = named == null ? ofJob : named;
      partitions.add(there);
      ResourceRequest other = reader.apply(own, there);
      licences = licences.plus(Kinds.orNone(other.licences()));
      others.add(other.withLicences(null));
    }
    return others.isEmpty()
        ? ofFirst
        : ofFirst
            .withLicences(Kinds.orNull(licences))
            .with(new Components(others, Spread.over(partitions)));
  }

  /** How the size of a pack may change, or null when no component says so. */
  @Nullable Malleability malleable(ResourceRequest pack) {
    return PackSizes.read(further.getLast(), pack);
  }

  /** Variables that tell of options, by component. */
  Map<String, String> variables() {
    if (none()) {
      return Map.of();
    }
    Map<String, String> variables = new TreeMap<>();
    put(variables, 0, first);
    for (int i = 0; i < further.size(); i++) {
      put(variables, i + 1, further.get(i));
    }
    return variables;
  }

  private static void put(Map<String, String> variables, int component, GivenOptions options) {
    put(variables, "SLURM_CPUS_PER_TASK", component, options.count(SubmitOption.CPUS_PER_TASK));
    put(variables, "SLURM_NTASKS_PER_NODE", component, options.count(SubmitOption.NTASKS_PER_NODE));
  }

  private static void put(Map<String, String> variables, String name, int component, int count) {
    if (count > 0) {
      ReservedVariables.putOfComponent(variables, name, component, Integer.toString(count));
    }
  }

  private static Map<SubmitOption, String> refused() {
    Map<SubmitOption, String> all = new TreeMap<>();
    String choose = "choose nodes with --constraint or --exclude";
    all.put(SubmitOption.NODELIST, choose);
    all.put(SubmitOption.NODEFILE, choose);
    all.put(SubmitOption.RESERVATION, "submit an ordinary job for the reservation");
    all.put(SubmitOption.DISTRIBUTION, "tasks are spread evenly over the nodes of a component");
    all.put(SubmitOption.OVERCOMMIT, "ask for a cpu for each task");
    all.put(SubmitOption.CONTIGUOUS, "delete it");
    all.put(SubmitOption.PREFER, "write --constraint, or delete it");
    all.put(SubmitOption.NODE_CONSTRAINTS, "a component may have any number of nodes; delete it");
    return Collections.unmodifiableMap(all);
  }
}
