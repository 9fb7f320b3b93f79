package io.pliant.core.priority;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.pcollections.TreePMap;

/** The list of shares says what the order of the queue is computed from. */
final class ShareRowsTest {
  private static final Duration WEEK = Duration.ofDays(7);
  private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");
  private static final PriorityRule RULE =
      new PriorityRule(
          PriorityWeights.BY_AGE,
          WEEK,
          WEEK,
          new TreeMap<>(
              Map.of(
                  "physics", new FairShare.Account(null, 3, 0),
                  "theory", new FairShare.Account("physics", 1, 0),
                  "biology", new FairShare.Account(null, 1, 0))),
          new TreeMap<>(Map.of("ann", "physics", "bob", "theory", "eve", "biology")));

  private static UserHistories histories() {
    return new UserHistories(
        TreePMap.<String, UserHistory>empty()
            .plus("bob", new UserHistory(UserAccuracy.NONE, 1200, NOW.minus(WEEK)))
            .plus("eve", new UserHistory(UserAccuracy.NONE, 200, NOW))
            .plus("zoe", new UserHistory(UserAccuracy.NONE, 200, NOW)));
  }

  @Test
  void shouldListTheTreeUsersFirst() {
    SortedMap<String, Double> uses = RULE.uses(histories(), List.of("ann", "bob"), NOW);
    assertThat(uses)
        .containsOnly(
            Map.entry("ann", 0.0),
            Map.entry("bob", 600.0),
            Map.entry("eve", 200.0),
            Map.entry("zoe", 200.0));

    List<ShareRow> rows = RULE.shares(uses);

    assertThat(rows.stream().map(ShareRowsTest::place))
        .containsExactly(
            "1 null/zoe below null: 1 shares, 200",
            "1 biology/null below null: 1 shares, 200",
            "2 biology/eve below null: 1 shares, 200",
            "1 physics/null below null: 3 shares, 600",
            "2 physics/ann below null: 1 shares, 0",
            "2 theory/null below physics: 1 shares, 600",
            "3 theory/bob below null: 1 shares, 600");
    FairShare.Standing theory = rows.get(5).standing();
    assertThat(theory.share()).isCloseTo(0.6 * 0.5, within(1e-9));
    assertThat(theory.use()).isCloseTo(0.6, within(1e-9));
    assertThat(theory.effectiveUse()).isCloseTo(0.6, within(1e-9));
    assertThat(theory.factor()).isCloseTo(Math.pow(2, -2), within(1e-9));
    assertThat(rows.get(4).standing().effectiveUse()).isCloseTo(0.3, within(1e-9));
  }

  @Test
  void shouldSayTheFactorsThatOrderTheQueue() {
    Map<String, Double> factors = RULE.fairShares(histories(), List.of("ann"), NOW);

    for (ShareRow row : RULE.shares(RULE.uses(histories(), List.of("ann"), NOW))) {
      if (row.user() != null) {
        assertThat(factors).containsEntry(row.user(), row.standing().factor());
      }
    }
    assertThat(factors).hasSize(4);
  }

  @Test
  void shouldHaveFullFactorsWhereNothingWasUsed() {
    assertThat(RULE.shares(Map.of("ann", 0.0)))
        .allSatisfy(row -> assertThat(row.standing().factor()).isEqualTo(1));
    assertThat(PriorityRule.SUBMISSION.shares(Map.of())).isEmpty();
  }

  private static String place(ShareRow row) {
    return "%d %s/%s below %s: %d shares, %.0f"
        .formatted(row.depth(), row.account(), row.user(), row.parent(), row.shares(), row.use());
  }
}
