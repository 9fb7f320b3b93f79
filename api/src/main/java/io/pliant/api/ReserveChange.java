package io.pliant.api;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a reservation is to change; what is null stays as it is.
 *
 * @param start from when on
 * @param end until when
 * @param nodeList which nodes, as a host list
 * @param nodes how many the partition is to choose, those that it has first
 * @param users who may submit jobs to it: all of them
 * @param flags all of them, as in {@link ReserveRequest}
 * @param accounts one of which its jobs have: all of them, empty for any
 */
public record ReserveChange(
    @Nullable Instant start,
    @Nullable Instant end,
    @Nullable String nodeList,
    @Nullable Integer nodes,
    @Nullable List<String> users,
    @Nullable List<String> flags,
    @Nullable List<String> accounts) {
  /** The whole reservation that it comes to. */
  public ReserveRequest of(ReservationEntry known) {
    return new ReserveRequest(
        known.name(),
        known.partition().value(),
        start == null ? known.start() : start,
        end == null ? known.end() : end,
        nodeList == null && nodes == null ? known.nodeList() : nodeList,
        nodes,
        users == null ? known.users() : users,
        flags == null ? known.flags() : flags,
        accounts == null ? known.accounts() : accounts);
  }
}
