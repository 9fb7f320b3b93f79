package io.pliant.imp;

import io.pliant.imp.comm.Communicator;
import io.pliant.imp.internal.TcpCommunicator;
import io.pliant.imp.wire.Member;
import io.pliant.imp.wire.WireMessage;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The collective phase between {@link Imp#begin} and {@link #commit}: the place to move data from
 * the old group to the new one, over {@link #union}.
 *
 * <p>Keep the old data until {@code commit} says {@link Outcome#COMMITTED}: with any other outcome
 * the old group computes on as if nothing had been. A window that is closed without a commit aborts
 * the adaptation for all, so use it in a try-with-resources statement.
 */
public final class Window implements AutoCloseable {
  private final Imp imp;
  private final @Nullable Armed armed;
  private final @Nullable TcpCommunicator union;
  private final String task;
  private @Nullable Outcome outcome;

  private Window(
      Imp imp,
      @Nullable Armed armed,
      @Nullable TcpCommunicator union,
      String task,
      @Nullable Outcome outcome) {
    this.imp = imp;
    this.armed = armed;
    this.union = union;
    this.task = task;
    this.outcome = outcome;
  }

  static Window open(Imp imp, Armed armed, TcpCommunicator union, String task) {
    return new Window(imp, armed, union, task, null);
  }

  static Window shut(Imp imp, Outcome outcome) {
    return new Window(imp, null, null, "", outcome);
  }

  /**
   * Whether there is anything to do. False when the adaptation was withdrawn or expired on the way:
   * then nothing has changed, and only {@link #commit} may be called.
   */
  public boolean isOpen() {
    return armed != null && outcome == null;
  }

  private Armed armed() {
    if (armed == null) {
      throw new IllegalStateException(
          "Expected an open window, but the adaptation was "
              + outcome
              + ". Ask isOpen() before moving data.");
    }
    return armed;
  }

  /** The adaptation's number, rising within the job. */
  public int adaptation() {
    return armed().id();
  }

  /** What the adaptation does. */
  public AdaptationKind kind() {
    return armed().kind();
  }

  /** This task's part in it: joining, staying or leaving. */
  public LocalStatus status() {
    if (oldRank() < 0) {
      return LocalStatus.JOINING;
    }
    return newRank() < 0 ? LocalStatus.LEAVING : LocalStatus.STAYING;
  }

  /**
   * All tasks of the window: living members of the old group in their order, then those that join.
   * The tag {@link Communicator#MAX_TAG} is taken by {@link io.pliant.imp.layout.Redistribution}.
   */
  public Communicator union() {
    armed();
    return java.util.Objects.requireNonNull(union);
  }

  /** Tasks of the old group, lost ones included. */
  public int oldSize() {
    return armed().old().size();
  }

  /** Tasks of the new group. */
  public int newSize() {
    return armed().next().size();
  }

  /** This task's rank in the old group, or -1 when it joins. */
  public int oldRank() {
    return Armed.rankOf(task, armed().old());
  }

  /** This task's rank in the new group, or -1 when it leaves. */
  public int newRank() {
    return Armed.rankOf(task, armed().next());
  }

  /** For each old rank its rank in {@link #union}, or -1 for a lost one. */
  public int[] oldToUnion() {
    return ranks(armed().old());
  }

  /** For each new rank its rank in {@link #union}. */
  public int[] newToUnion() {
    return ranks(armed().next());
  }

  /** Old ranks whose tasks are gone; their data are gone with them. */
  public List<Integer> lost() {
    List<Integer> lost = new ArrayList<>();
    for (String gone : armed().lost()) {
      lost.add(Armed.rankOf(gone, armed().old()));
    }
    return List.copyOf(lost);
  }

  private int[] ranks(List<Member> group) {
    List<Member> all = armed().union();
    return group.stream().mapToInt(m -> Armed.rankOf(m.task(), all)).toArray();
  }

  /**
   * Data of the old group's first living task at all tasks of the window, such as a step counter.
   */
  public <A> A share(A data) {
    return union().bcast(data, 0);
  }

  /**
   * Ends the window. Waits until all tasks have moved their data; then the world communicator is
   * replaced for good, or, with any outcome but {@link Outcome#COMMITTED}, stays what it was. All
   * tasks get the same outcome.
   */
  public Outcome commit() {
    return end("commit", "");
  }

  /** Gives the adaptation up for all tasks; the outcome is usually {@link Outcome#ABORTED}. */
  public Outcome abort(String reason) {
    return end("abort", reason);
  }

  private Outcome end(String word, String reason) {
    if (outcome != null || armed == null || union == null) {
      return java.util.Objects.requireNonNull(outcome);
    }
    WireMessage message = WireMessage.of(word).with("adaptation", armed.id());
    outcome =
        imp.session()
            .leave(armed.id(), union, reason.isEmpty() ? message : message.with("reason", reason));
    imp.windowClosed(outcome);
    return outcome;
  }

  /** Aborts the adaptation unless it was committed or is over. */
  @Override
  public void close() {
    if (outcome == null) {
      Outcome unused = end("abort", "the program left the window without a commit");
    }
  }
}
