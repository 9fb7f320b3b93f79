package io.pliant.runtime.controller;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class LeadBalanceTest {
  private static final Map<String, Long> NOBODY_BEHIND = Map.of("c1", 0L, "c2", 0L, "c3", 0L);

  @Test
  void shouldGiveTheLeastBusyGroupToWhoLeadsNone() {
    assertThat(
            LeadBalance.decide(
                "c1",
                List.of(group(0, "c1", 9), group(1, "c1", 2), group(2, "c2", 0)),
                Set.of("c2", "c3")))
        .isEqualTo(new LeadBalance.Gift(1, "c3"));
  }

  @Test
  void shouldLeaveAllWhereEachLeadsOne() {
    for (String self : List.of("c1", "c2", "c3")) {
      Set<String> others = new TreeSet<>(Set.of("c1", "c2", "c3"));
      others.remove(self);
      assertThat(
              LeadBalance.decide(
                  self, List.of(group(0, "c3", 1), group(1, "c1", 1), group(2, "c2", 1)), others))
          .isNull();
    }
  }

  @Test
  void shouldWaitWhileAGroupHasNoLeaderOrTheOtherIsFarBehind() {
    assertThat(
            LeadBalance.decide(
                "c1",
                List.of(group(0, "c1", 1), group(1, "c1", 1), group(2, null, 1)),
                Set.of("c2")))
        .isNull();
    LeadBalance.Group late = new LeadBalance.Group(0, "c1", 0, Map.of("c2", 5_000L));
    assertThat(LeadBalance.decide("c1", List.of(late, late), Set.of("c2"))).isNull();
    assertThat(LeadBalance.decide("c1", List.of(group(0, "c1", 1), group(1, "c1", 1)), Set.of()))
        .isNull();
  }

  @Test
  void shouldRelieveASlowControllerOfItsBusiestGroup() {
    List<LeadBalance.Group> groups =
        List.of(group(0, "c1", 3), group(1, "c1", 9), group(2, "c2", 50));
    assertThat(LeadBalance.relieve("c1", groups, Set.of("c2", "c3")))
        .isEqualTo(new LeadBalance.Gift(1, "c3"));
    assertThat(LeadBalance.relieve("c1", groups, Set.of("c2")))
        .isEqualTo(new LeadBalance.Gift(1, "c2"));
    assertThat(LeadBalance.relieve("c1", groups, Set.of())).isNull();
    assertThat(LeadBalance.relieve("c3", groups, Set.of("c1", "c2"))).isNull();
  }

  @Test
  void shouldEndBalancedWhateverItBeginsWith() {
    Random random = new Random(7);
    List<String> all = List.of("c1", "c2", "c3", "c4", "c5");
    for (int run = 0; run < 500; run++) {
      List<String> names = all.subList(0, 2 + random.nextInt(4));
      List<String> leaders = new ArrayList<>();
      int groups = 1 + random.nextInt(9);
      for (int i = 0; i < groups; i++) {
        leaders.add(names.get(random.nextInt(names.size())));
      }
      int gifts = 0;
      for (boolean moved = true; moved; ) {
        moved = false;
        List<LeadBalance.Group> seen = new ArrayList<>();
        for (int i = 0; i < groups; i++) {
          seen.add(new LeadBalance.Group(i, leaders.get(i), random.nextInt(5), behind(names)));
        }
        int givers = 0;
        for (String self : names) {
          Set<String> others = new TreeSet<>(names);
          others.remove(self);
          LeadBalance.Gift gift = LeadBalance.decide(self, seen, others);
          if (gift != null) {
            givers++;
            leaders.set(gift.group(), gift.to());
            moved = true;
            gifts++;
          }
        }
        assertThat(givers).isLessThanOrEqualTo(1);
      }
      assertThat(gifts).isLessThan(groups);
      Map<String, Integer> leads = new TreeMap<>();
      names.forEach(name -> leads.put(name, 0));
      leaders.forEach(leader -> leads.merge(leader, 1, Integer::sum));
      assertThat(leads.values().stream().mapToInt(i -> i).max().orElseThrow())
          .isLessThanOrEqualTo(leads.values().stream().mapToInt(i -> i).min().orElseThrow() + 1);
    }
  }

  private static Map<String, Long> behind(List<String> names) {
    Map<String, Long> behind = new TreeMap<>();
    names.forEach(name -> behind.put(name, 0L));
    return behind;
  }

  private static LeadBalance.Group group(int number, @Nullable String leader, long busy) {
    return new LeadBalance.Group(number, leader, busy, NOBODY_BEHIND);
  }
}
