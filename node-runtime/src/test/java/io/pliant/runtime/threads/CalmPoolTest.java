package io.pliant.runtime.threads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.typesafe.config.ConfigFactory;
import io.pliant.runtime.settings.CalmPoolConfigurator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.pekko.actor.ActorSystem;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class CalmPoolTest {
  private static final int SIZE = 3;
  private static final long PATIENCE_SECONDS = 30;

  private final LinkedBlockingQueue<Throwable> thrown = new LinkedBlockingQueue<>();
  private final CalmPool pool =
      new CalmPool(
          SIZE,
          Thread.ofPlatform()
              .name("calm-", 1)
              .daemon()
              .uncaughtExceptionHandler((_, e) -> thrown.add(e))
              .factory());

  @AfterEach
  void close() throws InterruptedException {
    pool.shutdownNow();
    assertThat(pool.awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
  }

  private void awaitRest() throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (pool.idle() < SIZE) {
      assertThat(System.nanoTime()).as("all threads rest").isLessThan(end);
      TimeUnit.MILLISECONDS.sleep(1);
    }
  }

  private static void await(CountDownLatch latch) throws InterruptedException {
    assertThat(latch.await(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
  }

  /** Work that says that it has begun, and lasts until it is freed. */
  private static Runnable lasting(CountDownLatch begun, CountDownLatch free) {
    return () -> {
      begun.countDown();
      hold(free);
    };
  }

  private static void hold(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void shouldKeepAChainOnOneThread() throws InterruptedException {
    awaitRest();
    Set<String> threads = ConcurrentHashMap.newKeySet();
    CountDownLatch done = new CountDownLatch(1);
    AtomicInteger left = new AtomicInteger(10_000);
    pool.execute(
        new Runnable() {
          @Override
          public void run() {
            threads.add(Thread.currentThread().getName());
            if (left.decrementAndGet() == 0) {
              done.countDown();
            } else {
              pool.execute(this);
            }
          }
        });
    await(done);
    assertThat(threads).hasSize(1);
  }

  @Test
  void shouldTakeWhatComesFromOutsideWhileOthersAreBusy() throws InterruptedException {
    awaitRest();
    CountDownLatch free = new CountDownLatch(1);
    CountDownLatch begun = new CountDownLatch(SIZE);
    for (int i = 0; i < SIZE; i++) {
      pool.execute(lasting(begun, free));
    }
    await(begun);
    free.countDown();
  }

  @Test
  void shouldUseAllThreadsForWhatOneOfThemAdds() throws InterruptedException {
    awaitRest();
    CountDownLatch free = new CountDownLatch(1);
    CountDownLatch begun = new CountDownLatch(SIZE);
    pool.execute(() -> {
      for (int i = 0; i < SIZE + 1; i++) {
        pool.execute(lasting(begun, free));
      }
    });
    await(begun);
    free.countDown();
  }

  @Test
  void shouldTakeWhatWaitsBehindLongWorkWhenSomethingMoreComes() throws InterruptedException {
    awaitRest();
    CountDownLatch free = new CountDownLatch(1);
    CountDownLatch added = new CountDownLatch(1);
    CountDownLatch taken = new CountDownLatch(1);
    pool.execute(() -> {
      pool.execute(taken::countDown);
      added.countDown();
      hold(free);
    });
    await(added);
    pool.execute(() -> {});
    await(taken);
    free.countDown();
  }

  @Test
  void shouldLoseNothingThatManyHandOver() throws Exception {
    int each = 50_000;
    int givers = 4;
    CountDownLatch done = new CountDownLatch(2 * each * givers);
    try (var outside = Executors.newFixedThreadPool(givers)) {
      for (int i = 0; i < givers; i++) {
        outside.execute(() -> {
          for (int n = 0; n < each; n++) {
            pool.execute(() -> {
              done.countDown();
              pool.execute(done::countDown);
            });
          }
        });
      }
    }
    await(done);
    awaitRest();
  }

  @Test
  void shouldGoOnAfterWorkThatFailsOrWasInterrupted() throws InterruptedException {
    pool.execute(() -> {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("meant");
    });
    Throwable told = thrown.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
    assertThat(told).hasMessage("meant");
    awaitRest();
    CountDownLatch done = new CountDownLatch(1);
    pool.execute(done::countDown);
    await(done);
  }

  @Test
  void shouldEndAfterWhatIsQueuedAndTakeNoMore() throws InterruptedException {
    CountDownLatch done = new CountDownLatch(100);
    for (int i = 0; i < 100; i++) {
      pool.execute(done::countDown);
    }
    pool.shutdown();
    await(done);
    assertThat(pool.awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
    assertThat(pool.isTerminated()).isTrue();
    assertThatThrownBy(() -> pool.execute(() -> {})).isInstanceOf(RejectedExecutionException.class);
  }

  @Test
  void shouldGiveBackWhatWasNotBegun() throws InterruptedException {
    awaitRest();
    CountDownLatch begun = new CountDownLatch(SIZE);
    CountDownLatch never = new CountDownLatch(1);
    for (int i = 0; i < SIZE; i++) {
      pool.execute(lasting(begun, never));
    }
    await(begun);
    Runnable left = () -> {};
    pool.execute(left);
    assertThat(pool.shutdownNow()).isEqualTo(List.of(left));
    assertThat(pool.awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void shouldCarryADispatcherOfPekko() throws Exception {
    ActorSystem system =
        ActorSystem.create(
            "calm",
            ConfigFactory.parseString(
                    """
                    pekko.actor.default-dispatcher {
                      executor = "%s"
                      %s = 2
                    }
                    """
                        .formatted(CalmPoolConfigurator.class.getName(), CalmPoolConfigurator.SIZE))
                .withFallback(ConfigFactory.load()));
    try {
      LinkedBlockingQueue<String> ran = new LinkedBlockingQueue<>();
      system.dispatcher().execute(() -> ran.add(Thread.currentThread().getName()));
      assertThat(ran.poll(PATIENCE_SECONDS, TimeUnit.SECONDS))
          .startsWith("calm-pekko.actor.default-dispatcher-");
    } finally {
      system.terminate();
      system.getWhenTerminated().toCompletableFuture().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }
  }
}
