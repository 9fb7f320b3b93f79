package io.pliant.runtime.controller;

import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.Props;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.cluster.ClusterEvent.MemberEvent;
import org.apache.pekko.cluster.typed.Cluster;
import org.apache.pekko.cluster.typed.Subscribe;

/** Tells when controllers come or go, so that what moves with them can be looked for. */
final class MemberChanges {
  private MemberChanges() {}

  /**
   * Calls {@code change} at each one from now on, one at a time.
   *
   * @param name of the actor that does so
   */
  static void tell(ActorSystem<?> system, String name, Runnable change) {
    Behavior<MemberEvent> behavior =
        Behaviors.receiveMessage(_ -> {
          change.run();
          return Behaviors.same();
        });
    Cluster.get(system)
        .subscriptions()
        .tell(
            Subscribe.create(
                system.systemActorOf(behavior, name, Props.empty()), MemberEvent.class));
  }
}
