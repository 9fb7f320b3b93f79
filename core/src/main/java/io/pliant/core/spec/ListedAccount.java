package io.pliant.core.spec;

import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * An account that a site lists.
 *
 * @param name what {@code --account} names, in any case of letters
 * @param parent name of the account above, or null
 * @param description free text
 * @param shares among the accounts and users beside it, at least 1
 * @param users login names of those who may use it, or null when everybody may
 * @param qos qualities of service that its jobs may ask for, the one that they have unasked first;
 *     when empty any, and none unasked
 */
public record ListedAccount(
    String name,
    @Nullable String parent,
    String description,
    int shares,
    @Nullable SortedSet<String> users,
    List<String> qos) {
  public ListedAccount {
    users = users == null ? null : Collections.unmodifiableSortedSet(new TreeSet<>(users));
    qos = List.copyOf(qos);
  }

  /** True when it names the user. */
  public boolean names(String user) {
    return users != null && users.contains(user);
  }

  /** True when the user may use it. */
  public boolean takes(String user) {
    return users == null || users.contains(user);
  }
}
