package io.pliant.core.lease;

import static io.pliant.core.lease.TestNodes.nodes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pliant.core.id.AttemptId;
import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class BorrowingTest {
  private static final PartitionName HOME = new PartitionName("home");
  private static final PartitionName A = new PartitionName("a");
  private static final PartitionName B = new PartitionName("b");
  private static final Instant UNTIL = Instant.ofEpochSecond(10);
  private static final LeaseId LEASE = new LeaseId(HOME, 0);
  private static final JobId JOB = new JobId(7);

  @Test
  void shouldStartWhenAllThatItNeedsIsLentAndGiveTheRestBack() {
    Borrowing.Outcome begun = begin(2);
    assertThat(begun.events())
        .containsExactly(new LeaseChange.NumbersUsed(Borrowing.NUMBERS_AT_ONCE));

    BorrowerState one = offered(begun.state(), A, 0, "a1").state();
    Borrowing.Outcome enough = offered(one, B, 0, "b1", "b2");
    assertThat(messages(enough))
        .containsExactly(
            new LeaseMessage.Take(LEASE, nodes("a1")), new LeaseMessage.Take(LEASE, nodes("b1")));

    BorrowerState half =
        Borrowing.receive(enough.state(), B, new LeaseMessage.Lent(LEASE, nodes("b1"))).state();
    Borrowing.Outcome all = Borrowing.receive(half, A, new LeaseMessage.Lent(LEASE, nodes("a1")));
    assertThat(all.events())
        .containsExactly(
            new LeaseChange.NodesBorrowed(
                LEASE,
                new AttemptId(JOB, 1),
                new TreeMap<>(Map.of(A, nodes("a1"), B, nodes("b1")))));
    assertThat(all.state().collections()).isEmpty();
  }

  @Test
  void shouldGiveUpAtOnceWhenAllHaveAnsweredAndTooLittleComes() {
    BorrowerState one = offered(begin(3).state(), A, 1, "a1").state();
    assertThat(one.collections()).isNotEmpty();

    Borrowing.Outcome vain = offered(one, B, 0);
    assertThat(vain.failed()).containsExactly(JOB);
    assertThat(messages(vain))
        .containsExactly(
            new LeaseMessage.GiveBack(LEASE, nodes("a1")),
            new LeaseMessage.GiveBack(LEASE, nodes()));
    assertThat(vain.state().collections()).isEmpty();
  }

  @Test
  void shouldWaitForWhatIsComingAndGiveUpAtItsEnd() {
    BorrowerState one = offered(begin(3).state(), A, 2, "a1").state();
    Borrowing.Outcome two = offered(one, B, 0);
    assertThat(two.failed()).isEmpty();
    assertThat(Borrowing.expire(two.state(), UNTIL.minusNanos(1)).failed()).isEmpty();

    Borrowing.Outcome late = Borrowing.expire(two.state(), UNTIL);
    assertThat(late.failed()).containsExactly(JOB);
    assertThat(Borrowing.repeated(late.state())).hasSize(2);
    BorrowerState half =
        Borrowing.receive(late.state(), A, new LeaseMessage.TakenBack(LEASE, nodes("a1"))).state();
    assertThat(Borrowing.repeated(half)).hasSize(1);
  }

  @Test
  void shouldGiveWayWhileItCollectsAndNotOnceItTakes() {
    BorrowerState one = offered(begin(2).state(), A, 0, "a1").state();
    assertThat(messages(Borrowing.receive(one, A, new LeaseMessage.Recalled(LEASE))))
        .containsExactly(new LeaseMessage.GiveBack(LEASE, nodes("a1")));

    BorrowerState taking = offered(one, B, 0, "b1").state();
    assertThat(messages(Borrowing.receive(taking, A, new LeaseMessage.Recalled(LEASE)))).isEmpty();
  }

  @Test
  void shouldGiveEverythingBackWhenOneOfThoseThatItTakesHasLapsed() {
    BorrowerState one = offered(begin(2).state(), A, 0, "a1").state();
    BorrowerState taking = offered(one, B, 0, "b1").state();
    Borrowing.Outcome lapsed = Borrowing.receive(taking, B, new LeaseMessage.Lapsed(LEASE));
    assertThat(lapsed.failed()).containsExactly(JOB);
    assertThat(messages(lapsed)).containsExactly(new LeaseMessage.GiveBack(LEASE, nodes("a1")));
  }

  @Test
  void shouldDisownWhatAControllerBeforeItLeftAndNotWhatOneAfterItHas() {
    BorrowerState next = begin(2).state().recovered();
    Borrowing.Outcome asked =
        Borrowing.receive(next, A, new LeaseMessage.HeldStill(LEASE, nodes("a1")));
    assertThat(asked.events()).containsExactly(new LeaseChange.LeaseDisowned(LEASE));
    assertThat(messages(asked)).containsExactly(new LeaseMessage.GiveBack(LEASE, nodes("a1")));

    LeaseId later = new LeaseId(HOME, Borrowing.NUMBERS_AT_ONCE);
    assertThat(messages(Borrowing.receive(next, A, new LeaseMessage.HeldStill(later, nodes("a1")))))
        .isEmpty();
  }

  @Test
  void shouldNeverUseANumberTwice() {
    BorrowerState next = begin(2).state().recovered();
    Borrowing.Outcome again = Borrowing.begin(next, HOME, wish(2));
    assertThat(again.state().collections())
        .containsOnlyKeys(new LeaseId(HOME, Borrowing.NUMBERS_AT_ONCE));
    assertThat(again.events())
        .containsExactly(new LeaseChange.NumbersUsed(2 * Borrowing.NUMBERS_AT_ONCE));
    assertThat(Borrowing.begin(again.state(), HOME, wish(2)).events()).isEmpty();
  }

  @Test
  void shouldKeepWhatAJobHasAndGiveBackWhatItLeft() {
    TreeMap<PartitionName, SortedSet<NodeName>> both = new TreeMap<>();
    both.put(A, nodes("a1", "a2"));
    both.put(B, nodes("b1"));
    BorrowerState has =
        begin(3)
            .state()
            .after(new LeaseChange.NodesBorrowed(LEASE, new AttemptId(JOB, 1), both))
            .recovered();
    assertThat(messages(Borrowing.receive(has, A, new LeaseMessage.HeldStill(LEASE, nodes("a1")))))
        .isEmpty();

    Borrowing.Outcome left = Borrowing.giveBack(has, LEASE, A, nodes("a2"));
    assertThat(left.events())
        .containsExactly(new LeaseChange.NodesGivenBack(LEASE, A, nodes("a2")));
    Borrowing.Outcome all = Borrowing.giveBack(left.state(), LEASE, A, null);
    assertThat(messages(all)).containsExactly(new LeaseMessage.GiveBack(LEASE, nodes("a1")));
    assertThat(Borrowing.giveBack(all.state(), LEASE, A, null).events()).isEmpty();
    assertThat(all.state().borrowed()).containsKey(LEASE);
  }

  @Test
  void shouldRefuseAWishThatAsksForTooFew() {
    assertThatThrownBy(() -> wish(9))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("9 nodes of job 7");
  }

  private static Borrowing.Outcome begin(int need) {
    return Borrowing.begin(BorrowerState.none(), HOME, wish(need));
  }

  private static Borrowing.Wish wish(int need) {
    return new Borrowing.Wish(
        new Rank(0, Instant.EPOCH, JOB),
        1,
        need,
        new TreeMap<>(Map.of(A, 3, B, 3)),
        UNTIL,
        UNTIL.plusSeconds(60));
  }

  private static Borrowing.Outcome offered(
      BorrowerState state, PartitionName lender, int coming, String... names) {
    return Borrowing.receive(state, lender, new LeaseMessage.Offered(LEASE, nodes(names), coming));
  }

  private static List<LeaseMessage> messages(Borrowing.Outcome outcome) {
    return outcome.letters().stream().map(Letter::message).toList();
  }
}
