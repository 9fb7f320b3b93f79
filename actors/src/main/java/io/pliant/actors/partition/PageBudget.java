package io.pliant.actors.partition;

import io.pliant.actors.protocol.PartitionAnswer;
import io.pliant.api.NodeEntry;
import io.pliant.api.PackEntry;
import io.pliant.api.PriorityEntry;
import io.pliant.api.QueueEntry;
import io.pliant.api.ReservationEntry;
import io.pliant.core.node.NodeDescription;
import io.pliant.core.spec.ByteCount;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How much of a listing fits into one message between controllers: an estimate from above. */
final class PageBudget {
  /** Far below what a message may have, so that pages of several askers pass each other. */
  static final int MOST_BYTES = 128 << 10;

  /** Names of fields, numbers and times of an entry. */
  private static final int ENTRY = 400;

  /** Names of fields and numbers of one component of a job pack. */
  private static final int COMPONENT = 120;

  /** Names of fields and the number of what a user has used. */
  private static final int USE = 60;

  /** A job id in a list. */
  private static final int ID = 12;

  private long left = MOST_BYTES;
  private int entries;
  private final int limit;

  /**
   * An empty page.
   *
   * @param limit most entries that were asked for
   */
  PageBudget(int limit) {
    this.limit = limit;
  }

  /** True when one more entry fits; the first one always does. */
  boolean takes(QueueEntry entry) {
    return takes(
        ENTRY
            + bytes(entry.name())
            + bytes(entry.user())
            + bytes(entry.nodeList())
            + bytes(entry.pack()));
  }

  /** True when one more entry fits; the first one always does. */
  boolean takes(NodeEntry entry) {
    return takes(
        2L * ENTRY
            + bytes(entry.reason())
            + (long) ID * entry.jobs().size()
            + bytes(entry.description()));
  }

  /** True when one more entry fits; the first one always does. */
  boolean takes(ReservationEntry entry) {
    List<String> accounts = entry.accounts() == null ? List.of() : entry.accounts();
    return takes(
        ENTRY + bytes(entry.nodeList()) + ByteCount.of(entry.users()) + ByteCount.of(accounts));
  }

  /** True when one more entry fits; the first one always does. */
  boolean takes(PriorityEntry entry) {
    return takes(ENTRY + bytes(entry.user()));
  }

  /** True when one more entry fits; the first one always does. */
  boolean takes(PartitionAnswer.UseRow row) {
    return takes(USE + bytes(row.user()));
  }

  private boolean takes(long bytes) {
    if (entries > 0 && (entries >= limit || bytes > left)) {
      return false;
    }
    left -= bytes;
    entries++;
    return true;
  }

  private static long bytes(@Nullable String text) {
    return text == null ? 0 : ByteCount.of(text);
  }

  private static long bytes(@Nullable PackEntry pack) {
    return pack == null
        ? 0
        : pack.components().stream().mapToLong(one -> COMPONENT + bytes(one.nodeList())).sum();
  }

  private static long bytes(@Nullable NodeDescription description) {
    return description == null ? 0 : bytes(description.toString());
  }
}
