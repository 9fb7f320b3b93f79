package io.pliant.actors.accounting;

import io.pliant.core.accounting.HistoryFilter;
import io.pliant.core.accounting.JobAccount;
import io.pliant.core.id.JobId;
import io.pliant.core.id.JobStatus;
import io.pliant.core.spec.Bookkeeping;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;

/**
 * What of a finished job says whether it may be asked for, in few bytes: a search looks at millions
 * of these, and reads whole only the jobs that fit. Texts are hashes, so that one that fits may
 * still not be meant.
 *
 * @param submitted nanoseconds since 1970
 * @param ended nanoseconds since 1970
 */
record HistoryMark(
    long submitted,
    JobId job,
    long ended,
    int status,
    int user,
    int name,
    int partition,
    int account)
    implements Comparable<HistoryMark> {
  static final int BYTES = 3 * Long.BYTES + 5 * Integer.BYTES;
  private static final Comparator<HistoryMark> ORDER =
      Comparator.comparingLong(HistoryMark::submitted).thenComparing(HistoryMark::job);

  static HistoryMark of(JobAccount account) {
    Instant ended = account.endedAt();
    Bookkeeping names = account.asked().names();
    return new HistoryMark(
        nanos(account.submittedAt()),
        account.job(),
        ended == null ? Long.MAX_VALUE : nanos(ended),
        hash(account.status().name()),
        hash(account.asked().submitter().name()),
        hash(account.asked().name()),
        hash(account.asked().partition().value()),
        hash(HistoryFilter.account(names)));
  }

  /** Times before 1970 count as that. */
  static long nanos(Instant at) {
    long seconds = Math.clamp(at.getEpochSecond(), 0, Long.MAX_VALUE / 1_000_000_000 - 1);
    return seconds * 1_000_000_000 + (at.getEpochSecond() < 0 ? 0 : at.getNano());
  }

  private static int hash(String text) {
    return text.hashCode(); // laid down by the language, so it may be stored
  }

  byte[] bytes() {
    return ByteBuffer.allocate(BYTES)
        .putLong(submitted)
        .putLong(job.value())
        .putLong(ended)
        .putInt(status)
        .putInt(user)
        .putInt(name)
        .putInt(partition)
        .putInt(account)
        .array();
  }

  static HistoryMark of(byte[] bytes) {
    ByteBuffer in = ByteBuffer.wrap(bytes);
    return new HistoryMark(
        in.getLong(),
        new JobId(in.getLong()),
        in.getLong(),
        in.getInt(),
        in.getInt(),
        in.getInt(),
        in.getInt(),
        in.getInt());
  }

  /** The order of submission. */
  @Override
  public int compareTo(HistoryMark other) {
    return ORDER.compare(this, other);
  }

  /** A filter as far as marks know. */
  static final class Sieve {
    private final int[] states;
    private final int[] users;
    private final int[] names;
    private final int[] partitions;
    private final int[] accounts;
    private final long since;
    private final long until;

    Sieve(HistoryFilter filter) {
      states = hashes(filter.states().stream().map(JobStatus::name).toList());
      users = hashes(filter.users());
      names = hashes(filter.names());
      partitions = hashes(filter.partitions());
      accounts = hashes(filter.accounts());
      Instant from = filter.since();
      Instant to = filter.until();
      since = from == null ? 0 : nanos(from);
      until = to == null ? Long.MAX_VALUE : nanos(to);
    }

    /** False for what is certainly not meant. */
    boolean lets(HistoryMark mark) {
      return mark.ended >= since
          && mark.submitted < until
          && any(states, mark.status)
          && any(users, mark.user)
          && any(names, mark.name)
          && any(partitions, mark.partition)
          && any(accounts, mark.account);
    }

    /** Jobs that were over before are not meant. */
    long since() {
      return since;
    }

    /** Nor are those that were submitted later. */
    long until() {
      return until;
    }

    private static boolean any(int[] meant, int one) {
      return meant.length == 0 || Arrays.binarySearch(meant, one) >= 0;
    }

    private static int[] hashes(Collection<String> texts) {
      return texts.stream().mapToInt(HistoryMark::hash).sorted().toArray();
    }
  }
}
