package io.pliant.imp.testkit;

import io.pliant.imp.Imp;
import io.pliant.imp.LocalStatus;
import io.pliant.imp.Outcome;
import io.pliant.imp.Window;
import io.pliant.imp.comm.Communicator;
import io.pliant.imp.comm.ReduceOp;
import io.pliant.imp.layout.Block;
import io.pliant.imp.layout.Distribution;
import io.pliant.imp.layout.Redistribution;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A ring of numbers, each step made of neighbours, over whatever tasks there are; exact arithmetic.
 */
final class Stencil implements TaskProgram {
  final AtomicReference<long[]> answer = new AtomicReference<>();
  final AtomicLong stepsDone = new AtomicLong();
  private final int length;
  private volatile boolean stop;

  Stencil(int length) {
    this.length = length;
  }

  boolean answered() {
    return answer.get() != null;
  }

  void finish() {
    stop = true;
  }

  /** The answer of one task. */
  static long[] rigid(int length, long steps) {
    long[] cells = initial(length, new Block(length, 1), 0);
    for (long step = 0; step < steps; step++) {
      cells = next(cells, cells[length - 1], cells[0]);
    }
    return cells;
  }

  @Override
  public void run(Imp imp) {
    long step = 0;
    long[] mine = new long[0];
    boolean joining = imp.status() == LocalStatus.JOINING;
    if (!joining) {
      Block block = new Block(length, imp.world().size());
      mine = initial(length, block, imp.world().rank());
    }
    while (true) {
      if (joining || imp.probe()) {
        joining = false;
        try (Window window = imp.begin()) {
          if (window.isOpen()) {
            long[] shared = window.share(new long[] {step});
            long[] moved = move(window, mine);
            if (window.commit() == Outcome.COMMITTED) {
              mine = moved;
              step = shared[0];
            }
          }
        }
        if (!imp.isMember()) {
          return;
        }
      }
      Communicator world = imp.world();
      if (world.allreduce(stop ? 1L : 0L, ReduceOp.MAX) == 1) {
        break;
      }
      mine = stepOf(world, mine);
      step++;
      stepsDone.accumulateAndGet(step, Math::max);
      imp.phase(3);
    }
    finishRun(imp.world(), mine, step);
  }

  private void finishRun(Communicator world, long[] mine, long step) {
    Distribution all = Distribution.vector(new Block(length, world.size()));
    long[] whole = new long[length];
    int at = 0;
    for (long[] part : world.gather(mine, 0)) {
      System.arraycopy(part, 0, whole, at, part.length);
      at += part.length;
    }
    if (world.rank() == 0) {
      if (at != length || all.parts() != world.size()) {
        throw new IllegalStateException("Expected " + length + " cells, but got " + at);
      }
      stepsDone.set(step);
      answer.set(whole);
    }
  }

  private long[] move(Window window, long[] mine) {
    return Redistribution.move(
        window,
        mine,
        Distribution.vector(new Block(length, window.oldSize())),
        Distribution.vector(new Block(length, window.newSize())));
  }

  private static long[] initial(int length, Block block, int rank) {
    long[] cells = new long[block.count(rank)];
    for (int i = 0; i < cells.length; i++) {
      cells[i] = (block.first(rank) + i) * 2654435761L + length;
    }
    return cells;
  }

  private static long[] stepOf(Communicator world, long[] mine) {
    int size = world.size();
    int left = (world.rank() + size - 1) % size;
    int right = (world.rank() + 1) % size;
    world.send(right, 1, new long[] {mine[mine.length - 1]});
    world.send(left, 2, new long[] {mine[0]});
    long fromLeft = world.recv(left, 1, long[].class)[0];
    long fromRight = world.recv(right, 2, long[].class)[0];
    return next(mine, fromLeft, fromRight);
  }

  private static long[] next(long[] cells, long left, long right) {
    long[] next = new long[cells.length];
    for (int i = 0; i < next.length; i++) {
      long a = i == 0 ? left : cells[i - 1];
      long b = i == next.length - 1 ? right : cells[i + 1];
      next[i] = a * 31 + cells[i] * 17 + b * 7 + 1;
    }
    return next;
  }
}
