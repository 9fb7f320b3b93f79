package io.pliant.imp.examples;

import io.pliant.imp.Imp;
import io.pliant.imp.Request;
import io.pliant.imp.testkit.FakeScheduler;
import io.pliant.imp.testkit.Report;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Resizes a job in a random sequence of expansions and shrinks by the scheduler and growths and
 * releases by the program, one after the other, at steps of its rank 0. Meanwhile all tasks go
 * slowly, so that the program does not end first.
 */
final class Director implements Show {
  /** The largest job. */
  static final int MOST = 12;

  private enum Kind {
    EXPAND,
    SHRINK,
    GROW,
    RELEASE
  }

  private final CompletableFuture<FakeScheduler> scheduler;
  private final Random random;
  private final Deque<Kind> sequence = new ArrayDeque<>();
  private @Nullable CompletableFuture<Report> offered;
  private @Nullable Request asked;
  private boolean small;
  private volatile boolean playing = true;
  private volatile int slow;

  Director(CompletableFuture<FakeScheduler> scheduler, Random random) {
    this.scheduler = scheduler;
    this.random = random;
    int length = 2 + random.nextInt(5);
    for (int i = 0; i < length; i++) {
      sequence.add(Kind.values()[random.nextInt(Kind.values().length)]);
    }
  }

  @Override
  public void say(String line) {}

  @Override
  public void stepDone(Imp imp, long step) {
    try {
      if (playing) {
        Thread.sleep(1 + slow / 50);
      }
      if (imp.isMember() && imp.world().rank() == 0) {
        direct(imp);
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException("Expected to direct, but was interrupted.", e);
    }
  }

  private synchronized void direct(Imp imp) throws InterruptedException {
    if (isOnItsWay(imp)) {
      slow = slow + 1;
      return;
    }
    slow = 0;
    Kind next = sequence.poll();
    if (next != null) {
      begin(next, imp, false);
    } else if (!small) {
      begin(Kind.SHRINK, imp, true); // a small job ends soon
    } else {
      playing = false;
    }
  }

  /** Whether the whole sequence was played. */
  synchronized boolean isOver() {
    return sequence.isEmpty();
  }

  private boolean isOnItsWay(Imp imp) throws InterruptedException {
    if (offered != null) {
      return !offered.isDone();
    }
    if (asked == null) {
      return false;
    }
    try {
      Request.Reply reply = asked.await(Duration.ofMillis(1));
      return reply.granted() && imp.outcome(reply.adaptation()) == null;
    } catch (java.util.concurrent.TimeoutException e) {
      return true;
    }
  }

  private void begin(Kind kind, Imp imp, boolean last) {
    int size = imp.world().size();
    boolean up = kind == Kind.EXPAND || kind == Kind.GROW;
    int room = up ? MOST - size : size - 1;
    small = last;
    if (room == 0) {
      return;
    }
    int nodes = last ? room : 1 + random.nextInt(room);
    offered = null;
    asked = null;
    try {
      switch (kind) {
        case EXPAND -> offered = scheduler.join().expand(nodes);
        case SHRINK -> offered = scheduler.join().shrink(nodes);
        case GROW -> asked = imp.grow(nodes);
        case RELEASE -> asked = imp.release(nodes);
      }
    } catch (IllegalStateException e) {
      // the program has an adaptation of its own on its way: the turn after
      small = false;
      if (!last) {
        sequence.addFirst(kind);
      }
    }
  }
}
