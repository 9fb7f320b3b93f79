package io.pliant.core.adaptation;

import io.pliant.core.id.PartitionName;
import io.pliant.core.size.Malleability;
import java.util.List;

/**
 * All that a job knows of its malleable program. It is a state, told again and again.
 *
 * @param attempt the current attempt
 * @param partition where it runs
 * @param malleable what was said at submission
 * @param seats the program's first tasks by rank; empty before they are ordered
 * @param fates how all its tasks are
 * @param over no task of it is left, or the attempt is being ended
 */
public record JobStanding(
    int attempt,
    PartitionName partition,
    Malleability malleable,
    List<Seat> seats,
    List<SeatFate> fates,
    boolean over) {
  public JobStanding {
    seats = List.copyOf(seats);
    fates = List.copyOf(fates);
  }
}
