package io.pliant.runtime.controller.agents;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class DoorstepTest {
  private static final long SECOND = 1_000_000_000L;

  private final Doorstep doorstep = new Doorstep(6, 3);
  private final List<Long> sent = new ArrayList<>();
  private long number;

  @Test
  void shouldTurnAwayTheNewOneWhileThoseBeforeHaveJustCome() {
    for (int i = 0; i < 3; i++) {
      assertThat(doorstep.enter(visitor("a", 0))).isTrue();
    }

    assertThat(doorstep.enter(visitor("a", SECOND))).isFalse();
    assertThat(doorstep.enter(visitor("b", SECOND))).isTrue();
    assertThat(sent).isEmpty();
  }

  @Test
  void shouldSendTheOldestOfAnAddressAwayThatSaysNothing() {
    for (int i = 0; i < 3; i++) {
      doorstep.enter(visitor("a", 0));
    }

    assertThat(doorstep.enter(visitor("a", 3 * SECOND))).isTrue();

    assertThat(sent).containsExactly(1L);
    assertThat(doorstep.size()).isEqualTo(3);
  }

  @Test
  void shouldKeepTheWholeSmall() {
    for (String address : List.of("a", "a", "a", "b", "b", "b")) {
      doorstep.enter(visitor(address, 0));
    }

    assertThat(doorstep.enter(visitor("c", SECOND))).isFalse();
    assertThat(doorstep.enter(visitor("c", 3 * SECOND))).isTrue();
    assertThat(doorstep.size()).isEqualTo(6);
    assertThat(sent).containsExactly(1L);
  }

  @Test
  void shouldMakeRoomWhenOneComesIn() {
    Doorstep.Visitor first = visitor("a", 0);
    doorstep.enter(first);
    doorstep.enter(visitor("a", 0));
    doorstep.enter(visitor("a", 0));

    doorstep.leave(first);

    assertThat(doorstep.enter(visitor("a", 0))).isTrue();
  }

  private Doorstep.Visitor visitor(String address, long since) {
    long own = ++number;
    return new Doorstep.Visitor(own, address, since, () -> sent.add(own));
  }
}
