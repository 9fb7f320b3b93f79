package io.pliant.runtime.node;

import io.pliant.core.id.NodeName;
import io.pliant.core.node.ControllerMessage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The lease of a node: how long its tasks may run on without a controller that has heard of it. It
 * is kept in a file that each step's supervisor watches by itself, so it counts also while the
 * agent is frozen or dead. Without one, tasks run on for ever. Not thread-safe.
 */
final class NodeLease {
  /** Time in which supervisors notice and tasks end. */
  static final Duration MARGIN = Duration.ofSeconds(3);

  /** A controller answers every third heartbeat, and one of them may be late. */
  static final int HEARTBEATS = 5;

  private static final Logger LOG = LoggerFactory.getLogger(NodeLease.class);

  private final NodeName node;
  private final Path file;
  private final @Nullable Duration length;
  private final LongSupplier uptime;
  private String complaint = "";

  /**
   * The lease of a node, or none when {@code length} is null.
   *
   * @param folder the node's own
   * @param uptime milliseconds since the host was started
   */
  NodeLease(NodeName node, Path folder, @Nullable Duration length, LongSupplier uptime) {
    this.node = node;
    this.file = folder.resolve("lease");
    this.length = length;
    this.uptime = uptime;
    if (length == null) {
      giveUp();
    }
  }

  /** What a hello or heartbeat carries, for the welcome that answers it; null without a lease. */
  @Nullable Long stamp() {
    return length == null ? null : uptime.getAsLong();
  }

  /** A controller has answered: the lease counts from when that was said which it has heard. */
  void welcomed(ControllerMessage.Welcome welcome) {
    Duration lease = length;
    if (lease == null) {
      return;
    }
    String refusal = refusal(lease, welcome);
    if (refusal != null) {
      complain(refusal);
      giveUp();
      return;
    }
    Long heard = welcome.heard();
    if (heard != null && heard <= uptime.getAsLong()) {
      renew(heard, lease);
    }
  }

  private static @Nullable String refusal(Duration lease, ControllerMessage.Welcome welcome) {
    Integer timeout = welcome.nodeTimeoutMillis();
    if (timeout == null || welcome.heard() == null) {
      return "Expected a controller that says what it has heard, but controller %s does not. Upgrade it; until then node.lease does not count."
          .formatted(welcome.controller());
    }
    Duration longest = Duration.ofMillis(timeout).minus(MARGIN);
    Duration shortest = Duration.ofMillis(welcome.heartbeatMillis()).multipliedBy(HEARTBEATS);
    return lease.compareTo(shortest) >= 0 && lease.compareTo(longest) <= 0
        ? null
        : "Expected node.lease from %d ms (%d heartbeats) to %d ms (timing.node-timeout of the controllers less %d s), but it is %d ms. It does not count."
            .formatted(
                shortest.toMillis(),
                HEARTBEATS,
                longest.toMillis(),
                MARGIN.toSeconds(),
                lease.toMillis());
  }

  private void renew(long heard, Duration lease) {
    Path fresh = file.resolveSibling("lease.new");
    try {
      Files.writeString(fresh, heard + " " + lease.toMillis() + "\n", StandardCharsets.US_ASCII);
      Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      complain(
          "Expected to renew the lease %s, but %s: %s. Tasks end when it runs out."
              .formatted(file, e.getClass().getSimpleName(), e.getMessage()));
    }
  }

  private void giveUp() {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      complain(
          "Expected to remove the lease %s, but %s. Tasks end when it runs out."
              .formatted(file, e.getMessage()));
    }
  }

  private void complain(String text) {
    if (!text.equals(complaint)) {
      complaint = text;
      LOG.error("Node {}: {}", node, text);
    }
  }
}
