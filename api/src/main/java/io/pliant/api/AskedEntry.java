package io.pliant.api;

import io.pliant.core.accounting.Asked;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.spec.Bookkeeping;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a job in accounting asked for.
 *
 * @param resources without its choice of nodes
 * @param timeLimitSeconds wall-clock limit, or null for the partition's default
 * @param names under which it is counted besides its user's, or null for none
 * @param nodes compressed host list of the nodes that it may have, or null for any
 * @param notNodes compressed host list of the nodes that it may not have, or null for none
 * @param constraint what it asks of features, or null for nothing
 * @param reservation whose nodes it asks for, or null for none
 */
public record AskedEntry(
    int uid,
    int gid,
    ResourceRequest resources,
    @Nullable Long timeLimitSeconds,
    @Nullable Bookkeeping names,
    String comment,
    String workingDirectory,
    @Nullable String nodes,
    @Nullable String notNodes,
    @Nullable String constraint,
    @Nullable String reservation) {
  /** As the answer has it. */
  public static AskedEntry of(Asked asked) {
    Duration limit = asked.timeLimit();
    return new AskedEntry(
        asked.submitter().uid(),
        asked.submitter().gid(),
        asked.resources(),
        limit == null ? null : (Long) limit.toSeconds(),
        asked.names(),
        asked.comment(),
        asked.workingDirectory(),
        asked.nodes(),
        asked.notNodes(),
        asked.constraint(),
        asked.reservation());
  }
}
