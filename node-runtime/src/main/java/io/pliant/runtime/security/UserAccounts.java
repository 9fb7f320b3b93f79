package io.pliant.runtime.security;

import io.pliant.core.spec.Submitter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The accounts and groups of this host, by name: first from the account files, then from {@code
 * getent}, which knows the site's directories too. Answers are kept for a minute, and for as long
 * as the directory does not answer.
 */
public final class UserAccounts {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.@$-]{0,255}");
  private static final Pattern NUMBER = Pattern.compile("\\d{1,9}");
  private static final int LOOKUP_SECONDS = 5;

  private final Path etc;
  private final KeptAnswers<Submitter> accounts;
  private final KeptAnswers<Integer> groups;

  private UserAccounts(Path etc, InstantSource clock) {
    this.etc = etc;
    this.accounts = new KeptAnswers<>(this::account, clock);
    this.groups = new KeptAnswers<>(this::group, clock);
  }

  /** The accounts of the system. */
  public static UserAccounts ofSystem() {
    return new UserAccounts(Path.of("/etc"), InstantSource.system());
  }

  /**
   * The accounts of {@code passwd} and {@code group} in {@code etc}, before those of the system.
   */
  public static UserAccounts of(Path etc, InstantSource clock) {
    return new UserAccounts(etc, clock);
  }

  /**
   * The account with its primary group, or null when there is none of that name.
   *
   * @throws IllegalStateException when the directory does not answer
   */
  public @Nullable Submitter find(String name) {
    return NAME.matcher(name).matches() ? of(accounts, name) : null;
  }

  /**
   * The number of a group, or -1 when there is none of that name.
   *
   * @throws IllegalStateException when the directory does not answer
   */
  public int groupId(String name) {
    Integer group = NAME.matcher(name).matches() ? of(groups, name) : null;
    return group == null ? -1 : group;
  }

  private static <T> @Nullable T of(KeptAnswers<T> answers, String name) {
    try {
      return answers.of(name);
    } catch (IOException e) {
      throw new IllegalStateException(
          "Expected to look up '%s' in the directory of accounts, but: %s."
              .formatted(name, e.getMessage()),
          e);
    }
  }

  private @Nullable Submitter account(String name) throws IOException {
    String line = line("passwd", name);
    if (line != null) {
      String[] fields = line.split(":", -1);
      int uid = number(fields, 2);
      int gid = number(fields, 3);
      return uid < 0 || gid < 0 ? null : new Submitter(name, uid, gid);
    }
    // a uid without an account: the kernel vouches for the number, and the number is then the name
    return NUMBER.matcher(name).matches()
        ? new Submitter(name, Integer.parseInt(name), Integer.parseInt(name))
        : null;
  }

  private @Nullable Integer group(String name) throws IOException {
    String line = line("group", name);
    if (line != null) {
      return number(line.split(":", -1), 2);
    }
    return NUMBER.matcher(name).matches() ? Integer.valueOf(name) : null;
  }

  private @Nullable String line(String database, String name) throws IOException {
    String start = name + ":";
    Path file = etc.resolve(database);
    if (Files.isReadable(file)) {
      for (String line : Files.readAllLines(file, StandardCharsets.ISO_8859_1)) {
        if (line.startsWith(start)) {
          return line;
        }
      }
    }
    return ask(database, name);
  }

  private static @Nullable String ask(String database, String name) throws IOException {
    Process getent =
        new ProcessBuilder(List.of("getent", database, name))
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      if (!getent.waitFor(LOOKUP_SECONDS, TimeUnit.SECONDS)) {
        throw new IOException("getent gave no answer in " + LOOKUP_SECONDS + " s");
      }
      String line =
          new String(getent.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      return getent.exitValue() == 0 && line.startsWith(name + ":") ? line : null;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while asking getent", e);
    } finally {
      getent.destroyForcibly();
    }
  }

  private static int number(String[] fields, int index) {
    return fields.length > index && NUMBER.matcher(fields[index]).matches()
        ? Integer.parseInt(fields[index])
        : -1;
  }
}
