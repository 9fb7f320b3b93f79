package io.pliant.runtime.controller;

import io.pliant.runtime.controller.JoinPlan.Step;
import io.pliant.runtime.controller.JoinPlan.View;
import io.pliant.runtime.settings.ControllerSettings;
import io.pliant.runtime.settings.HostPort;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.pekko.actor.Address;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.cluster.Member;
import org.apache.pekko.cluster.MemberStatus;
import org.apache.pekko.cluster.typed.Cluster;
import org.apache.pekko.cluster.typed.Down;
import org.apache.pekko.cluster.typed.Join;
import org.apache.pekko.cluster.typed.JoinSeedNodes;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries out a {@link JoinPlan}: brings a controller into its cluster and keeps an eye on it
 * there.
 */
final class Membership implements Runnable {
  private static final Logger LOG = LoggerFactory.getLogger(Membership.class);
  private static final Duration INTERVAL = Duration.ofMillis(500);

  /** A heartbeat is missing: worth to ask the host whether the process is there. */
  private static final Duration DOUBT = Duration.ofMillis(750);

  /** Between two looks while a host says that nobody is there. */
  private static final Duration SHORT_INTERVAL = Duration.ofMillis(100);

  private static final Duration FIRST_PATIENCE = Duration.ofSeconds(1);
  private static final Duration LONGEST_PATIENCE = Duration.ofSeconds(5);

  private final Cluster cluster;
  private final Pulses pulses;
  private final String systemName;
  private final ControllerSettings settings;
  private final Runnable giveUp;
  private final CountDownLatch stopped = new CountDownLatch(1);
  private final CrashedPeers crashed = new CrashedPeers();

  private Set<HostPort> reachable = Set.of();
  private Set<HostPort> members = Set.of();
  private long sameSince = System.nanoTime();
  private Step lastStep = Step.WAIT;
  private long lastAsked;
  private Duration patience = FIRST_PATIENCE;

  private Membership(ActorSystem<?> system, ControllerSettings settings, Runnable giveUp) {
    this.cluster = Cluster.get(system);
    this.pulses = Pulses.of(system);
    this.systemName = system.name();
    this.settings = settings;
    this.giveUp = giveUp;
  }

  /**
   * Starts to join; goes on in the background until {@link #stop}.
   *
   * @param giveUp called when this controller should leave and start afresh
   */
  static Membership start(ActorSystem<?> system, ControllerSettings settings, Runnable giveUp) {
    Membership membership = new Membership(system, settings, giveUp);
    Thread.ofPlatform().daemon().name("membership").start(membership);
    return membership;
  }

  void stop() {
    stopped.countDown();
  }

  @Override
  public void run() {
    if (settings.seeds().size() == 1) {
      cluster.manager().tell(Join.create(address(settings.cluster())));
      return;
    }
    try {
      boolean waits;
      do {
        look();
        if (stopped.getCount() > 0) {
          act(JoinPlan.next(view()));
          removeCrashed();
        }
        Duration pause = crashed.doubts() ? SHORT_INTERVAL : INTERVAL;
        waits = !stopped.await(pause.toMillis(), TimeUnit.MILLISECONDS);
      } while (waits);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void look() {
    Set<HostPort> memberNow = currentMembers();
    if (memberNow.isEmpty() && !members.isEmpty()) {
      stop(); // removed by the others: this system is about to end
    }
    boolean all = memberNow.size() * 2 > settings.seeds().size();
    Set<HostPort> reachableNow = all ? memberNow : probe();
    if (!reachableNow.equals(reachable) || !memberNow.equals(members)) {
      reachable = reachableNow;
      members = memberNow;
      sameSince = System.nanoTime();
    }
  }

  private void removeCrashed() {
    Map<HostPort, Member> missed = new HashMap<>();
    for (Member member : cluster.state().getMembers()) {
      boolean silent = pulses.silence(member.address()).compareTo(DOUBT) >= 0;
      if (silent || cluster.state().getUnreachable().contains(member)) {
        missed.put(hostPort(member), member);
      }
    }
    for (HostPort peer : crashed.look(members, missed.keySet(), peer -> gone(missed.get(peer)))) {
      LOG.info("Controller {} is dead: nobody listens on its ports; its entities move now", peer);
      pulses.end(address(peer));
      cluster.manager().tell(new Down(address(peer)));
    }
  }

  private View view() {
    return new View(
        settings.seeds(),
        settings.cluster(),
        reachable,
        members,
        Duration.ofNanos(System.nanoTime() - sameSince));
  }

  private void act(Step step) {
    switch (step) {
      case WAIT -> lastStep = step;
      case JOIN -> ask(step, others());
      case JOIN_OR_FOUND -> {
        List<Address> all = others();
        all.addFirst(address(settings.cluster()));
        ask(step, all);
      }
      case GIVE_UP -> {
        LOG.warn(
            "Expected {} in one cluster, but this controller is with {} alone; it leaves and starts"
                + " afresh",
            settings.seeds(),
            members);
        stop();
        giveUp.run();
      }
    }
  }

  /**
   * Asking anew ends what is under way, so a founder is left in peace and a joiner asks ever less
   * often.
   */
  private void ask(Step step, List<Address> whom) {
    boolean changed = step != lastStep;
    Duration waited = Duration.ofNanos(System.nanoTime() - lastAsked);
    if (!changed && (step == Step.JOIN_OR_FOUND || waited.compareTo(patience) < 0)) {
      return;
    }
    if (changed) {
      LOG.info(
          "{} of {} controllers can be reached; {}",
          reachable.size(),
          settings.seeds().size(),
          step == Step.JOIN
              ? "looking for their cluster"
              : "looking for a cluster, else founding one");
      patience = FIRST_PATIENCE;
    } else if (patience.compareTo(LONGEST_PATIENCE) < 0) {
      patience = patience.plus(FIRST_PATIENCE);
    }
    lastStep = step;
    lastAsked = System.nanoTime();
    cluster.manager().tell(new JoinSeedNodes(whom));
  }

  private Set<HostPort> currentMembers() {
    return cluster.selfMember().status().equals(MemberStatus.removed())
        ? Set.of()
        : hostPorts(cluster.state().getMembers());
  }

  private static Set<HostPort> hostPorts(Iterable<Member> members) {
    Set<HostPort> found = new HashSet<>();
    members.forEach(member -> found.add(hostPort(member)));
    return found;
  }

  private static HostPort hostPort(Member member) {
    Address address = member.address();
    return new HostPort(
        address.getHost().orElse("?"), address.getPort().map(p -> (int) p).orElse(0));
  }

  private Set<HostPort> probe() {
    Set<HostPort> found = new HashSet<>();
    for (HostPort seed : settings.seeds()) {
      if (seed.equals(settings.cluster()) || PeerProbe.answers(seed)) {
        found.add(seed);
      }
    }
    return found;
  }

  /** True when no port of the member's process is listened on any more. */
  private static boolean gone(@Nullable Member member) {
    return member != null
        && PeerProbe.allRefused(PeerProbe.ports(hostPort(member), member.getRoles()));
  }

  private List<Address> others() {
    List<Address> others = new ArrayList<>();
    for (HostPort seed : settings.seeds()) {
      if (!seed.equals(settings.cluster())) {
        others.add(address(seed));
      }
    }
    return others;
  }

  private Address address(HostPort seed) {
    return new Address("pekko", systemName, seed.host(), seed.port());
  }
}
