package io.pliant.core.lease;

import static io.pliant.core.lease.TestNodes.nodes;
import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.id.AttemptId;
import io.pliant.core.id.JobId;
import io.pliant.core.id.PartitionName;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class LendingTest {
  private static final PartitionName LENDER = new PartitionName("lender");
  private static final LeaseId FIRST = new LeaseId(new PartitionName("a"), 1);
  private static final LeaseId SECOND = new LeaseId(new PartitionName("b"), 1);
  private static final Instant NOW = Instant.ofEpochSecond(100);
  private static final Instant UNTIL = NOW.plusSeconds(10);

  @Test
  void shouldOfferWhatIsIdleAndLendWhatIsTakenInTime() {
    Lending.Outcome asked = receive(LenderState.none(), ask(FIRST, 1, 3), "n1", "n2");
    assertThat(messages(asked))
        .containsExactly(new LeaseMessage.Offered(FIRST, nodes("n1", "n2"), 0));
    assertThat(asked.events()).isEmpty();

    Lending.Outcome taken =
        receive(asked.state(), new LeaseMessage.Take(FIRST, nodes("n2")), "n1", "n2");
    assertThat(taken.events())
        .containsExactly(
            new LeaseChange.NodesLent(
                FIRST, new AttemptId(new JobId(1), 4), nodes("n2"), UNTIL.plusSeconds(100), false));
    assertThat(messages(taken)).containsExactly(new LeaseMessage.Lent(FIRST, nodes("n2")));
    assertThat(taken.state().offers()).isEmpty();
    assertThat(taken.state().away()).isEqualTo(nodes("n2"));
  }

  @Test
  void shouldLendNothingAfterTheOffersEndOrWhenANodeIsNoLongerIdle() {
    LenderState offering = receive(LenderState.none(), ask(FIRST, 1, 1), "n1").state();
    LeaseMessage.Take take = new LeaseMessage.Take(FIRST, nodes("n1"));

    Lending.Outcome late = Lending.receive(offering, take, sight(UNTIL, "n1"));
    Lending.Outcome gone = receive(offering, take);

    for (Lending.Outcome outcome : List.of(late, gone)) {
      assertThat(messages(outcome)).containsExactly(new LeaseMessage.Lapsed(FIRST));
      assertThat(outcome.events()).isEmpty();
      assertThat(outcome.state()).isEqualTo(LenderState.none());
    }
  }

  @Test
  void shouldRecallForOneWhoGoesFirstAndServeItWhenTheNodesComeBack() {
    LenderState offering = receive(LenderState.none(), ask(SECOND, 2, 2), "n1", "n2").state();

    Lending.Outcome asked = receive(offering, ask(FIRST, 1, 1), "n1", "n2");
    assertThat(messages(asked))
        .containsExactly(
            new LeaseMessage.Recalled(SECOND), new LeaseMessage.Offered(FIRST, nodes(), 2));

    LenderState given =
        receive(asked.state(), new LeaseMessage.GiveBack(SECOND, nodes("n1", "n2")), "n1", "n2")
            .state();
    Lending.Outcome served = Lending.serve(given, sight(NOW, "n1", "n2"));
    assertThat(messages(served)).containsExactly(new LeaseMessage.Offered(FIRST, nodes("n1"), 0));
  }

  @Test
  void shouldRecallNothingForOneBehind() {
    LenderState offering = receive(LenderState.none(), ask(FIRST, 1, 2), "n1", "n2").state();
    assertThat(messages(receive(offering, ask(SECOND, 2, 1), "n1", "n2")))
        .containsExactly(new LeaseMessage.Offered(SECOND, nodes(), 0));
  }

  @Test
  void shouldOfferNoMoreThanWhatIsPromisedToOthersLeaves() {
    Lending.Sight guarded = new Lending.Sight(LENDER, nodes("n1", "n2", "n3"), NOW, (_, _) -> 2);
    LenderState one = Lending.receive(LenderState.none(), ask(FIRST, 1, 1), guarded).state();
    assertThat(messages(Lending.receive(one, ask(SECOND, 2, 3), guarded)))
        .containsExactly(new LeaseMessage.Offered(SECOND, nodes("n2"), 0));
  }

  @Test
  void shouldSayWhatItLentWhenItIsAskedAgainAndTakeBackOnlyThat() {
    LenderState offering = receive(LenderState.none(), ask(FIRST, 1, 2), "n1", "n2").state();
    LenderState lent =
        receive(offering, new LeaseMessage.Take(FIRST, nodes("n1", "n2")), "n1", "n2").state();
    assertThat(messages(receive(lent, ask(FIRST, 1, 2))))
        .containsExactly(new LeaseMessage.Lent(FIRST, nodes("n1", "n2")));

    Lending.Outcome part = receive(lent, new LeaseMessage.GiveBack(FIRST, nodes("n1", "n9")));
    assertThat(part.events()).containsExactly(new LeaseChange.NodesReturned(FIRST, nodes("n1")));
    assertThat(part.state().away()).isEqualTo(nodes("n2"));
    assertThat(Lending.questions(part.state(), LENDER))
        .extracting(Letter::message)
        .containsExactly(new LeaseMessage.HeldStill(FIRST, nodes("n2")));
    assertThat(receive(LenderState.none(), new LeaseMessage.GiveBack(FIRST, nodes("n1"))).events())
        .isEmpty();
  }

  private static LeaseMessage.Ask ask(LeaseId lease, int job, int nodes) {
    Rank rank = new Rank(0, Instant.ofEpochSecond(job), new JobId(job));
    return new LeaseMessage.Ask(lease, rank, 4, nodes, UNTIL, UNTIL.plusSeconds(100));
  }

  private static Lending.Outcome receive(
      LenderState state, LeaseMessage.ToLender message, String... idle) {
    return Lending.receive(state, message, sight(NOW, idle));
  }

  private static Lending.Sight sight(Instant now, String... idle) {
    return new Lending.Sight(LENDER, nodes(idle), now, Lending.Guard.none());
  }

  private static List<LeaseMessage> messages(Lending.Outcome outcome) {
    return outcome.letters().stream().map(Letter::message).toList();
  }
}
