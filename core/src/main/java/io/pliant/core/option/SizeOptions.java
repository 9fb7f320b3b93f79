package io.pliant.core.option;

import io.pliant.core.resource.NodeChoice;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.size.Malleability;
import io.pliant.core.size.SizeConstraint;
import io.pliant.core.size.Terms.OnOffer;
import io.pliant.core.size.Terms.OnShrinkTimeout;
import io.pliant.core.size.Terms.Winner;
import io.pliant.core.spec.TimeLimit;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Turns the options on sizes of a running job into one statement, or none for a rigid job. */
final class SizeOptions {
  private static final List<SubmitOption> OTHERS =
      List.of(
          SubmitOption.NODE_CONSTRAINTS,
          SubmitOption.ON_OFFER,
          SubmitOption.ADAPT_DEADLINE,
          SubmitOption.ON_SHRINK_TIMEOUT,
          SubmitOption.ON_RACE);

  private final GivenOptions options;
  private final ResourceRequest asked;

  private SizeOptions(GivenOptions options, ResourceRequest asked) {
    this.options = options;
    this.asked = asked;
  }

  static @Nullable Malleability read(GivenOptions options, ResourceRequest asked) {
    return new SizeOptions(options, asked).read();
  }

  private @Nullable Malleability read() {
    GivenOption min = either(SubmitOption.MIN_NODES, SubmitOption.MIN_NODES_INVASIC);
    GivenOption max = either(SubmitOption.MAX_NODES, SubmitOption.MAX_NODES_INVASIC);
    if (min == null && max == null) {
      refuseOthers();
      return null;
    }
    refuseTasks();
    SizeConstraint constraint = constraint();
    int least = min == null ? asked.minNodes() : GivenOptions.count(min, min.valueOrEmpty());
    int most = max == null ? asked.minNodes() : GivenOptions.count(max, max.valueOrEmpty());
    check(min, least, least <= asked.minNodes(), "at most the %d of --nodes", constraint);
    check(max, most, most >= asked.minNodes(), "at least the %d of --nodes", constraint);
    check(options.get(SubmitOption.NODES), asked.minNodes(), true, "", constraint);
    if (asked.tasks() / asked.minNodes() * (long) most > GivenOptions.MAX_COUNT && max != null) {
      throw OptionException.badValue(
          max, "a number with at most %d tasks in all".formatted(GivenOptions.MAX_COUNT));
    }
    return new Malleability(
        least, most, constraint, onOffer(), deadline(), onShrinkTimeout(), winner());
  }

  private @Nullable GivenOption either(SubmitOption usual, SubmitOption invasic) {
    GivenOption given = options.get(usual);
    return given == null ? options.get(invasic) : given;
  }

  private void refuseOthers() {
    for (SubmitOption option : OTHERS) {
      if (options.has(option)) {
        throw new OptionException(
            "Option '%s' needs a job that changes size: give --min-nodes or --max-nodes too."
                .formatted(option.typed()));
      }
    }
  }

  /** A size is a number of nodes with the same tasks on each. */
  private void refuseTasks() {
    if (options.has(SubmitOption.NTASKS)) {
      throw new OptionException(
          "Option '--ntasks' does not go with a job that changes size: give --nodes and"
              + " --ntasks-per-node.");
    }
    if (asked.layout() != null) {
      throw new OptionException(
          "Options '--distribution' and '--overcommit' do not go with a job that changes size: its"
              + " nodes have equal blocks of tasks. Leave them out.");
    }
    NodeChoice choice = asked.choice();
    if (choice != null && choice.lastsForOneSize()) {
      throw new OptionException(
          "A job that changes size may ask for numbers or alternatives of nodes neither with brackets"
              + " or counts in --constraint, nor with --contiguous, nor with a --nodelist beside others.");
    }
    if (asked.minNodes() < asked.maxNodes()) {
      throw new OptionException(
          "Expected one number of nodes in '--nodes' of a job that changes size; its bounds are"
              + " --min-nodes and --max-nodes.");
    }
  }

  private void check(
      @Nullable GivenOption given,
      int nodes,
      boolean inOrder,
      String order,
      SizeConstraint constraint) {
    if (!inOrder && given != null) {
      throw OptionException.badValue(given, order.formatted(asked.minNodes()));
    }
    if (constraint.floor(nodes) != nodes) {
      throw new OptionException(
          "Expected only sizes that satisfy '--node-constraints', but %d node(s) (%s) do not."
              .formatted(nodes, given == null ? "of --nodes" : given.option().typed()));
    }
  }

  private SizeConstraint constraint() {
    SizeConstraint read =
        options.read(
            SubmitOption.NODE_CONSTRAINTS,
            "any, pof2, even, odd or cubic",
            word ->
                switch (word) {
                  case "any" -> SizeConstraint.ANY;
                  case "pof2" -> SizeConstraint.POWER_OF_TWO;
                  case "even" -> SizeConstraint.EVEN;
                  case "odd" -> SizeConstraint.ODD;
                  case "cubic" -> SizeConstraint.CUBIC;
                  default -> throw new IllegalArgumentException(word);
                });
    return read == null ? SizeConstraint.ANY : read;
  }

  private OnOffer onOffer() {
    OnOffer read =
        options.read(
            SubmitOption.ON_OFFER,
            "accept, all-or-nothing or refuse",
            word ->
                switch (word) {
                  case "accept" -> OnOffer.ACCEPT;
                  case "all-or-nothing" -> OnOffer.ALL_OR_NOTHING;
                  case "refuse" -> OnOffer.REFUSE;
                  default -> throw new IllegalArgumentException(word);
                });
    return read == null ? OnOffer.ACCEPT : read;
  }

  private @Nullable Duration deadline() {
    Duration read = options.read(SubmitOption.ADAPT_DEADLINE, TimeLimit.FORMS, TimeLimit::parse);
    GivenOption given = options.get(SubmitOption.ADAPT_DEADLINE);
    if (given != null && read != null && read.compareTo(Duration.ofDays(30)) > 0) {
      throw OptionException.badValue(given, "at most 30 days");
    }
    return read;
  }

  private @Nullable OnShrinkTimeout onShrinkTimeout() {
    return options.read(
        SubmitOption.ON_SHRINK_TIMEOUT,
        "extend, kill-leaving or requeue",
        word ->
            switch (word) {
              case "extend" -> OnShrinkTimeout.EXTEND;
              case "kill-leaving" -> OnShrinkTimeout.KILL_LEAVING;
              case "requeue" -> OnShrinkTimeout.REQUEUE;
              default -> throw new IllegalArgumentException(word);
            });
  }

  private @Nullable Winner winner() {
    return options.read(
        SubmitOption.ON_RACE,
        "application or scheduler",
        word ->
            switch (word) {
              case "application" -> Winner.APPLICATION;
              case "scheduler" -> Winner.SCHEDULER;
              default -> throw new IllegalArgumentException(word);
            });
  }
}
