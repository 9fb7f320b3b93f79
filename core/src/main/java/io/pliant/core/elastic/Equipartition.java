package io.pliant.core.elastic;

import io.pliant.core.rule.Board;
import io.pliant.core.rule.FcfsRule;
import io.pliant.core.size.SizeRange;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Equal shares for malleable jobs, whatever they are good at.
 *
 * <p><b>Rule.</b> Waiting jobs start in queue order, malleable ones also on less than their
 * preferred size; nobody passes a blocked head. When nothing is adapting: if the head cannot start,
 * the nodes for it (its least size) are collected step by step from the largest running malleable
 * jobs, all or nothing; otherwise, or when they do not suffice, idle nodes go step by step to the
 * smallest.
 *
 * <p><b>Guarantees.</b> No job passes another. Sizes stay legal. A step never makes a giver smaller
 * than the next smaller legal size of the largest job.
 *
 * <p><b>Source.</b> C. McCann, R. Vaswani, J. Zahorjan, ACM TOCS 11(2), 1993 (dynamic
 * equipartition), here with FCFS admission.
 */
record Equipartition() implements PoolPolicy {
  private static final FairnessFloor NO_FLOOR = new FairnessFloor(Double.MAX_VALUE);

  @Override
  public String name() {
    return "equipartition";
  }

  @Override
  public PoolPlan decide(Pool view) {
    ShapeBoard board = new ShapeBoard(view, true, NO_FLOOR);
    int head = FcfsRule.startHeads(board);
    List<PoolDecision> decisions = new ArrayList<>(board.decisions());
    List<RunningShape> running = view.running();
    if (running.stream().anyMatch(job -> job.adapting(view.now()))) {
      return new PoolPlan(decisions);
    }
    int[] sizes = running.stream().mapToInt(RunningShape::nodes).toArray();
    int idle = board.ledger().free();
    boolean collected = false;
    if (head != Board.NONE) {
      SizeRange wanted = view.waiting().get(head).sizes();
      int need = (wanted.isRigid() ? wanted.preferred() : wanted.min()) - idle;
      collected = collect(running, sizes, need);
    }
    if (!collected) {
      sizes = running.stream().mapToInt(RunningShape::nodes).toArray();
      spread(running, sizes, idle);
    }
    for (int i = 0; i < sizes.length; i++) {
      RunningShape job = running.get(i);
      if (sizes[i] != job.nodes()) {
        decisions.add(new PoolDecision.Resize(job.shape().job(), sizes[i], "equal shares"));
      }
    }
    return new PoolPlan(decisions);
  }

  private static boolean collect(List<RunningShape> running, int[] sizes, int need) {
    int lacking = need;
    while (lacking > 0) {
      int from = -1;
      for (int i = 0; i < sizes.length; i++) {
        boolean gives = sizes[i] > running.get(i).shape().sizes().min();
        if (gives && (from < 0 || sizes[i] > sizes[from])) {
          from = i;
        }
      }
      if (from < 0) {
        return false;
      }
      int to = running.get(from).shape().sizes().floor(sizes[from] - 1);
      lacking -= sizes[from] - to;
      sizes[from] = to;
    }
    return true;
  }

  private static void spread(List<RunningShape> running, int[] sizes, int idle) {
    List<Integer> open = new ArrayList<>();
    for (int i = 0; i < sizes.length; i++) {
      open.add(i);
    }
    int left = idle;
    while (left > 0 && !open.isEmpty()) {
      int i = open.stream().min(Comparator.comparing((Integer j) -> sizes[j])).orElseThrow();
      int to = up(running.get(i).shape().sizes(), sizes[i], left);
      if (to == sizes[i]) {
        open.remove(Integer.valueOf(i));
      } else {
        left -= to - sizes[i];
        sizes[i] = to;
      }
    }
  }

  /** The next legal size above, if at most {@code room} more; else the same size. */
  private static int up(SizeRange sizes, int from, int room) {
    for (int to = from + 1; to <= Math.min(sizes.max(), from + room); to++) {
      if (sizes.isLegal(to)) {
        return to;
      }
    }
    return from;
  }
}
