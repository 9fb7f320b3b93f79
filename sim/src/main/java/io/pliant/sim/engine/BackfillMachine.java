package io.pliant.sim.engine;

import io.pliant.core.rule.CountBoard;
import io.pliant.core.rule.EasyRule;
import io.pliant.core.rule.FcfsRule;
import io.pliant.core.rule.QueueOrder;
import io.pliant.sim.trace.Trace;
import org.jspecify.annotations.Nullable;

/** FCFS and EASY: rounds at submissions and ends, one for each event. */
final class BackfillMachine implements RigidMachine {
  private final CountBoard board;
  private final @Nullable EasyRule rule;
  private final long[] starts;
  private long now;
  private int recorded;
  private boolean freed;

  /** A machine for the jobs of a trace; without a rule for passing the head it is FCFS. */
  BackfillMachine(Trace trace, @Nullable EasyRule rule) {
    this.rule = rule;
    this.starts = new long[trace.size()];
    this.board =
        new CountBoard(
            trace.processors(),
            trace.widths(),
            trace.estimates(),
            rule == null ? QueueOrder.QUEUE : rule.order());
  }

  @Override
  public void advance(long to) {
    now = to;
    freed |= board.advance(to);
  }

  @Override
  public void submitted(int job) {
    board.submit(job);
    if (freed || rule == null) {
      round();
    } else {
      rule.passForNewcomer(board, job);
      record();
    }
  }

  @Override
  public void ended(int job) {
    if (board.end(job) || freed) {
      round();
    }
  }

  private void round() {
    freed = false;
    if (rule == null) {
      FcfsRule.startHeads(board);
    } else {
      rule.pass(board);
    }
    record();
  }

  private void record() {
    for (; recorded < board.startedCount(); recorded++) {
      starts[board.started(recorded)] = now;
    }
  }

  @Override
  public long wake() {
    return Long.MAX_VALUE;
  }

  @Override
  public int startedCount() {
    return recorded;
  }

  @Override
  public int started(int index) {
    return board.started(index);
  }

  @Override
  public long start(int job) {
    return starts[job];
  }
}
