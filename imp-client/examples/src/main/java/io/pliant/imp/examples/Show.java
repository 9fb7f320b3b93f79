package io.pliant.imp.examples;

import io.pliant.imp.Imp;
import io.pliant.imp.Window;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Who watches a program: hears of its steps, and what it has to say. */
public interface Show {
  /** Called by each task after each step; may take its time. */
  void stepDone(Imp imp, long step);

  /** A line for the reader; called at rank 0. */
  void say(String line);

  /**
   * The job has another size from this step on; called at rank 0.
   *
   * @param window that has been committed
   * @param dataNanos time in which this task moved its data
   */
  default void resized(long step, Window window, long dataNanos) {
    say(text(step, window, dataNanos));
  }

  private static String text(long step, Window window, long dataNanos) {
    return String.format(
        Locale.ROOT,
        "step %d: %d -> %d tasks, data moved in %.2f ms",
        step,
        window.oldSize(),
        window.newSize(),
        dataNanos / 1e6);
  }

  /** Nobody watches. */
  static Show none() {
    return new Show() {
      @Override
      public void stepDone(Imp imp, long step) {}

      @Override
      public void say(String line) {}
    };
  }

  /**
   * Lines with the program's name on standard output, and steps that take a least time. A resize is
   * told with how long a step took before it, which is what the tasks have to come to an end with.
   *
   * @param stepMillis least time of a step, 0 for none
   * @param until ends that as soon as there is such a file; null for never
   */
  static Show onConsole(String name, int stepMillis, @Nullable Path until) {
    long stepNanos = TimeUnit.MILLISECONDS.toNanos(stepMillis);
    return new Show() {
      private long last = System.nanoTime();
      private long since = last;
      private int steps;

      @Override
      public void stepDone(Imp imp, long step) {
        steps++;
        long left = last + stepNanos - System.nanoTime();
        while (left > 0 && (until == null || !Files.exists(until))) {
          LockSupport.parkNanos(left);
          left = last + stepNanos - System.nanoTime();
        }
        last = System.nanoTime();
      }

      @Override
      public void resized(long step, Window window, long dataNanos) {
        double each = (last - since) / 1e6 / Math.max(1, steps);
        since = System.nanoTime();
        steps = 0;
        say(
            text(step, window, dataNanos)
                + String.format(Locale.ROOT, ", steps took %.2f ms", each));
      }

      @Override
      public void say(String line) {
        System.out.println(name + ": " + line);
      }
    };
  }
}
