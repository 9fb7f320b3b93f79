package io.pliant.core.corridor;

import io.pliant.core.id.PartitionName;
import io.pliant.core.power.CorridorAlarm;
import io.pliant.core.power.PowerLimits;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What a partition tells of its power, each second.
 *
 * @param policy name of its policy
 * @param keeps the policy keeps a corridor and the watts of the nodes are configured
 * @param nodes all of them, also those that are down
 * @param metered nodes whose meters tell something
 * @param watts drawn now: of metered nodes what the meters say, of others an estimate; null when
 *     neither is known of any node
 * @param forecast watts once the resizes on their way are done; null as above
 * @param bounded true when it knows the bounds, be it that there are none
 * @param alarm a bound that it cannot meet, or null
 * @param limits what it has limited for that, or null when nothing
 */
public record PartitionStanding(
    PartitionName partition,
    Instant at,
    String policy,
    boolean keeps,
    int nodes,
    int metered,
    @Nullable Double watts,
    @Nullable Double forecast,
    boolean bounded,
    @Nullable CorridorAlarm alarm,
    @Nullable PowerLimits limits) {}
