package io.pliant.runtime.settings;

import io.pliant.core.spec.KnownNames;
import io.pliant.core.spec.ListedAccount;
import io.pliant.core.spec.ListedQos;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads and checks the lists {@code pliant.accounts} and {@code pliant.qos}. */
final class NamesReader {
  private static final int MOST_NAMES = 10_000;
  private static final int MOST_USERS = 100_000;
  private static final int MOST_SHARES = 1_000_000;
  private static final int MOST_PRIORITY = 1_000_000;
  private static final int LONGEST_TEXT = 255;
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_.+@:/-]{1,64}");
  private static final String NAMES = "1 to 64 letters, digits and '_.+@:/-'";

  private NamesReader() {}

  static KnownNames read(Section pliant) {
    List<ListedQos> qos = pliant.sections("qos").stream().map(NamesReader::qos).toList();
    List<ListedAccount> accounts =
        pliant.sections("accounts").stream().map(NamesReader::account).toList();
    long users = accounts.stream().mapToLong(a -> a.users() == null ? 0 : a.users().size()).sum();
    if (accounts.size() > MOST_NAMES || users > MOST_USERS) {
      throw pliant.broken(
          "accounts",
          "at most %d accounts with %d users together".formatted(MOST_NAMES, MOST_USERS),
          null);
    }
    if (qos.size() > MOST_NAMES) {
      throw pliant.broken("qos", "at most %d qualities of service".formatted(MOST_NAMES), null);
    }
    try {
      return new KnownNames(accounts, qos);
    } catch (IllegalArgumentException e) {
      throw pliant.broken("accounts", "accounts and qualities of service that fit together", e);
    }
  }

  private static ListedAccount account(Section section) {
    String parent = section.textOr("parent", "");
    return section.closed(
        new ListedAccount(
            name(section),
            parent.isEmpty() ? null : parent,
            description(section),
            section.has("shares") ? section.number("shares", 1, MOST_SHARES) : 1,
            users(section),
            section.has("qos") ? section.texts("qos") : List.of()));
  }

  private static ListedQos qos(Section section) {
    return section.closed(
        new ListedQos(
            name(section),
            section.has("priority") ? section.number("priority", 0, MOST_PRIORITY) : 0,
            description(section),
            maxTime(section)));
  }

  private static @Nullable Duration maxTime(Section section) {
    return section.has("max-time") ? section.limitOrNull("max-time") : null;
  }

  private static String name(Section section) {
    return section.parsed("name", NAMES, NamesReader::checked);
  }

  private static String description(Section section) {
    String text = section.textOr("description", "");
    if (text.length() > LONGEST_TEXT || text.chars().anyMatch(c -> c < ' ' || c == '|')) {
      throw section.broken(
          "description", "at most %d printable characters but '|'".formatted(LONGEST_TEXT), null);
    }
    return text;
  }

  private static @Nullable SortedSet<String> users(Section section) {
    if (!section.has("users")) {
      return null;
    }
    List<String> users = new ArrayList<>(section.texts("users"));
    try {
      users.forEach(NamesReader::checked);
    } catch (IllegalArgumentException e) {
      throw section.broken("users", "login names of " + NAMES, e);
    }
    return new TreeSet<>(users);
  }

  private static String checked(String name) {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException("Expected %s, but got '%s'.".formatted(NAMES, name));
    }
    return name;
  }
}
