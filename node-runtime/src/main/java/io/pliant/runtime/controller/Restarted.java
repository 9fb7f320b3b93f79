package io.pliant.runtime.controller;

import io.pliant.actors.protocol.WireMessage;

/**
 * The sender is a new process at the address of a member: whoever was there before is gone.
 *
 * @param host of the member's address
 * @param port of the member's address
 * @param uid of the new process, as the cluster tells processes at one address apart
 */
record Restarted(String host, int port, long uid) implements WireMessage {}
