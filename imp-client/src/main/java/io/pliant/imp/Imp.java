package io.pliant.imp;

import io.pliant.imp.comm.Communicator;
import io.pliant.imp.wire.WireMessage;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A task's view of its malleable job: the four verbs of Invasive MPI (seed 000, section II: init,
 * probe, begin, commit) in Java idiom.
 *
 * <pre>{@code
 * try (Imp imp = Imp.init()) {
 *   State state = imp.status() == LocalStatus.JOINING ? null : State.initial(imp.world());
 *   boolean enter = state == null;
 *   while (enter || state.step < steps) {
 *     if (enter || imp.probe()) {
 *       enter = false;
 *       try (Window window = imp.begin()) {
 *         State next = window.isOpen() ? State.redistribute(state, window) : null;
 *         if (window.commit() == Outcome.COMMITTED) {
 *           state = next;
 *         }
 *       }
 *       if (!imp.isMember()) {
 *         return; // leaving, or never joined
 *       }
 *     }
 *     state.computeOneStep(imp.world());
 *   }
 * }
 * }</pre>
 *
 * <p>One thread of the program uses it; {@link #pending} may be called by any.
 */
public final class Imp implements AutoCloseable {
  private final Session session;
  private final PhaseClock phases;

  private Imp(Session session) {
    this.session = session;
    this.phases = new PhaseClock(session.clock, session::send);
  }

  /**
   * Joins the job that the environment names, or runs alone; {@link ImpOptions#fromEnvironment}.
   */
  public static Imp init() throws IOException {
    return init(ImpOptions.fromEnvironment(System.getenv()));
  }

  /**
   * Joins the job. An agent that is away is waited for, as long as {@link
   * ImpOptions#agentPatience}; an {@link IOException} when it stays away or its folder is not
   * there, or when it rejects the task.
   */
  public static Imp init(ImpOptions options) throws IOException {
    return init(options, offer -> Answer.byDefault());
  }

  /**
   * Joins the job; as {@link #init(ImpOptions)}.
   *
   * @param policy how to answer offers, also one that comes before the program's next line
   */
  public static Imp init(ImpOptions options, OfferPolicy policy) throws IOException {
    return new Imp(Session.open(options, policy));
  }

  /** What this task is now; in a window, what the adaptation makes of it. */
  public LocalStatus status() {
    return session.status();
  }

  /**
   * False for a joining task before its commit and for a leaving one after it: then there is no
   * world.
   */
  public boolean isMember() {
    return session.isMember();
  }

  /**
   * The job's members. Replaced by each commit, so do not keep it over a window. {@link
   * IllegalStateException} when this task is no member.
   */
  public Communicator world() {
    return session.world();
  }

  /**
   * The elastic block in which the program is; at a joining task the one to enter at, after {@link
   * #begin}.
   */
  public int phase() {
    return session.phase();
  }

  /**
   * Marks the end of a round of work in the phase {@code index}, and makes it the current one. The
   * time since the last mark counts for it: inside communicator calls as communication, the rest as
   * computation.
   */
  public void phase(int index) {
    phases.mark(index);
    if (session.phase() != index) {
      session.phase(index);
    }
  }

  /** Counts time of another communication library, in nanoseconds, as communication. */
  public void reportCommunication(long nanos) {
    session.clock.add(nanos);
  }

  /** What was measured at this task since the last adaptation, by phase. */
  public List<PhaseTime> times() {
    return phases.times();
  }

  /**
   * Whether all members are to call {@link #begin} now. Every member must call this at the same
   * places of the program, as it would a collective; it says true at the same call everywhere.
   * While there is nothing to do it costs one volatile read. Throws {@link
   * io.pliant.imp.comm.PeerGoneException} when a member is gone.
   */
  public boolean probe() {
    return session.rendezvous.probe();
  }

  /**
   * Whether something waits for this task, seen by this task alone. For programs whose tasks do not
   * run in step, such as a master with workers: the master looks, tells the others by a message of
   * its own, and all call {@link #begin(int)}. Such a program must not use {@link #probe}.
   */
  public boolean pending() {
    return session.rendezvous.pending();
  }

  /**
   * The number of the adaptation that waits for this task, or 0: what a master that sees {@link
   * #pending} tells its workers for {@link #begin(int)}. May be called by any thread.
   */
  public int pendingAdaptation() {
    return session.armed();
  }

  /**
   * Enters the adaptation window; waits until all its tasks are there. A joining task calls it at
   * once after {@link #init}, a member when {@link #probe} said so, a survivor after a {@link
   * io.pliant.imp.comm.PeerGoneException} (it waits until the scheduler has named the lost).
   */
  public Window begin() {
    return session.enter(this, session.rendezvous.takePromised());
  }

  /**
   * Enters the window of that adaptation, which another task has named; waits until all its tasks
   * are there. When it is over before (withdrawn, expired), the window is not open.
   *
   * @param adaptation a number that {@link #pendingAdaptation} gave at a member
   */
  public Window begin(int adaptation) {
    if (adaptation < 1) {
      throw new IllegalArgumentException(
          "Expected the number of an adaptation, at least 1, but got " + adaptation + ".");
    }
    int unused = session.rendezvous.takePromised();
    return session.enter(this, adaptation);
  }

  /**
   * How an adaptation ended, such as the one of a granted {@link Request}; null while it is on its
   * way, or unknown here. May be called by any thread.
   */
  public @Nullable Outcome outcome(int adaptation) {
    return session.outcome(adaptation);
  }

  /**
   * How to answer offers from now on; without a policy the job's {@code --on-offer} decides. Only
   * {@link #init(ImpOptions, OfferPolicy)} is early enough for all offers.
   */
  public void onOffer(OfferPolicy policy) {
    session.offers().policy(policy);
  }

  /** Asks for {@code nodes} more nodes; the program computes on meanwhile. */
  public Request grow(int nodes) {
    return session.request(ask("grow", nodes));
  }

  /** Gives {@code nodes} nodes back; the scheduler chooses which. */
  public Request release(int nodes) {
    return session.request(ask("release", nodes));
  }

  /** Gives those nodes back. */
  public Request release(List<String> nodes) {
    return session.request(ask("release", nodes.size()).with("names", String.join(",", nodes)));
  }

  private static WireMessage ask(String kind, int nodes) {
    if (nodes < 1) {
      throw new IllegalArgumentException(
          "Expected to " + kind + " at least one node, but got " + nodes + ".");
    }
    return WireMessage.of("request").with("kind", kind).with("nodes", nodes);
  }

  Session session() {
    return session;
  }

  void windowClosed(Outcome outcome) {
    if (outcome != Outcome.COMMITTED) {
      session.rendezvous.pass();
    }
    phases.reset();
  }

  /** Leaves the job in good order: call it at the end of the program, and after leaving. */
  @Override
  public void close() throws IOException {
    session.close();
  }

  /**
   * Ends all connections as if the process had been killed: for tests of what the others then do.
   */
  public void abandon() throws IOException {
    session.abandon();
  }
}
