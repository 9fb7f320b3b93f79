package io.pliant.core.option;

import io.pliant.core.hostlist.Hostlist;
import io.pliant.core.id.NodeName;
import io.pliant.core.resource.FeatureRule;
import io.pliant.core.resource.NodeChoice;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Options on which nodes a job may have.
 *
 * <ul>
 *   <li>{@code --nodelist}: these and no others; without {@code -N} all of them.
 *   <li>{@code --exclude}: none of these.
 *   <li>{@code --constraint}: those with these features. Brackets around alternatives, by which
 *       Slurm gives all nodes the same one, are taken for parentheses, with a warning.
 *   <li>{@code --reservation}: those of one reservation.
 * </ul>
 */
final class ChoiceOptions {
  private static final String NODES =
      "names of at most %d nodes, as n[1-4],n7".formatted(NodeChoice.MOST_NAMES);

  private ChoiceOptions() {}

  /** The choice, or null for any nodes. */
  static @Nullable NodeChoice read(GivenOptions options, List<String> warnings) {
    String constraint = constraint(options);
    GivenOption given = options.get(SubmitOption.CONSTRAINT);
    if (given != null && given.valueOrEmpty().contains("[")) {
      warnings.add("--constraint: nodes of a job may meet different ones of what is in brackets.");
    }
    return new NodeChoice(
            names(options, SubmitOption.NODELIST),
            names(options, SubmitOption.EXCLUDE),
            constraint,
            reservation(options))
        .orNull();
  }

  /** What it is read from, each part by itself. */
  static List<Runnable> parts(GivenOptions options) {
    return List.of(
        () -> names(options, SubmitOption.NODELIST),
        () -> names(options, SubmitOption.EXCLUDE),
        () -> constraint(options),
        () -> reservation(options));
  }

  /** The number of nodes, which is at least that of the nodes listed. */
  static NodeCount nodes(
      GivenOptions options, NodeCount asked, @Nullable NodeChoice choice, List<String> warnings) {
    GivenOption given = options.get(SubmitOption.NODELIST);
    List<NodeName> only = choice == null ? null : choice.only();
    if (only == null || given == null) {
      return asked;
    }
    int listed = only.size();
    if (!asked.given()) {
      return new NodeCount(listed, listed);
    }
    if (asked.min() > listed) {
      throw OptionException.badValue(
          given,
          "at least %d nodes, as --nodes asks for; list them all, or write --exclude or --constraint"
              .formatted(asked.min()));
    }
    if (asked.max() < listed) {
      warnings.add(
          "--nodelist: the job gets %d of the %d nodes listed.".formatted(asked.max(), listed));
      return new NodeCount(asked.max(), asked.max());
    }
    return new NodeCount(listed, listed);
  }

  private static @Nullable String constraint(GivenOptions options) {
    return options.read(
        SubmitOption.CONSTRAINT,
        FeatureRule.FORMS,
        text -> {
          String rule = text.replace('[', '(').replace(']', ')');
          FeatureRule.parse(rule);
          return rule;
        });
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
