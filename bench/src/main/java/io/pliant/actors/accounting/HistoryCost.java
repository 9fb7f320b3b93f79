package io.pliant.actors.accounting;

import io.pliant.actors.api.HistoryQuery;
import io.pliant.core.accounting.HistoryFilter;
import io.pliant.core.id.ExitStatus;
import io.pliant.core.id.JobId;
import io.pliant.core.id.JobStatus;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.job.JobEvent;
import io.pliant.core.resource.Allocation;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.resource.Slice;
import io.pliant.core.spec.JobSpec;
import io.pliant.core.spec.Payload;
import io.pliant.core.spec.StreamFiles;
import io.pliant.core.spec.Submitter;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What accounting costs with many finished jobs: the fold of a year's events into files, their
 * size, searches, and opening them again. The events are made up (200 users, four events a job);
 * what folds, saves and searches is the controller's own.
 */
public final class HistoryCost {
  private static final Instant YEAR = Instant.parse("2025-11-01T00:00:00Z");
  private static final int USERS = 200;
  private static final int RUNS = 9;
  private static final double MILLION = 1e6;

  private final AccountingLimits limits =
      new AccountingLimits(Integer.MAX_VALUE, Duration.ofDays(36_500), 1_000);
  private final Path folder;
  private final int jobs;
  private final long step;
  private AccountingStore store;
  private long position;

  private HistoryCost(Path folder, int jobs) {
    this.folder = folder;
    this.jobs = jobs;
    this.step = Duration.ofDays(365).toMillis() / jobs;
    this.store = new AccountingStore(1, limits, HistoryFiles.open(folder));
  }

  /**
   * Runs it.
   *
   * @param args folder that does not exist yet, number of jobs
   */
  public static void main(String[] args) throws IOException, TimeoutException {
    new HistoryCost(Path.of(args[0]), Integer.parseInt(args[1])).run();
  }

  private void run() throws IOException, TimeoutException {
    Random random = new Random(1);
    long begin = System.nanoTime();
    long processor = processorNanos();
    for (int i = 0; i < jobs; i++) {
      life(i, random);
      if (store.unsaved() >= 2_000) {
        store.save(YEAR);
      }
    }
    store.save(YEAR);
    say("fold and save, processor ms a job", (processorNanos() - processor) / MILLION / jobs);
    say("fold and save, jobs a second", jobs * 1e9 / (System.nanoTime() - begin));
    say("on disk, bytes a job", (double) size() / jobs);
    System.gc();
    say("heap, MB", ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / MILLION);
    store.close();

    begin = System.nanoTime();
    store = new AccountingStore(1, limits, HistoryFiles.open(folder));
    say("open again, ms", (System.nanoTime() - begin) / MILLION);

    Instant day = YEAR.plus(Duration.ofDays(180));
    Instant next = day.plus(Duration.ofDays(1));
    search("one user, one day", filter(Set.of(), Set.of("user7"), day, next), 1_000);
    search("all users, one day", filter(Set.of(), Set.of(), day, next), 1_000);
    search("the last 100", HistoryFilter.ALL, 100);
    search("one user, the last 100", filter(Set.of(), Set.of("user7"), null, null), 100);
    search(
        "node failures of the year (1 of 10 000)",
        filter(Set.of(JobStatus.NODE_FAIL), Set.of(), null, null),
        1_000);
    search("nobody's", filter(Set.of(), Set.of("nobody"), null, null), 1_000);
    search("a page of 10 000", HistoryFilter.ALL, 10_000);
    say("resident, MB", resident());
    store.close();
  }

  private void life(int i, Random random) {
    JobId job = new JobId(i + 1);
    Instant at = YEAR.plusMillis(i * step);
    Instant start = at.plusSeconds(random.nextInt(3_600));
    Instant end = start.plusSeconds(random.nextInt(100) == 0 ? 700_000 : random.nextInt(20_000));
    JobStatus how =
        random.nextInt(10_000) == 0
            ? JobStatus.NODE_FAIL
            : random.nextInt(20) == 0 ? JobStatus.FAILED : JobStatus.COMPLETED;
    store.apply(next(), new JobEvent.JobSubmitted(job, spec(random), at));
    NodeName node = new NodeName("n%03d".formatted(1 + random.nextInt(500)));
    Allocation held = new Allocation(List.of(new Slice(node, 4, 512, 2)));
    store.apply(next(), new JobEvent.JobAllocated(job, 1, held, 1, start));
    store.apply(next(), new JobEvent.JobStarted(job, 1, start));
    store.apply(next(), new JobEvent.JobEnded(job, 1, how, ExitStatus.SUCCESS, "", start, end));
  }

  private static JobSpec spec(Random random) {
    int user = random.nextInt(USERS);
    return new JobSpec(
        "run-" + random.nextInt(1_000),
        new Submitter("user" + user, 1_000 + user, 1_000),
        new PartitionName("main"),
        ResourceRequest.single(),
        Duration.ofHours(1),
        new Payload.BatchScript("#!/bin/sh\n", List.of()),
        StreamFiles.batchDefault(),
        "/home/user" + user + "/project-" + random.nextInt(20),
        Map.of(),
        true,
        false,
        null,
        "",
        null);
  }

  private HistoryFiles.Reached next() {
    return new HistoryFiles.Reached(0, ++position, "job|1", position);
  }

  private static HistoryFilter filter(
      Set<JobStatus> states, Set<String> users, @Nullable Instant since, @Nullable Instant until) {
    return new HistoryFilter(
        Set.of(), states, users, Set.of(), Set.of(), Set.of(), since, until);
  }

  /** The first, and the middle one of the rest. */
  private void search(String what, HistoryFilter filter, int limit) throws TimeoutException {
    List<Double> millis = new ArrayList<>();
    int found = 0;
    for (int i = 0; i < RUNS; i++) {
      long begin = System.nanoTime();
      try (HistorySearch search =
          store.search(new HistoryQuery(filter, limit), Duration.ofMinutes(10))) {
        found = search.run(YEAR).size();
      }
      millis.add((System.nanoTime() - begin) / MILLION);
    }
    List<Double> rest = millis.subList(1, RUNS).stream().sorted().toList();
    System.out.printf(
        "%-44s %8.1f %8.1f   (%d found)%n",
        what + ", ms: first, median", millis.getFirst(), rest.get(rest.size() / 2), found);
  }

  private long size() throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.mapToLong(file -> file.toFile().length()).sum();
    }
  }

  private static double resident() throws IOException {
    return Files.readAllLines(Path.of("/proc/self/status")).stream()
        .filter(line -> line.startsWith("VmRSS:"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
        .sum() / 1e3;
  }

  private static long processorNanos() {
    return ((com.sun.management.OperatingSystemMXBean)
            ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }

  private static void say(String what, double value) {
    System.out.printf("%-44s %8.3f%n", what, value);
  }
}
