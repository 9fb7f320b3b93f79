package io.pliant.runtime.node;

import io.pliant.core.id.NodeName;
import io.pliant.core.node.ControllerMessage;
import io.pliant.runtime.node.folder.NodeFolder;
import java.io.IOException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which controllers a node obeys: those of the newest epoch of the cluster that it knows. A newer
 * one is written down before anything is done for it. Not thread-safe.
 */
final class EpochGate {
  private static final Logger LOG = LoggerFactory.getLogger(EpochGate.class);

  private final NodeName node;
  private final NodeFolder folder;

  EpochGate(NodeName node, NodeFolder folder) {
    this.node = node;
    this.folder = folder;
  }

  /** Why a controller is not to be obeyed, or null when it may be. */
  @Nullable String refusal(ControllerMessage.Welcome welcome) {
    Long epoch = welcome.epoch();
    long known = folder.terms().epoch();
    return epoch == null || epoch >= known
        ? null
        : "Expected epoch %d (%s) or a later one, but controller %s is in epoch %d. If the journal was restored with a wrong clock: set it right, then 'pliant journal renew'."
            .formatted(known, Instant.ofEpochSecond(known), welcome.controller(), epoch);
  }

  /**
   * Goes over to an epoch if it is newer; false when that cannot be written down, and is tried
   * again.
   *
   * @param epoch null from controllers that do not tell it
   */
  boolean enter(@Nullable Long epoch) {
    if (epoch == null) {
      return true;
    }
    try {
      folder.enter(epoch);
      return true;
    } catch (IOException e) {
      LOG.error(
          "Node {}: expected to write down epoch {} of the cluster, but {}; its orders are not"
              + " taken",
          node,
          epoch,
          e.getMessage());
      return false;
    }
  }
}
