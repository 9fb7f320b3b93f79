package io.pliant.cli.run;

import io.pliant.core.id.ExitStatus;

/** Where the connections of nodes bring what their MPI programs tell each other. */
interface ExchangeDesk {
  /** A piece of a node's contribution to a gather. */
  void contributed(int node, StepExchange.Gather gather, boolean more, byte[] piece);

  /**
   * A node says that the tasks cannot go on.
   *
   * @param how how the step ends
   * @param why for the user
   */
  void lost(String node, ExitStatus how, String why);
}
