package io.pliant.journal.raft;

import org.apache.ratis.protocol.RaftPeerId;
import org.apache.ratis.server.DivisionInfo;
import org.jspecify.annotations.Nullable;

/**
 * Where a request is to be sent.
 *
 * @param target the member to ask
 * @param local whether that is this member itself
 */
record LeaderWay(RaftPeerId target, boolean local) {
  /**
   * The way from what this member knows now, or null when it is to be looked for again. A leader
   * that has not committed an entry of its own yet does not know how far the group is; in a group
   * of one Ratis 3.2 would answer a read all the same, from the old state, even when the member
   * became the leader only after it was looked at here. So the leader is asked for first.
   *
   * @param read whether this member itself asks the leader
   * @param suggested who leads, as another member has said
   */
  static @Nullable LeaderWay from(
      RaftPeerId self, DivisionInfo info, boolean read, @Nullable RaftPeerId suggested) {
    RaftPeerId leader = info.getLeaderId();
    boolean local = read || info.isLeader();
    RaftPeerId target = local ? self : suggested != null ? suggested : leader;
    boolean begins = local && leader == null || info.isLeader() && !info.isLeaderReady();
    return target == null || !local && target.equals(self) || begins
        ? null
        : new LeaderWay(target, local);
  }
}
