package io.pliant.core.step;

import io.pliant.core.resource.Slice;
import java.util.List;

/**
 * What makes a step one that joins a running program.
 *
 * @param base number of the step that it joins
 * @param number the adaptation for which it was created
 * @param slices where its tasks run
 */
public record Joining(int base, int number, List<Slice> slices) {
  public Joining {
    slices = List.copyOf(slices);
  }
}
