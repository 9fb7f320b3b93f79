package io.pliant.runtime.node.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class DialPlanTest {
  private static final InetSocketAddress A = InetSocketAddress.createUnresolved("a", 1);
  private static final InetSocketAddress B = InetSocketAddress.createUnresolved("b", 1);
  private static final InetSocketAddress C = InetSocketAddress.createUnresolved("c", 1);

  private final AtomicLong millis = new AtomicLong(1_000_000);
  private final DialPlan plan =
      new DialPlan(
          new ControllerAddresses(List.of(A, B), 0), new Backoff(new Random(1)), millis::get);

  @Test
  void shouldFollowARedirectAtOnce() {
    plan.next();

    assertThat(plan.redirected(C)).isTrue();

    assertThat(plan.pause()).isZero();
    assertThat(plan.next()).isEqualTo(C);
    assertThat(plan.pause()).isPositive();
  }

  @Test
  void shouldComeLateAfterARejectionWhateverFollows() {
    plan.next();

    plan.rejected();

    assertThat(plan.pause()).isGreaterThanOrEqualTo(Duration.ofSeconds(5));
    assertThat(plan.next()).isEqualTo(B);
    assertThat(plan.pause()).isLessThan(Duration.ofSeconds(1));
  }

  @Test
  void shouldNotShunWhoHasAnsweredBeforeItWent() {
    plan.next();
    plan.redirected(C);
    plan.broken();
    plan.next();

    assertThat(plan.redirected(A)).isTrue();
  }

  @Test
  void shouldShunForAWhileWhoCouldNotBeReached() {
    plan.next();
    plan.redirected(C);
    plan.next();
    plan.broken();
    plan.next();

    assertThat(plan.redirected(C)).isFalse();

    millis.addAndGet(60_000);
    assertThat(plan.redirected(C)).isTrue();
  }

  @Test
  void shouldComeLaterWithEachFailureUntilAWelcome() {
    for (int i = 0; i < 10; i++) {
      plan.next();
      plan.pause();
    }
    assertThat(plan.pause()).isGreaterThanOrEqualTo(Duration.ofMillis(2_500));

    plan.welcomed();

    assertThat(plan.pause()).isLessThanOrEqualTo(Duration.ofMillis(100));
  }
}
