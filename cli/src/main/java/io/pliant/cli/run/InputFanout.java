package io.pliant.cli.run;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Standard input, given whole to every node, whenever each connects. Reads no further than a
 * bounded distance before the slowest node. Thread-safe.
 */
final class InputFanout {
  private static final int CHUNK = 32 << 10;
  private static final int AHEAD = 8;

  private final Deque<byte[]> chunks = new ArrayDeque<>();
  private final Map<Integer, Long> positions = new HashMap<>();
  private long firstChunk;
  private int nodes = Integer.MAX_VALUE;
  private boolean ended;

  /** The step is known to have so many nodes; until then nothing is dropped. */
  synchronized void expect(int count) {
    nodes = count;
    dropConsumed();
  }

  /** Reads {@code input} to its end; returns early when interrupted. */
  void readAll(InputStream input) throws IOException, InterruptedException {
    byte[] buffer = new byte[CHUNK];
    for (int count = input.read(buffer); count >= 0; count = input.read(buffer)) {
      if (count > 0) {
        add(Arrays.copyOf(buffer, count));
      }
    }
    end();
  }

  /** No more input will come. */
  synchronized void end() {
    ended = true;
    notifyAll();
  }

  /** The next chunk for a node, waiting for it; null at the end of the input. */
  synchronized byte @Nullable [] next(int node) throws InterruptedException {
    long position = positions.getOrDefault(node, 0L);
    while (position >= firstChunk + chunks.size()) {
      if (ended) {
        return null;
      }
      wait();
    }
    byte[] chunk = chunks.stream().skip(position - firstChunk).findFirst().orElseThrow();
    positions.put(node, position + 1);
    dropConsumed();
    return chunk;
  }

  /** A node that needs no more input: it holds up nobody. */
  synchronized void leave(int node) {
    positions.put(node, Long.MAX_VALUE);
    dropConsumed();
  }

  /** One piece of it, once there is room; dropped when no more input was to come. */
  synchronized void add(byte[] chunk) throws InterruptedException {
    while (chunks.size() >= AHEAD && !ended) {
      wait();
    }
    if (!ended) {
      chunks.add(chunk);
      notifyAll();
    }
  }

  private void dropConsumed() {
    if (positions.size() < nodes) {
      return;
    }
    long slowest = positions.values().stream().mapToLong(Long::longValue).min().orElse(0);
    while (!chunks.isEmpty() && firstChunk < slowest) {
      chunks.removeFirst();
      firstChunk++;
    }
    notifyAll();
  }
}
