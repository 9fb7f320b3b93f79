package io.pliant.imp.internal;

import java.time.Duration;

/**
 * How a task reaches its peers.
 *
 * @param host name or address that this task listens on and that others dial
 * @param heartbeat interval of signs of life on each connection
 * @param silence a peer of which nothing is heard for so long counts as gone
 * @param limitPerPeer bytes of undelivered messages per peer before its connection is read no
 *     further
 */
public record FabricOptions(String host, Duration heartbeat, Duration silence, long limitPerPeer) {}
