package io.pliant.identity;

import org.jspecify.annotations.Nullable;

/** What a process of a cluster is; each role has an authority of its own. */
public enum Role {
  CONTROLLER("controller"),
  NODE("node");

  private final String word;

  Role(String word) {
    this.word = word;
  }

  /** As it stands in certificates. */
  public String word() {
    return word;
  }

  static @Nullable Role of(String word) {
    for (Role role : values()) {
      if (role.word.equals(word)) {
        return role;
      }
    }
    return null;
  }
}
