package io.pliant.imp.testkit;

import io.pliant.imp.Imp;
import io.pliant.imp.wire.LineChannel;
import io.pliant.imp.wire.Member;
import io.pliant.imp.wire.WireMessage;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** One task as the fake scheduler sees it. Guarded by the scheduler's lock. */
final class Seat {
  final String task;
  final String node;
  final boolean joining;
  @Nullable LineChannel channel;
  @Nullable Member member;
  @Nullable Imp imp;
  @Nullable Process process;
  @Nullable Throwable failure;
  @Nullable WireMessage lastOutcome;
  boolean killed;
  boolean ready;
  boolean saidBye;
  boolean ended;
  boolean endSeen;

  Seat(String task, String node, boolean joining) {
    this.task = task;
    this.node = node;
    this.joining = joining;
  }

  /** Sends to the task; one that cannot be reached will say hello again, or has ended. */
  void tell(WireMessage message) {
    LineChannel current = channel;
    if (current == null) {
      return;
    }
    try {
      current.send(message);
    } catch (IOException e) {
      channel = null; // its reader sees the end and decides what that means
    }
  }

  /** Ends it as a crash would. */
  void abandon() throws IOException {
    Imp here = imp;
    if (here != null) {
      here.abandon();
    }
    Process own = process;
    if (own != null) {
      own.destroyForcibly();
    }
  }

  Member needMember() {
    if (member == null) {
      throw new IllegalStateException(
          "Expected task " + task + " to have said hello, but it has not.");
    }
    return member;
  }
}
