package io.pliant.runtime.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.typesafe.config.ConfigFactory;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.pekko.actor.Cancellable;
import org.apache.pekko.actor.Scheduler;
import org.apache.pekko.actor.SchedulerException;
import org.apache.pekko.event.NoLogging;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import scala.concurrent.ExecutionContext;

final class QuietSchedulerTest {
  private static final Duration SOON = Duration.ofMillis(5);
  private static final Duration NEVER = Duration.ofHours(1);

  private final QuietScheduler scheduler =
      new QuietScheduler(
          ConfigFactory.empty(),
          NoLogging.getInstance(),
          Thread.ofPlatform().name("quiet-", 0).daemon().factory());
  private final ExecutionContext here = ExecutionContext.fromExecutor(Runnable::run);
  private final BlockingQueue<String> done = new LinkedBlockingQueue<>();

  private interface LastWill extends Scheduler.TaskRunOnClose {}

  @AfterEach
  void close() {
    scheduler.close();
  }

  @Test
  void shouldRunTheEarlierOneFirst() throws InterruptedException {
    scheduler.scheduleOnce(Duration.ofMillis(200), () -> done.add("late"), here);
    long begun = System.nanoTime();
    scheduler.scheduleOnce(SOON, () -> done.add("soon"), here);
    scheduler.scheduleOnce(Duration.ofSeconds(-1), () -> done.add("at once"), here);

    assertThat(next()).isEqualTo("at once");
    assertThat(next()).isEqualTo("soon");
    assertThat(Duration.ofNanos(System.nanoTime() - begun)).isGreaterThanOrEqualTo(SOON);
    assertThat(next()).isEqualTo("late");
  }

  @Test
  void shouldNotRunWhatIsCancelledAndSayWhetherItWasInTime() throws InterruptedException {
    Cancellable cancelled = scheduler.scheduleOnce(NEVER, () -> done.add("cancelled"), here);
    Cancellable ran = scheduler.scheduleOnce(SOON, () -> done.add("ran"), here);

    assertThat(next()).isEqualTo("ran");
    assertThat(cancelled.cancel()).isTrue();
    assertThat(cancelled.isCancelled()).isTrue();
    assertThat(cancelled.cancel()).isFalse();
    assertThat(ran.isCancelled()).isFalse();
  }

  @Test
  void shouldRepeatUntilItIsCancelled() throws InterruptedException {
    AtomicInteger turns = new AtomicInteger();
    Cancellable repeated =
        scheduler.schedule(SOON, SOON, () -> done.add("turn " + turns.incrementAndGet()), here);

    assertThat(next()).isEqualTo("turn 1");
    assertThat(next()).isEqualTo("turn 2");
    assertThat(next()).isEqualTo("turn 3");
    assertThat(repeated.cancel()).isTrue();
    assertThat(repeated.isCancelled()).isTrue();
    assertThat(repeated.cancel()).isFalse();
  }

  @Test
  void shouldNotGatherTurnsWhileOneLasts() throws InterruptedException {
    CountDownLatch goOn = new CountDownLatch(1);
    BlockingQueue<Runnable> handed = new LinkedBlockingQueue<>();
    ExecutionContext slow = ExecutionContext.fromExecutor(handed::add);
    scheduler.schedule(SOON, SOON, goOn::countDown, slow);

    Runnable turn = handed.poll(1, TimeUnit.MINUTES);
    scheduler.scheduleOnce(SOON.multipliedBy(20), () -> done.add("time has passed"), here);
    assertThat(next()).isEqualTo("time has passed");
    assertThat(handed).as("the next one waits for the end of the first").isEmpty();
    turn.run();
    assertThat(goOn.getCount()).isZero();
    assertThat(handed.poll(1, TimeUnit.MINUTES)).isNotNull();
  }

  @Test
  void shouldEndATimerWhoseActorHasEnded() throws InterruptedException {
    Cancellable repeated =
        scheduler.schedule(
            SOON,
            SOON,
            () -> {
              done.add("told");
              throw new SchedulerException("the actor has ended");
            },
            here);

    assertThat(next()).isEqualTo("told");
    scheduler.scheduleOnce(SOON.multipliedBy(20), () -> done.add("time has passed"), here);
    assertThat(next()).isEqualTo("time has passed");
    assertThat(repeated.isCancelled()).isTrue();
  }

  @Test
  void shouldRunAtItsEndWhatIsToBeRunThenAndTakeNothingMore() throws InterruptedException {
    LastWill will = () -> done.add("will");
    LastWill revoked = () -> done.add("revoked");
    scheduler.scheduleOnce(NEVER, () -> done.add("never"), here);
    scheduler.scheduleOnce(NEVER, will, here);
    scheduler.scheduleOnce(NEVER, revoked, here).cancel();

    scheduler.close();

    assertThat(next()).isEqualTo("will");
    assertThat(done).isEmpty();
    assertThatThrownBy(() -> scheduler.scheduleOnce(SOON, () -> done.add("more"), here))
        .isInstanceOf(SchedulerException.class);
  }

  private String next() throws InterruptedException {
    return String.valueOf(done.poll(1, TimeUnit.MINUTES));
  }
}
