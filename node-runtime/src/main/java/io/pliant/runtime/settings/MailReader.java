package io.pliant.runtime.settings;

import io.pliant.runtime.mail.MailSettings;
import java.time.Duration;
import java.util.List;

/** Reads how mail is sent. */
final class MailReader {
  private MailReader() {}

  static MailSettings read(Section mail) {
    List<String> command = mail.texts("command");
    if (!command.isEmpty() && !command.getFirst().startsWith("/")) {
      throw mail.broken("command", "[] or a list that begins with a program's absolute path", null);
    }
    String domain = mail.text("domain");
    if (!domain.matches("[A-Za-z0-9.-]{0,253}")) {
      throw mail.broken("domain", "a name of letters, digits, '-' and '.', or \"\"", null);
    }
    return mail.closed(
        new MailSettings(
            command,
            domain,
            mail.number("processes", 1, 100),
            mail.number("waiting", 1, 1_000_000),
            mail.number("waiting-by-user", 1, 1_000_000),
            mail.duration("timeout", Duration.ofSeconds(1), Duration.ofMinutes(10))));
  }
}
