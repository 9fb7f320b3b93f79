package io.pliant.imp.examples;

import io.pliant.imp.Imp;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Who watches a program: hears of its steps, and what it has to say. */
public interface Show {
  /** Called by each task after each step; may take its time. */
  void stepDone(Imp imp, long step);

  /** A line for the reader; called at rank 0. */
  void say(String line);

  /** The job has another size from this step on; called at rank 0. */
  default void resized(long step, int before, int after) {
    say("step " + step + ": " + before + " -> " + after + " tasks");
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

  /** Lines with the program's name on standard output, and steps that take a least time. */
  static Show onConsole(String name, int stepMillis) {
    long stepNanos = TimeUnit.MILLISECONDS.toNanos(stepMillis);
    return new Show() {
      private long last = System.nanoTime();

      @Override
      public void stepDone(Imp imp, long step) {
        long left = last + stepNanos - System.nanoTime();
        while (left > 0) {
          LockSupport.parkNanos(left);
          left = last + stepNanos - System.nanoTime();
        }
        last = System.nanoTime();
      }

      @Override
      public void say(String line) {
        System.out.println(name + ": " + line);
      }
    };
  }
}
