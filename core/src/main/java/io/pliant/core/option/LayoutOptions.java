package io.pliant.core.option;

import io.pliant.core.hostlist.Hostlist;
import io.pliant.core.id.NodeName;
import io.pliant.core.resource.Distribution;
import io.pliant.core.resource.Layout;
import io.pliant.core.spec.CpuBinding;
import io.pliant.core.spec.ReservedVariables;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Options on how tasks are laid out: {@code --distribution} and {@code --overcommit}. The list of
 * an arbitrary distribution is that of {@code --nodelist}, in its order, each node as often as it
 * is named; of a longer one the first {@code --ntasks} count.
 */
final class LayoutOptions {
  private static final String DISTRIBUTION = "SLURM_DISTRIBUTION";

  private LayoutOptions() {}

  /** The layout, or null for the usual one. */
  static @Nullable Layout read(GivenOptions options) {
    Distribution distribution = distribution(options);
    List<NodeName> places = distribution == null ? null : places(options);
    return Layout.orNull(
        new Layout(
            distribution == null || places == null ? distribution : distribution.at(places),
            options.has(SubmitOption.OVERCOMMIT),
            CoreOptions.rule(options)));
  }

  /** The layout of a job, which needs its list. */
  static @Nullable Layout ofJob(GivenOptions options) {
    Layout layout = read(options);
    GivenOption given = options.get(SubmitOption.DISTRIBUTION);
    Distribution distribution = layout == null ? null : layout.distribution();
    if (given != null && distribution != null && listless(distribution)) {
      throw OptionException.badValue(
          given,
          "a list of nodes beside it, --nodelist=n2,n1,n1, or a file named by SLURM_HOSTFILE");
    }
    return layout;
  }

  private static boolean listless(Distribution distribution) {
    return distribution.arbitrary() && distribution.places() == null;
  }

  private static @Nullable Distribution distribution(GivenOptions options) {
    return options.read(SubmitOption.DISTRIBUTION, Distribution.FORMS, Distribution::parse);
  }

  /** The node of each task, or null unless a list says it. */
  static @Nullable List<NodeName> places(GivenOptions options) {
    Distribution distribution = distribution(options);
    GivenOption list = options.get(SubmitOption.NODELIST);
    if (distribution == null || !distribution.arbitrary() || list == null) {
      return null;
    }
    List<NodeName> nodes =
        options.read(
            SubmitOption.NODELIST,
            "names of at most %d nodes, one for each task".formatted(Distribution.MOST_PLACES),
            text ->
                Objects.requireNonNull(distribution.at(Hostlist.expand(trimmed(text))).places()));
    int tasks = options.count(SubmitOption.NTASKS);
    if (nodes == null || tasks == 0) {
      return nodes;
    }
    if (tasks > nodes.size()) {
      throw OptionException.badValue(
          list, "a node for each of %d tasks, and it names %d".formatted(tasks, nodes.size()));
    }
    return nodes.subList(0, tasks);
  }

  private static String trimmed(String list) {
    return list.endsWith(",") ? list.substring(0, list.length() - 1) : list;
  }

  /** What is not kept of it, or null: levels below nodes count for tasks that are bound. */
  static @Nullable String warning(GivenOptions options) {
    Distribution distribution = distribution(options);
    return distribution == null || !distribution.belowNodes() || binds(options)
        ? null
        : "--distribution=%s: sockets and cores count in steps whose tasks are bound (srun --cpu-bind); others use any cpus that the job has on a node."
            .formatted(distribution.word());
  }

  private static boolean binds(GivenOptions options) {
    CpuBinding binding = BindingOptions.cpus(options, Map.of());
    return binding != null && binding.binds();
  }

  /** The same for a step, whose job may have said it already. */
  static @Nullable String warning(GivenOptions options, Map<String, String> ofCaller) {
    Distribution distribution = distribution(options);
    return distribution != null && distribution.word().equals(ofCaller.get(DISTRIBUTION))
        ? null
        : warning(options);
  }

  /** What Slurm tells of it to all tasks of a job. */
  static Map<String, String> ofAJob(GivenOptions options) {
    Map<String, String> told = variables(options);
    List<NodeName> places = places(options);
    if (places != null) {
      ReservedVariables.put(
          told, "SLURM_ARBITRARY_NODELIST", Hostlist.compress(new TreeSet<>(places)));
    }
    return told;
  }

  /** What it tells of it to tasks of a step. */
  static Map<String, String> variables(GivenOptions options) {
    Map<String, String> told = new TreeMap<>();
    Distribution distribution = distribution(options);
    if (distribution != null) {
      ReservedVariables.put(told, DISTRIBUTION, distribution.word());
      if (distribution.plane() > 0 && !distribution.word().startsWith("cyclic")) {
        ReservedVariables.put(told, "SLURM_DIST_PLANESIZE", Integer.toString(distribution.plane()));
      }
    }
    if (options.has(SubmitOption.OVERCOMMIT)) {
      ReservedVariables.put(told, "SLURM_OVERCOMMIT", "1");
    }
    told.putAll(CoreOptions.variables(options));
    return told;
  }
}
