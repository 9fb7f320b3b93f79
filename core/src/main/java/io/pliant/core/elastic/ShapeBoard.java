package io.pliant.core.elastic;

import io.pliant.core.rule.Board;
import io.pliant.core.rule.QueueOrder;
import io.pliant.core.size.SizeRange;
import io.pliant.core.size.SpeedUp;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * An elastic view as a rule's board. Jobs are indices of the view's queue. Rigid jobs, and all jobs
 * unless {@code shapes}, start on their preferred size. Malleable ones start on the largest legal
 * size, up to the preferred, for which there is room and which keeps the fairness floor.
 */
final class ShapeBoard implements Board {
  private static final int DEPTH = 1000;

  private final Pool view;
  private final NodeLedger ledger;
  private final FairnessFloor floor;
  private final boolean shapes;
  private final boolean[] started;
  private final List<PoolDecision> decisions = new ArrayList<>();
  private int front;
  private int[] behind = {};
  private int cursor;
  private int chosen;
  private int headSize;
  private long shadow;
  private int extra;
  private String rule = "head of the queue";

  /** A start that a job could have, and when it would end. */
  record Place(long at, int size, long end) {}

  ShapeBoard(Pool view, boolean shapes, FairnessFloor floor) {
    this.view = view;
    this.ledger = new NodeLedger(view);
    this.shapes = shapes;
    this.floor = floor;
    this.started = new boolean[view.waiting().size()];
  }

  NodeLedger ledger() {
    return ledger;
  }

  List<PoolDecision> decisions() {
    return decisions;
  }

  long shadow() {
    return shadow;
  }

  int headSize() {
    return headSize;
  }

  boolean isStarted(int job) {
    return started[job];
  }

  @Override
  public int head() {
    while (front < started.length && started[front]) {
      front++;
    }
    return front < started.length ? front : NONE;
  }

  @Override
  public boolean fits(int job) {
    chosen = size(job, ledger.free());
    return chosen > 0;
  }

  @Override
  public void start(int job) {
    WaitingShape shape = view.waiting().get(job);
    long reference = reference(shape);
    long end = end(shape, chosen);
    ledger.take(chosen, end);
    if (end > shadow) {
      extra -= chosen;
    }
    started[job] = true;
    decisions.add(new PoolDecision.Start(shape.job(), chosen, reference, rule));
  }

  @Override
  public void reserve(int head) {
    WaitingShape shape = view.waiting().get(head);
    Place place = place(shape);
    headSize = place.size();
    shadow = place.at();
    extra = ledger.freeAt(shadow) - headSize;
    decisions.add(
        new PoolDecision.Reserve(shape.job(), shadow, headSize, place.end(), "head of the queue"));
  }

  @Override
  public void lookBehind(int head, QueueOrder order) {
    List<Integer> jobs = new ArrayList<>();
    for (int job = head + 1; job < started.length && jobs.size() < DEPTH; job++) {
      if (!started[job]) {
        jobs.add(job);
      }
    }
    if (order == QueueOrder.SHORTEST) {
      jobs.sort(Comparator.comparing(job -> view.waiting().get(job).estimate()));
    }
    behind = jobs.stream().mapToInt(Integer::intValue).toArray();
    cursor = -1;
    rule = "passes the head without delaying it";
  }

  @Override
  public int next() {
    do {
      cursor++;
    } while (cursor < behind.length && least(behind[cursor]) > ledger.free());
    return cursor < behind.length ? behind[cursor] : NONE;
  }

  @Override
  public boolean endsByShadow(int job) {
    return end(view.waiting().get(job), chosen) <= shadow;
  }

  @Override
  public boolean leavesHeadEnough(int job) {
    chosen = size(job, Math.min(ledger.free(), extra));
    return chosen > 0;
  }

  /** When the job would have ended as a rigid one, at the earliest. */
  long reference(WaitingShape shape) {
    return ledger.earliest(shape.sizes().preferred()) + shape.estimate();
  }

  /** Size on which the job would start with so many nodes, or 0 for none. */
  int size(int job, int room) {
    WaitingShape shape = view.waiting().get(job);
    SizeRange sizes = shape.sizes();
    if (!shapes || sizes.isRigid() || room >= sizes.preferred()) {
      return room >= sizes.preferred() ? sizes.preferred() : 0;
    }
    int size = sizes.floor(room);
    return size > 0 && floor.permits(shape, end(shape, size), reference(shape)) ? size : 0;
  }

  /**
   * The place in which the job ends first: on its preferred size, or on a smaller one that is free
   * sooner and keeps the fairness floor.
   */
  Place place(WaitingShape shape) {
    SizeRange sizes = shape.sizes();
    long at = ledger.earliest(sizes.preferred());
    Place best = new Place(at, sizes.preferred(), at + shape.estimate());
    if (!shapes || sizes.isRigid()) {
      return best;
    }
    int size = sizes.floor(sizes.preferred() - 1);
    while (size > 0) {
      long start = ledger.earliest(size);
      long end = start + shape.estimateOn(size, SpeedUp.UNKNOWN);
      if (end < best.end() && floor.permits(shape, end, best.end())) {
        best = new Place(start, size, end);
      }
      size = sizes.floor(size - 1);
    }
    return best;
  }

  private int least(int job) {
    SizeRange sizes = view.waiting().get(job).sizes();
    return shapes ? sizes.min() : sizes.preferred();
  }

  private long end(WaitingShape shape, int size) {
    return view.now() + shape.estimateOn(size, SpeedUp.UNKNOWN);
  }
}
