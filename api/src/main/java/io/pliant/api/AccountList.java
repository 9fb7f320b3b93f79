package io.pliant.api;

import io.pliant.core.spec.KnownNames;
import java.util.List;
import java.util.Set;

/**
 * Accounts and qualities of service that a site lists. Where a list is empty, any name is taken.
 *
 * @param accounts in the order of the configuration
 * @param qos in the order of the configuration
 */
public record AccountList(List<AccountEntry> accounts, List<QosEntry> qos) {
  public AccountList {
    accounts = List.copyOf(accounts);
    qos = List.copyOf(qos);
  }

  /**
   * What a controller's configuration lists.
   *
   * @param users only accounts that one of these may use, and of their users these alone; all when
   *     empty
   */
  public static AccountList of(KnownNames names, Set<String> users) {
    return new AccountList(
        names.accounts().stream()
            .filter(account -> users.isEmpty() || users.stream().anyMatch(account::takes))
            .map(account -> AccountEntry.of(account, users))
            .toList(),
        names.qos().stream().map(QosEntry::of).toList());
  }
}
