package io.pliant.imp.comm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pliant.imp.testkit.FakeJob;
import io.pliant.imp.testkit.FakeScheduler;
import io.pliant.imp.testkit.TaskProgram;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class CommunicatorTest {
  private static void runOn(int tasks, TaskProgram program) throws Exception {
    try (FakeScheduler scheduler = FakeScheduler.start(FakeJob.of(program, tasks))) {
      scheduler.awaitEnd(Duration.ofSeconds(30));
    }
  }

  @Test
  void shouldReceiveFromWhoeverSends() throws Exception {
    runOn(
        4,
        imp -> {
          if (imp.world().rank() > 0) {
            imp.world().send(0, 5, new int[] {imp.world().rank()});
            return;
          }
          int sum = 0;
          for (int i = 0; i < 3; i++) {
            Message<int[]> message = imp.world().recvAny(5, int[].class);
            assertThat(message.data()[0]).isEqualTo(message.from());
            sum += message.from();
          }
          assertThat(sum).isEqualTo(6);
        });
  }

  @Test
  void shouldCarryLargeMessagesBothWaysAtOnce() throws Exception {
    runOn(
        2,
        imp -> {
          int other = 1 - imp.world().rank();
          long[] data = new long[2_000_000];
          data[data.length - 1] = imp.world().rank() + 7;
          imp.world().send(other, 0, data);
          assertThat(imp.world().recv(other, 0, long[].class)[data.length - 1])
              .isEqualTo(other + 7);
        });
  }

  @Test
  void shouldSayWhatIsWrongWithACall() throws Exception {
    runOn(
        1,
        imp -> {
          Communicator world = imp.world();
          assertThatThrownBy(() -> world.send(1, 0, new int[0]))
              .hasMessage("Expected a rank from 0 to 0, but got 1.");
          assertThatThrownBy(() -> world.send(0, -1, new int[0]))
              .hasMessageContaining("a tag from");
          assertThatThrownBy(() -> world.send(0, 0, "text")).hasMessageContaining("but got String");
          assertThatThrownBy(() -> world.allreduce(new byte[1], ReduceOp.SUM))
              .hasMessageContaining("to reduce, but got byte[]");
        });
  }

  @Test
  void shouldWakeEveryWaitingTaskWhenAPeerIsLost() throws Exception {
    CountDownLatch waiting = new CountDownLatch(4); // who is in the barrier still would end badly
    CompletableFuture<Throwable> atOne = new CompletableFuture<>();
    CompletableFuture<Throwable> atTwo = new CompletableFuture<>();
    TaskProgram program =
        imp -> {
          int rank = imp.world().rank();
          imp.world().barrier();
          try {
            waiting.countDown();
            // rank 1 waits for the one that dies, rank 2 for rank 1
            int[] never = imp.world().recv(rank == 1 ? 3 : 1, 9, int[].class);
            assertThat(never).isNull();
          } catch (PeerGoneException e) {
            (rank == 1 ? atOne : atTwo).complete(e);
            if (rank == 1) {
              atTwo.join(); // else rank 2 may hear first that rank 1 has left
            }
          }
        };
    try (FakeScheduler scheduler = FakeScheduler.start(FakeJob.of(program, 4))) {
      waiting.await();
      scheduler.kill("n4");
      scheduler.awaitEnd(Duration.ofSeconds(20));
    }
    assertThat(atOne.getNow(new AssertionError()))
        .hasMessageContaining("Expected rank 3 (task t4 on n4) to answer, but");
    assertThat(atTwo.getNow(new AssertionError())).hasMessageContaining("rank 3");
  }

  @Test
  void shouldDeliverWhatWasSentBeforeTheSenderLeft() throws Exception {
    runOn(
        2,
        imp -> {
          if (imp.world().rank() == 0) {
            imp.world().send(1, 0, new int[] {42});
            return; // closes at once
          }
          assertThat(imp.world().recv(0, 0, int[].class)).containsExactly(42);
          assertThatThrownBy(() -> imp.world().recv(0, 0, int[].class))
              .isInstanceOf(PeerGoneException.class);
        });
  }
}
