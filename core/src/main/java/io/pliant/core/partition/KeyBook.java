package io.pliant.core.partition;

import io.pliant.core.id.JobId;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.pcollections.TreePMap;

/**
 * Submission keys of each user. A key belongs to its user: another user's same word is another key.
 *
 * @param byUser what is remembered of each key, by user and key; user "" has those of snapshots
 *     that did not say whose they are
 * @param order the same, by rank, oldest first
 */
record KeyBook(TreePMap<String, TreePMap<String, Remembered>> byUser, TreePMap<Long, Named> order) {
  static final KeyBook NONE = new KeyBook(TreePMap.empty(), TreePMap.empty());

  /** Whose keys those are that came with snapshots of before keys had users. */
  private static final String ANYBODY = "";

  /** The job of a key, the rank at which it came, and when. */
  record Remembered(JobId job, long rank, Instant at) {}

  /** A key and whose it is. */
  record Named(String user, String key) {}

  /** What is remembered of a key, or null. */
  @Nullable Remembered find(String user, String key) {
    Remembered own = ofUser(user).get(key);
    return own == null ? ofUser(ANYBODY).get(key) : own;
  }

  /** Number of keys of one user. */
  int count(String user) {
    return ofUser(user).size();
  }

  /** Number of keys in all. */
  int count() {
    return order.size();
  }

  KeyBook plus(Named name, Remembered remembered) {
    Remembered before = ofUser(name.user()).get(name.key());
    TreePMap<Long, Named> rest = before == null ? order : order.minus(before.rank());
    return new KeyBook(
        byUser.plus(name.user(), ofUser(name.user()).plus(name.key(), remembered)),
        rest.plus(remembered.rank(), name));
  }

  /** Without those that came before that time. */
  KeyBook since(Instant oldest) {
    KeyBook kept = this;
    while (!kept.order.isEmpty()) {
      Map.Entry<Long, Named> first = kept.order.firstEntry();
      Remembered remembered = kept.ofUser(first.getValue().user()).get(first.getValue().key());
      if (remembered != null && !remembered.at().isBefore(oldest)) {
        break;
      }
      kept = kept.withoutOldest();
    }
    return kept;
  }

  /** The newest {@code most}: how keys were forgotten before they had a time. */
  KeyBook newest(int most) {
    KeyBook kept = this;
    while (kept.count() > most) {
      kept = kept.withoutOldest();
    }
    return kept;
  }

  private KeyBook withoutOldest() {
    Named oldest = order.firstEntry().getValue();
    TreePMap<String, Remembered> left = ofUser(oldest.user()).minus(oldest.key());
    return new KeyBook(
        left.isEmpty() ? byUser.minus(oldest.user()) : byUser.plus(oldest.user(), left),
        order.minusFirstEntry());
  }

  private TreePMap<String, Remembered> ofUser(String user) {
    return byUser.getOrDefault(user, TreePMap.empty());
  }

  /** Adds them to a plain list, oldest first. */
  void storeTo(List<PartitionSnapshot.SubmissionKey> keys) {
    for (Map.Entry<Long, Named> entry : order.entrySet()) {
      Named name = entry.getValue();
      Remembered one = ofUser(name.user()).get(name.key());
      if (one == null) {
        throw new IllegalStateException("Expected a job for key " + name.key() + ".");
      }
      keys.add(
          new PartitionSnapshot.SubmissionKey(
              name.key(),
              one.job(),
              entry.getKey(),
              name.user().equals(ANYBODY) ? null : name.user(),
              one.at()));
    }
  }

  /**
   * With one from a plain list.
   *
   * @param users users of the jobs that are known, for a key that does not say whose it is
   * @param otherwise time of a key that does not say when it came
   */
  KeyBook plus(PartitionSnapshot.SubmissionKey one, Map<JobId, String> users, Instant otherwise) {
    String user = one.user() == null ? users.getOrDefault(one.job(), ANYBODY) : one.user();
    Instant at = one.at() == null ? otherwise : one.at();
    return plus(new Named(user, one.key()), new Remembered(one.job(), one.rank(), at));
  }
}
