package io.pliant.runtime.adapt;

import io.pliant.core.adaptation.Member;
import io.pliant.core.adaptation.NodeOrder;
import io.pliant.imp.wire.WireMessage;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What tasks are told of an order, each thing once on each line.
 *
 * @param said by the tasks themselves, which need not hear of it again
 */
record TaskOrders(NodeOrder order, TaskWords said, Clock clock) {
  /** Tells one task all that concerns it; nothing before the program's first members are known. */
  void tell(TaskLine line) {
    if (order.first().isEmpty()) {
      return;
    }
    line.once("welcome", () -> welcome(order, line.task()));
    order.replies().stream()
        .filter(reply -> said.wished(reply.request()))
        .forEach(reply -> reply(line, reply));
    for (NodeOrder.Outcome outcome : order.outcomes()) {
      if (outcome.tasks().contains(line.task())) {
        line.once(
            "outcome " + outcome.number(),
            () ->
                WireMessage.of("outcome")
                    .with("adaptation", outcome.number())
                    .with("result", outcome.result()));
      }
    }
    offer(line, order.offer());
    adapt(line, order.adapt());
  }

  private static WireMessage welcome(NodeOrder known, String task) {
    boolean first = known.first().stream().anyMatch(m -> m.task().equals(task));
    WireMessage welcome =
        WireMessage.of("welcome")
            .with("version", WireMessage.VERSION)
            .with("status", first ? "initial" : "joining")
            .with("secret", known.secret());
    return first ? welcome.with("members", members(known.first())) : welcome;
  }

  /** Says how a request of this task was replied to. */
  static void reply(TaskLine line, NodeOrder.Reply reply) {
    boolean own = reply.request().startsWith(line.task() + "-");
    if (own && reply.number() > 0) {
      line.once(
          "reply " + reply.request(),
          () ->
              WireMessage.of("granted")
                  .with("request", reply.request())
                  .with("adaptation", reply.number()));
    } else if (own) {
      line.once(
          "reply " + reply.request(),
          () ->
              WireMessage.of("denied")
                  .with("request", reply.request())
                  .with("reason", reply.reason()));
    }
  }

  private void offer(TaskLine line, NodeOrder.@Nullable Offer offer) {
    if (offer == null || !offer.task().equals(line.task()) || said.answered(offer.number())) {
      return;
    }
    long left = Math.max(1, Duration.between(clock.instant(), offer.deadline()).toMillis());
    line.once(
        "offer " + offer.number(),
        () ->
            WireMessage.of("offer")
                .with("adaptation", offer.number())
                .with("kind", offer.kind())
                .with("nodes", offer.nodes())
                .with("size", offer.size())
                .with("mandatory", offer.mandatory())
                .with("deadline-ms", Math.min(Integer.MAX_VALUE, left)));
  }

  private static void adapt(TaskLine line, NodeOrder.@Nullable Adapt adapt) {
    if (adapt == null || !concerns(adapt, line.task())) {
      return;
    }
    for (String gone : adapt.lost()) {
      line.once(
          "lost " + gone,
          () -> WireMessage.of("lost").with("task", gone).with("reason", "its process has ended"));
    }
    line.once(
        "adapt " + adapt.number(),
        () ->
            WireMessage.of("adapt")
                .with("adaptation", adapt.number())
                .with("kind", adapt.kind())
                .with("old", members(adapt.old()))
                .with("joining", members(adapt.joining()))
                .with("leaving", String.join(",", adapt.leaving()))
                .with("lost", String.join(",", adapt.lost())));
    if (adapt.window()) {
      line.once(
          "window " + adapt.number(),
          () ->
              WireMessage.of("window")
                  .with("adaptation", adapt.number())
                  .with("phase", adapt.phase()));
    }
  }

  private static boolean concerns(NodeOrder.Adapt adapt, String task) {
    return !adapt.lost().contains(task)
        && (adapt.old().stream().anyMatch(m -> m.task().equals(task))
            || adapt.joining().stream().anyMatch(m -> m.task().equals(task)));
  }

  private static String members(List<Member> members) {
    return members.stream().map(Member::toString).collect(Collectors.joining(","));
  }
}
