package io.pliant.journal.raft;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class DelayLineTest {
  private static final Duration DELAY = Duration.ofMillis(40);

  private final AtomicInteger wakeUps = new AtomicInteger();
  private final DelayLine line =
      new DelayLine(
          DELAY,
          look -> {
            wakeUps.incrementAndGet();
            ForkJoinPool.commonPool().execute(look);
          });

  @Test
  void shouldRunAllInTheirOrderAndNoneBeforeItsTime() throws InterruptedException {
    ConcurrentLinkedQueue<Integer> run = new ConcurrentLinkedQueue<>();
    ConcurrentLinkedQueue<Long> early = new ConcurrentLinkedQueue<>();
    CountDownLatch all = new CountDownLatch(1000);
    List<Integer> expected = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      int number = i;
      expected.add(number);
      long due = System.nanoTime() + DELAY.toNanos();
      line.later(() -> {
        run.add(number);
        long left = due - System.nanoTime();
        if (left > 0) {
          early.add(left);
        }
        all.countDown();
      });
    }

    assertThat(all.await(30, TimeUnit.SECONDS)).isTrue();
    assertThat(run).containsExactlyElementsOf(expected);
    assertThat(early).isEmpty();
    assertThat(wakeUps).hasValueLessThan(1000);
  }

  @Test
  void shouldNotRunWhatWasTakenBack() throws Exception {
    AtomicInteger taken = new AtomicInteger();
    CompletableFuture<Void> last = new CompletableFuture<>();
    DelayLine.Due first = line.later(taken::incrementAndGet);
    DelayLine.Due second = line.later(taken::incrementAndGet);
    line.later(() -> last.complete(null));
    first.takeBack();
    second.takeBack();

    last.get(30, TimeUnit.SECONDS);

    assertThat(taken).hasValue(0);
  }

  @Test
  void shouldGoOnAfterOneThatFailsAndAfterARest() throws Exception {
    CompletableFuture<Void> next = new CompletableFuture<>();
    line.later(() -> {
      throw new IllegalStateException("on purpose");
    });
    line.later(() -> next.complete(null));
    next.get(30, TimeUnit.SECONDS);

    CompletableFuture<Void> later = new CompletableFuture<>();
    line.later(() -> later.complete(null));

    later.get(30, TimeUnit.SECONDS);
  }
}
