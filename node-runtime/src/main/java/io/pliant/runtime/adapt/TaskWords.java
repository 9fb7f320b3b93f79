package io.pliant.runtime.adapt;

import io.pliant.core.adaptation.AgentReport;
import io.pliant.core.adaptation.Answer;
import io.pliant.core.adaptation.Kind;
import io.pliant.core.adaptation.NodeOrder;
import io.pliant.core.adaptation.PhaseSum;
import io.pliant.core.adaptation.TaskStanding;
import io.pliant.core.adaptation.Wish;
import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.imp.wire.WireException;
import io.pliant.imp.wire.WireMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What the tasks of one attempt on this node have said, each kind of it bounded. Guarded by the
 * endpoint's lock.
 */
final class TaskWords {
  private static final int LONGEST_WORD = 200;
  private static final int LONGEST_REASON = 500;
  private static final int MOST_ANSWERS = 64;
  private static final int MOST_WISHES = 64;
  private static final int MOST_NAMES = 4096;
  private static final int MOST_LOST = 1024;
  private static final int MOST_PHASES = 64;

  private final Map<String, TaskStanding> tasks = new TreeMap<>();
  private final TreeMap<Integer, Answer> answers = new TreeMap<>();
  private final Map<String, Wish> wishes = new TreeMap<>();
  private final TreeSet<String> lost = new TreeSet<>();
  private final Map<String, Map<Integer, PhaseSum>> times = new TreeMap<>();

  /** A task has said who it is, for the first time or anew. */
  void hello(String task, String address) {
    tasks.putIfAbsent(task, TaskStanding.hello(task, address));
  }

  /** The offer of that number has its answer. */
  boolean answered(int number) {
    return answers.containsKey(number);
  }

  /** The request of that name waits for its reply. */
  boolean wished(String request) {
    return wishes.containsKey(request);
  }

  /** Requests that have their replies are no wishes any more. */
  void replied(List<NodeOrder.Reply> replies) {
    for (NodeOrder.Reply reply : replies) {
      wishes.remove(reply.request());
    }
  }

  /** Times are those since the last adaptation. */
  void resetTimes(NodeOrder known, NodeOrder fresh) {
    for (NodeOrder.Outcome outcome : fresh.outcomes()) {
      if (outcome.result().equals("committed") && !known.outcomes().contains(outcome)) {
        times.clear();
      }
    }
  }

  /** Takes a line of a task; true when there is news for the application. */
  boolean hear(TaskLine line, WireMessage message, @Nullable NodeOrder order) {
    TaskStanding task = tasks.get(line.task());
    if (task == null) {
      throw new WireException("Expected hello first, but got " + message.command() + ".");
    }
    TaskStanding next =
        switch (message.command()) {
          case "ready" -> task.nowReady();
          case "enter" -> task.nowEntered(message.number("adaptation"), message.number("phase"));
          case "commit" -> task.nowCommitted(message.number("adaptation"));
          case "abort" ->
              task.nowAborted(message.number("adaptation"), brief(message.need("reason")));
          case "answer" -> {
            answers.put(message.number("adaptation"), answer(message));
            if (answers.size() > MOST_ANSWERS) {
              answers.pollFirstEntry(); // numbers rise: what was answered long ago is over
            }
            yield task;
          }
          case "request" -> {
            request(line, message, order);
            yield task;
          }
          case "perf" -> {
            perf(line.task(), message);
            yield task;
          }
          case "lost" -> {
            lost(message.need("task"));
            yield task;
          }
          case "bye" -> task;
          default ->
              throw new WireException(
                  "Expected a line of version 1, but got " + message.command() + ".");
        };
    tasks.put(line.task(), next);
    return !message.command().equals("perf") && !message.command().equals("bye");
  }

  private static Answer answer(WireMessage message) {
    try {
      return new Answer(
          message.number("adaptation"),
          Answer.Verdict.valueOf(message.need("verdict").toUpperCase(Locale.ROOT)),
          message.number("nodes"),
          brief(message.need("reason")));
    } catch (IllegalArgumentException e) {
      throw new WireException("Expected a verdict, but got " + message.need("verdict") + ".", e);
    }
  }

  private void request(TaskLine line, WireMessage message, @Nullable NodeOrder order) {
    String name = word("a request", message.need("request"));
    if (!name.startsWith(line.task() + "-")) {
      throw new WireException(
          "Expected a request named %s- and a number, but got %s.".formatted(line.task(), name));
    }
    Kind kind = message.need("kind").equals("grow") ? Kind.GROW : Kind.RELEASE;
    List<NodeName> names = message.list("names").stream().map(NodeName::new).toList();
    if (order != null) {
      for (NodeOrder.Reply reply : order.replies()) {
        if (reply.request().equals(name)) {
          TaskOrders.reply(line, reply);
          return;
        }
      }
    }
    int nodes = names.isEmpty() ? message.number("nodes") : names.size();
    if (nodes < 1) {
      throw new WireException("Expected a request for at least one node, but got " + nodes + ".");
    }
    wishes.remove(name);
    int named = wishes.values().stream().mapToInt(wish -> wish.names().size()).sum();
    if (wishes.size() >= MOST_WISHES || named + names.size() > MOST_NAMES) {
      throw new WireException(
          "Expected at most %d open requests with %d nodes of a job on this node."
              .formatted(MOST_WISHES, MOST_NAMES));
    }
    wishes.put(name, new Wish(name, kind, nodes, names));
  }

  private void lost(String task) {
    if (lost.size() < MOST_LOST) { // others say it, too, and the agents watch the processes
      lost.add(word("a task", task));
    }
  }

  static String word(String what, String text) {
    if (text.length() > LONGEST_WORD) {
      throw new WireException(
          "Expected %s of at most %d characters, but got %d."
              .formatted(what, LONGEST_WORD, text.length()));
    }
    return text;
  }

  private static String brief(String text) {
    return text.length() <= LONGEST_REASON ? text : text.substring(0, LONGEST_REASON);
  }

  private void perf(String task, WireMessage message) {
    try {
      int phase = message.number("phase");
      Map<Integer, PhaseSum> phases = times.computeIfAbsent(task, _ -> new TreeMap<>());
      PhaseSum sum =
          new PhaseSum(
              phase,
              nanoseconds(message, "communication-ns"),
              nanoseconds(message, "computation-ns"));
      if (phases.size() < MOST_PHASES || phases.containsKey(phase)) {
        phases.put(phase, sum);
      }
    } catch (NumberFormatException e) {
      throw new WireException("Expected times in nanoseconds, but got " + message.encode(), e);
    }
  }

  private static long nanoseconds(WireMessage message, String key) {
    long value = Long.parseLong(message.need(key));
    if (value < 0) {
      throw new WireException("Expected %s of at least 0, but got %d.".formatted(key, value));
    }
    return value;
  }

  /** All of it. */
  AgentReport report(JobId job, int attempt, NodeName node) {
    Map<Integer, PhaseSum> sums = new TreeMap<>();
    times
        .values()
        .forEach(phases -> phases.values().forEach(p -> sums.merge(p.phase(), p, PhaseSum::plus)));
    return new AgentReport(
        job,
        attempt,
        node,
        new ArrayList<>(tasks.values()),
        new ArrayList<>(answers.values()),
        new ArrayList<>(wishes.values()),
        new ArrayList<>(lost),
        new ArrayList<>(sums.values()));
  }
}
