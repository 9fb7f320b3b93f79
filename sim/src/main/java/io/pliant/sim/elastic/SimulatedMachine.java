package io.pliant.sim.elastic;

import io.pliant.core.resource.Slice;
import io.pliant.core.view.NodeView;
import java.util.List;

/** The nodes of a simulated machine, and what of them is free. A processor counts as one cpu. */
interface SimulatedMachine {
  /** All nodes as they are now. */
  List<NodeView> views();

  /** Slices that were free become a job's. */
  void take(List<Slice> slices);

  /** Slices of a job become free. */
  void giveBack(List<Slice> slices);
}
