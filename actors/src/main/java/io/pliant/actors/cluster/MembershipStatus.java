package io.pliant.actors.cluster;

import io.pliant.api.ControllerStatus;
import java.util.ArrayList;
import java.util.List;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.cluster.ClusterEvent;
import org.apache.pekko.cluster.Member;
import org.apache.pekko.cluster.MemberStatus;
import org.apache.pekko.cluster.typed.Cluster;
import org.jspecify.annotations.Nullable;

/** This controller's view of the membership. */
final class MembershipStatus {
  private MembershipStatus() {}

  static ControllerStatus of(
      ActorSystem<?> system, ClusterNodeSettings settings, UnsentMessages unsent) {
    Cluster cluster = Cluster.get(system);
    ClusterEvent.CurrentClusterState state = cluster.state();
    List<ControllerStatus.Member> members = new ArrayList<>();
    for (Member member : state.getMembers()) {
      String status =
          state.getUnreachable().contains(member) ? "Unreachable" : member.status().toString();
      members.add(new ControllerStatus.Member(member.address().hostPort(), status, http(member)));
    }
    boolean up = cluster.selfMember().status().equals(MemberStatus.up());
    return new ControllerStatus(
        settings.controller(),
        settings.version(),
        up,
        members,
        settings.journal(),
        unsent.count(),
        settings.clusterName());
  }

  private static @Nullable String http(Member member) {
    return member.getRoles().stream()
        .filter(role -> role.startsWith(ClusterNodeSettings.HTTP_ROLE))
        .findFirst()
        .map(role -> role.substring(ClusterNodeSettings.HTTP_ROLE.length()))
        .orElse(null);
  }
}
