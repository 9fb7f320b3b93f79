package io.pliant.cli.drill;

import io.pliant.api.HistoryEntry;
import io.pliant.api.JobDetails;
import io.pliant.api.QueueEntry;
import io.pliant.cli.cluster.ClusterRecord;
import io.pliant.cli.drill.history.History.Cancelled;
import io.pliant.cli.drill.history.History.Read;
import io.pliant.cli.drill.history.History.Source;
import io.pliant.cli.drill.history.Recorder;
import io.pliant.cli.http.ApiRefusal;
import io.pliant.cli.http.Controllers;
import io.pliant.cli.http.Endpoint;
import io.pliant.cli.http.Request;
import io.pliant.cli.invocation.CommandFailure;
import io.pliant.core.id.ExitStatus;
import io.pliant.core.id.JobStatus;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Clients that look on while things break: one reader for each controller that asks it alone, again
 * and again, for the jobs of a sample, and one that cancels. What a reader is told of a job it is
 * told by the job, by the queue and by accounting.
 */
final class DrillClients {
  /** Jobs that are watched at a time, and in all: memory and work stay bounded. */
  private static final int WATCHED = 12;

  private static final int MOST_WATCHED = 3_000;
  private static final long PAUSE_MILLIS = 60;
  private static final int QUEUE_EVERY = 20;
  private static final int LONGEST_QUEUE = 300;
  private static final int SERVERS_FAULT = 500;
  private static final int NOT_FOUND = 404;

  private final Supplier<ClusterRecord> cluster;
  private final Supplier<Controllers> controllers;
  private final Recorder recorder;
  private final Random random;
  private final ConcurrentLinkedDeque<Long> watched = new ConcurrentLinkedDeque<>();
  private final BlockingQueue<Long> toCancel = new LinkedBlockingQueue<>();
  private final List<Thread> threads = new ArrayList<>();
  private final Thread canceller =
      Thread.ofPlatform().name("drill-canceller").daemon().unstarted(this::cancelAll);
  private volatile boolean noneToCome;
  private volatile boolean over;
  private int seen;

  DrillClients(
      Supplier<ClusterRecord> cluster,
      Supplier<Controllers> controllers,
      Recorder recorder,
      Random random) {
    this.cluster = cluster;
    this.controllers = controllers;
    this.recorder = recorder;
    this.random = random;
  }

  void start(int readers) {
    for (int i = 0; i < readers; i++) {
      int index = i;
      threads.add(
          Thread.ofPlatform().name("drill-reader-" + i).daemon().start(() -> readAll(index)));
    }
    canceller.start();
  }

  /** Watches a job, in place of the oldest one when there are many. */
  synchronized void watch(long job) {
    if (seen < MOST_WATCHED) {
      seen++;
      watched.addLast(job);
      if (watched.size() > WATCHED) {
        watched.pollFirst();
      }
    }
  }

  /** Has a job cancelled soon. */
  void cancel(long job) {
    toCancel.add(job);
  }

  /** Ends the clients once all is cancelled that is to be. */
  void stop() throws InterruptedException {
    noneToCome = true;
    canceller.join();
    over = true;
    for (Thread thread : threads) {
      thread.interrupt();
      thread.join();
    }
  }

  private void readAll(int index) {
    int round = 0;
    while (!over) {
      List<ClusterRecord.Controller> all = cluster.get().controllers();
      if (index < all.size()) {
        read(all.get(index), round++);
      }
      if (!paused(PAUSE_MILLIS)) {
        return;
      }
    }
  }

  private void read(ClusterRecord.Controller controller, int round) {
    String name = "reader of " + controller.name();
    Endpoint endpoint = new Endpoint.Unix(Path.of(String.valueOf(controller.socket())));
    Controllers one = Controllers.of(List.of(endpoint), null, () -> false, _ -> {});
    List<Long> jobs = List.copyOf(watched);
    if (jobs.isEmpty()) {
      return;
    }
    try {
      if (round % QUEUE_EVERY == 0) {
        readQueue(one, name, jobs);
        readHistory(one, name, jobs);
      }
      readJob(one, name, jobs.get(round % jobs.size()));
    } catch (CommandFailure e) {
      return; // it is dead, or cut off: it says nothing, so nothing is wrong
    } catch (ApiRefusal e) {
      if (e.status() < SERVERS_FAULT && e.status() != NOT_FOUND) {
        throw e;
      }
    }
  }

  private void readJob(Controllers one, String name, long job) {
    double asked = DrillLoad.now();
    JobDetails told = one.one(Request.get("/v1/jobs/" + job), JobDetails.class);
    recorder.add(
        new Read(
            name,
            Source.JOB,
            job,
            asked,
            DrillLoad.now(),
            told.attempt(),
            told.status(),
            exit(told.exit())));
  }

  private void readQueue(Controllers one, String name, List<Long> jobs) {
    double asked = DrillLoad.now();
    List<QueueEntry> queue = one.list(Request.get("/v1/jobs"), QueueEntry.class);
    double at = DrillLoad.now();
    for (QueueEntry entry : queue.subList(0, Math.min(LONGEST_QUEUE, queue.size()))) {
      long job = entry.job().value();
      if (jobs.contains(job)) {
        recorder.add(new Read(name, Source.QUEUE, job, asked, at, 0, entry.status(), ""));
      }
    }
  }

  private void readHistory(Controllers one, String name, List<Long> jobs) {
    String list = String.join(",", jobs.stream().map(String::valueOf).toList());
    double asked = DrillLoad.now();
    List<HistoryEntry> history =
        one.list(Request.get("/v1/history?job=" + list), HistoryEntry.class);
    double at = DrillLoad.now();
    for (HistoryEntry entry : history) {
      JobStatus status = entry.status();
      if (status.terminal()) {
        long job = entry.job().value();
        recorder.add(new Read(name, Source.HISTORY, job, asked, at, 0, status, exit(entry.exit())));
      }
    }
  }

  private static String exit(@Nullable ExitStatus exit) {
    return exit == null ? "" : exit.toString();
  }

  private void cancelAll() {
    Controllers client = controllers.get();
    try {
      while (!noneToCome || !toCancel.isEmpty()) {
        Long job = toCancel.poll(1, TimeUnit.SECONDS);
        if (job != null) {
          Thread.sleep(random.nextInt(2) * 400L);
          cancel(client, job);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void cancel(Controllers client, long job) {
    try {
      JobDetails told = client.one(Request.delete("/v1/jobs/" + job), JobDetails.class);
      boolean waiting = told.status() == JobStatus.CANCELLED;
      recorder.add(new Cancelled("canceller", job, DrillLoad.now(), waiting));
    } catch (CommandFailure e) {
      toCancel.add(job); // no answer: it may be cancelled, or not
    } catch (ApiRefusal e) {
      if (e.status() >= SERVERS_FAULT) {
        toCancel.add(job);
      }
    }
  }

  private boolean paused(long millis) {
    try {
      Thread.sleep(millis);
      return true;
    } catch (InterruptedException e) {
      return false;
    }
  }
}
