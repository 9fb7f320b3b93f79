package io.pliant.core.rule;

import java.util.Arrays;

/** Processors of running jobs, sorted by the jobs' estimated ends. */
final class RunningEnds {
  private static final int LEAST = 64;

  private long[] ends = new long[LEAST];
  private int[] widths = new int[LEAST];
  private int front;
  private int back;
  private long shadow;
  private int freeAtShadow;

  void add(long end, int width) {
    if (back == ends.length) {
      makeRoom();
    }
    int at = search(end + 1);
    shift(at, at + 1, back - at);
    ends[at] = end;
    widths[at] = width;
    back++;
  }

  /** Takes out one job of that end and width; jobs alike in both are interchangeable. */
  void remove(long end, int width) {
    int at = search(end);
    while (at < back && ends[at] == end && widths[at] != width) {
      at++;
    }
    if (at == back || ends[at] != end) {
      throw new IllegalStateException(
          "Expected a running job of width %d that ends at %d, but there is none."
              .formatted(width, end));
    }
    if (at - front < back - at) {
      shift(front, front + 1, at - front);
      front++;
    } else {
      shift(at + 1, at, back - at - 1);
      back--;
    }
  }

  /** Takes out all jobs whose estimated end is at {@code now} or before; returns their width. */
  int removeUntil(long now) {
    int width = 0;
    while (front < back && ends[front] <= now) {
      width += widths[front++];
    }
    return width;
  }

  /**
   * Finds when {@code need} processors are free, given that {@code free} are now. The answers are
   * {@link #shadow()} and {@link #freeAtShadow()}.
   */
  void project(int need, int free) {
    int sum = free;
    int i = front;
    while (i < back && sum < need) {
      sum += widths[i++];
    }
    if (sum < need) {
      throw new IllegalStateException(
          "Expected %d processors to become free, but the machine has %d.".formatted(need, sum));
    }
    shadow = ends[i - 1];
    while (i < back && ends[i] == shadow) {
      sum += widths[i++];
    }
    freeAtShadow = sum;
  }

  /** Seconds; the earliest time of the last projection. */
  long shadow() {
    return shadow;
  }

  /** Processors free at the shadow time, all ends at that instant counted. */
  int freeAtShadow() {
    return freeAtShadow;
  }

  private int search(long end) {
    int low = front;
    int high = back;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (ends[middle] < end) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private void makeRoom() {
    if (front > ends.length / 2) {
      shift(front, 0, back - front);
      back -= front;
      front = 0;
    } else {
      ends = Arrays.copyOf(ends, 2 * ends.length);
      widths = Arrays.copyOf(widths, 2 * widths.length);
    }
  }

  private void shift(int from, int to, int count) {
    System.arraycopy(ends, from, ends, to, count);
    System.arraycopy(widths, from, widths, to, count);
  }
}
