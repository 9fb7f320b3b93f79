package io.pliant.runtime.controller;

import io.pliant.runtime.settings.PeerPulse;
import java.time.Duration;
import java.util.Optional;
import org.apache.pekko.actor.Address;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.cluster.Cluster;
import org.apache.pekko.remote.DefaultFailureDetectorRegistry;
import org.apache.pekko.remote.FailureDetectorRegistry;
import scala.jdk.javaapi.OptionConverters;

/**
 * The {@link PeerPulse} of each other controller that this one watches.
 *
 * @param registry where Pekko keeps them
 */
record Pulses(FailureDetectorRegistry<Address> registry) {
  static Pulses of(ActorSystem<?> system) {
    return new Pulses(Cluster.get(system.classicSystem()).failureDetector());
  }

  /** How long it has been silent; zero for one that is not watched from here. */
  Duration silence(Address peer) {
    return pulse(peer).map(PeerPulse::silence).orElse(Duration.ZERO);
  }

  /** Its process is known to be gone. */
  void end(Address peer) {
    pulse(peer).ifPresent(PeerPulse::end);
  }

  private Optional<PeerPulse> pulse(Address peer) {
    return registry instanceof DefaultFailureDetectorRegistry<Address> pulses
        ? OptionConverters.toJava(pulses.failureDetector(peer))
            .filter(PeerPulse.class::isInstance)
            .map(PeerPulse.class::cast)
        : Optional.empty();
  }
}
