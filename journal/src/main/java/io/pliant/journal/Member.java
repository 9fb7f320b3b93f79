package io.pliant.journal;

/**
 * A member of the group.
 *
 * @param name unique among all members there ever were: a member whose files are lost must come
 *     back under another name, since it has forgotten its votes
 * @param host where the others reach it
 */
public record Member(String name, String host, int port) {
  public Member {
    if (!name.matches("[A-Za-z0-9][A-Za-z0-9_.-]{0,62}")) {
      throw new IllegalArgumentException(
          "Expected a member's name of letters, digits, '.', '-' and '_', but got '%s'."
              .formatted(name));
    }
  }

  /** Host and port; an IPv6 host in brackets. */
  public String address() {
    return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
  }

  @Override
  public String toString() {
    return name + "=" + address();
  }
}
