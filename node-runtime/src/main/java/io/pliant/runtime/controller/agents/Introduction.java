package io.pliant.runtime.controller.agents;

import io.pliant.core.id.StepId;
import io.pliant.core.node.AgentMessage;
import io.pliant.core.node.ClockSkew;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Who an agent is, as the entity of its node is told it: its hello, kept fresh by its heartbeats,
 * with how far its clock is ahead of ours. Not thread-safe.
 */
final class Introduction {
  /**
   * Every so many heartbeats the entity is told anew who this is. It may have moved to another
   * controller and know nothing; its welcome tells the agent that somebody listens.
   */
  static final int EVERY = 3;

  /** As long as this it is not told of a node at rest, whose heartbeats are rare. */
  static final long AT_LEAST_MILLIS = 8_000;

  private static final Logger LOG = LoggerFactory.getLogger(Introduction.class);

  private AgentMessage.Hello hello;
  private ClockSkew skew;
  private int heartbeats;
  private long toldMillis;

  /**
   * As the agent has introduced itself.
   *
   * @param nowMillis time of day here when it did
   */
  Introduction(AgentMessage.Hello said, long nowMillis) {
    this.skew = ClockSkew.UNKNOWN.heard(said.clockMillis(), nowMillis);
    this.hello = fresh(said, said.running(), said.stamp(), skew);
    this.toldMillis = nowMillis;
    tell(null, skew.ahead());
  }

  /** What the entity is told. */
  AgentMessage.Hello hello() {
    return hello;
  }

  /** Takes a heartbeat in; true when it is time to tell the entity anew. */
  boolean beat(AgentMessage.Heartbeat heartbeat, long nowMillis) {
    Long before = skew.ahead();
    skew = skew.heard(heartbeat.clockMillis(), nowMillis);
    hello = fresh(hello, heartbeat.running(), heartbeat.stamp(), skew);
    tell(before, skew.ahead());
    heartbeats++;
    if (heartbeats % EVERY != 0 && Math.abs(nowMillis - toldMillis) < AT_LEAST_MILLIS) {
      return false;
    }
    toldMillis = nowMillis;
    return true;
  }

  /** Says it once when the clocks of node and controller begin to differ, and when they agree. */
  private void tell(@Nullable Long before, @Nullable Long ahead) {
    if (ahead != null && before == null) {
      LOG.warn(
          "Node {}: its clock is {} s {} ours. Set both by NTP; times of its jobs are wrong until then.",
          hello.node(),
          Math.abs(ahead) / 1_000,
          ahead > 0 ? "ahead of" : "behind");
    } else if (ahead == null && before != null) {
      LOG.info("Node {}: its clock agrees with ours again", hello.node());
    }
  }

  private static AgentMessage.Hello fresh(
      AgentMessage.Hello hello, List<StepId> running, @Nullable Long stamp, ClockSkew skew) {
    return new AgentMessage.Hello(
        hello.protocol(),
        hello.node(),
        hello.incarnation(),
        hello.description().withClockAhead(skew.ahead()),
        running,
        stamp,
        null,
        hello.reads());
  }
}
