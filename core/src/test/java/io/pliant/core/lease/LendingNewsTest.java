package io.pliant.core.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** What one who asks is told of nodes that are to come from those behind it. */
final class LendingNewsTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final PartitionName LENDER = new PartitionName("p0");
  private static final TreeSet<NodeName> IDLE =
      new TreeSet<>(List.of(new NodeName("n1"), new NodeName("n2")));
  private static final LeaseId FIRST = new LeaseId(new PartitionName("p1"), 1);
  private static final LeaseId BEHIND = new LeaseId(new PartitionName("p2"), 1);

  @Test
  void shouldTellThatWhatWasToComeIsNotComing() {
    LenderState offered = behindHasAll(Lending.Guard.none());
    Lending.Outcome asked = Lending.receive(offered, ask(FIRST, 1), sight(Lending.Guard.none()));
    assertThat(messages(asked))
        .contains(
            new LeaseMessage.Recalled(BEHIND),
            new LeaseMessage.Offered(FIRST, Collections.emptySortedSet(), 2));

    Lending.Outcome taken =
        Lending.receive(
            asked.state(), new LeaseMessage.Take(BEHIND, IDLE), sight(Lending.Guard.none()));
    Lending.Sight nothingIdle =
        new Lending.Sight(LENDER, Collections.emptySortedSet(), NOW, Lending.Guard.none());
    assertThat(messages(Lending.serve(taken.state(), nothingIdle)))
        .containsExactly(new LeaseMessage.Offered(FIRST, Collections.emptySortedSet(), 0));
  }

  @Test
  void shouldRecallNothingForOneWhoMayNotHaveIt() {
    Lending.Guard guard = (rank, _) -> rank.job().value() == 1 ? 0 : 2;
    Lending.Outcome asked = Lending.receive(behindHasAll(guard), ask(FIRST, 1), sight(guard));
    assertThat(messages(asked))
        .containsExactly(new LeaseMessage.Offered(FIRST, Collections.emptySortedSet(), 0));
  }

  private static LenderState behindHasAll(Lending.Guard guard) {
    LenderState empty = new LenderState(Collections.emptySortedMap(), Collections.emptySortedMap());
    Lending.Outcome offered = Lending.receive(empty, ask(BEHIND, 2), sight(guard));
    assertThat(offered.state().offered()).isEqualTo(IDLE);
    return offered.state();
  }

  private static LeaseMessage.Ask ask(LeaseId lease, long job) {
    Rank rank = new Rank(0, NOW, new JobId(job));
    return new LeaseMessage.Ask(lease, rank, 1, 2, NOW.plusSeconds(5), NOW.plusSeconds(60));
  }

  private static Lending.Sight sight(Lending.Guard guard) {
    return new Lending.Sight(LENDER, IDLE, NOW, guard);
  }

  private static List<LeaseMessage> messages(Lending.Outcome outcome) {
    return outcome.letters().stream().map(Letter::message).toList();
  }
}
