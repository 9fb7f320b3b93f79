package io.pliant.cli.drill;

import io.pliant.cli.CommandFailure;
import io.pliant.cli.http.ApiRefusal;
import io.pliant.cli.http.Controllers;
import io.pliant.cli.http.Request;
import io.pliant.cli.json.Json;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Submits jobs at a steady rate, each with a key, and does not give up: what was acknowledged under
 * a number must run exactly once. Each job leaves a mark with its number and the time.
 */
final class DrillLoad {
  private static final int SUBMITTERS = 4;
  private static final long GIVE_UP_SECONDS = 120;
  private static final int SERVERS_FAULT = 500;

  private final Supplier<Controllers> controllers;
  private final Path marks;
  private final int jobs;
  private final double rate;
  private final Map<Integer, Long> acknowledged = new ConcurrentSkipListMap<>();
  private final List<Double> acknowledgedAt = new ArrayList<>();
  private final AtomicInteger next = new AtomicInteger();
  private volatile @Nullable String failure;
  private long began;

  /**
   * A load.
   *
   * @param controllers a client for each submitter
   * @param marks file that the jobs append to
   * @param rate submissions per second
   */
  DrillLoad(Supplier<Controllers> controllers, Path marks, int jobs, double rate) {
    this.controllers = controllers;
    this.marks = marks;
    this.jobs = jobs;
    this.rate = rate;
  }

  /** Begins; returns the threads at work. */
  List<Thread> start() {
    began = System.nanoTime();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < SUBMITTERS; i++) {
      threads.add(Thread.ofPlatform().name("drill-submitter-" + i).daemon().start(this::submit));
    }
    return threads;
  }

  private void submit() {
    Controllers client = controllers.get();
    for (int i = next.getAndIncrement(); i < jobs && failure == null; i = next.getAndIncrement()) {
      long due = began + (long) (i / rate * 1e9);
      LockSupport.parkNanos(Math.max(0, due - System.nanoTime()));
      try {
        long job = submit(client, Json.write(body(i)));
        acknowledged.put(i, job);
        synchronized (this) {
          acknowledgedAt.add(System.currentTimeMillis() / 1e3);
        }
      } catch (CommandFailure | ApiRefusal e) {
        failure = String.valueOf(e.getMessage());
      }
    }
  }

  private static long submit(Controllers client, String body) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(GIVE_UP_SECONDS);
    while (true) {
      RuntimeException last;
      try {
        return client.json(Request.post("/v1/jobs", body)).get("job").number();
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
    Map<String, Object> body = new TreeMap<>();
    body.put("script", "#!/bin/bash\necho \"$SLURM_JOB_ID $EPOCHREALTIME\" >> '" + marks + "'\n");
    body.put("scriptName", "drill.sh");
    body.put("scriptArguments", List.of());
    body.put("options", List.of("-o", "/dev/null", "-t", "5"));
    body.put("command", List.of());
    body.put("io", null);
    body.put("workingDirectory", String.valueOf(marks.getParent()));
    body.put("environment", Map.of("PATH", "/usr/bin:/bin"));
    body.put("submissionKey", "drill-" + number);
    return body;
  }

  /** Numbers of the acknowledged jobs, by submission. */
  Map<Integer, Long> acknowledged() {
    return acknowledged;
  }

  /** Times of the acknowledgements, seconds since 1970. */
  synchronized List<Double> acknowledgedAt() {
    return List.copyOf(acknowledgedAt);
  }

  /** Why submitting ended early, or null. */
  @Nullable String failure() {
    return failure;
  }

  int jobs() {
    return jobs;
  }
}
