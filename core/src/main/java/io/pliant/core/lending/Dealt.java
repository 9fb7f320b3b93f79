package io.pliant.core.lending;

import io.pliant.core.partition.PartitionEvent;
import io.pliant.core.partition.PartitionState;
import java.util.List;

/**
 * What {@link Dealings} want written and, once it is durable, said.
 *
 * @param state with the events
 * @param freed a round should look at nodes that it had not
 * @param grown what came of wishes of running jobs, to be told
 */
public record Dealt(
    PartitionState state,
    List<PartitionEvent> events,
    List<PoolWord.Addressed> words,
    boolean freed,
    List<Grown> grown) {}
