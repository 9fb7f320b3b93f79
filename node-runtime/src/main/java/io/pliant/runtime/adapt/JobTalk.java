package io.pliant.runtime.adapt;

import io.pliant.core.adaptation.Answer;
import io.pliant.core.adaptation.Kind;
import io.pliant.core.adaptation.Member;
import io.pliant.core.adaptation.NodeOrder;
import io.pliant.core.adaptation.PhaseSum;
import io.pliant.core.adaptation.AgentReport;
import io.pliant.core.adaptation.TaskStanding;
import io.pliant.core.adaptation.Wish;
import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.imp.wire.WireException;
import io.pliant.imp.wire.WireMessage;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What the tasks of one attempt on this node have said, and what they are to be told. All of it is
 * said again by those who said it, so nothing is kept on disk. Guarded by the endpoint's lock.
 */
final class JobTalk {
  private static final int LONGEST_WORD = 200;
  private static final int LONGEST_REASON = 500;
  private static final int MOST_ANSWERS = 64;
  private static final int MOST_WISHES = 64;
  private static final int MOST_NAMES = 4096;
  private static final int MOST_LOST = 1024;
  private static final int MOST_PHASES = 64;

  private final JobId job;
  private final int attempt;
  private final NodeName node;
  private final Clock clock;
  private final Map<String, TaskLine> lines = new TreeMap<>();
  private final Map<String, TaskStanding> tasks = new TreeMap<>();
  private final TreeMap<Integer, Answer> answers = new TreeMap<>();
  private final Map<String, Wish> wishes = new TreeMap<>();
  private final TreeSet<String> lost = new TreeSet<>();
  private final Map<String, Map<Integer, PhaseSum>> times = new TreeMap<>();
  private @Nullable NodeOrder order;

  JobTalk(JobId job, int attempt, NodeName node, Clock clock) {
    this.job = job;
    this.attempt = attempt;
    this.node = node;
    this.clock = clock;
  }

  static String key(JobId job, int attempt) {
    return job + "-" + attempt;
  }

  String key() {
    return key(job, attempt);
  }

  /** A task has connected, for the first time or anew. */
  void hello(TaskLine line, String address) {
    TaskLine before = lines.put(line.task(), line);
    if (before != null) {
      before.close();
    }
    tasks.putIfAbsent(line.task(), TaskStanding.hello(line.task(), address));
    tell(line);
  }

  void gone(TaskLine line) {
    lines.remove(line.task(), line);
    line.close();
  }

  void closeLines() {
    lines.values().forEach(TaskLine::close);
  }

  boolean connected() {
    return !lines.isEmpty();
  }

  /** True when the order says something new; an older one is dropped. */
  boolean take(NodeOrder fresh) {
    NodeOrder known = order;
    if (known != null && (fresh.version() < known.version() || fresh.equals(known))) {
      return false;
    }
    if (known != null) {
      resetTimes(known, fresh);
    }
    order = fresh;
    lines.values().forEach(this::tell);
    for (NodeOrder.Reply reply : fresh.replies()) {
      wishes.remove(reply.request());
    }
    return true;
  }

  /** Times are those since the last adaptation. */
  private void resetTimes(NodeOrder known, NodeOrder fresh) {
    for (NodeOrder.Outcome outcome : fresh.outcomes()) {
      if (outcome.result().equals("committed") && !known.outcomes().contains(outcome)) {
        times.clear();
      }
    }
  }

  /** Takes a line of a task; true when there is news for the application. */
  boolean hear(TaskLine line, WireMessage message) {
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
            request(line, message);
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

  private void request(TaskLine line, WireMessage message) {
    String name = word("a request", message.need("request"));
    if (!name.startsWith(line.task() + "-")) {
      throw new WireException(
          "Expected a request named %s- and a number, but got %s.".formatted(line.task(), name));
    }
    Kind kind = message.need("kind").equals("grow") ? Kind.GROW : Kind.RELEASE;
    List<NodeName> names = message.list("names").stream().map(NodeName::new).toList();
    NodeOrder known = order;
    if (known != null) {
      for (NodeOrder.Reply reply : known.replies()) {
        if (reply.request().equals(name)) {
          say(line, reply);
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
              Long.parseLong(message.need("communication-ns")),
              Long.parseLong(message.need("computation-ns")));
      if (phases.size() < MOST_PHASES || phases.containsKey(phase)) {
        phases.put(phase, sum);
      }
    } catch (NumberFormatException e) {
      throw new WireException("Expected times in nanoseconds, but got " + message.encode(), e);
    }
  }

  AgentReport standing() {
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

  // ---- what a task is told

  private void tell(TaskLine line) {
    NodeOrder known = order;
    if (known == null || known.first().isEmpty()) {
      return;
    }
    line.once("welcome", () -> welcome(known, line.task()));
    known.replies().stream()
        .filter(reply -> wishes.containsKey(reply.request()))
        .forEach(reply -> say(line, reply));
    for (NodeOrder.Outcome outcome : known.outcomes()) {
      if (outcome.tasks().contains(line.task())) {
        line.once(
            "outcome " + outcome.number(),
            () ->
                WireMessage.of("outcome")
                    .with("adaptation", outcome.number())
                    .with("result", outcome.result()));
      }
    }
    offer(line, known.offer());
    adapt(line, known.adapt());
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

  private void say(TaskLine line, NodeOrder.Reply reply) {
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
    if (offer == null || !offer.task().equals(line.task()) || answers.containsKey(offer.number())) {
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
