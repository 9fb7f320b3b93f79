package io.pliant.journal.raft;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import org.apache.ratis.proto.RaftProtos.RaftPeerRole;
import org.apache.ratis.proto.RaftProtos.RoleInfoProto;
import org.apache.ratis.protocol.RaftPeerId;
import org.apache.ratis.server.DivisionInfo;
import org.apache.ratis.util.LifeCycle;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class LeaderWayTest {
  private static final RaftPeerId SELF = RaftPeerId.valueOf("m1");
  private static final RaftPeerId OTHER = RaftPeerId.valueOf("m2");

  private static final Moment STANDING = new Moment(null, RaftPeerRole.CANDIDATE, false);
  private static final Moment ELECTED = new Moment(SELF, RaftPeerRole.LEADER, false);
  private static final Moment LEADING = new Moment(SELF, RaftPeerRole.LEADER, true);
  private static final Moment FOLLOWING = new Moment(OTHER, RaftPeerRole.FOLLOWER, false);

  @Test
  void shouldAskNothingOfAMemberThatBecomesTheLeaderWhileItIsLookedAt() {
    assertThat(read(STANDING, ELECTED)).isNull();
    assertThat(read(STANDING, LEADING)).isNull();
    assertThat(read(STANDING)).isNull();
    assertThat(read(ELECTED)).isNull();
    assertThat(write(STANDING, ELECTED)).isNull();
    assertThat(write(STANDING, LEADING)).isNull();
  }

  @Test
  void shouldAskTheLeaderOnceItIsOne() {
    assertThat(read(LEADING)).isEqualTo(new LeaderWay(SELF, true));
    assertThat(write(LEADING)).isEqualTo(new LeaderWay(SELF, true));
    assertThat(read(FOLLOWING)).isEqualTo(new LeaderWay(SELF, true));
    assertThat(write(FOLLOWING)).isEqualTo(new LeaderWay(OTHER, false));
  }

  @Test
  void shouldFollowASuggestionButNotToItself() {
    RaftPeerId third = RaftPeerId.valueOf("m3");
    assertThat(LeaderWay.from(SELF, new Changing(FOLLOWING), false, third))
        .isEqualTo(new LeaderWay(third, false));
    assertThat(LeaderWay.from(SELF, new Changing(FOLLOWING), false, SELF)).isNull();
  }

  private static @Nullable LeaderWay read(Moment... moments) {
    return LeaderWay.from(SELF, new Changing(moments), true, null);
  }

  private static @Nullable LeaderWay write(Moment... moments) {
    return LeaderWay.from(SELF, new Changing(moments), false, null);
  }

  private record Moment(@Nullable RaftPeerId leader, RaftPeerRole role, boolean ready) {}

  /** A member that goes on to its next moment after it was asked for its leader. */
  private static final class Changing implements DivisionInfo {
    private final Queue<Moment> moments;
    private Moment now;

    Changing(Moment... moments) {
      this.moments = new ArrayDeque<>(List.of(moments));
      this.now = this.moments.remove();
    }

    @Override
    public @Nullable RaftPeerId getLeaderId() {
      RaftPeerId leader = now.leader();
      Moment next = moments.poll();
      if (next != null) {
        now = next;
      }
      return leader;
    }

    @Override
    public RaftPeerRole getCurrentRole() {
      return now.role();
    }

    @Override
    public boolean isLeaderReady() {
      return now.ready();
    }

    @Override
    public LifeCycle.State getLifeCycleState() {
      return LifeCycle.State.RUNNING;
    }

    @Override
    public RoleInfoProto getRoleInfoProto() {
      return RoleInfoProto.getDefaultInstance();
    }

    @Override
    public long getCurrentTerm() {
      return 1;
    }

    @Override
    public long getLastAppliedIndex() {
      return 0;
    }

    @Override
    public long[] getFollowerNextIndices() {
      return new long[0];
    }

    @Override
    public long[] getFollowerMatchIndices() {
      return new long[0];
    }
  }
}
