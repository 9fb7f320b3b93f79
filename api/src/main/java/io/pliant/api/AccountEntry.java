package io.pliant.api;

import io.pliant.core.spec.ListedAccount;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/**
 * An account that the site lists.
 *
 * @param name what {@code --account} names
 * @param parent name of the account above, or null
 * @param description free text
 * @param shares among the accounts and users beside it
 * @param users login names of those who may use it, by name, or null when everybody may
 * @param qos qualities of service that its jobs may ask for, the one that they have unasked first;
 *     when empty any, and none unasked
 */
public record AccountEntry(
    String name,
    @Nullable String parent,
    String description,
    int shares,
    @Nullable List<String> users,
    List<String> qos) {
  public AccountEntry {
    users = users == null ? null : List.copyOf(users);
    qos = List.copyOf(qos);
  }

  /**
   * The account as the site lists it.
   *
   * @param wanted only these of its users are told; all when empty
   */
  public static AccountEntry of(ListedAccount listed, Set<String> wanted) {
    SortedSet<String> users = listed.users();
    return new AccountEntry(
        listed.name(),
        listed.parent(),
        listed.description(),
        listed.shares(),
        users == null
            ? null
            : users.stream().filter(user -> wanted.isEmpty() || wanted.contains(user)).toList(),
        listed.qos());
  }
}
