package io.pliant.journal.raft;

import org.apache.ratis.client.RaftClientRpc;
import org.apache.ratis.conf.Parameters;
import org.apache.ratis.conf.RaftProperties;
import org.apache.ratis.grpc.GrpcFactory;
import org.apache.ratis.grpc.client.GrpcClientRpc;
import org.apache.ratis.grpc.server.GrpcLogAppender;
import org.apache.ratis.grpc.server.GrpcServices;
import org.apache.ratis.grpc.server.GrpcServicesImpl;
import org.apache.ratis.protocol.ClientId;
import org.apache.ratis.rpc.RpcFactory;
import org.apache.ratis.rpc.RpcType;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.server.leader.FollowerInfo;
import org.apache.ratis.server.leader.LeaderState;
import org.apache.ratis.server.leader.LogAppender;
import org.apache.ratis.statemachine.SnapshotInfo;
import org.jspecify.annotations.Nullable;

/**
 * Ratis' gRPC, mended: when a follower's log ends exactly where the leader's purged log begins,
 * Ratis 3.2 neither sends a snapshot nor can it send entries, and ends the thread that feeds the
 * follower for good. Here such a follower gets the snapshot. And its TLS is {@link RaftTls}. Found
 * by its name in the settings.
 */
public final class MemberRpc implements RpcType {
  /** For Ratis. */
  public MemberRpc() {}

  @Override
  public String name() {
    return MemberRpc.class.getName();
  }

  @Override
  public RpcFactory newFactory(Parameters parameters) {
    return new Factory(parameters);
  }

  /** What a process that is no member calls members with. */
  static RaftClientRpc client(Parameters parameters, ClientId id, RaftProperties properties) {
    return new Factory(parameters).newRaftClientRpc(id, properties);
  }

  private static final class Factory extends GrpcFactory {
    private final @Nullable RaftTls tls;

    Factory(Parameters parameters) {
      super(parameters);
      this.tls = RaftTls.in(parameters);
    }

    @Override
    public GrpcServices newRaftServerRpc(RaftServer server) {
      return tls == null
          ? super.newRaftServerRpc(server)
          : GrpcServicesImpl.newBuilder()
              .setServer(server)
              .setCustomizer(GrpcServices.Customizer.getDefaultInstance())
              .setAdminSslContext(tls.accepting())
              .setClientSslContext(tls.accepting())
              .setServerSslContextForServer(tls.accepting())
              .setServerSslContextForClient(tls.dialling())
              .build();
    }

    @Override
    public GrpcClientRpc newRaftClientRpc(ClientId client, RaftProperties properties) {
      return tls == null
          ? super.newRaftClientRpc(client, properties)
          : new GrpcClientRpc(client, properties, tls.dialling(), tls.dialling());
    }

    @Override
    public LogAppender newLogAppender(
        RaftServer.Division member, LeaderState leader, FollowerInfo follower) {
      return new Appender(member, leader, follower);
    }
  }

  private static final class Appender extends GrpcLogAppender {
    Appender(RaftServer.Division member, LeaderState leader, FollowerInfo follower) {
      super(member, leader, follower);
    }

    @Override
    public @Nullable SnapshotInfo shouldInstallSnapshot() {
      SnapshotInfo usual = super.shouldInstallSnapshot();
      if (usual != null) {
        return usual;
      }
      SnapshotInfo newest = getServer().getStateMachine().getLatestSnapshot();
      long next = getFollower().getNextIndex();
      boolean stuck =
          newest != null
              && next > 0
              && next == getRaftLog().getStartIndex()
              && next < getRaftLog().getNextIndex()
              && getRaftLog().getTermIndex(next - 1) == null
              && newest.getIndex() != next - 1;
      return stuck ? newest : null;
    }
  }
}
