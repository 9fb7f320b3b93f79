package io.pliant.runtime.node.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ControllerAddressesTest {
  private static final InetSocketAddress A = InetSocketAddress.createUnresolved("a", 1);
  private static final InetSocketAddress B = InetSocketAddress.createUnresolved("b", 1);
  private static final InetSocketAddress C = InetSocketAddress.createUnresolved("c", 1);

  private final ControllerAddresses addresses = new ControllerAddresses(List.of(A, B), 1);

  @Test
  void shouldTakeTurns() {
    assertThat(List.of(addresses.advance(), addresses.advance(), addresses.advance()))
        .containsExactly(B, A, B);
  }

  @Test
  void shouldFollowRedirectOnceThenTakeTurnsAgain() {
    addresses.advance();

    assertThat(addresses.follow(C, 0)).isTrue();

    assertThat(List.of(addresses.advance(), addresses.advance())).containsExactly(C, A);
  }

  @Test
  void shouldStayWhenRedirectPointsHere() {
    addresses.advance();

    assertThat(addresses.follow(InetSocketAddress.createUnresolved("B", 1), 0)).isFalse();
  }

  @Test
  void shouldShunRedirectTargetThatJustFailed() {
    addresses.advance();
    addresses.follow(C, 0);
    addresses.advance();
    addresses.failed(1_000);
    addresses.advance();

    assertThat(addresses.follow(C, 5_000)).isFalse();
    assertThat(addresses.follow(C, 40_000)).isTrue();
  }

  @Test
  void shouldStopRunningInCircles() {
    addresses.advance();
    int followed = 0;
    for (int i = 0; i < 20; i++) {
      if (addresses.follow(i % 2 == 0 ? A : C, i)) {
        followed++;
        addresses.advance();
      }
    }

    assertThat(followed).isLessThan(6);
  }

  @Test
  void shouldBackOffWithinBounds() {
    Backoff backoff = new Backoff(new Random(1));

    assertThat(backoff.next().toMillis()).isBetween(50L, 100L);
    for (int i = 0; i < 20; i++) {
      assertThat(backoff.next().toMillis()).isBetween(100L, 5_000L);
    }
    assertThat(backoff.next().toMillis()).isBetween(2_500L, 5_000L);
    backoff.reset();
    assertThat(backoff.next().toMillis()).isBetween(50L, 100L);
  }
}
