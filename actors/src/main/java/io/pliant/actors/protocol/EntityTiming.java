package io.pliant.actors.protocol;

import java.time.Duration;

/**
 * The clocks of a controller's entities, as the configuration has them.
 *
 * @param nodeTimeout silence after which a node is down
 * @param heartbeat interval asked of agents
 * @param audit interval at which a partition repeats its grants to their jobs
 * @param remind interval at which an entity repeats what it owes
 * @param idle time without messages after which an entity that has nothing to do leaves memory
 * @param over the same for a job that is over, which is seldom asked for again
 * @param restart first back-off of an entity after a failure of the journal
 * @param request longest wait for an answer of an entity
 */
public record EntityTiming(
    Duration nodeTimeout,
    Duration heartbeat,
    Duration audit,
    Duration remind,
    Duration idle,
    Duration over,
    Duration restart,
    Duration request) {}
