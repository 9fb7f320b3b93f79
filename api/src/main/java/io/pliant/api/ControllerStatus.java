package io.pliant.api;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How one controller stands.
 *
 * @param ready true when it can serve requests
 * @param cluster name of the cluster; null from older controllers
 * @param members all controllers that it knows, with their cluster status
 */
public record ControllerStatus(
    String name,
    String version,
    boolean ready,
    List<Member> members,
    String journal,
    long unsentMessages,
    @Nullable String cluster) {
  /**
   * @param status Pekko's member status, for example {@code Up}; {@code Unreachable} when the
   *     failure detector says so
   * @param http where browsers reach it; null from older controllers
   */
  public record Member(String address, String status, @Nullable String http) {}
}
