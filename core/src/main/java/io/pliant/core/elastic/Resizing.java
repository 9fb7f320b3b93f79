package io.pliant.core.elastic;

import io.pliant.core.rule.Board;
import io.pliant.core.size.SizeRange;
import io.pliant.core.size.SpeedUp;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The part of one round of {@link Elastic} that changes the sizes of running jobs. */
final class Resizing {
  private static final long HOUR = 3_600_000;

  private final Pool view;
  private final ShapeBoard board;
  private final Elastic.Tuning tuning;
  private final List<RunningShape> jobs = new ArrayList<>();
  private int[] sizes;
  private final List<PoolDecision> decisions = new ArrayList<>();
  private int inFlight;

  Resizing(Pool view, ShapeBoard board, Elastic.Tuning tuning) {
    this.view = view;
    this.board = board;
    this.tuning = tuning;
    for (RunningShape job : view.running()) {
      inFlight += Math.max(0, job.nodes() - job.target());
      if (!job.shape().sizes().isRigid() && mayAdapt(job)) {
        jobs.add(job);
      }
    }
    this.sizes = jobs.stream().mapToInt(RunningShape::nodes).toArray();
  }

  List<PoolDecision> decisions() {
    return decisions;
  }

  private boolean mayAdapt(RunningShape job) {
    long now = view.now();
    return !job.adapting(now)
        && now - Math.max(job.lastAdapted(), job.ready()) >= tuning.dwellMillis()
        && job.adaptations() < tuning.perHour() * (1 + (now - job.start()) / HOUR);
  }

  /** Collects what the head lacks, if that pays. */
  void collectForHead(int head) {
    if (jobs.isEmpty()) {
      return;
    }
    WaitingShape shape = view.waiting().get(head);
    long promised = board.place(shape).end();
    collect(shape, promised, () -> board.place(shape).end() <= promised, "the head");
  }

  /** Collects what the shortest of the other jobs lack, unless nodes are on their way already. */
  void collectForOthers(int head) {
    if (jobs.isEmpty() || inFlight > 0) {
      return;
    }
    int[] shortest =
        IntStream.range(head + 1, view.waiting().size())
            .filter(job -> !board.isStarted(job))
            .boxed()
            .sorted(Comparator.comparingDouble(job -> work(view.waiting().get(job))))
            .limit(tuning.helped())
            .mapToInt(Integer::intValue)
            .toArray();
    BooleanSupplier promise = () -> board.ledger().earliest(board.headSize()) <= board.shadow();
    for (int job : shortest) {
      WaitingShape shape = view.waiting().get(job);
      if (collect(shape, board.shadow() + shape.estimate(), promise, "a short job")) {
        return;
      }
    }
  }

  private static double work(WaitingShape shape) {
    return (double) shape.estimate() * shape.sizes().preferred();
  }

  /**
   * Collects nodes for a start of the job.
   *
   * @param otherwise when it would end without
   * @param promise to the head that must be kept
   */
  private boolean collect(
      WaitingShape shape, long otherwise, BooleanSupplier promise, String whom) {
    SizeRange range = shape.sizes();
    for (int size = range.preferred(); size > 0; size = range.floor(size / 2)) {
      int need = size - board.ledger().free() - inFlight;
      int @Nullable [] after = need <= 0 ? null : givers(need);
      if (after != null && pays(shape, size, after, otherwise)) {
        if (carryOut(after, promise, "gives to " + whom + ", job " + shape.job())) {
          return true;
        }
      }
      if (size == range.min()) {
        break;
      }
    }
    return false;
  }

  /**
   * Sizes after the jobs have given so many nodes, those first that lose least; null if too few.
   */
  private int @Nullable [] givers(int need) {
    int[] after = sizes.clone();
    int lacking = need;
    while (lacking > 0) {
      int best = -1;
      int bestSize = 0;
      double least = Double.MAX_VALUE;
      for (int i = 0; i < after.length; i++) {
        int lower = jobs.get(i).shape().sizes().floor(after[i] - 1);
        if (lower > 0 && endOn(i, lower) <= latestEnd(jobs.get(i))) {
          double loss = (double) (endOn(i, lower) - endOn(i, after[i])) / (after[i] - lower);
          if (loss < least) {
            least = loss;
            best = i;
            bestSize = lower;
          }
        }
      }
      if (best < 0) {
        return null;
      }
      lacking -= after[best] - bestSize;
      after[best] = bestSize;
    }
    return after;
  }

  private boolean pays(WaitingShape shape, int size, int[] after, long otherwise) {
    long standing = 0;
    long pause = 0;
    for (int i = 0; i < after.length; i++) {
      if (after[i] != jobs.get(i).nodes()) {
        long each = view.pause(jobs.get(i), after[i]);
        standing += each;
        pause = Math.max(pause, each);
      }
    }
    long start = view.now() + pause;
    long end = start + shape.estimateOn(size, SpeedUp.UNKNOWN);
    double gain = otherwise - end;
    return gain > tuning.worth() * standing && tuning.floor().permits(shape, end, otherwise);
  }

  /** Enters the new sizes, unless the promise to the head were then broken. */
  private boolean carryOut(int[] after, BooleanSupplier promise, String why) {
    int[] before = sizes;
    enter(after);
    if (!promise.getAsBoolean()) {
      enter(before);
      return false;
    }
    for (int i = 0; i < after.length; i++) {
      if (after[i] != before[i]) {
        inFlight += Math.max(0, before[i] - after[i]);
        decisions.add(new PoolDecision.Resize(jobs.get(i).shape().job(), after[i], why));
      }
    }
    return true;
  }

  private void enter(int[] after) {
    for (int i = 0; i < after.length; i++) {
      if (after[i] != sizes[i]) {
        board.ledger().remove(resized(i, sizes[i]));
        board.ledger().add(resized(i, after[i]));
      }
    }
    sizes = after;
  }

  private RunningShape resized(int i, int size) {
    RunningShape job = jobs.get(i);
    if (size == job.nodes()) {
      return job;
    }
    long pause = view.pause(job, size);
    return new RunningShape(
        job.shape(),
        Math.max(size, job.nodes()),
        size,
        job.start(),
        view.now() + pause,
        job.workEndOn(size, view.now(), pause),
        job.limit(),
        job.curve(),
        job.mtct(),
        job.lastAdapted(),
        job.adaptations(),
        job.reference());
  }

  /** Gives idle nodes to those who gain most. */
  void spreadIdle(int head) {
    int idle = board.ledger().free();
    if (idle <= 0 || jobs.isEmpty()) {
      return;
    }
    boolean[] done = new boolean[sizes.length];
    int[] after = sizes.clone();
    int left = idle;
    int best = mostGaining(after, left, done);
    while (best >= 0) {
      int to = up(best, after[best], left);
      if (keepsPromise(best, to, head)) {
        left -= to - after[best];
        after[best] = to;
      } else {
        done[best] = true;
      }
      best = mostGaining(after, left, done);
    }
    expand(after, head);
  }

  /** The job that gains most by its next larger size, or -1 when none can have it. */
  private int mostGaining(int[] after, int room, boolean[] done) {
    int best = -1;
    double most = 0;
    for (int i = 0; i < after.length && room > 0; i++) {
      boolean gives = sizes[i] < jobs.get(i).nodes();
      int to = done[i] || gives ? after[i] : up(i, after[i], room);
      double gain = to > after[i] ? gain(i, after[i], to) : 0;
      if (gain > most) {
        most = gain;
        best = i;
      }
    }
    return best;
  }

  private void expand(int[] after, int head) {
    for (int i = 0; i < after.length; i++) {
      long gain = jobs.get(i).expectedEnd() - endOn(i, after[i]);
      long pause = view.pause(jobs.get(i), after[i]);
      if (after[i] > sizes[i] && gain > tuning.worth() * pause && keepsPromise(i, after[i], head)) {
        enterExpansion(i, after[i]);
        decisions.add(
            new PoolDecision.Resize(jobs.get(i).shape().job(), after[i], "takes idle nodes"));
      }
    }
  }

  private void enterExpansion(int i, int to) {
    RunningShape job = jobs.get(i);
    board.ledger().remove(job);
    RunningShape expanded = resized(i, to);
    board.ledger().take(to - job.nodes(), expanded.expectedEnd());
    board.ledger().returnAt(job.nodes(), expanded.expectedEnd());
    int[] next = Arrays.copyOf(sizes, sizes.length);
    next[i] = to;
    sizes = next;
  }

  private boolean keepsPromise(int i, int to, int head) {
    if (head == Board.NONE) {
      return true;
    }
    RunningShape job = jobs.get(i);
    long end = endOn(i, to);
    int more = to - job.nodes();
    if (end <= board.shadow()) {
      return true;
    }
    board.ledger().take(more, end);
    boolean keeps = board.ledger().earliest(board.headSize()) <= board.shadow();
    board.ledger().untake(more, end);
    return keeps;
  }

  /** Speed gained for a node, over the work left: among equals the shortest job comes first. */
  private double gain(int i, int from, int to) {
    RunningShape job = jobs.get(i);
    SpeedUp curve = job.curve();
    double left = job.workLeft(view.now()) * curve.at(job.shape().sizes().preferred());
    return (1 / curve.at(from) - 1 / curve.at(to)) / (to - from) / Math.max(1, left);
  }

  private int up(int i, int from, int room) {
    SizeRange range = jobs.get(i).shape().sizes();
    for (int to = from + 1; to <= Math.min(range.max(), from + room); to++) {
      if (range.isLegal(to)) {
        return to;
      }
    }
    return from;
  }

  private long endOn(int i, int size) {
    RunningShape job = jobs.get(i);
    return size == job.nodes()
        ? job.expectedEnd()
        : job.endOn(size, view.now(), view.pause(job, size));
  }

  private long latestEnd(RunningShape job) {
    return Math.max(job.expectedEnd(), tuning.floor().latestEnd(job.shape(), job.reference()));
  }
}
