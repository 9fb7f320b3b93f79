package io.pliant.imp.testkit;

import io.pliant.imp.AdaptationKind;
import io.pliant.imp.Imp;
import io.pliant.imp.LocalStatus;
import io.pliant.imp.wire.LineChannel;
import io.pliant.imp.wire.Member;
import io.pliant.imp.wire.WireMessage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The fake scheduler's book: seats by task, the world, and what tasks say. One lock for all. */
final class Desk implements Agents.Ear {
  private final Roster roster;
  private final int nodes;
  private final Course course;
  private final Passage passage;
  private final Map<String, Seat> seats = new LinkedHashMap<>();
  private final Map<Integer, Map<String, long[]>> times = new TreeMap<>();
  private final String secret = Long.toHexString(System.nanoTime()) + "-testkit";
  private @Nullable Exception broken;
  private boolean welcomed;

  Desk(FakeJob job, Consumer<Seat> launcher) {
    this.roster =
        new Roster(
            job.tasksPerNode(),
            seat -> {
              seats.put(seat.task, seat);
              launcher.accept(seat);
            });
    this.nodes = job.nodes();
    this.course = new Course(job, this, roster);
    this.passage = course.passage();
  }

  synchronized void begin() {
    roster.startJob(nodes);
  }

  // ---- what tasks say

  @Override
  public synchronized @Nullable Seat hello(WireMessage hello, LineChannel channel) {
    Seat seat = seats.get(hello.need("task"));
    boolean known =
        hello.command().equals("hello") && hello.number("version") == WireMessage.VERSION;
    if (seat == null || !known || seat.killed) {
      return null;
    }
    String address = hello.need("address");
    seat.member = Member.parse(seat.task + "@" + seat.node + "@" + address);
    seat.channel = channel;
    if (seat.joining || welcomed) {
      welcome(seat);
      passage.repeat(seat);
    } else if (roster.world().stream().allMatch(s -> s.member != null)) {
      welcomed = true;
      roster.world().forEach(this::welcome);
      roster.world().forEach(passage::repeat);
    }
    return seat;
  }

  private void welcome(Seat seat) {
    WireMessage message =
        WireMessage.of("welcome")
            .with("version", WireMessage.VERSION)
            .with("status", seat.joining ? "joining" : "initial")
            .with("secret", secret);
    seat.tell(seat.joining ? message : message.with("members", Dialogue.members(roster.first())));
  }

  @Override
  public synchronized void hear(Seat seat, WireMessage message) {
    switch (message.command()) {
      case "answer" -> course.answer(message);
      case "ready" -> passage.ready(seat);
      case "enter" -> passage.enter(seat, message);
      case "commit" -> passage.commit(seat, message);
      case "abort" -> passage.abort(seat, message);
      case "request" -> course.request(seat, message);
      case "perf" -> perf(seat, message);
      case "bye" -> seat.saidBye = true;
      case "lost" -> {} // the kill or the end of the connection says it, too
      default ->
          broken(new IllegalStateException("Expected a known line, but got " + message.encode()));
    }
    notifyAll();
  }

  private void perf(Seat seat, WireMessage message) {
    times
        .computeIfAbsent(message.number("phase"), p -> new TreeMap<>())
        .put(
            seat.task,
            new long[] {
              Long.parseLong(message.need("communication-ns")),
              Long.parseLong(message.need("computation-ns"))
            });
  }

  @Override
  public synchronized void gone(Seat seat, LineChannel channel) {
    if (seat.channel == channel) {
      seat.channel = null;
    }
  }

  @Override
  public synchronized void broken(Exception cause) {
    if (broken == null) {
      broken = cause;
    }
    notifyAll();
  }

  // ---- what threads of tasks do

  synchronized void running(Seat seat, Imp imp) {
    seat.imp = imp;
    notifyAll();
  }

  synchronized void running(Seat seat, Process process) {
    seat.process = process;
    notifyAll();
  }

  synchronized void ended(Seat seat, @Nullable Throwable failure) {
    seat.ended = true;
    seat.failure = seat.killed ? null : failure;
    course.ended(seat, failure != null || seat.killed);
    notifyAll();
  }

  // ---- what the test asks

  synchronized CompletableFuture<Report> offer(AdaptationKind kind, int nodes, boolean mandatory) {
    return course.offer(kind, nodes, mandatory);
  }

  synchronized boolean withdraw() {
    return course.withdraw("the scheduler took it back");
  }

  synchronized void failStarts(int nodes) {
    roster.failStarts(nodes);
  }

  synchronized List<Seat> kill(String node) {
    List<Seat> killed =
        seats.values().stream().filter(s -> s.node.equals(node) && !s.ended && !s.killed).toList();
    if (killed.isEmpty()) {
      throw new IllegalArgumentException(
          "Expected a node with tasks, but " + node + " is none of " + busyNodes() + ".");
    }
    for (Seat seat : killed) {
      seat.killed = true;
      seat.channel = null;
    }
    killed.forEach(seat -> course.ended(seat, true));
    notifyAll();
    return killed;
  }

  synchronized List<LineChannel> channels() {
    List<LineChannel> channels = new ArrayList<>();
    for (Seat seat : seats.values()) {
      if (seat.channel != null) {
        channels.add(seat.channel);
      }
    }
    return channels;
  }

  synchronized List<String> nodes() {
    return roster.nodes();
  }

  synchronized List<String> busyNodes() {
    return seats.values().stream()
        .filter(s -> !s.ended && !s.killed)
        .map(s -> s.node)
        .distinct()
        .toList();
  }

  synchronized List<Report> history() {
    return List.copyOf(course.history());
  }

  synchronized double mtct(int phase) {
    long[] sum = new long[2];
    for (long[] time : times.getOrDefault(phase, Map.of()).values()) {
      sum[0] += time[0];
      sum[1] += time[1];
    }
    return sum[1] == 0 ? 0 : (double) sum[0] / sum[1];
  }

  /** What was measured before an adaptation says nothing about the new size. */
  void forgetTimes() {
    times.clear();
  }

  synchronized List<LocalStatus> statuses() {
    List<LocalStatus> statuses = new ArrayList<>();
    for (Seat seat : roster.world()) {
      if (seat.imp != null) {
        statuses.add(seat.imp.status());
      }
    }
    return statuses;
  }

  synchronized void awaitEnd(Duration patience) throws InterruptedException {
    long end = System.nanoTime() + patience.toNanos();
    while (broken == null && seats.values().stream().anyMatch(s -> !s.ended && !s.killed)) {
      long millis = (end - System.nanoTime()) / 1_000_000;
      if (millis <= 0) {
        throw new IllegalStateException(
            "Expected all tasks to end within " + patience + ", but these run: " + busyNodes());
      }
      wait(millis);
    }
    for (Seat seat : seats.values()) {
      if (seat.failure != null) {
        throw new IllegalStateException(
            "Expected task "
                + seat.task
                + " on "
                + seat.node
                + " to end well, but: "
                + seat.failure,
            seat.failure);
      }
    }
    if (broken != null) {
      throw new IllegalStateException("Expected a sound protocol, but: " + broken, broken);
    }
  }

  /** The test is over. */
  synchronized void stop() {
    course.stop();
  }

  /** Runs on the deadline's thread. */
  synchronized void expire(Dialogue dialogue) {
    course.expire(dialogue);
    notifyAll();
  }
}
