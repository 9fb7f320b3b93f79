package io.pliant.core.rule;

import java.util.Arrays;

/**
 * Waiting jobs on parallel arrays, in order of number, or of estimate and then number. Removal
 * moves the shorter side. A scan costs about a nanosecond a job, little even for queues of
 * thousands.
 */
final class JobQueue {
  private static final int LEAST = 64;

  private int[] jobs = new int[LEAST];
  private int[] widths = new int[LEAST];
  private long[] estimates = new long[LEAST];
  private final boolean byEstimate;
  private int front;
  private int back;

  JobQueue(boolean byEstimate) {
    this.byEstimate = byEstimate;
  }

  int front() {
    return front;
  }

  boolean isEmpty() {
    return front == back;
  }

  int job(int position) {
    return jobs[position];
  }

  void add(int job, int width, long estimate) {
    if (back == jobs.length) {
      makeRoom();
    }
    int at = byEstimate ? search(job, estimate) : back;
    if (at < back) {
      shift(at, at + 1, back - at);
    }
    jobs[at] = job;
    widths[at] = width;
    estimates[at] = estimate;
    back++;
  }

  void remove(int job, long estimate) {
    int at = search(job, estimate);
    if (at - front < back - at) {
      shift(front, front + 1, at - front);
      front++;
    } else {
      shift(at + 1, at, back - at - 1);
      back--;
    }
    if (front == back) {
      front = 0;
      back = 0;
    }
  }

  /** The position behind that of a job, whether it still waits or not. */
  int after(int job, long estimate) {
    int at = search(job, estimate);
    return at < back && jobs[at] == job ? at + 1 : at;
  }

  /** Position of a job that waits, or where it belongs. */
  private int search(int job, long estimate) {
    int low = front;
    int high = back;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (before(middle, job, estimate)) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /**
   * The first position at or after {@code from} whose job is at most {@code free} wide and either
   * at most {@code slack} long or at most {@code extra} wide; -1 when there is none.
   */
  int find(int from, int free, long slack, int extra) {
    int[] w = widths;
    long[] e = estimates;
    for (int i = from; i < back; i++) {
      if (w[i] <= free && (w[i] <= extra || e[i] <= slack)) {
        return i;
      }
    }
    return -1;
  }

  private boolean before(int position, int job, long estimate) {
    if (byEstimate && estimates[position] != estimate) {
      return estimates[position] < estimate;
    }
    return jobs[position] < job;
  }

  private void makeRoom() {
    if (front > jobs.length / 2) {
      shift(front, 0, back - front);
      back -= front;
      front = 0;
    } else {
      jobs = Arrays.copyOf(jobs, 2 * jobs.length);
      widths = Arrays.copyOf(widths, 2 * widths.length);
      estimates = Arrays.copyOf(estimates, 2 * estimates.length);
    }
  }

  private void shift(int from, int to, int count) {
    System.arraycopy(jobs, from, jobs, to, count);
    System.arraycopy(widths, from, widths, to, count);
    System.arraycopy(estimates, from, estimates, to, count);
  }
}
