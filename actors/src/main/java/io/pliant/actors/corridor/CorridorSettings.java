package io.pliant.actors.corridor;

import io.pliant.actors.protocol.Peers;
import io.pliant.core.id.PartitionName;
import java.time.Clock;
import java.time.Duration;
import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;

/**
 * What the power corridor needs from its surroundings.
 *
 * @param controller name of the hosting controller
 * @param keepers partitions that share the corridor by the configuration
 * @param restartAfter first back-off after a journal failure
 */
public record CorridorSettings(
    String controller,
    Set<PartitionName> keepers,
    Peers peers,
    Clock clock,
    Duration restartAfter) {
  public CorridorSettings {
    keepers = Collections.unmodifiableSet(new TreeSet<>(keepers));
  }
}
