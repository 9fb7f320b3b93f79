package io.pliant.imp.internal;

import io.pliant.imp.comm.PeerGoneException;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Messages that have come and wait for their receiver; one lock and one condition for all. */
final class Mailbox {
  /** Bytes that one peer may have waiting here before its connection is read no further. */
  private final long limitPerPeer;

  private final Map<Key, Queue<Letter>> letters = new HashMap<>();
  private final Map<Integer, RuntimeException> broken = new HashMap<>();
  private final Set<Integer> dropped = new HashSet<>();
  private final Map<String, Long> waitingBytes = new HashMap<>();
  private final Set<String> left = new HashSet<>();
  private int waiters;
  private @Nullable RuntimeException ended;

  Mailbox(long limitPerPeer) {
    this.limitPerPeer = limitPerPeer;
  }

  private record Key(int context, int tag) {}

  /** A message with the rank in its context and the task it came from. */
  record Letter(int from, String task, byte[] payload) {}

  /** Puts a message in; waits while its sender has too much here and nobody wants anything. */
  synchronized void put(int context, int tag, Letter letter) throws InterruptedException {
    while (waiters == 0
        && ended == null
        && waitingBytes.getOrDefault(letter.task, 0L) > limitPerPeer) {
      wait();
    }
    if (ended != null || dropped.contains(context)) {
      return;
    }
    waitingBytes.merge(letter.task, (long) letter.payload.length, Long::sum);
    letters.computeIfAbsent(new Key(context, tag), k -> new ArrayDeque<>()).add(letter);
    notifyAll();
  }

  /** The first message of {@code from} (any when negative) if it is here. */
  synchronized @Nullable Letter tryTake(int context, int tag, int from) {
    Letter letter = poll(new Key(context, tag), from);
    if (letter != null) {
      waitingBytes.merge(letter.task, -(long) letter.payload.length, Long::sum);
      notifyAll();
    }
    return letter;
  }

  /**
   * The first message of {@code from} (any when negative); waits. Throws when there is none and the
   * context is broken, or {@code task} has left.
   */
  synchronized Letter take(int context, int tag, int from, @Nullable String task) {
    waiters++;
    try {
      notifyAll();
      while (true) {
        Letter letter = tryTake(context, tag, from);
        if (letter != null) {
          return letter;
        }
        check(context);
        if (task != null && left.contains(task)) {
          throw new PeerGoneException(
              "Expected a message of rank " + from + " (task " + task + "), but it has left.");
        }
        wait();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(
          "Expected a message, but the waiting thread was interrupted.", e);
    } finally {
      waiters--;
    }
  }

  private @Nullable Letter poll(Key key, int from) {
    Queue<Letter> queue = letters.get(key);
    if (queue == null) {
      return null;
    }
    Letter found = null;
    for (Letter letter : queue) {
      if (from < 0 || letter.from == from) {
        found = letter;
        break;
      }
    }
    if (found != null) {
      queue.remove(found);
      if (queue.isEmpty()) {
        letters.remove(key);
      }
    }
    return found;
  }

  /** That task said goodbye and all it sent is here. */
  synchronized void left(String task) {
    left.add(task);
    notifyAll();
  }

  synchronized boolean hasLeft(String task) {
    return left.contains(task);
  }

  /** Throws what the context was broken with, if it was. */
  synchronized void check(int context) {
    if (ended != null) {
      throw copy(ended);
    }
    RuntimeException cause = broken.get(context);
    if (cause != null) {
      throw copy(cause);
    }
  }

  /** From now on every call in that context throws {@code cause}; the first cause stays. */
  synchronized void breakContext(int context, RuntimeException cause) {
    broken.putIfAbsent(context, cause);
    notifyAll();
  }

  /** Forgets the messages of a context that was replaced; later ones are dropped. */
  synchronized void drop(int context) {
    broken.putIfAbsent(
        context,
        new IllegalStateException(
            "Expected the communicator of the running epoch, but it was replaced at a commit."));
    dropped.add(context);
    letters.forEach((key, queue) -> {
      if (key.context == context) {
        queue.forEach(l -> waitingBytes.merge(l.task, -(long) l.payload.length, Long::sum));
      }
    });
    letters.keySet().removeIf(key -> key.context == context);
    notifyAll();
  }

  /** Ends everything: every call throws {@code cause}. */
  synchronized void end(RuntimeException cause) {
    if (ended == null) {
      ended = cause;
    }
    notifyAll();
  }

  /** A new exception for each thrower, so that stack traces do not mix. */
  private static RuntimeException copy(RuntimeException cause) {
    String message = String.valueOf(cause.getMessage());
    return cause instanceof PeerGoneException
        ? new PeerGoneException(message)
        : new IllegalStateException(message, cause);
  }
}
