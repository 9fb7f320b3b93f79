package io.pliant.actors.accounting;

import io.pliant.core.id.JobId;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Keys of the accounting files. Numbers are big-endian, so that keys sort by them.
 *
 * <pre>
 * m                       how far the first group of the journal was read, and how much is kept
 * g GROUP                 how far another group was read
 * l JOB                   a job that is not over: {@link KeptJob}
 * a JOB                   one that is over: {@link KeptJob}
 * s SUBMITTED JOB         the same: {@link HistoryMark}
 * u USER 0 SUBMITTED JOB  the same: {@link HistoryMark}
 * d DAY                   when the last was over of those that were submitted on that day
 * </pre>
 */
final class HistoryKeys {
  static final byte[] META = {'m'};
  static final byte[] GROUPS = {'g'};
  static final byte[] LIVE = {'l'};
  static final byte[] OVER = {'a'};
  static final byte[] BY_TIME = {'s'};
  static final byte[] DAYS = {'d'};
  static final long DAY = 86_400_000_000_000L;

  private HistoryKeys() {}

  static byte[] live(JobId job) {
    return key(LIVE, job.value());
  }

  static byte[] over(JobId job) {
    return key(OVER, job.value());
  }

  static byte[] group(int group) {
    return key(GROUPS, group);
  }

  static byte[] day(long day) {
    return key(DAYS, day);
  }

  /** Beginning of the keys of a user's jobs. */
  static byte[] of(String user) {
    byte[] name = user.getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.allocate(2 + name.length).put((byte) 'u').put(name).put((byte) 0).array();
  }

  /**
   * @param index {@link #BY_TIME}, or {@link #of} a user
   */
  static byte[] at(byte[] index, long submitted, long job) {
    return ByteBuffer.allocate(index.length + 2 * Long.BYTES)
        .put(index)
        .putLong(submitted)
        .putLong(job)
        .array();
  }

  /** The last number in a key. */
  static long number(byte[] key) {
    return ByteBuffer.wrap(key, key.length - Long.BYTES, Long.BYTES).getLong();
  }

  static byte[] number(long value) {
    return ByteBuffer.allocate(Long.BYTES).putLong(value).array();
  }

  static long dayOf(long nanos) {
    return nanos / DAY;
  }

  private static byte[] key(byte[] kind, long number) {
    return ByteBuffer.allocate(kind.length + Long.BYTES).put(kind).putLong(number).array();
  }
}
