package io.pliant.runtime.controller.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.pliant.actors.wire.WireJson;
import io.pliant.api.PartitionEntry;
import io.pliant.api.PowerStatus;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Tells one watcher what has changed beside the jobs since the last look. These events have no id:
 * who comes again is told all anew.
 */
final class LiveWriter {
  /** What a watcher may ask for. */
  enum Topic {
    NODES,
    PARTITIONS,
    POWER
  }

  private final LiveFeed feed;
  private final Set<Topic> topics;
  private @Nullable NodeView nodes;
  private @Nullable List<PartitionEntry> partitions;
  private @Nullable PowerStatus power;

  LiveWriter(LiveFeed feed, Set<Topic> topics) {
    this.feed = feed;
    this.topics = topics;
  }

  /** Writes what is new; true when something was. */
  boolean write(OutputStream out) throws IOException {
    boolean wrote = false;
    for (Topic topic : topics) {
      wrote |=
          switch (topic) {
            case NODES -> nodes(out);
            case PARTITIONS -> partitions(out);
            case POWER -> power(out);
          };
    }
    return wrote;
  }

  private boolean nodes(OutputStream out) throws IOException {
    NodeView now = feed.nodes();
    if (now == null || now == nodes) {
      return false;
    }
    byte[] event = now.event(nodes);
    nodes = now;
    if (event == null) {
      return false;
    }
    out.write(event);
    return true;
  }

  private boolean partitions(OutputStream out) throws IOException {
    List<PartitionEntry> now = feed.partitions();
    if (now == null || now == partitions || now.equals(partitions)) {
      return false;
    }
    partitions = now;
    out.write(frame("partitions", now));
    return true;
  }

  private boolean power(OutputStream out) throws IOException {
    PowerStatus now = feed.power();
    if (now == null || now == power) {
      return false;
    }
    Instant last =
        power == null || power.samples().isEmpty() ? Instant.MIN : power.samples().getLast().at();
    power = now;
    out.write(
        frame(
            "power",
            new PowerStatus(
                now.host(),
                now.now(),
                now.bounds(),
                now.by(),
                now.changes(),
                now.watts(),
                now.forecast(),
                now.partitions(),
                now.alarms(),
                now.samples().stream().filter(sample -> sample.at().isAfter(last)).toList())));
    return true;
  }

  /** One server-sent event without an id. */
  static byte[] frame(String event, Object data) {
    try {
      return "event: %s\ndata: %s\n\n"
          .formatted(event, WireJson.json().writeValueAsString(data))
          .getBytes(StandardCharsets.UTF_8);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("Expected to write an event, but: " + e.getMessage(), e);
    }
  }
}
