package io.pliant.journal.raft;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class NewsBellTest {
  private final NewsBell bell = new NewsBell();

  @Test
  void shouldWakeUpWhoTookItBeforeTheChangeThoughHeWaitsAfterIt() {
    CompletableFuture<Void> taken = bell.next().toCompletableFuture();
    bell.ring();
    assertThat(taken).isCompleted();
  }

  @Test
  void shouldWakeUpNobodyForWhatWasBefore() {
    bell.ring();
    CompletableFuture<Void> taken = bell.next().toCompletableFuture();
    assertThat(taken).isNotCompleted();
    bell.ring();
    assertThat(taken).isCompleted();
    assertThat(bell.next().toCompletableFuture()).isNotCompleted();
  }
}
