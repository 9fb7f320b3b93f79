package io.pliant.imp;

import io.pliant.imp.comm.PeerGoneException;
import io.pliant.imp.internal.TcpCommunicator;
import io.pliant.imp.wire.Member;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Who computes together: the world, the adaptation that is armed and its window's group, and how
 * earlier ones ended. Guarded by the session's lock. Every line may come twice.
 */
final class Membership {
  private final String task;
  private final Rendezvous rendezvous;
  private final BiFunction<Integer, List<Member>, TcpCommunicator> groups;
  private final Map<Integer, Outcome> outcomes = new LinkedHashMap<>();
  private @Nullable TcpCommunicator world;
  private @Nullable TcpCommunicator union;
  private @Nullable Armed armed;
  private LocalStatus status = LocalStatus.INITIAL;
  private boolean broken;
  private int windowOf;

  /**
   * Nobody's member yet.
   *
   * @param groups makes the communicator of a context and its members
   */
  Membership(
      String task,
      Rendezvous rendezvous,
      BiFunction<Integer, List<Member>, TcpCommunicator> groups) {
    this.task = task;
    this.rendezvous = rendezvous;
    this.groups = groups;
  }

  // ---- what the agent says

  /** The first world. */
  void begin(List<Member> members) {
    world = groups.apply(0, members);
  }

  /** The job runs already; this task comes to it. */
  void join() {
    status = LocalStatus.JOINING;
  }

  /** An adaptation is armed; false when that is known, or not for this task. */
  boolean arm(Armed fresh) {
    boolean known = outcomes.containsKey(fresh.id()) || armed != null && armed.id() == fresh.id();
    if (known || !fresh.concerns(task)) {
      return false;
    }
    armed = fresh;
    union = groups.apply(2 * fresh.id() + 1, fresh.union());
    if (world != null && fresh.kind() != AdaptationKind.LOSS) {
      rendezvous.arm(fresh.id(), world);
    }
    return true;
  }

  /** The window is open; false when that is known. */
  boolean open(int adaptation) {
    boolean news = windowOf < adaptation;
    windowOf = Math.max(windowOf, adaptation);
    return news;
  }

  /** An adaptation is over; false when that is known. */
  boolean end(int adaptation, Outcome result) {
    if (outcomes.putIfAbsent(adaptation, result) != null) {
      return false;
    }
    rendezvous.disarm(adaptation);
    Armed done = armed;
    if (done != null && done.id() == adaptation && union != null) {
      if (result == Outcome.COMMITTED) {
        replaceWorld(done);
      } else {
        union.revoke(
            "Expected to finish adaptation " + adaptation + ", but it was " + result + ".");
      }
      armed = null;
    }
    return true;
  }

  private void replaceWorld(Armed done) {
    if (world != null) {
      world.retire();
    }
    boolean leaves = done.leaving().contains(task);
    status = leaves ? LocalStatus.LEAVING : LocalStatus.STAYING;
    world = leaves ? null : groups.apply(2 * done.id(), done.next());
    broken = false;
    rendezvous.restart();
  }

  /** A task is gone: every call of a group that it belongs to throws from now on. */
  void lose(String lost, String why) {
    if (world != null && world.rankOf(lost) >= 0) {
      String text = world.describe(world.members().get(world.rankOf(lost)), why);
      world.revoke(text);
      broken = true;
      rendezvous.fail(new PeerGoneException(text));
    }
    if (union != null && union.rankOf(lost) >= 0) {
      union.revoke(union.describe(union.members().get(union.rankOf(lost)), why));
    }
  }

  // ---- what the program asks

  boolean isMember() {
    return world != null;
  }

  TcpCommunicator world() {
    if (world == null) {
      throw new IllegalStateException(
          "Expected a member of the job, but this task is "
              + status
              + ": a joining task has no world before its commit, a leaving one none after it.");
    }
    return world;
  }

  LocalStatus status() {
    Armed current = armed;
    if (current == null || windowOf < current.id() || status == LocalStatus.JOINING) {
      return status;
    }
    return current.leaving().contains(task) ? LocalStatus.LEAVING : LocalStatus.STAYING;
  }

  /** A joining task that waits to be let in. */
  boolean waitsToJoin() {
    return status == LocalStatus.JOINING && armed == null && outcomes.isEmpty();
  }

  /** The armed adaptation's number, or 0. */
  int armed() {
    return armed == null ? 0 : armed.id();
  }

  /**
   * The adaptation that {@code begin} is for, or 0 while there is none: after a loss only the one
   * that names the lost, for a joining task also the one that it came for and that is over.
   *
   * @param wanted the one that is wanted; 0 for any
   */
  int chosen(int wanted) {
    if (wanted > 0) {
      return armed() == wanted || outcomes.containsKey(wanted) ? wanted : 0;
    }
    Armed current = armed;
    if (current != null && (!broken || current.kind() == AdaptationKind.LOSS)) {
      return current.id();
    }
    boolean inVain = status == LocalStatus.JOINING && !outcomes.isEmpty();
    return inVain ? outcomes.keySet().iterator().next() : 0;
  }

  boolean isOpen(int adaptation) {
    return windowOf >= adaptation;
  }

  @Nullable Outcome outcome(int adaptation) {
    return outcomes.get(adaptation);
  }

  /** The window of the armed adaptation. */
  Window window(Imp imp) {
    Armed current = armed;
    TcpCommunicator group = union;
    if (current == null || group == null) {
      throw new IllegalStateException("Expected an adaptation on its way, but there is none.");
    }
    return Window.open(imp, current, group, task);
  }
}
