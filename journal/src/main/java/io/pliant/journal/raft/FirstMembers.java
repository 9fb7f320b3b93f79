package io.pliant.journal.raft;

import io.pliant.journal.Member;
import java.util.List;
import org.apache.ratis.proto.RaftProtos.LogEntryProto;
import org.apache.ratis.proto.RaftProtos.RaftConfigurationProto;

/**
 * The members of a group that has no log yet, as Ratis keeps them beside term and vote. Of a group
 * that it finds in its folder Ratis knows no members else.
 */
final class FirstMembers {
  /**
   * Of the first entry, in which the first leader says the same; what is agreed on later counts.
   */
  private static final long FIRST = 0;

  private FirstMembers() {}

  /** Content of Ratis' file. */
  static byte[] of(List<Member> members) {
    RaftConfigurationProto.Builder peers = RaftConfigurationProto.newBuilder();
    members.forEach(member -> peers.addPeers(OpenMember.peer(member).getRaftPeerProto()));
    return LogEntryProto.newBuilder()
        .setIndex(FIRST)
        .setConfigurationEntry(peers)
        .build()
        .toByteArray();
  }
}
