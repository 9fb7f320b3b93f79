package io.pliant.journal.raft;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;

/** How long log entries of this member took until more than half of the members had them. */
final class AppendTimes {
  private static final List<Double> BOUNDS =
      List.of(0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0);

  private final List<LongAdder> counts =
      IntStream.rangeClosed(0, BOUNDS.size()).mapToObj(_ -> new LongAdder()).toList();
  private final LongAdder nanos = new LongAdder();

  void took(long nanosTaken) {
    double seconds = nanosTaken / (double) TimeUnit.SECONDS.toNanos(1);
    int bucket = 0;
    while (bucket < BOUNDS.size() && seconds > BOUNDS.get(bucket)) {
      bucket++;
    }
    counts.get(bucket).increment();
    nanos.add(nanosTaken);
  }

  JournalGroup.Appends sums() {
    return new JournalGroup.Appends(
        BOUNDS,
        counts.stream().map(LongAdder::sum).toList(),
        nanos.sum() / (double) TimeUnit.SECONDS.toNanos(1));
  }
}
