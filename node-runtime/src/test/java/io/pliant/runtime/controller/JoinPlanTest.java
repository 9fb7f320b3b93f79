package io.pliant.runtime.controller;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.runtime.controller.JoinPlan.Step;
import io.pliant.runtime.controller.JoinPlan.View;
import io.pliant.runtime.settings.HostPort;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

final class JoinPlanTest {
  private static final HostPort C1 = new HostPort("127.0.0.1", 1);
  private static final HostPort C2 = new HostPort("127.0.0.1", 2);
  private static final HostPort C3 = new HostPort("127.0.0.1", 3);
  private static final List<HostPort> SEEDS = List.of(C1, C2, C3);
  private static final Duration LONG = Duration.ofMinutes(1);
  private static final Duration SHORT = Duration.ofSeconds(1);

  @Test
  void shouldLetTheFirstFoundWhenMoreThanHalfAreThere() {
    assertThat(next(C1, Set.of(C1, C2), Set.of(), SHORT)).isEqualTo(Step.JOIN_OR_FOUND);
    assertThat(next(C2, Set.of(C1, C2), Set.of(), LONG)).isEqualTo(Step.JOIN);
  }

  @Test
  void shouldFoundNothingWhenOnlyHalfOrLessAreThere() {
    assertThat(next(C1, Set.of(C1), Set.of(), LONG)).isEqualTo(Step.JOIN);
  }

  @Test
  void shouldStandInForTheFirstWhenItStaysAway() {
    assertThat(next(C2, Set.of(C2, C3), Set.of(), SHORT)).isEqualTo(Step.JOIN);
    assertThat(next(C2, Set.of(C2, C3), Set.of(), LONG)).isEqualTo(Step.JOIN_OR_FOUND);
    assertThat(next(C3, Set.of(C2, C3), Set.of(), LONG)).isEqualTo(Step.JOIN);
  }

  @Test
  void shouldGiveUpWhenAMinoritySeesOthersThatDoNotJoin() {
    assertThat(next(C1, Set.of(C1, C2, C3), Set.of(C1), SHORT)).isEqualTo(Step.WAIT);
    assertThat(next(C1, Set.of(C1, C2, C3), Set.of(C1), LONG)).isEqualTo(Step.GIVE_UP);
  }

  @Test
  void shouldStayWhenTheOthersAreDownOrInTheMinority() {
    assertThat(next(C1, Set.of(C1), Set.of(C1), LONG)).isEqualTo(Step.WAIT);
    assertThat(next(C2, Set.of(C1, C2, C3), Set.of(C2, C3), LONG)).isEqualTo(Step.WAIT);
  }

  @Property
  void shouldNeverLetTwoSidesOfACutNetworkFound(
      @ForAll @Size(5) List<Boolean> left, @ForAll @IntRange(max = 120) int seconds) {
    List<HostPort> seeds =
        Arrays.stream(new int[] {1, 2, 3, 4, 5}).mapToObj(p -> new HostPort("h", p)).toList();
    Set<HostPort> one = new HashSet<>();
    Set<HostPort> other = new HashSet<>();
    for (int i = 0; i < 5; i++) {
      (left.get(i) ? one : other).add(seeds.get(i));
    }

    long founders =
        seeds.stream()
            .filter(self ->
                JoinPlan.next(
                        new View(
                            seeds,
                            self,
                            one.contains(self) ? one : other,
                            Set.of(),
                            Duration.ofSeconds(seconds)))
                    == Step.JOIN_OR_FOUND)
            .count();

    assertThat(founders).isLessThanOrEqualTo(1);
  }

  private static Step next(
      HostPort self, Set<HostPort> reachable, Set<HostPort> members, Duration since) {
    return JoinPlan.next(new View(SEEDS, self, reachable, members, since));
  }
}
