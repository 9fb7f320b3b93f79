package io.pliant.runtime.threads;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A few threads that do not wake each other for one thing. An actor that tells another one
 * something makes work for the thread that it runs on, which is free in a moment; a pool that wakes
 * a second thread for each such message spends more on that than on most messages. Here what comes
 * from outside wakes a thread; what one of the threads adds wakes another only when more than
 * {@link #PATIENCE} waits. So a chain of messages stays on one thread, a burst has all of them, and
 * nothing that comes from outside waits behind long work while a thread is idle.
 */
public final class CalmPool extends AbstractExecutorService {
  /** How much of what the threads themselves add waits without another being woken. */
  static final int PATIENCE = 1;

  private final Queue<Runnable> queue = new ConcurrentLinkedQueue<>();
  private final AtomicInteger waiting = new AtomicInteger();
  private final ConcurrentLinkedDeque<Worker> idle = new ConcurrentLinkedDeque<>();
  private final List<Thread> threads = new ArrayList<>();
  private final ThreadLocal<Boolean> ours = ThreadLocal.withInitial(() -> false);
  private final CountDownLatch ended;
  private volatile boolean closing;
  private volatile boolean cancelled;

  /** Starts that many threads. */
  public CalmPool(int size, ThreadFactory factory) {
    this.ended = new CountDownLatch(size);
    for (int i = 0; i < size; i++) {
      Thread thread = factory.newThread(new Worker());
      threads.add(thread);
      thread.start();
    }
  }

  @Override
  public void execute(Runnable work) {
    if (closing) {
      throw new RejectedExecutionException("Expected an open pool, but it is closed.");
    }
    queue.add(work);
    if (waiting.incrementAndGet() > PATIENCE || !ours.get()) {
      wakeOne();
    }
  }

  private void wakeOne() {
    Worker worker = idle.pollFirst();
    if (worker != null) {
      worker.wake();
    }
  }

  /** Threads that have nothing to do. */
  int idle() {
    return idle.size();
  }

  private final class Worker implements Runnable {
    private volatile @Nullable Thread thread;
    private volatile boolean woken;

    void wake() {
      woken = true;
      LockSupport.unpark(thread);
    }

    @Override
    public void run() {
      thread = Thread.currentThread();
      ours.set(true);
      try {
        while (!cancelled) {
          Runnable work = queue.poll();
          if (work != null) {
            waiting.decrementAndGet();
            work(work);
          } else if (closing) {
            return;
          } else {
            rest();
          }
        }
      } finally {
        ended.countDown();
      }
    }

    private void work(Runnable work) {
      try {
        work.run();
      } catch (RuntimeException | Error e) { // as any pool: told to the thread's handler
        Thread current = Thread.currentThread();
        current.getUncaughtExceptionHandler().uncaughtException(current, e);
      } finally {
        boolean unused = Thread.interrupted(); // the interrupt was meant for that work
      }
    }

    /** Until there is work. It counts as idle before it looks once more, so that none is missed. */
    private void rest() {
      woken = false;
      idle.addFirst(this);
      if ((!queue.isEmpty() || closing) && idle.remove(this)) {
        return;
      }
      while (!woken) {
        LockSupport.park(CalmPool.this);
        boolean unused = Thread.interrupted(); // else it would not park again
      }
    }
  }

  @Override
  public void shutdown() {
    closing = true;
    for (Worker worker = idle.pollFirst(); worker != null; worker = idle.pollFirst()) {
      worker.wake();
    }
  }

  @Override
  public List<Runnable> shutdownNow() {
    cancelled = true;
    shutdown();
    threads.forEach(Thread::interrupt);
    List<Runnable> left = new ArrayList<>();
    for (Runnable work = queue.poll(); work != null; work = queue.poll()) {
      left.add(work);
    }
    return left;
  }

  @Override
  public boolean isShutdown() {
    return closing;
  }

  @Override
  public boolean isTerminated() {
    return ended.getCount() == 0;
  }

  @Override
  public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
    return ended.await(timeout, unit);
  }
}
