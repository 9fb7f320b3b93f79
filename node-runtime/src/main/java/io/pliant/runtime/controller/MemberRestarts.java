package io.pliant.runtime.controller;

import io.pliant.runtime.settings.HostPort;
import java.util.Collection;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.Props;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.cluster.Member;
import org.apache.pekko.cluster.UniqueAddress;
import org.apache.pekko.cluster.typed.Cluster;
import org.apache.pekko.cluster.typed.Down;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A controller that starts says so to the others before it can do anything else. When one that was
 * killed is started again at once, they learn seconds earlier that the process before is gone, and
 * take over what it hosted: its ports answer, so {@link CrashedPeers} has no proof, and it does not
 * ask to join before all of it is there.
 */
final class MemberRestarts {
  private static final Logger LOG = LoggerFactory.getLogger(MemberRestarts.class);
  private static final String NAME = "restarts";

  private MemberRestarts() {}

  /** Hears of the others. */
  static void listen(ActorSystem<?> system) {
    Behavior<Restarted> behavior =
        Behaviors.receiveMessage(restarted -> {
          Cluster cluster = Cluster.get(system);
          for (Member member : cluster.state().getMembers()) {
            if (isBefore(member.uniqueAddress(), restarted)) {
              LOG.info(
                  "Controller {} was started again; the entities of the process before move now",
                  member.address());
              Pulses.of(system).end(member.address());
              cluster.manager().tell(new Down(member.address()));
            }
          }
          return Behaviors.same();
        });
    var unused = system.systemActorOf(behavior, NAME, Props.empty());
  }

  /** True for a process at the same address that is not the one that speaks. */
  static boolean isBefore(UniqueAddress member, Restarted restarted) {
    return member.address().getHost().filter(restarted.host()::equals).isPresent()
        && member.address().getPort().filter(port -> port.equals(restarted.port())).isPresent()
        && member.longUid() != restarted.uid();
  }

  /** Says it to all that answer; returns at once. */
  static void tell(ActorSystem<?> system, HostPort self, Collection<HostPort> all) {
    long uid = Cluster.get(system).selfMember().uniqueAddress().longUid();
    Restarted restarted = new Restarted(self.host(), self.port(), uid);
    Thread.ofVirtual()
        .name("restart-told")
        .start(() ->
            all.stream()
                .filter(peer -> !peer.equals(self) && PeerProbe.answers(peer))
                .forEach(peer -> tell(system, peer, restarted)));
  }

  private static void tell(ActorSystem<?> system, HostPort peer, Restarted restarted) {
    system
        .classicSystem()
        .actorSelection(
            "pekko://%s@%s:%d/system/%s".formatted(system.name(), peer.host(), peer.port(), NAME))
        .tell(restarted, org.apache.pekko.actor.ActorRef.noSender());
  }
}
