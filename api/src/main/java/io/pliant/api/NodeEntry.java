package io.pliant.api;

import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.node.NodeDescription;
import io.pliant.core.resource.Features;
import io.pliant.core.resource.Kinds;
import io.pliant.core.resource.NodeTraits;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One node as an operator sees it.
 *
 * @param state {@code idle}, {@code reserved} (idle in the window of a reservation), {@code mixed},
 *     {@code allocated}, {@code down}, {@code drained}, {@code draining}
 * @param reason why it is down or drained, or to which partition it is lent; or empty
 * @param description what its agent said last, or null when it is unknown since the last recovery
 * @param power what it draws, or null when nothing was heard of its meter lately
 * @param energy what was counted of its meter, or null when it never told anything
 * @param devices what else is counted on it, or null for nothing and from older controllers
 * @param allocatedDevices what of that jobs hold, or null for nothing
 * @param features what else is said of it, or null for nothing
 * @param traits its /tmp and weight, or null where it tells none, and from older controllers
 */
public record NodeEntry(
    NodeName node,
    PartitionName partition,
    String state,
    String reason,
    int cpus,
    int allocatedCpus,
    int memoryMb,
    int allocatedMemoryMb,
    List<JobId> jobs,
    @Nullable Instant lastSeen,
    @Nullable NodeDescription description,
    @Nullable NodePower power,
    @Nullable NodeEnergy energy,
    @Nullable Kinds devices,
    @Nullable Kinds allocatedDevices,
    @Nullable Features features,
    @Nullable NodeTraits traits) {}
