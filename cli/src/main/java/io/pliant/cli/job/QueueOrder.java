package io.pliant.cli.job;

import io.pliant.api.ArrayEntry;
import io.pliant.api.AskedEntry;
import io.pliant.api.QueueEntry;
import io.pliant.api.StandstillEntry;
import io.pliant.cli.invocation.CommandFailure;
import io.pliant.core.array.JobArray;
import io.pliant.core.format.SortOrder;
import io.pliant.core.hostlist.Hostlist;
import io.pliant.core.resource.MemoryPerCpu;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The order that {@code squeue --sort} names, by the letters of its formats. What no job here has
 * (sockets, contiguous nodes) is alike in all.
 *
 * @param lines how lines are compared
 * @param accounting true when accounting alone knows what they are compared by
 */
record QueueOrder(Comparator<JobRow> lines, boolean accounting) {
  private static final String OF_ACCOUNTING = "GUgmv";
  private static final String ALIKE = "bcdfhHIJnOz";

  /** Reads the letters; a job that is over or still runs is compared as of {@code now}. */
  static QueueOrder parse(String letters, Instant now) {
    try {
      return new QueueOrder(
          SortOrder.parse(letters, known(now)),
          letters.chars().anyMatch(letter -> OF_ACCOUNTING.indexOf(letter) >= 0));
    } catch (IllegalArgumentException e) {
      throw CommandFailure.usage(String.valueOf(e.getMessage()));
    }
  }

  private static Map<Character, Comparator<JobRow>> known(Instant now) {
    Map<Character, Comparator<JobRow>> known = new HashMap<>();
    ALIKE.chars().forEach(letter -> known.put((char) letter, (_, _) -> 0));
    known.put(
        'i', Comparator.comparingLong(QueueOrder::number).thenComparingInt(QueueOrder::index));
    known.put('P', by(row -> row.queue().partition().value()));
    known.put('j', by(row -> row.queue().name()));
    known.put('u', by(row -> row.queue().user()));
    known.put('t', by(row -> row.queue().status().code()));
    known.put('T', by(row -> row.queue().status().name()));
    known.put('D', by(row -> row.queue().nodes()));
    known.put('C', by(row -> row.queue().cpus()));
    known.put('p', by(QueueOrder::priority));
    known.put('Q', by(QueueOrder::priority));
    known.put('S', by(row -> orEpoch(row.queue().startedAt())));
    known.put('V', by(row -> row.queue().submittedAt()));
    known.put('e', by(QueueOrder::end));
    known.put('l', by(row -> limit(row.queue())));
    known.put('L', by(row -> limit(row.queue()).minus(row.ran(now))));
    known.put('M', by(row -> row.ran(now)));
    known.put('N', Comparator.comparing(QueueOrder::firstNode, SortOrder::compareNames));
    known.put('B', Comparator.comparing(QueueOrder::firstNode, SortOrder::compareNames));
    known.put('U', by(row -> asked(row, AskedEntry::uid)));
    known.put('G', by(row -> asked(row, AskedEntry::gid)));
    known.put('g', by(QueueOrder::group));
    known.put('m', by(row -> asked(row, QueueOrder::memory)));
    known.put('v', by(QueueOrder::reservation));
    return known;
  }

  private static <V extends Comparable<? super V>> Comparator<JobRow> by(Function<JobRow, V> key) {
    return Comparator.comparing(key);
  }

  private static long number(JobRow row) {
    ArrayEntry array = row.queue().array();
    return (array == null ? row.queue().job() : array.job()).value();
  }

  /** Elements by their index; those that wait together by the first of them. */
  private static int index(JobRow row) {
    ArrayEntry array = row.queue().array();
    if (array == null) {
      return -1;
    }
    Integer index = array.index();
    String waiting = array.waiting();
    return index != null
        ? index
        : waiting == null ? -1 : JobArray.parse(waiting).indices().lowest();
  }

  private static double priority(JobRow row) {
    Double priority = row.queue().priority();
    return priority == null ? 0 : priority;
  }

  private static Instant orEpoch(@Nullable Instant at) {
    return at == null ? Instant.EPOCH : at;
  }

  private static Instant end(JobRow row) {
    Instant ended = row.endedAt();
    Instant started = row.queue().startedAt();
    if (ended != null) {
      return ended;
    }
    long limit = row.queue().timeLimitSeconds();
    return started == null
        ? Instant.EPOCH
        : limit == 0
            ? Instant.MAX
            : StandstillEntry.end(started, Duration.ofSeconds(limit), row.queue().still());
  }

  /** Half of the longest, so that something can be taken from it. */
  private static Duration limit(QueueEntry job) {
    return Duration.ofSeconds(
        job.timeLimitSeconds() == 0 ? Long.MAX_VALUE / 2 : job.timeLimitSeconds());
  }

  private static String firstNode(JobRow row) {
    String nodes = row.queue().nodeList();
    return nodes == null || nodes.isEmpty() ? "" : Hostlist.expand(nodes).getFirst().value();
  }

  private static int asked(JobRow row, Function<AskedEntry, Integer> value) {
    AskedEntry asked = row.asked();
    return asked == null ? 0 : value.apply(asked);
  }

  private static int memory(AskedEntry asked) {
    MemoryPerCpu perCpu = asked.resources().memoryPerCpu();
    return perCpu == null ? asked.resources().memoryMbPerNode() : perCpu.megabytes();
  }

  private static String group(JobRow row) {
    AskedEntry asked = row.asked();
    return asked == null ? "" : GroupNames.of(asked.gid());
  }

  private static String reservation(JobRow row) {
    AskedEntry asked = row.asked();
    String reservation = asked == null ? null : asked.reservation();
    return reservation == null ? "" : reservation;
  }
}
