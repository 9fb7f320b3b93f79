package io.pliant.runtime.node.step;

import io.pliant.core.id.StepId;
import io.pliant.core.launch.StepLaunch;
import io.pliant.core.launch.StepTerms;
import io.pliant.core.resource.Amount;
import io.pliant.core.resource.Devices;
import io.pliant.core.step.StepReport;
import io.pliant.runtime.node.folder.SliceUse;
import io.pliant.runtime.node.folder.StepFolder;
import io.pliant.runtime.node.folder.StepLabel;
import io.pliant.runtime.power.RunningJob;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What a node knows of one step of which it still owes a report. Not thread-safe. */
public final class StepWatch {
  /** Where a step is between its launch order and the confirmation of its end. */
  enum Phase {
    /** A supervisor has it, or is about to. */
    SUPERVISED,
    /** Its supervisor is gone; what it left behind is being ended. */
    SWEEPING,
    /** No task is left. */
    OVER
  }

  private final StepFolder folder;
  private Phase phase = Phase.SUPERVISED;
  private boolean polled;
  private boolean retried;
  private boolean startConfirmed;
  private StepReport.@Nullable Started started;
  private StepReport.@Nullable Ended ended;
  private long sentAtNanos;
  private SliceUse slice = SliceUse.NONE;
  private boolean startDue;
  private boolean suspended;
  private @Nullable Long granted;
  private RunningJob job;
  private long term;
  private long firstOrder;
  private @Nullable StepTerms terms;

  StepWatch(StepFolder folder) {
    this.folder = folder;
    this.job = StepLabel.nameless(folder.step());
  }

  /** A step that is to be started. */
  static StepWatch of(StepFolder folder, StepLaunch launch, SliceUse slice) {
    StepWatch watch = new StepWatch(folder);
    watch.slice = slice;
    watch.job = StepLabel.of(launch);
    watch.granted = launch.granted();
    watch.term = launch.term();
    return watch;
  }

  /** A step that an earlier agent has left. */
  static StepWatch recovered(StepFolder folder) throws IOException {
    StepWatch watch = new StepWatch(folder);
    watch.poll();
    watch.slice = folder.slice();
    watch.job = folder.label();
    watch.granted = folder.granted();
    return watch;
  }

  public StepId step() {
    return folder.step();
  }

  public StepFolder folder() {
    return folder;
  }

  Phase phase() {
    return phase;
  }

  public boolean over() {
    return phase == Phase.OVER;
  }

  /** True when the launcher brings no news of this step, so that its folder has to be looked at. */
  boolean polled() {
    return polled && phase == Phase.SUPERVISED;
  }

  void poll() {
    polled = true;
  }

  /** True once: the step may be handed to the launcher a second time, but not for ever. */
  boolean retry() {
    boolean first = !retried;
    retried = true;
    polled = false;
    return first;
  }

  /** The launcher has the step by that order, or by an earlier one already. */
  void ordered(long number) {
    if (firstOrder == 0) {
      firstOrder = number;
    }
  }

  /**
   * True when an answer to that order is about this step, and not, late, about one before it that
   * had the same number. Nothing is late for a step that an earlier agent has left.
   */
  boolean answeredBy(long number) {
    return number >= firstOrder;
  }

  void sweep() {
    phase = Phase.SWEEPING;
  }

  /** Which grant of its attempt it belongs to, or null when that is not known. */
  @Nullable Long granted() {
    return granted;
  }

  /** True when an order means another step of the same number: the journal was restored since. */
  boolean outlivedBy(StepLaunch launch) {
    Long other = launch.granted();
    return granted != null && other != null && !granted.equals(other);
  }

  /** What its job holds of the node. */
  SliceUse slice() {
    return slice;
  }

  /** True when its tasks stand still, or are about to. */
  public boolean suspended() {
    return suspended;
  }

  /** True when they stand still for the power corridor or because an operator said so. */
  public boolean standsStill() {
    StepTerms kept = terms;
    return suspended || (kept != null && kept.stops());
  }

  public void suspend(boolean still) {
    suspended = still;
  }

  /**
   * True unless the order comes from an incarnation before the one that had it launched. After a
   * restart of the agent the latter is not known.
   */
  boolean obeys(@Nullable Long orderTerm) {
    return orderTerm == null || orderTerm >= term;
  }

  /** To what it is kept since its launch, or null for what its launch said, and when not known. */
  @Nullable StepTerms terms() {
    return terms;
  }

  void keepTo(StepTerms now) {
    terms = now;
  }

  /** What its job and program are called, and which GPUs the job holds. */
  public RunningJob job() {
    Amount gpus = slice.held().kinds().amounts().get(Devices.GPU);
    return gpus == null ? job : job.with(gpus.units());
  }

  /** True when its start is known, was not said yet, and its end is not known. */
  boolean hasDueStart() {
    return startDue && ended == null;
  }

  /** As {@link #hasDueStart()}, and the start counts as said from here on. */
  boolean takeDueStart() {
    boolean due = hasDueStart();
    startDue = false;
    return due;
  }

  boolean hasStarted() {
    return started != null;
  }

  void started(StepReport.Started report) {
    started = report;
    startDue = true;
  }

  void ended(StepReport.Ended report) {
    phase = Phase.OVER;
    ended = report;
  }

  void confirmStart() {
    startConfirmed = true;
  }

  /** The newest thing to say of the step, or null when there is nothing yet. */
  @Nullable StepReport report() {
    return ended != null ? ended : started;
  }

  /** True when {@link #report()} was said so long ago, or never, and is not confirmed. */
  boolean owedFor(Duration time) {
    boolean owed = ended != null || (started != null && !startConfirmed);
    return owed && System.nanoTime() - sentAtNanos >= time.toNanos();
  }

  /** Counted by a clock that nobody sets back. */
  void sent() {
    sentAtNanos = System.nanoTime();
  }
}
