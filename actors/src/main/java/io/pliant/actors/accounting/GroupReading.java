package io.pliant.actors.accounting;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.apache.pekko.persistence.query.EventEnvelope;
import org.apache.pekko.stream.UniqueKillSwitch;
import org.jspecify.annotations.Nullable;

/**
 * How far one group of the journal is read, and the stream by which that goes on. Confined to the
 * actor that owns it.
 */
final class GroupReading {
  /** When reading fails it goes on after this time, and after twice as long each time. */
  static final Duration FIRST_RETRY = Duration.ofMillis(200);

  /** Longest such time. */
  static final Duration LAST_RETRY = Duration.ofSeconds(10);

  /** By so much longer a group is waited for whose reading has failed. */
  private static final int PATIENCE = 10;

  private final int group;
  private long position;
  private long read;
  private int stream;
  private boolean same;
  private Duration lag = Duration.ZERO;
  private Duration retry = FIRST_RETRY;
  private Instant written = Instant.MIN;
  private Instant progress = Instant.MIN;
  private @Nullable UniqueKillSwitch open;
  private @Nullable String failure;

  GroupReading(int group) {
    this.group = group;
  }

  /**
   * How far all groups together are.
   *
   * @param unsaved why nothing can be saved, or null
   */
  static AccountingReadSide.Progress progress(List<GroupReading> all, @Nullable String unsaved) {
    return new AccountingReadSide.Progress(
        all.stream().mapToLong(GroupReading::position).sum(),
        all.stream().mapToLong(GroupReading::read).sum(),
        all.stream().map(GroupReading::lag).max(Duration::compareTo).orElse(Duration.ZERO),
        Stream.concat(Stream.ofNullable(unsaved), all.stream().map(GroupReading::failure))
            .filter(Objects::nonNull)
            .findFirst()
            .orElse(null));
  }

  int group() {
    return group;
  }

  /** Position of the last event that was seen. */
  long position() {
    return position;
  }

  /** Number of events seen since the start. */
  long read() {
    return read;
  }

  /** Age that the last event had when it was read. */
  Duration lag() {
    return lag;
  }

  /** Why reading is interrupted, or null while it is not. */
  @Nullable String failure() {
    return failure;
  }

  void failed(@Nullable String why) {
    failure = why;
  }

  /**
   * Begins at a place that was reached before, or a little before it, since events that are
   * accounted for are read once more, for watchers, and to see that they stand.
   *
   * @return false when there was no place before
   */
  boolean begin(HistoryFiles.Reached known, int again) {
    position = Math.max(0, known.position() - again);
    same = known.position() == 0;
    return !same;
  }

  /** Number of the stream that is opened now; what comes from others does not count. */
  int next() {
    end();
    return ++stream;
  }

  boolean isNow(int number) {
    return number == stream;
  }

  void opened(UniqueKillSwitch now) {
    open = now;
  }

  /** Of a stream that is ended nothing counts any more, nor is it waited for. */
  void end() {
    UniqueKillSwitch old = open;
    if (old != null) {
      old.shutdown();
    }
  }

  /** Time until the next try. */
  Duration nextTry() {
    Duration now = retry;
    Duration doubled = retry.multipliedBy(2);
    retry = doubled.compareTo(LAST_RETRY) > 0 ? LAST_RETRY : doubled;
    return now;
  }

  void took(long at) {
    position = at;
    read++;
  }

  void tookAll(EventEnvelope last, Instant now) {
    written = Instant.ofEpochMilli(last.timestamp());
    progress = now;
    lag = Duration.between(written, now);
    retry = FIRST_RETRY;
    failure = null;
  }

  /** Whether the journal is known to be the one that the files were made of. */
  boolean isSame() {
    return same;
  }

  /** True unless the event shows that the journal is another one. */
  boolean stands(HistoryFiles.Reached known, HistoryFiles.Reached here) {
    if (!same && here.position() >= known.position()) {
      same = known.equals(here);
      return same;
    }
    return true;
  }

  /**
   * Whether what was written before that time is surely read: something later was, or nothing has
   * come for long, and for longer still when reading has failed.
   */
  boolean isPast(Instant time, Duration idle, Instant now) {
    Duration silence = failure == null ? idle : idle.multipliedBy(PATIENCE);
    return written.isAfter(time) || progress.plus(silence).isBefore(now);
  }

  /** From now on it counts as idle only after some time. */
  void wake(Instant now) {
    if (progress.equals(Instant.MIN)) {
      progress = now;
    }
  }
}
