package io.pliant.imp.testkit;

import io.pliant.imp.Imp;

/** The program under test; run once in each task, on a thread of its own. */
@FunctionalInterface
public interface TaskProgram {
  /** Runs to its end; the testkit closes {@code imp}. What it throws fails the job. */
  void run(Imp imp) throws Exception;
}
