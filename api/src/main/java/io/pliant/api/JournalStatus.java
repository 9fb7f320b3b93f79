package io.pliant.api;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How the journal stands, as this member sees it. With several groups the figures are of all of
 * them together, and {@code leader}, {@code term} and {@code snapshot} of the first.
 *
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
 * @param bytes size of this member's files
 * @param free free bytes on its disk
 * @param trouble why nothing can be written, or null
 * @param groups each group by itself, by number; null from a controller that knows of one alone
 */
public record JournalStatus(
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
    @Nullable String trouble,
    @Nullable List<Group> groups) {
  /** Each group; a controller from before there were several does not name its only one. */
  public List<Group> each() {
    return groups == null
        ? List.of(
            new Group(
                0, leader, term, applied, position, snapshot, members, entries, bytes, List.of()))
        : groups;
  }

  /**
   * How far a member is.
   *
   * @param behind log entries that the leader has and it has not; -1 when not known here
   */
  public record Standing(String name, String address, long behind) {}

  /**
   * A group of the journal: a log of its own with a leader of its own.
   *
   * @param group its number
   * @param leader name of the member that leads it, or null while none does
   * @param term number of the election that the leader won
   * @param applied newest log entry in this member's state, or -1
   * @param position newest event
   * @param snapshot log entry of the newest snapshot, or -1
   * @param members its members; the same in all groups unless they are being changed
   * @param entries log entries of this member's writes since its start
   * @param bytes size of this member's files of the group
   * @param partitions partitions whose events it keeps, with those of their jobs
   */
  public record Group(
      int group,
      @Nullable String leader,
      long term,
      long applied,
      long position,
      long snapshot,
      List<Standing> members,
      long entries,
      long bytes,
      List<String> partitions) {
    /** Whether one of that name is a member. */
    public boolean has(String name) {
      return members.stream().anyMatch(member -> member.name().equals(name));
    }
  }

  /** Whether the members of all groups agree that one of that name is a member, or is none. */
  public boolean agrees(String name, boolean there) {
    return each().stream().allMatch(group -> group.has(name) == there);
  }
}
