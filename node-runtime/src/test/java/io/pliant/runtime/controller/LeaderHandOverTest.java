package io.pliant.runtime.controller;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.journal.raft.GroupStatus;
import io.pliant.journal.raft.GroupStatus.Standing;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class LeaderHandOverTest {
  private static final Set<String> ALL = Set.of("controller-c1", "controller-c2", "controller-c3");

  @Test
  void shouldChooseWhoHasMostOfTheLog() {
    assertThat(
            LeaderHandOver.heir(status(new Standing("c2", "", 5), new Standing("c3", "", 0)), ALL))
        .contains("c3");
    assertThat(
            LeaderHandOver.heir(status(new Standing("c3", "", 1), new Standing("c2", "", 1)), ALL))
        .contains("c2");
  }

  @Test
  void shouldPassOverWhoLeavesItself() {
    assertThat(
            LeaderHandOver.heir(
                status(new Standing("c2", "", 0), new Standing("c3", "", 7)),
                Set.of("controller-c1", "controller-c3", "agents-on-7201")))
        .contains("c3");
  }

  @Test
  void shouldFindNobodyWhereNobodyStays() {
    assertThat(LeaderHandOver.heir(status(), ALL)).isEmpty();
    assertThat(LeaderHandOver.heir(status(new Standing("c2", "", 0)), Set.of("controller-c1")))
        .isEmpty();
  }

  private static GroupStatus status(Standing... others) {
    List<Standing> all =
        Stream.concat(Stream.of(new Standing("c1", "", 0)), List.of(others).stream()).toList();
    return new GroupStatus(0, "c1", "c1", 1, 9, 9, -1, all, 0, 0, 0, 0, 0, 0, null);
  }
}
