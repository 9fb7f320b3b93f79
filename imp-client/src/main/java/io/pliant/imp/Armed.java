package io.pliant.imp;

import io.pliant.imp.wire.Member;
import io.pliant.imp.wire.WireException;
import io.pliant.imp.wire.WireMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * An adaptation for which the probe flag is up: who was, who comes, who goes.
 *
 * @param old the world by rank; lost members included
 * @param joining tasks that come, in the order of their new ranks
 * @param leaving words of old members that go
 * @param lost words of old members that are gone
 */
record Armed(
    int id,
    AdaptationKind kind,
    List<Member> old,
    List<Member> joining,
    List<String> leaving,
    List<String> lost) {
  static Armed read(WireMessage message) {
    String kind = message.need("kind");
    try {
      return new Armed(
          message.number("adaptation"),
          AdaptationKind.valueOf(kind.toUpperCase(Locale.ROOT)),
          message.members("old"),
          message.members("joining"),
          message.list("leaving"),
          message.list("lost"));
    } catch (IllegalArgumentException e) {
      throw new WireException("Expected expand, shrink or loss, but got kind=" + kind + ".", e);
    }
  }

  /** Who is in the window, in rank order: old members that live, then those who come. */
  List<Member> union() {
    List<Member> union = new ArrayList<>(old);
    union.removeIf(m -> lost.contains(m.task()));
    union.addAll(joining);
    return union;
  }

  /** The world after the commit, in rank order. */
  List<Member> next() {
    List<Member> next = union();
    next.removeIf(m -> leaving.contains(m.task()));
    return next;
  }

  boolean concerns(String task) {
    return union().stream().anyMatch(m -> m.task().equals(task));
  }

  static int rankOf(String task, List<Member> members) {
    for (int i = 0; i < members.size(); i++) {
      if (members.get(i).task().equals(task)) {
        return i;
      }
    }
    return -1;
  }
}
