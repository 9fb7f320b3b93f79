package io.pliant.api;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Nodes that are to be set aside.
 *
 * @param start from when on; null for now
 * @param end until when
 * @param nodeList which nodes, as a host list; null when the partition is to choose
 * @param nodes how many the partition is to choose; null with {@code nodeList}
 * @param users who may submit jobs to it; null for nobody
 * @param flags {@code maintenance}: may share nodes with other reservations; {@code ignore-jobs}:
 *     make it although jobs may run there beyond its start; null for neither
 * @param accounts one of which its jobs have; null for any
 */
public record ReserveRequest(
    String name,
    String partition,
    @Nullable Instant start,
    Instant end,
    @Nullable String nodeList,
    @Nullable Integer nodes,
    @Nullable List<String> users,
    @Nullable List<String> flags,
    @Nullable List<String> accounts) {}
