package io.pliant.actors.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

final class RefusedUsersTest {
  private static final Instant NOW = Instant.parse("2026-11-01T00:00:00Z");

  private final RefusedUsers users = new RefusedUsers();

  @Test
  void shouldForgetAUserADayAfterHisLastRefusal() {
    users.add("ada", NOW);
    users.add("ada", NOW.plusSeconds(60));
    assertThat(users.contains("ada", NOW.plus(Duration.ofDays(1)))).isTrue();
    assertThat(users.contains("ada", NOW.plus(Duration.ofDays(1)).plusSeconds(60))).isFalse();
    assertThat(users.contains("bob", NOW)).isFalse();
  }

  @Test
  void shouldForgetTheOldestOfManyUsers() {
    users.add("ada", NOW);
    users.add("bob", NOW);
    users.add("ada", NOW);
    for (int i = 0; i < 9_999; i++) {
      users.add("user" + i, NOW);
    }
    assertThat(users.contains("ada", NOW)).isTrue();
    assertThat(users.contains("bob", NOW)).isFalse();
  }
}
