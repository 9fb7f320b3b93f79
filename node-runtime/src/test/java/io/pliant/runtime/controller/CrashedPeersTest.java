package io.pliant.runtime.controller;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.runtime.settings.HostPort;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class CrashedPeersTest {
  private static final HostPort C1 = new HostPort("127.0.0.1", 1);
  private static final HostPort C2 = new HostPort("127.0.0.1", 2);
  private static final HostPort C3 = new HostPort("127.0.0.1", 3);
  private static final Set<HostPort> ALL = Set.of(C1, C2, C3);

  private final CrashedPeers peers = new CrashedPeers();

  @Test
  void shouldRemoveAPeerWhoseHostRefusesTwice() {
    assertThat(peers.look(ALL, Set.of(C3), C3::equals)).isEmpty();
    assertThat(peers.look(ALL, Set.of(C3), C3::equals)).containsExactly(C3);
  }

  @Test
  void shouldDoubtUntilThereIsAProofOrAnAnswer() {
    assertThat(peers.doubts()).isFalse();
    peers.look(ALL, Set.of(C3), C3::equals);
    assertThat(peers.doubts()).isTrue();
    peers.look(ALL, Set.of(C3), _ -> false);
    assertThat(peers.doubts()).isFalse();
    peers.look(ALL, Set.of(C3), C3::equals);
    peers.look(ALL, Set.of(C3), C3::equals);
    assertThat(peers.doubts()).isFalse();
  }

  @Test
  void shouldLeaveASilentPeerToTheResolver() {
    for (int look = 0; look < 5; look++) {
      assertThat(peers.look(ALL, Set.of(C3), _ -> false)).isEmpty();
    }
  }

  @Test
  void shouldBeginAnewWhenThePeerAnswersBetween() {
    peers.look(ALL, Set.of(C3), C3::equals);
    peers.look(ALL, Set.of(C3), _ -> false);
    assertThat(peers.look(ALL, Set.of(C3), C3::equals)).isEmpty();
    peers.look(ALL, Set.of(), C3::equals);
    assertThat(peers.look(ALL, Set.of(C3), C3::equals)).isEmpty();
  }

  @Test
  void shouldRemoveNobodyWhenTheRestIsNoMajority() {
    for (int look = 0; look < 5; look++) {
      assertThat(peers.look(ALL, Set.of(C2, C3), _ -> true)).isEmpty();
      assertThat(peers.look(Set.of(C1, C2), Set.of(C2), _ -> true)).isEmpty();
    }
  }
}
