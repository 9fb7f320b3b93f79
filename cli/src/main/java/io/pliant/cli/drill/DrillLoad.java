package io.pliant.cli.drill;

import io.pliant.api.Submitted;
import io.pliant.cli.drill.history.History.Acknowledged;
import io.pliant.cli.drill.history.Recorder;
import io.pliant.cli.http.ApiRefusal;
import io.pliant.cli.http.Controllers;
import io.pliant.cli.http.Request;
import io.pliant.cli.invocation.CommandFailure;
import io.pliant.cli.json.Json;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Submits jobs at a steady rate, each with a key, and does not give up: what was acknowledged under
 * a number must run exactly once. Some submissions are made by two clients at once, some once more
 * after their answer. Each job leaves a mark with its number, key and the time; some are long, to
 * be cancelled.
 */
final class DrillLoad {
  private static final String KEY = "drill-";
  private static final int SUBMITTERS = 4;
  private static final long GIVE_UP_SECONDS = 120;
  private static final int SERVERS_FAULT = 500;
  private static final int EXIT_CODES = 3;

  /** Which of so many submissions are made twice, and which jobs are to be cancelled. */
  private static final int REPEATED = 20;

  private static final int CANCELLED = 25;

  private final Supplier<Controllers> controllers;
  private final Path marks;
  private final int jobs;
  private final double rate;
  private final Recorder recorder;
  private final DrillClients clients;
  private final List<String> partitions;
  private final List<At> acknowledgedAt = new ArrayList<>();
  private volatile @Nullable String failure;
  private long began;

  /**
   * How much.
   *
   * @param marks file that the jobs append to
   * @param rate submissions per second
   * @param partitions to which they are submitted in turn
   */
  record Amount(Path marks, int jobs, double rate, List<String> partitions) {}

  /** When something happened in a partition (seconds since 1970). */
  record At(String partition, double time) {}

  /**
   * A load.
   *
   * @param controllers a client for each submitter
   * @param clients who look at the jobs and cancel some
   */
  DrillLoad(
      Supplier<Controllers> controllers, Amount amount, Recorder recorder, DrillClients clients) {
    this.controllers = controllers;
    this.marks = amount.marks();
    this.jobs = amount.jobs();
    this.rate = amount.rate();
    this.partitions = amount.partitions();
    this.recorder = recorder;
    this.clients = clients;
  }

  /** Begins; returns the threads at work. Each partition has its own: none waits for another. */
  List<Thread> start() {
    began = System.nanoTime();
    List<Thread> threads = new ArrayList<>();
    for (int place = 0; place < partitions.size(); place++) {
      AtomicInteger next = new AtomicInteger(place);
      for (int i = 0; i < SUBMITTERS; i++) {
        String name = "submitter %d to %s".formatted(i, partitions.get(place));
        threads.add(
            Thread.ofPlatform().name("drill-" + name).daemon().start(() -> submit(name, next)));
      }
    }
    return threads;
  }

  /** The partition of a job. */
  private String partition(int number) {
    return partitions.get(number % partitions.size());
  }

  private void submit(String name, AtomicInteger next) {
    Controllers client = controllers.get();
    Controllers other = controllers.get();
    int step = partitions.size();
    for (int i = next.getAndAdd(step); i < jobs && failure == null; i = next.getAndAdd(step)) {
      long due = began + (long) (i / rate * 1e9);
      LockSupport.parkNanos(Math.max(0, due - System.nanoTime()));
      try {
        submit(name, client, other, i);
        synchronized (this) {
          acknowledgedAt.add(new At(partition(i), now()));
        }
      } catch (CommandFailure | ApiRefusal e) {
        failure = String.valueOf(e.getMessage());
      } catch (InterruptedException e) {
        failure = "it was interrupted";
      }
    }
  }

  private void submit(String name, Controllers client, Controllers other, int i)
      throws InterruptedException {
    if (i % REPEATED != 0) {
      took(i, acknowledge(name, client, i));
      return;
    }
    String second = name + ", again";
    boolean atOnce = i % (2 * REPEATED) == 0;
    Thread twin =
        atOnce ? Thread.ofVirtual().start(() -> repeat(second, other, i)) : Thread.currentThread();
    took(i, acknowledge(name, client, i));
    if (atOnce) {
      twin.join();
    } else {
      acknowledge(second, other, i);
    }
  }

  private void repeat(String name, Controllers client, int i) {
    try {
      acknowledge(name, client, i);
    } catch (CommandFailure | ApiRefusal e) {
      failure = String.valueOf(e.getMessage());
    }
  }

  private Acknowledged acknowledge(String name, Controllers client, int i) {
    double asked = now();
    long job = post(client, Json.write(body(i)));
    Acknowledged answer = new Acknowledged(name, key(i), job, asked, now());
    recorder.add(answer);
    return answer;
  }

  private void took(int i, Acknowledged answer) {
    clients.watch(answer.job());
    if (toBeCancelled(i)) {
      clients.cancel(answer.job());
    }
  }

  private static long post(Controllers client, String body) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(GIVE_UP_SECONDS);
    while (true) {
      RuntimeException last;
      try {
        return client.one(Request.post("/v1/jobs", body), Submitted.class).job().value();
      } catch (CommandFailure e) {
        last = e;
      } catch (ApiRefusal e) {
        if (e.status() < SERVERS_FAULT) {
          throw e;
        }
        last = e;
      }
      if (System.nanoTime() > end) {
        throw last;
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
    }
  }

  private Map<String, Object> body(int number) {
    String mark = "echo \"$SLURM_JOB_ID ${SLURM_RESTART_COUNT:-0} $EPOCHREALTIME %s %s\" >> '%s'\n";
    String script = "#!/bin/bash\n" + mark.formatted(key(number), DrillMarks.STARTED, marks);
    if (toBeCancelled(number)) {
      script += "sleep 90\n" + mark.formatted(key(number), DrillMarks.ENDED, marks);
    }
    Map<String, Object> body = new TreeMap<>();
    body.put("script", script + "exit " + number % EXIT_CODES + "\n");
    body.put("scriptName", "drill.sh");
    body.put("scriptArguments", List.of());
    body.put("options", List.of("-o", "/dev/null", "-t", "5", "-p", partition(number)));
    body.put("command", List.of());
    body.put("io", null);
    body.put("workingDirectory", String.valueOf(marks.getParent()));
    body.put("environment", Map.of("PATH", "/usr/bin:/bin"));
    body.put("submissionKey", key(number));
    return body;
  }

  private static boolean toBeCancelled(int number) {
    return number % CANCELLED == CANCELLED - 1;
  }

  private static String key(int number) {
    return KEY + number;
  }

  /** The partition of the job that a key was submitted with. */
  String partition(String key) {
    return partition(Integer.parseInt(key.substring(KEY.length())));
  }

  /** Seconds since 1970. */
  static double now() {
    return System.currentTimeMillis() / 1e3;
  }

  /** When submissions were acknowledged. */
  synchronized List<At> acknowledgedAt() {
    return List.copyOf(acknowledgedAt);
  }

  /** Why submitting ended early, or null. */
  @Nullable String failure() {
    return failure;
  }
}
