package io.pliant.core.dependency;

import io.pliant.core.array.Indices;
import io.pliant.core.array.Places;

/**
 * How the elements of an array stand, as ranges; all others have ended well.
 *
 * @param indices of the array
 * @param waiting have never started and may
 * @param out have started and are not over
 * @param failed are over and did not end well, or never will start
 */
public record ElementsStanding(Indices indices, Places waiting, Places out, Places failed) {
  /** Those that ended well. */
  public Places ok() {
    return Places.first(indices.count()).minus(waiting).minus(out).minus(failed);
  }
}
