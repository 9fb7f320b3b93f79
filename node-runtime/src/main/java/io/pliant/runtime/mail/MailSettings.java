package io.pliant.runtime.mail;

import java.time.Duration;
import java.util.List;

/**
 * How a controller sends mail.
 *
 * @param command program with an absolute path, and its first arguments; empty where none is sent
 * @param domain what follows {@code @} of addresses without one, or empty for nothing
 * @param processes how many run at a time
 * @param waiting mails that wait for one of them; those beyond are dropped
 * @param waitingByUser the same of one user's jobs
 * @param timeout after which one is ended
 */
public record MailSettings(
    List<String> command,
    String domain,
    int processes,
    int waiting,
    int waitingByUser,
    Duration timeout) {
  public MailSettings {
    command = List.copyOf(command);
  }

  /** Whether any mail is sent. */
  public boolean sends() {
    return !command.isEmpty();
  }
}
