package io.pliant.runtime.security;

import io.pliant.core.spec.Submitter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The accounts of this host, by name: first from the account files, then from {@code getent}, which
 * knows the site's directories too. Answers are kept for a minute.
 */
public final class UserAccounts {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.@$-]{0,255}");
  private static final Pattern NUMBER = Pattern.compile("\\d{1,9}");
  private static final Duration KEPT = Duration.ofMinutes(1);
  private static final int MOST_KEPT = 10_000;
  private static final int LOOKUP_SECONDS = 5;

  private final Path etc;
  private final InstantSource clock;
  private final Map<String, Kept> kept = new ConcurrentHashMap<>();

  private record Kept(@Nullable Submitter account, long untilMillis) {}

  private UserAccounts(Path etc, InstantSource clock) {
    this.etc = etc;
    this.clock = clock;
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

  /** The account with its primary group, or null when there is none of that name. */
  public @Nullable Submitter find(String name) {
    if (!NAME.matcher(name).matches()) {
      return null;
    }
    long now = clock.millis();
    Kept known = kept.get(name);
    if (known != null && now < known.untilMillis()) {
      return known.account();
    }
    Submitter account = lookUp(name);
    if (kept.size() >= MOST_KEPT) {
      kept.clear();
    }
    kept.put(name, new Kept(account, now + KEPT.toMillis()));
    return account;
  }

  /** The number of a group, or -1 when there is none of that name. */
  public int groupId(String name) {
    if (!NAME.matcher(name).matches()) {
      return -1;
    }
    String line = line("group", name);
    if (line != null) {
      return number(line.split(":", -1), 2);
    }
    return NUMBER.matcher(name).matches() ? Integer.parseInt(name) : -1;
  }

  private @Nullable Submitter lookUp(String name) {
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

  private @Nullable String line(String database, String name) {
    String start = name + ":";
    try {
      Path file = etc.resolve(database);
      if (Files.isReadable(file)) {
        for (String line : Files.readAllLines(file, StandardCharsets.ISO_8859_1)) {
          if (line.startsWith(start)) {
            return line;
          }
        }
      }
      return ask(database, name);
    } catch (IOException e) {
      throw new IllegalStateException(
          "Expected to look up '%s' in %s, but: %s.".formatted(name, database, e.getMessage()), e);
    }
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
