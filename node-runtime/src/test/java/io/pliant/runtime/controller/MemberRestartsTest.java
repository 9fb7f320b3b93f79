package io.pliant.runtime.controller;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.pekko.actor.Address;
import org.apache.pekko.cluster.UniqueAddress;
import org.junit.jupiter.api.Test;

final class MemberRestartsTest {
  private static final UniqueAddress MEMBER =
      new UniqueAddress(new Address("pekko", "pliant", "127.0.0.1", 7101), 11);

  @Test
  void shouldKnowTheProcessBeforeAtTheSameAddress() {
    assertThat(MemberRestarts.isBefore(MEMBER, new Restarted("127.0.0.1", 7101, 12))).isTrue();
  }

  @Test
  void shouldLeaveTheSpeakerItselfAndAllOthersAlone() {
    assertThat(MemberRestarts.isBefore(MEMBER, new Restarted("127.0.0.1", 7101, 11)))
        .as("it is a member already")
        .isFalse();
    assertThat(MemberRestarts.isBefore(MEMBER, new Restarted("127.0.0.1", 7102, 12))).isFalse();
    assertThat(MemberRestarts.isBefore(MEMBER, new Restarted("127.0.0.2", 7101, 12))).isFalse();
  }
}
