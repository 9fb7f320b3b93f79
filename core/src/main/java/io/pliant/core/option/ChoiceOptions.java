package io.pliant.core.option;

import io.pliant.core.hostlist.Hostlist;
import io.pliant.core.id.NodeName;
import io.pliant.core.resource.NodeChoice;
import io.pliant.core.resource.NodeConstraint;
import io.pliant.core.resource.NodeTerms;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.spec.MemorySize;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Options on which nodes a job may have.
 *
 * <ul>
 *   <li>{@code --nodelist}: all of these, and others where it asks for more nodes, or for more
 *       tasks than these hold and not for so many nodes.
 *   <li>{@code --nodefile}: the same; whoever submits reads the file, and writes the names into
 *       {@code --nodelist} on the command line.
 *   <li>{@code --exclude}: none of these.
 *   <li>{@code --constraint}: those with these features; {@code --prefer}: if there are such ones.
 *   <li>{@code --mincpus}, {@code --tmp}: what each has at least. {@code --contiguous}: side by
 *       side.
 *   <li>{@code -B} and its parts: what {@link TopologyOptions} reads.
 *   <li>{@code --reservation}: those of one reservation.
 * </ul>
 */
final class ChoiceOptions {
  private static final String NODES =
      "names of at most %d nodes, as n[1-4],n7".formatted(NodeChoice.MOST_NAMES);

  private ChoiceOptions() {}

  /** The choice among all nodes that the list names, or null for any nodes. */
  static @Nullable NodeChoice read(GivenOptions options) {
    return new NodeChoice(
            list(options),
            names(options, SubmitOption.EXCLUDE),
            constraint(options, SubmitOption.CONSTRAINT),
            reservation(options),
            terms(options))
        .orNull();
  }

  private static NodeTerms terms(GivenOptions options) {
    return new NodeTerms(
        null,
        constraint(options, SubmitOption.PREFER),
        options.count(SubmitOption.MINCPUS),
        tmpMb(options),
        options.has(SubmitOption.CONTIGUOUS),
        TopologyOptions.least(options));
  }

  private static int tmpMb(GivenOptions options) {
    Integer asked = options.read(SubmitOption.TMP, MemorySize.FORMS, MemorySize::parseMegabytes);
    return asked == null ? 0 : asked;
  }

  /** What it is read from, each part by itself. */
  static List<Runnable> parts(GivenOptions options) {
    List<Runnable> parts = new ArrayList<>(TopologyOptions.parts(options));
    parts.addAll(ownParts(options));
    return parts;
  }

  private static List<Runnable> ownParts(GivenOptions options) {
    return List.of(
        () -> list(options),
        () -> names(options, SubmitOption.EXCLUDE),
        () -> constraint(options, SubmitOption.CONSTRAINT),
        () -> constraint(options, SubmitOption.PREFER),
        () -> options.count(SubmitOption.MINCPUS),
        () -> tmpMb(options),
        () -> reservation(options));
  }

  /** The number of nodes, which is at least that of the nodes listed or counted. */
  static NodeCount nodes(GivenOptions options, NodeCount asked, @Nullable NodeChoice choice) {
    List<NodeName> only = choice == null ? null : choice.only();
    NodeConstraint features = choice == null ? null : choice.features();
    NodeCount listed =
        atLeast(options, SubmitOption.NODELIST, asked, only == null ? 0 : only.size());
    return atLeast(
        options, SubmitOption.CONSTRAINT, listed, features == null ? 0 : features.counted());
  }

  /** Without {@code -N} as many as named; more only for tasks that do not fit there. */
  private static NodeCount atLeast(
      GivenOptions options, SubmitOption option, NodeCount asked, int named) {
    GivenOption given = options.get(option);
    if (given == null || named == 0) {
      return asked;
    }
    if (LayoutOptions.places(options) != null && option == SubmitOption.NODELIST) {
      return exactly(given, asked, named);
    }
    if (!asked.given()) {
      boolean tasks = options.has(SubmitOption.NTASKS);
      return new NodeCount(named, tasks ? Math.max(named, GivenOptions.MAX_COUNT) : named);
    }
    if (asked.max() < named) {
      throw OptionException.badValue(
          given, "no more than %d nodes, as --nodes asks for".formatted(asked.max()));
    }
    return new NodeCount(Math.max(asked.min(), named), asked.max());
  }

  /** A list that says where each task is leaves no other nodes. */
  private static NodeCount exactly(GivenOption list, NodeCount asked, int named) {
    if (asked.given() && (asked.max() < named || asked.min() > named)) {
      throw OptionException.badValue(
          list, "as many nodes as --nodes asks for, and its tasks are on %d".formatted(named));
    }
    return new NodeCount(named, named);
  }

  /**
   * The request on nodes of the choice: where it may have more than are listed, others besides.
   *
   * @param request with its final number of nodes
   */
  static ResourceRequest chosen(
      GivenOptions options, ResourceRequest request, @Nullable NodeChoice choice) {
    NodeConstraint features = choice == null ? null : choice.features();
    GivenOption constraint = options.get(SubmitOption.CONSTRAINT);
    if (features != null && constraint != null && features.counted() > request.minNodes()) {
      throw OptionException.badValue(
          constraint,
          "no more than %d nodes, as there are tasks for".formatted(request.minNodes()));
    }
    List<NodeName> only = choice == null ? null : choice.only();
    return request.on(
        choice == null || only == null || request.maxNodes() <= only.size()
            ? choice
            : choice.withOthers());
  }

  private static @Nullable String constraint(GivenOptions options, SubmitOption option) {
    return options.read(
        option,
        NodeConstraint.FORMS,
        text -> {
          NodeConstraint.parse(text);
          return text;
        });
  }

  private static @Nullable List<NodeName> list(GivenOptions options) {
    GivenOption file = options.get(SubmitOption.NODEFILE);
    GivenOption list = options.get(SubmitOption.NODELIST);
    if (file != null && (list == null || !list.where().equals(JobScriptParser.COMMAND_LINE))) {
      throw OptionException.badValue(
          file, "a file that 'pliant submit' reads; write its names into --nodelist here");
    }
    List<NodeName> places = LayoutOptions.places(options);
    return places == null
        ? names(options, SubmitOption.NODELIST)
        : new NodeChoice(places, null, null).only();
  }

  private static @Nullable String reservation(GivenOptions options) {
    return options.read(
        SubmitOption.RESERVATION,
        "the name of one reservation: letters, digits and _.:-",
        NodeChoice::checkReservation);
  }

  /** The nodes of a list; a comma may be too many at its end, as launchers write it. */
  static @Nullable List<NodeName> names(GivenOptions options, SubmitOption option) {
    return options.read(
        option,
        NODES,
        text -> {
          List<NodeName> names =
              Hostlist.expand(text.endsWith(",") ? text.substring(0, text.length() - 1) : text);
          return Objects.requireNonNull(new NodeChoice(names, null, null).only());
        });
  }
}
