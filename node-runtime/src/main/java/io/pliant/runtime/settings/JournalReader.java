package io.pliant.runtime.settings;

import io.pliant.actors.journal.JournalSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads and checks {@code pliant.journal}. */
final class JournalReader {
  private JournalReader() {}

  /** All of it is checked, whichever is chosen. */
  static JournalSettings read(Section section, RaftReader raftReader) {
    JournalSettings raft = raftReader.read(section.section("raft"));
    Section postgresql = section.section("postgresql");
    postgresql.text("url");
    postgresql.text("user");
    postgresql.path("password-file");
    postgresql.close();
    String plugin = section.text("plugin");
    section.close();
    return switch (plugin) {
      case "raft" -> raft;
      case "postgresql" -> postgresql(postgresql);
      default -> throw section.broken("plugin", "raft or postgresql", null);
    };
  }

  private static JournalSettings postgresql(Section section) {
    String url = section.text("url");
    String user = section.text("user");
    if (user.isEmpty()) {
      throw section.broken("user", "a database user", null);
    }
    try {
      return new JournalSettings.PostgreSql(url, user, password(section));
    } catch (IllegalArgumentException e) {
      throw section.broken("url", "an address such as jdbc:postgresql://db.site/pliant", e);
    }
  }

  private static String password(Section section) {
    Path file = section.path("password-file");
    if (file == null) {
      return "";
    }
    try {
      return Files.readString(file).strip();
    } catch (IOException e) {
      throw section.broken("password-file", "a readable file (" + e + ")", null);
    }
  }
}
