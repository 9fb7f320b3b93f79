package io.pliant.runtime.controller.agents;

import io.pliant.runtime.frames.Intake;

/**
 * The connection of a session.
 *
 * @param visitor how it stands on the doorstep
 * @param peer address, for logs
 * @param intake what may come in on it
 */
record Visit(Doorstep.Visitor visitor, String peer, Intake intake) {}
