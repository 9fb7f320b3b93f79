package io.pliant.cli.run;

import java.io.IOException;

/** Where the standard input of a step comes from. */
interface StepInput {
  /** Gives all of it to the nodes, as fast as they take it, and ends it. */
  void copyTo(InputFanout input) throws IOException, InterruptedException;
}
