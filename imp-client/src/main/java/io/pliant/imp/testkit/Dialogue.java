package io.pliant.imp.testkit;

import io.pliant.imp.AdaptationKind;
import io.pliant.imp.Answer;
import io.pliant.imp.wire.WireMessage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;

/** One adaptation on its way. Guarded by the scheduler's lock. */
final class Dialogue {
  /** How far it is. */
  enum Stage {
    OFFERED,
    PREPARING,
    ARMED,
    ADAPTING,
    OVER
  }

  final int id;
  final AdaptationKind kind;
  final int wanted;
  final boolean mandatory;
  final List<String> names;
  final CompletableFuture<Report> report = new CompletableFuture<>();
  final List<Seat> joining = new ArrayList<>();
  final List<Seat> leaving = new ArrayList<>();
  final List<Seat> lost = new ArrayList<>();
  final Set<Seat> entered = new HashSet<>();
  final Set<Seat> committed = new HashSet<>();
  List<Seat> old = List.of();
  Stage stage = Stage.OFFERED;
  int agreed;
  int phase;

  /**
   * A dialogue that begins.
   *
   * @param wanted nodes that should come or go
   * @param names the nodes to release when the program named them; else empty
   */
  Dialogue(int id, AdaptationKind kind, int wanted, boolean mandatory, List<String> names) {
    this.id = id;
    this.kind = kind;
    this.wanted = wanted;
    this.agreed = wanted;
    this.mandatory = mandatory;
    this.names = names;
  }

  List<Seat> union() {
    List<Seat> union = new ArrayList<>(old);
    union.removeAll(lost);
    union.addAll(joining);
    return union;
  }

  List<Seat> next() {
    List<Seat> next = union();
    next.removeAll(leaving);
    return next;
  }

  List<String> changed() {
    List<Seat> seats =
        kind == AdaptationKind.EXPAND ? joining : kind == AdaptationKind.SHRINK ? leaving : lost;
    return seats.stream().map(s -> s.node).distinct().toList();
  }

  WireMessage adapt() {
    return WireMessage.of("adapt")
        .with("adaptation", id)
        .with("kind", kind.name().toLowerCase(Locale.ROOT))
        .with("old", members(old))
        .with("joining", members(joining))
        .with("leaving", tasks(leaving))
        .with("lost", tasks(lost));
  }

  WireMessage window() {
    return WireMessage.of("window").with("adaptation", id).with("phase", phase);
  }

  WireMessage offer(int size, Duration deadline) {
    int after = size + (kind == AdaptationKind.EXPAND ? wanted : -wanted);
    return WireMessage.of("offer")
        .with("adaptation", id)
        .with("kind", kind.name().toLowerCase(Locale.ROOT))
        .with("nodes", wanted)
        .with("size", after)
        .with("mandatory", mandatory)
        .with("deadline-ms", Math.min(Integer.MAX_VALUE, deadline.toMillis()));
  }

  WireMessage outcome(Report.Result result) {
    String word =
        switch (result) {
          case COMMITTED, COMMITTED_IN_PART -> "committed";
          case ABORTED -> "aborted";
          case EXPIRED -> "expired";
          case REFUSED, COUNTERED, WITHDRAWN -> "withdrawn";
        };
    return WireMessage.of("outcome").with("adaptation", id).with("result", word);
  }

  static Answer answer(WireMessage message) {
    return new Answer(
        Answer.Verdict.valueOf(message.need("verdict").toUpperCase(Locale.ROOT)),
        message.number("nodes"),
        message.need("reason"));
  }

  static String members(List<Seat> seats) {
    return seats.stream().map(s -> s.needMember().toString()).collect(Collectors.joining(","));
  }

  private static String tasks(List<Seat> seats) {
    return seats.stream().map(s -> s.task).collect(Collectors.joining(","));
  }
}
