package io.pliant.core.partition;

import io.pliant.core.id.JobId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Submission keys, for as long as a client may retry.
 *
 * @param lasting keys that users chose; known for a stated time
 * @param retries keys that begin with {@value #RETRY}: words that a client makes up for one
 *     submission and repeats for half a minute at most; the newest are known for minutes
 */
record SubmissionKeys(KeyBook lasting, KeyBook retries) {
  static final String RETRY = "retry-";

  /** For how long a client may repeat itself with a word that it made up. */
  static final Duration KEEP_RETRIES = Duration.ofMinutes(10);

  /** Made-up words that are known at a time. */
  static final int MOST_RETRIES = 20_000;

  static final SubmissionKeys NONE = new SubmissionKeys(KeyBook.NONE, KeyBook.NONE);

  /** True for a word that a client made up for one submission. */
  static boolean retry(String key) {
    return key.startsWith(RETRY);
  }

  /** What is remembered of a key, or null. */
  KeyBook.@Nullable Remembered find(String user, String key) {
    return (retry(key) ? retries : lasting).find(user, key);
  }

  /**
   * With one more.
   *
   * @param since its like from before that time are forgotten; null for events from before keys had
   *     a time
   * @param most number of the newest that those events keep
   */
  SubmissionKeys plus(
      KeyBook.Named name, KeyBook.Remembered one, @Nullable Instant since, int most) {
    if (since == null) {
      return new SubmissionKeys(lasting.plus(name, one).newest(most), retries);
    }
    return retry(name.key())
        ? new SubmissionKeys(lasting, retries.plus(name, one).since(since).newest(MOST_RETRIES))
        : new SubmissionKeys(lasting.plus(name, one).since(since), retries);
  }

  /** In a plain list. */
  List<PartitionSnapshot.SubmissionKey> stored() {
    List<PartitionSnapshot.SubmissionKey> keys = new ArrayList<>(lasting.count() + retries.count());
    lasting.storeTo(keys);
    retries.storeTo(keys);
    return keys;
  }

  /**
   * From a plain list.
   *
   * @param users users of the jobs that are known, for keys that do not say whose they are
   * @param otherwise time of keys that do not say when they came
   */
  static SubmissionKeys of(
      List<PartitionSnapshot.SubmissionKey> stored, Map<JobId, String> users, Instant otherwise) {
    KeyBook lasting = KeyBook.NONE;
    KeyBook retries = KeyBook.NONE;
    for (PartitionSnapshot.SubmissionKey one : stored) {
      if (retry(one.key())) {
        retries = retries.plus(one, users, otherwise);
      } else {
        lasting = lasting.plus(one, users, otherwise);
      }
    }
    return new SubmissionKeys(lasting, retries);
  }
}
