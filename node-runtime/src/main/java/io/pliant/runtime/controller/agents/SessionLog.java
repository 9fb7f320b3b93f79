package io.pliant.runtime.controller.agents;

import io.pliant.actors.wire.MalformedFrame;
import io.pliant.core.id.NodeName;
import io.pliant.runtime.bounds.RareLog;
import io.pliant.runtime.frames.FrameRefused;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the sessions of one listener write. About peers that do wrong it is at most a line a second
 * of each kind, with the number of those that were left out. Any thread.
 */
final class SessionLog {
  private static final Logger LOG = LoggerFactory.getLogger(AgentSession.class);

  private final RareLog refused = new RareLog();
  private final RareLog dropped = new RareLog();
  private final RareLog turnedAway = new RareLog();
  private final RareLog unjudged = new RareLog();

  /** A connection was not believed. */
  void refused(@Nullable NodeName node, String peer, @Nullable String reason) {
    refused.happened(passed ->
        LOG.warn(
            "Agent connection of {} from {} refused: {} ({} more)",
            node == null ? "nobody" : node,
            peer,
            reason,
            passed));
  }

  /** A message was not passed on. */
  void dropped(NodeName node, String reason) {
    dropped.happened(
        passed -> LOG.warn("Agent {}: {} It is dropped ({} more).", node, reason, passed));
  }

  /** There was no room for a connection. */
  void turnedAway(String peer) {
    turnedAway.happened(passed ->
        LOG.warn(
            "Agent connection from {} closed: too many have said no hello yet ({} more)",
            peer,
            passed));
  }

  /** It is not known here which nodes were removed, so nobody is let in. */
  void unjudged(String peer) {
    unjudged.happened(passed ->
        LOG.warn(
            "Agent connection from {} closed: the register of nodes has not answered since this controller began ({} more)",
            peer,
            passed));
  }

  /** A node is let in. */
  void admitted(NodeName node, String peer) {
    LOG.debug("Agent {} connected from {}", node, peer);
  }

  /** An agent said nothing for too long. */
  void silent(@Nullable NodeName node, String peer, Duration time) {
    LOG.warn("Agent {} at {} said nothing for {} s; closing", node, peer, time.toSeconds());
  }

  /** An agent has a newer connection. */
  void superseded(@Nullable NodeName node, String peer) {
    LOG.info("Agent {} at {} has a newer connection; closing this one", node, peer);
  }

  /** Something could not be written. */
  void deaf(@Nullable NodeName node, String peer) {
    LOG.info("Agent {} at {} is gone or does not read; closing", node, peer);
  }

  /** A connection has ended. */
  void closed(@Nullable NodeName node, String peer, @Nullable Throwable cause) {
    if (cause instanceof MalformedFrame || cause instanceof FrameRefused) {
      refused(node, peer, cause.getMessage());
    } else {
      LOG.debug(
          "Agent connection of {} from {} closed: {}",
          node == null ? "nobody" : node,
          peer,
          cause == null ? "by the agent" : cause.getMessage());
    }
  }
}
