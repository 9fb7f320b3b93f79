package io.pliant.core.lending;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.lease.LeaseId;
import io.pliant.core.lease.LeaseMessage;
import io.pliant.core.lease.Rank;
import io.pliant.core.partition.PartitionEvent;
import io.pliant.core.partition.PartitionState;
import io.pliant.core.partition.QueuedJob;
import io.pliant.core.pool.Claim;
import io.pliant.core.pool.PoolSettings;
import io.pliant.core.pool.PoolStanding;
import io.pliant.core.resource.NodeCapacity;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

final class DealingsTest {
  private static final Instant START = Instant.EPOCH;
  private static final int SEEDS = Integer.getInteger("pliant.lending.seeds", 10);

  @Test
  void shouldStartAJobThatIsLargerThanItsHome() {
    LendingWorld world = new LendingWorld(1, 3);
    world.run(Duration.ofSeconds(3));
    world.submit(new PartitionName("p0"), 10, Duration.ofSeconds(20));
    world.run(Duration.ofSeconds(2));
    assertThat(world.started).hasSize(1);
    assertThat(world.partition(new PartitionName("p0")).state().leases().lent()).hasSize(1);
    world.run(Duration.ofSeconds(30));
    assertThat(world.left()).isNull();
  }

  /** As when a controller's words overtake each other: the claim would hold nodes for nobody. */
  @Test
  void shouldNotTakeAClaimThatComesAfterItWasLetGo() {
    PartitionName lender = new PartitionName("p0");
    PartitionName owner = new PartitionName("p1");
    LendingWorld world = new LendingWorld(1, 2);
    world.run(Duration.ofSeconds(3));
    Rank rank = new Rank(0, world.now(), new JobId(7));
    Claim claim = new Claim(rank, 4, world.now(), world.now().plusSeconds(60));
    PoolStanding standing = new PoolStanding(0, 4, 1, null);
    world.partition(lender).hear(new PoolWord.Claims(owner, standing, claim, 1));
    assertThat(world.partition(lender).setAside()).hasSize(4);
    world.partition(lender).hear(new PoolWord.Unclaims(owner, standing, rank, 3));
    world.partition(lender).hear(new PoolWord.Claims(owner, standing, claim, 2));
    assertThat(world.partition(lender).setAside()).isEmpty();

    world.partition(lender).hear(new PoolWord.Claims(owner, standing, claim, 4));
    world.run(Duration.ofSeconds(20));
    assertThat(world.partition(lender).setAside()).as("of a silent owner").isEmpty();
  }

  @Test
  void shouldHearNobodyWhoIsNotOfThePoolOrSpeaksForAnother() {
    PartitionName self = new PartitionName("p0");
    PartitionName other = new PartitionName("p1");
    PartitionName third = new PartitionName("p2");
    Dealings dealings = new Dealings(self, new PoolSettings("all", List.of(self, other, third)));
    PoolStanding standing = new PoolStanding(0, 4, 1, null);
    assertThat(dealings.hear(new PoolWord.Stands(new PartitionName("stranger"), standing, false)))
        .isFalse();
    assertThat(dealings.hear(word(other, standing, new LeaseMessage.Lapsed(new LeaseId(self, 1)))))
        .isTrue();
    assertThat(dealings.hear(word(other, standing, new LeaseMessage.Lapsed(new LeaseId(third, 1)))))
        .as("a lease of another borrower")
        .isFalse();
    assertThat(
            dealings.hear(
                word(
                    other,
                    standing,
                    new LeaseMessage.GiveBack(new LeaseId(third, 1), new TreeSet<>()))))
        .as("who gives back what another borrowed")
        .isFalse();
  }

  private static PoolWord word(PartitionName from, PoolStanding standing, LeaseMessage message) {
    return new PoolWord.OfLease(from, standing, message, List.of());
  }

  private static PartitionState fourNodes(PartitionName name) {
    PartitionState state = PartitionState.empty(name);
    for (String node : List.of("n1", "n2", "n3", "n4")) {
      state =
          state.evolve(
              new PartitionEvent.NodeRegistered(
                  new NodeName(node), new NodeCapacity(1, 1000), START));
    }
    return state;
  }

  @Test
  void shouldWantARoundWhenAPromiseMovesOrIsOver() {
    PartitionName self = new PartitionName("p0");
    PartitionName other = new PartitionName("p1");
    PartitionState state = fourNodes(self);
    PoolStanding standing = new PoolStanding(0, 4, 1, null);
    Dealings dealings = new Dealings(self, new PoolSettings("all", List.of(self, other)));
    Rank rank = new Rank(0, START, new JobId(7));
    Claim now = new Claim(rank, 4, START, START.plusSeconds(60));
    Claim later = new Claim(rank, 4, START.plusSeconds(600), START.plusSeconds(660));

    dealings.hear(new PoolWord.Claims(other, standing, now, 1));
    assertThat(dealings.deal(state, state, START).freed()).isFalse();
    dealings.hear(new PoolWord.Claims(other, standing, now, 2));
    assertThat(dealings.deal(state, state, START).freed()).as("said again").isFalse();
    dealings.hear(new PoolWord.Claims(other, standing, later, 3));
    assertThat(dealings.deal(state, state, START).freed()).as("later").isTrue();
    dealings.hear(new PoolWord.Unclaims(other, standing, rank, 4));
    assertThat(dealings.deal(state, state, START).freed()).as("over").isTrue();
  }

  /** As when its place was found while it was collected for: the promise would be for nobody. */
  @Test
  void shouldNotTakeAClaimOfAJobThatHasItsNodes() {
    PartitionName self = new PartitionName("p0");
    PartitionName other = new PartitionName("p1");
    PartitionState state = fourNodes(self);
    PoolStanding standing = new PoolStanding(0, 4, 1, null);
    Dealings dealings = new Dealings(self, new PoolSettings("all", List.of(self, other)));
    LeaseId lease = new LeaseId(other, 1);
    Rank rank = new Rank(0, START, new JobId(7));
    Instant end = START.plusSeconds(60);
    Claim claim = new Claim(rank, 3, START, end);
    dealings.hear(new PoolWord.Claims(other, standing, claim, 1));
    dealings.hear(
        word(other, standing, new LeaseMessage.Ask(lease, rank, 1, 2, START.plusSeconds(5), end)));
    state = dealings.deal(state, state, START).state();
    TreeSet<NodeName> nodes = new TreeSet<>(dealings.offered());
    assertThat(nodes).hasSize(2);

    dealings.hear(word(other, standing, new LeaseMessage.Take(lease, nodes)));
    Dealt lent = dealings.deal(state, state, START);
    dealings.hear(new PoolWord.Claims(other, standing, claim, 2));
    PartitionState after = dealings.deal(lent.state(), lent.state(), START).state();

    assertThat(lent.freed()).as("one that was promised is not needed").isTrue();
    assertThat(dealings.sights(after, START).apply(after.view(START)).reservations())
        .isNullOrEmpty();
  }

  private static final class Lender {
    final PartitionName other = new PartitionName("p1");
    final LeaseId lease = new LeaseId(other, 1);
    final Dealings dealings;
    final TreeSet<NodeName> nodes;
    PartitionState state;

    Lender() {
      PartitionName self = new PartitionName("p0");
      state = fourNodes(self);
      dealings = new Dealings(self, new PoolSettings("all", List.of(self, other)));
      ask(lease);
      nodes = new TreeSet<>(dealings.offered());
      say(new LeaseMessage.Take(lease, nodes));
      state = dealings.deal(state, state, START).state();
      assertThat(state.leases().lent()).hasSize(1);
    }

    void ask(LeaseId as) {
      Rank rank = new Rank(0, START, new JobId(as.number()));
      Instant until = START.plusSeconds(5);
      say(new LeaseMessage.Ask(as, rank, 1, 4, until, until.plusSeconds(60)));
      state = dealings.deal(state, state, START).state();
    }

    void say(LeaseMessage message) {
      dealings.hear(word(other, new PoolStanding(0, 4, 1, null), message));
    }

    Dealt giveBack() {
      say(new LeaseMessage.GiveBack(lease, nodes));
      return dealings.deal(state, state, START);
    }
  }

  private static List<String> letters(Dealt dealt) {
    return dealt.words().stream()
        .map(each -> each.word())
        .filter(PoolWord.OfLease.class::isInstance)
        .map(each -> ((PoolWord.OfLease) each).message().getClass().getSimpleName())
        .toList();
  }

  /** A return is one write less when it goes with another; nobody hears of it before. */
  @Test
  void shouldWriteAReturnAloneOnlyWhenNothingElseIsWrittenSoon() {
    Lender lender = new Lender();

    Dealt first = lender.giveBack();
    Dealt again = lender.giveBack();
    Instant wake = Objects.requireNonNull(lender.dealings.wakeAt());
    Dealt written = lender.dealings.deal(lender.state, lender.state, wake);

    assertThat(List.of(first, again))
        .allSatisfy(dealt -> {
          assertThat(dealt.events()).isEmpty();
          assertThat(dealt.state()).isEqualTo(lender.state);
          assertThat(letters(dealt)).isEmpty();
          assertThat(dealt.freed()).isFalse();
        });
    assertThat(wake).isEqualTo(START.plus(HeldReturns.LONGEST));
    assertThat(written.events())
        .containsExactly(
            new PartitionEvent.NodesReturned(lender.lease, List.copyOf(lender.nodes), wake));
    assertThat(written.state().leases().lent()).isEmpty();
    assertThat(letters(written)).containsExactly("TakenBack");
    assertThat(written.freed()).isTrue();
    assertThat(lender.dealings.wakeAt()).isNull();
  }

  @Test
  void shouldLendNodesAgainWithTheReturnThatWasNotWrittenYet() {
    Lender lender = new Lender();
    LeaseId next = new LeaseId(lender.other, 2);
    assertThat(lender.giveBack().events()).isEmpty();

    lender.ask(next);
    lender.say(new LeaseMessage.Take(next, lender.dealings.offered()));
    Dealt dealt = lender.dealings.deal(lender.state, lender.state, START);

    assertThat(dealt.events()).hasSize(2);
    assertThat(dealt.events().getFirst()).isInstanceOf(PartitionEvent.NodesReturned.class);
    assertThat(dealt.events().getLast()).isInstanceOf(PartitionEvent.NodesLent.class);
    assertThat(letters(dealt)).containsExactlyInAnyOrder("TakenBack", "Lent");
    assertThat(dealt.state().leases().lender().lent()).containsOnlyKeys(next);
  }

  @Test
  void shouldWriteAReturnAtOnceWhenAJobHereWaitsForTheNodes() {
    Lender lender = new Lender();
    QueuedJob job = LendingWorld.queued(new JobId(8), 2, Duration.ofMinutes(1), null, START);
    lender.state = lender.state.evolve(new PartitionEvent.JobEnqueued(job, 1, START, null));
    lender.dealings.notStarted(List.of(job.job()));
    assertThat(lender.giveBack().freed()).isTrue();
  }

  /** A round saw them in use, and nothing else may happen for long. */
  @Test
  void shouldWantARoundWhenNodesThatWereKeptForABorrowerAreItsOwnAgain() {
    PartitionName self = new PartitionName("p0");
    PartitionName other = new PartitionName("p1");
    PartitionState state = fourNodes(self);
    PoolStanding standing = new PoolStanding(0, 4, 1, null);
    Dealings dealings = new Dealings(self, new PoolSettings("all", List.of(self, other)));
    Instant until = START.plusSeconds(5);
    for (boolean lapses : List.of(true, false)) {
      LeaseId lease = new LeaseId(other, lapses ? 1 : 2);
      Rank rank = new Rank(0, START, new JobId(7));
      dealings.hear(
          word(
              other,
              standing,
              new LeaseMessage.Ask(lease, rank, 1, 3, until, until.plusSeconds(60))));
      assertThat(dealings.deal(state, state, START).freed()).isFalse();
      assertThat(dealings.offered()).hasSize(3);

      if (lapses) {
        dealings.tick();
      } else {
        dealings.hear(word(other, standing, new LeaseMessage.GiveBack(lease, new TreeSet<>())));
      }
      Dealt dealt = dealings.deal(state, state, lapses ? until : START);

      assertThat(dealings.offered()).isEmpty();
      assertThat(dealt.freed()).isTrue();
    }
  }

  @Test
  void shouldSayNothingAtRest() {
    LendingWorld world = new LendingWorld(1, 4);
    world.run(Duration.ofMinutes(2));
    long before = world.words;
    world.run(Duration.ofMinutes(10));
    assertThat(world.words).isEqualTo(before);
  }

  @Test
  void shouldBringEachJobToItsEndAndEachNodeHomeWhateverIsLostOrDies() {
    long deaths = 0;
    for (long seed = 1; seed <= SEEDS; seed++) {
      LendingWorld world = new LendingWorld(seed, 3);
      Random random = new Random(seed);
      world.run(Duration.ofSeconds(3));
      world.trouble(random.nextInt(4) * 0.08);
      for (int i = 0; i < 40; i++) {
        PartitionName home = new PartitionName("p" + random.nextInt(3));
        int nodes = 1 + (random.nextInt(4) == 0 ? random.nextInt(12) : random.nextInt(4));
        world.submit(home, nodes, Duration.ofMillis(100 + random.nextInt(20_000)));
        world.run(Duration.ofMillis(random.nextInt(3_000)));
      }
      world.settle();
      assertThat(world.left()).as("seed " + seed).isNull();
      assertThat(world.started).as("seed " + seed).hasSize(40);
      deaths += world.deaths;
    }
    assertThat(deaths).isPositive();
  }
}
