package io.pliant.runtime.node.connection;

import io.pliant.core.id.NodeName;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/**
 * What a connection needs.
 *
 * @param node whose connection it is, for logs
 * @param owner gets the events, on the connection's thread
 * @param firstDial wait before the first attempt
 * @param random source of jitter
 */
public record ConnectionSetup(
    NodeName node,
    Dialer dialer,
    ControllerAddresses addresses,
    Consumer<ConnectionEvent> owner,
    Duration firstDial,
    RandomGenerator random) {}
