package io.pliant.journal.raft;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How the journal stands, as this member sees it.
 *
 * @param group number of the group
 * @param self name of this member
 * @param leader name of the member that leads, or null while none does
 * @param term number of the election that the leader won
 * @param applied newest log entry in this member's state, or -1
 * @param position newest event
 * @param snapshot log entry of the newest snapshot, or -1
 * @param members all members, as agreed; how far others are is known to the leader alone
 * @param waiting writes of this member that are not on their way yet
 * @param acknowledged writes of this member answered since its start
 * @param entries log entries that they took
 * @param refused writes refused because too many waited
 * @param bytes size of this member's files of the group
 * @param free free bytes on its disk
 * @param trouble why nothing can be written, or null
 */
public record GroupStatus(
    int group,
    String self,
    @Nullable String leader,
    long term,
    long applied,
    long position,
    long snapshot,
    List<Standing> members,
    int waiting,
    long acknowledged,
    long entries,
    long refused,
    long bytes,
    long free,
    @Nullable String trouble) {
  /**
   * How far a member is.
   *
   * @param behind log entries that the leader has and it has not; -1 when not known here
   */
  public record Standing(String name, String address, long behind) {}
}
