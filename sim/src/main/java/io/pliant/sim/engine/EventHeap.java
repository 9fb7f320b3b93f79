package io.pliant.sim.engine;

import java.util.Arrays;

/**
 * Events in order of time and then of sequence number, as one number each: the time in the upper 38
 * bits, the number in the lower 25.
 */
final class EventHeap {
  /** Largest number of events ever added, and so of jobs in a simulation: 33 million. */
  static final int MOST_EVENTS = 1 << 25;

  private static final int SHIFT = 25;
  private static final long MOST_TIME = (1L << 38) - 1;

  private long[] heap = new long[256];
  private int size;

  boolean isEmpty() {
    return size == 0;
  }

  /** Time of the first event in seconds; the largest number when there is none. */
  long time() {
    return size == 0 ? Long.MAX_VALUE : heap[0] >>> SHIFT;
  }

  void add(long time, int number) {
    if (time > MOST_TIME) {
      throw new ArithmeticException(
          "Expected every job to end before second %d, but one would end at %d. The times of the trace are too large."
              .formatted(MOST_TIME, time));
    }
    if (size == heap.length) {
      heap = Arrays.copyOf(heap, 2 * size);
    }
    long event = time << SHIFT | number;
    int at = size++;
    while (at > 0) {
      int parent = (at - 1) >>> 1;
      if (heap[parent] <= event) {
        break;
      }
      heap[at] = heap[parent];
      at = parent;
    }
    heap[at] = event;
  }

  /** Takes out the first event; returns its number. */
  int remove() {
    long first = heap[0];
    long last = heap[--size];
    int at = 0;
    while (true) {
      int child = 2 * at + 1;
      if (child >= size) {
        break;
      }
      if (child + 1 < size && heap[child + 1] < heap[child]) {
        child++;
      }
      if (heap[child] >= last) {
        break;
      }
      heap[at] = heap[child];
      at = child;
    }
    heap[at] = last;
    return (int) first & (MOST_EVENTS - 1);
  }
}
