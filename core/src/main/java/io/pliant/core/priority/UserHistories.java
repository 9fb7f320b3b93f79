package io.pliant.core.priority;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.pcollections.TreePMap;

/**
 * What a partition remembers of its users: at most {@value #MOST} of them, so that its state stays
 * bounded. When one more comes, the one is forgotten whose last job ended first.
 *
 * @param byName by login name
 */
public record UserHistories(TreePMap<String, UserHistory> byName) {
  /** Users that are remembered. */
  public static final int MOST = 10_000;

  /** Nothing is known of anybody. */
  public static final UserHistories NONE = new UserHistories(TreePMap.empty());

  /** What is known of a user, or null. */
  public @Nullable UserHistory of(String user) {
    return byName.get(user);
  }

  /** How well the user estimates. */
  public UserAccuracy accuracy(String user) {
    UserHistory known = byName.get(user);
    return known == null ? UserAccuracy.NONE : known.accuracy();
  }

  /** With this history in place of what was known of the user. */
  public UserHistories with(String user, UserHistory history) {
    TreePMap<String, UserHistory> next = byName.plus(user, history);
    return new UserHistories(next.size() <= MOST ? next : next.minus(longestGone(next)));
  }

  private static String longestGone(TreePMap<String, UserHistory> users) {
    String name = users.firstKey();
    Instant oldest = Instant.MAX;
    for (Map.Entry<String, UserHistory> user : users.entrySet()) {
      if (user.getValue().asOf().isBefore(oldest)) {
        oldest = user.getValue().asOf();
        name = user.getKey();
      }
    }
    return name;
  }
}
