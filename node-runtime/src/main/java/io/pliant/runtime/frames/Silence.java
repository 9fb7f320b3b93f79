package io.pliant.runtime.frames;

import io.pliant.core.node.ControllerMessage;
import io.pliant.core.node.HeartbeatPace;
import java.time.Duration;
import java.util.Collections;
import java.util.List;

/** For how long the other end of a connection may say nothing before it counts as gone. */
public final class Silence {
  private static final int INTERVALS = 10;

  private Silence() {}

  /**
   * Of the end that does not know whether the node rests: so many heartbeats may be missed, or a
   * few of a node at rest, but it is never short.
   *
   * @param shortest what is forgiven at any rate
   * @param welcome tells the interval of heartbeats, any number
   */
  public static Duration forgiven(Duration shortest, ControllerMessage.Welcome welcome) {
    Duration heartbeat = Duration.ofMillis(welcome.heartbeatMillis());
    Duration rest = HeartbeatPace.told(heartbeat, welcome.nodeTimeoutMillis()).patience();
    return Collections.max(List.of(busy(shortest, welcome), rest));
  }

  /**
   * Of a node that does not rest. It must leave a controller that stands still soon: its lease is
   * renewed by another one.
   *
   * @param shortest what is forgiven at any rate
   * @param welcome tells the interval of heartbeats, any number
   */
  public static Duration busy(Duration shortest, ControllerMessage.Welcome welcome) {
    Duration heartbeat = Duration.ofMillis(welcome.heartbeatMillis());
    return Collections.max(List.of(shortest, heartbeat.multipliedBy(INTERVALS)));
  }
}
