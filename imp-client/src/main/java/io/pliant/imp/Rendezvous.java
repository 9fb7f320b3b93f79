package io.pliant.imp;

import io.pliant.imp.internal.TcpCommunicator;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Lets all tasks leave their loops at the same probe, at the price of one volatile read per probe.
 *
 * <p>When an adaptation is armed, each task tells rank 0 the earliest probe at which it could still
 * stop. The largest of them is the target; a task stops there and waits. A task that turns out to
 * have passed it (its count of probes is read without a fence, so it may have been old) says so,
 * and the target rises. Once all wait at the target, rank 0 lets them go into the window. A task
 * that waits at a probe has sent all that others need to reach that probe, so nobody waits for
 * ever.
 */
final class Rendezvous {
  private static final VarHandle COMPLETED;

  static {
    try {
      COMPLETED = MethodHandles.lookup().findVarHandle(Rendezvous.class, "completed", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** False as long as probes have nothing to look at. */
  private volatile boolean raised;

  /** Probes passed since the last commit; written by the program's thread, see {@link #restart}. */
  private long completed;

  private final LinkedBlockingQueue<Runnable> outgoing = new LinkedBlockingQueue<>();
  private final Map<Integer, Ballot> ballots = new HashMap<>();
  private @Nullable TcpCommunicator world;
  private @Nullable RuntimeException failure;
  private int armed;
  private long target = -1;
  private long reported;
  private long arrivedAt = -1;
  private boolean go;

  /** The adaptation for which the last probe said true, until the program comes for it. */
  private int promised;

  /** What rank 0 knows of the tasks' places. */
  private static final class Ballot {
    final Map<Integer, Long> earliest = new HashMap<>();
    final Set<Integer> arrived = new HashSet<>();
    long target = -1;
  }

  /** Whether this is the probe at which all tasks enter the window. */
  boolean probe() {
    if (!raised) {
      COMPLETED.setOpaque(this, completed + 1);
      return false;
    }
    return atRaisedFlag();
  }

  private synchronized boolean atRaisedFlag() {
    while (true) {
      if (failure != null) {
        throw failure;
      }
      long here = completed + 1;
      if (armed == 0 || target >= 0 && here < target) {
        COMPLETED.setOpaque(this, here);
        return false;
      }
      if (go && here == target) {
        promised = armed;
        return true;
      }
      if (here == target && arrivedAt != here) {
        arrivedAt = here;
        tell("arrived", here);
      }
      if (here > target && here > reported) {
        reported = here;
        tell("at", here);
      }
      try {
        wait();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("Expected to probe, but the thread was interrupted.", e);
      }
    }
  }

  /** An adaptation waits for the window; members of {@code group} are to stop at one probe. */
  synchronized void arm(int adaptation, TcpCommunicator group) {
    armed = adaptation;
    world = group;
    target = -1;
    arrivedAt = -1;
    go = false;
    raised = true;
    reported = passed() + 1;
    tell("at", reported);
    notifyAll();
  }

  /** That adaptation needs no stop any more. */
  synchronized void disarm(int adaptation) {
    ballots.keySet().removeIf(id -> id <= adaptation);
    if (armed == adaptation) {
      armed = 0;
      raised = failure != null;
      notifyAll();
    }
  }

  /** Whether an adaptation is armed here. */
  boolean pending() {
    return raised;
  }

  /** The adaptation that the last probe sent the program to, once; else 0. */
  synchronized int takePromised() {
    int taken = promised;
    promised = 0;
    return taken;
  }

  /** Probes throw {@code cause} from now on; null ends that. */
  synchronized void fail(@Nullable RuntimeException cause) {
    failure = cause;
    raised = cause != null || armed != 0;
    notifyAll();
  }

  /**
   * A window was committed: all members of the new world count anew, and probes do not throw any
   * more. It is done as the outcome is heard, while the program waits for that in {@link
   * Window#commit}: a count that the program reset itself might still be that of the former world
   * when the next adaptation is armed, and all would compute on until they have probed as often.
   */
  synchronized void restart() {
    COMPLETED.setOpaque(this, 0L);
    fail(null);
  }

  /**
   * A window was not committed, or not even open: this task has passed this probe like the others,
   * of which some may not have heard of the window.
   */
  void pass() {
    COMPLETED.setOpaque(this, completed + 1);
  }

  private long passed() {
    return (long) COMPLETED.getOpaque(this);
  }

  /** A line of another task, or our own: {@code word adaptation probe}. */
  synchronized void hear(int from, byte[] text) {
    String[] words = new String(text, StandardCharsets.UTF_8).split(" ", -1);
    int adaptation = Integer.parseInt(words[1]);
    long probe = Long.parseLong(words[2]);
    switch (words[0]) {
      case "at" -> {
        Ballot ballot = ballots.computeIfAbsent(adaptation, id -> new Ballot());
        ballot.earliest.merge(from, probe, Math::max);
        count(adaptation, ballot);
      }
      case "arrived" -> {
        Ballot ballot = ballots.computeIfAbsent(adaptation, id -> new Ballot());
        if (probe == ballot.target) {
          ballot.arrived.add(from);
          count(adaptation, ballot);
        }
      }
      case "target" -> {
        if (adaptation == armed) {
          target = Math.max(target, probe);
          notifyAll();
        }
      }
      case "go" -> {
        if (adaptation == armed && probe == target) {
          go = true;
          notifyAll();
        }
      }
      default -> throw new IllegalStateException("Expected a rendezvous word, but got " + words[0]);
    }
  }

  private void count(int adaptation, Ballot ballot) {
    TcpCommunicator group = world;
    if (group == null || adaptation != armed || ballot.earliest.size() < group.size()) {
      return;
    }
    long latest = ballot.earliest.values().stream().mapToLong(Long::longValue).max().orElseThrow();
    if (latest > ballot.target) {
      ballot.target = latest;
      ballot.arrived.clear();
      tellAll("target", latest);
    } else if (ballot.arrived.size() == group.size()) {
      tellAll("go", ballot.target);
    }
  }

  private void tell(String word, long probe) {
    post(0, word, probe);
  }

  private void tellAll(String word, long probe) {
    TcpCommunicator group = world;
    for (int to = 0; group != null && to < group.size(); to++) {
      post(to, word, probe);
    }
  }

  /** Sent by the courier's thread: a slow connection must not hold the lock. */
  private void post(int to, String word, long probe) {
    TcpCommunicator group = world;
    if (group == null) {
      return;
    }
    byte[] text = (word + " " + armed + " " + probe).getBytes(StandardCharsets.UTF_8);
    outgoing.add(() -> deliver(group, to, text));
  }

  private void deliver(TcpCommunicator group, int to, byte[] text) {
    if (to == group.rank()) {
      hear(to, text);
    } else {
      // false: the loss was told by the fabric, which fails the probes
      boolean unused = group.control(to, text);
    }
  }

  /**
   * The courier: sends what is due and looks, while a stop is awaited, whether we have passed it.
   */
  void carry() throws InterruptedException {
    while (!Thread.currentThread().isInterrupted()) {
      Runnable next = outgoing.poll(watching() ? 1 : 1000, TimeUnit.MILLISECONDS);
      if (next != null) {
        next.run();
      }
      lookAhead();
    }
  }

  private synchronized boolean watching() {
    return armed != 0 && !go;
  }

  private synchronized void lookAhead() {
    long earliest = passed() + 1;
    if (watching() && earliest > Math.max(target, reported)) {
      reported = earliest;
      tell("at", earliest);
    }
  }
}
