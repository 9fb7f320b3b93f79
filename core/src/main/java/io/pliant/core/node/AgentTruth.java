package io.pliant.core.node;

import io.pliant.core.adaptation.AgentReport;
import io.pliant.core.adaptation.Answer;
import io.pliant.core.adaptation.TaskStanding;
import io.pliant.core.adaptation.Wish;
import io.pliant.core.energy.PowerReport;
import io.pliant.core.id.NodeName;
import io.pliant.core.resource.Amount;
import io.pliant.core.resource.Kinds;
import io.pliant.core.resource.NodeCapacity;
import io.pliant.core.resource.NodeTraits;
import io.pliant.core.step.StepReport;
import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What an agent may say on the connection of its node: only of that node, and nothing larger than a
 * node can be.
 */
public final class AgentTruth {
  /** Largest number of cpus of one node. */
  public static final int MOST_CPUS = 65_536;

  /** Largest memory of one node: 64 TB. */
  public static final int MOST_MEMORY_MB = 64 * 1024 * 1024;

  /** Largest {@code /tmp} of one node: 1 PB. */
  public static final int MOST_TMP_MB = 1024 * 1024 * 1024;

  /** Most units of one further kind on one node. */
  public static final int MOST_OF_A_KIND = 65_536;

  /** Steps that one node may have tasks of at a time. */
  public static final int MOST_RUNNING = 4_096;

  private static final int MOST_SENSORS = 64;
  private static final int WORD = 256;
  private static final int LINE = 4_096;
  private static final int MESSAGE = 65_536;
  private static final int OUTPUT = (OutputAnswer.MOST_BYTES + 2) / 3 * 4; // in base64
  private static final int MOST_TASKS = 65_536;
  private static final int MOST_ANSWERS = 1_024;

  private AgentTruth() {}

  /**
   * Why a message is not believed, or null when it is.
   *
   * @param node whose connection it is
   */
  public static @Nullable String refusal(NodeName node, AgentMessage message) {
    return switch (message) {
      case AgentMessage.Hello m -> first(of(node, "a hello", m.node()), hello(m));
      case AgentMessage.Enroll _ ->
          "Expected no one-time word from an agent of node %s that has said hello.".formatted(node);
      case AgentMessage.Heartbeat m -> count("running steps", m.running(), MOST_RUNNING);
      case AgentMessage.Report m ->
          first(of(node, "a report", m.report().node()), report(m.report()));
      case AgentMessage.Adapt m -> of(node, "a standing", m.standing().node());
      case AgentMessage.Power m -> power(node, m.report());
      case AgentMessage.LaunchRefused _ -> null;
      case AgentMessage.LaunchDeferred m -> text("a reason", m.reason(), LINE);
      case AgentMessage.OutputRead m ->
          first(
              text("a reason", m.answer().why(), LINE), text("output", m.answer().data(), OUTPUT));
      case AgentMessage.Goodbye m -> text("a reason", m.reason(), LINE);
    };
  }

  /**
   * Why a true message is not passed on, or null when it is: programs of users can make it too
   * large, and that is not the node's fault.
   */
  public static @Nullable String excess(AgentMessage message) {
    return message instanceof AgentMessage.Adapt adapt ? standing(adapt.standing()) : null;
  }

  /** Why a hello is not believed whoever says it, or null when it may be. */
  public static @Nullable String hello(AgentMessage.Hello hello) {
    NodeDescription host = hello.description();
    String capacity = capacity(hello.node(), host.capacity());
    return capacity != null
        ? capacity
        : first(
            count("running steps", hello.running(), MOST_RUNNING),
            count("sensors", host.sensors(), MOST_SENSORS),
            words("a sensor's name", host.sensors()),
            text("an incarnation", hello.incarnation(), WORD),
            text("a host name", host.host(), WORD),
            text("a system's name", host.system(), WORD),
            text("a version", host.version(), WORD),
            text("a containment", host.containment(), WORD),
            text("a user's name", host.agentUser(), WORD));
  }

  private static @Nullable String capacity(NodeName node, NodeCapacity capacity) {
    if (capacity.cpus() < 1 || capacity.cpus() > MOST_CPUS) {
      return "Expected node %s to have 1 to %d cpus, but it says %d. Set pliant.node.cpus there."
          .formatted(node, MOST_CPUS, capacity.cpus());
    }
    if (capacity.memoryMb() < 1 || capacity.memoryMb() > MOST_MEMORY_MB) {
      return "Expected node %s to have 1 to %d MB of memory, but it says %d. Set pliant.node.memory there."
          .formatted(node, MOST_MEMORY_MB, capacity.memoryMb());
    }
    int tmpMb = NodeTraits.orNone(capacity.traits()).tmpMb();
    if (tmpMb > MOST_TMP_MB) {
      return "Expected node %s to have at most %d MB of /tmp, but it says %d. Set pliant.node.tmp there."
          .formatted(node, MOST_TMP_MB, tmpMb);
    }
    if (capacity.topology().cpus() != capacity.cpus()) {
      return "Expected node %s to have %d cpus in sockets:cores:threads, but it says %s. Set pliant.node.cores-per-socket there."
          .formatted(node, capacity.cpus(), capacity.topology().word());
    }
    for (Map.Entry<String, Amount> kind : Kinds.orNone(capacity.kinds()).amounts().entrySet()) {
      if (kind.getValue().count() > MOST_OF_A_KIND) {
        return "Expected node %s to have at most %d %s, but it says %d."
            .formatted(node, MOST_OF_A_KIND, kind.getKey(), kind.getValue().count());
      }
    }
    return null;
  }

  private static @Nullable String report(StepReport report) {
    return switch (report) {
      case StepReport.Started _ -> null;
      case StepReport.Ended ended ->
          first(
              count("exit statuses", ended.taskExits(), MOST_TASKS),
              text("a message", ended.message(), MESSAGE));
    };
  }

  private static @Nullable String standing(AgentReport standing) {
    String counts =
        first(
            count("tasks", standing.tasks(), MOST_TASKS),
            count("answers", standing.answers(), MOST_ANSWERS),
            count("wishes", standing.wishes(), MOST_ANSWERS),
            count("lost tasks", standing.lost(), MOST_TASKS),
            count("phases", standing.times(), MOST_TASKS),
            words("a task's word", standing.lost()));
    if (counts != null) {
      return counts;
    }
    for (TaskStanding task : standing.tasks()) {
      String wrong =
          first(
              text("a task's word", task.task(), WORD),
              text("a task's address", task.address(), WORD),
              text("a reason", task.reason(), LINE));
      if (wrong != null) {
        return wrong;
      }
    }
    for (Answer answer : standing.answers()) {
      String wrong = text("a reason", answer.reason(), LINE);
      if (wrong != null) {
        return wrong;
      }
    }
    for (Wish wish : standing.wishes()) {
      String wrong =
          first(text("a request", wish.request(), WORD), count("nodes", wish.names(), MOST_TASKS));
      if (wrong != null) {
        return wrong;
      }
    }
    return null;
  }

  private static @Nullable String power(NodeName node, PowerReport report) {
    NodeName named = report.node();
    NodeName spans = report.spans().isEmpty() ? named : report.spans().getFirst().node();
    return first(
        named == null ? null : of(node, "power", named),
        spans == null ? null : of(node, "power", spans),
        text("a method", report.method(), WORD));
  }

  private static @Nullable String of(NodeName node, String what, NodeName named) {
    return node.equals(named)
        ? null
        : "Expected %s of node %s on its connection, but got one of %s."
            .formatted(what, node, named);
  }

  private static @Nullable String words(String what, Collection<String> texts) {
    for (String text : texts) {
      if (text.length() > WORD) {
        return text(what, text, WORD);
      }
    }
    return null;
  }

  private static @Nullable String text(String what, String text, int most) {
    return text.length() <= most
        ? null
        : "Expected %s of at most %d characters, but got %d.".formatted(what, most, text.length());
  }

  private static @Nullable String count(String what, Collection<?> list, int most) {
    return list.size() <= most
        ? null
        : "Expected at most %d %s, but got %d.".formatted(most, what, list.size());
  }

  private static @Nullable String first(@Nullable String... refusals) {
    for (String refusal : refusals) {
      if (refusal != null) {
        return refusal;
      }
    }
    return null;
  }
}
