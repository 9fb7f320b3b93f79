package io.pliant.core.spec;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What tasks inherit of the process that submits them beside its variables: its umask and its soft
 * resource limits. They travel as variables by Slurm's names, {@code SLURM_UMASK} and {@code
 * SLURM_RLIMIT_NOFILE}; tasks see only the former.
 */
public final class Inheritance {
  /** The umask, in octal digits. */
  public static final String UMASK = "SLURM_UMASK";

  /** Before the name of a limit; its value is a number, or {@value #UNLIMITED}. */
  public static final String LIMIT = "SLURM_RLIMIT_";

  /** No limit. */
  public static final String UNLIMITED = "unlimited";

  /** The forms that {@link #chosen} reads, for messages. */
  public static final String FORMS = "ALL, NONE, or limits with commas, as NOFILE,STACK";

  private static final List<String> LIMITS =
      List.of("AS", "CORE", "CPU", "DATA", "FSIZE", "MEMLOCK", "NOFILE", "NPROC", "RSS", "STACK");
  private static final Pattern OCTAL = Pattern.compile("[0-7]{1,4}");
  private static final Pattern NUMBER = Pattern.compile("\\d{1,18}|" + UNLIMITED);

  private Inheritance() {}

  /** Names of the limits, without {@link #LIMIT}. */
  public static List<String> limits() {
    return LIMITS;
  }

  /** The variables by which all of it travels. */
  static List<String> variables() {
    List<String> names = new ArrayList<>(List.of(UMASK));
    LIMITS.forEach(limit -> names.add(LIMIT + limit));
    return names;
  }

  /**
   * The limits that {@code --propagate} names; all where it has no value.
   *
   * @throws IllegalArgumentException when it names another
   */
  public static SortedSet<String> chosen(@Nullable String value) {
    String words = value == null ? "" : value.strip().toUpperCase(Locale.ROOT);
    if (words.isEmpty() || words.equals("ALL")) {
      return new TreeSet<>(LIMITS);
    }
    if (words.equals("NONE")) {
      return Collections.emptySortedSet();
    }
    TreeSet<String> limits = new TreeSet<>(Arrays.asList(words.split(",", -1)));
    if (!LIMITS.containsAll(limits)) {
      throw new IllegalArgumentException("Expected %s, but got '%.80s'.".formatted(FORMS, value));
    }
    return limits;
  }

  /** What of it is in an environment, and can be read; the umask always, limits as chosen. */
  public static SortedMap<String, String> of(
      Map<String, String> environment, SortedSet<String> limits) {
    TreeMap<String, String> inherited = new TreeMap<>();
    String umask = umask(environment);
    if (umask != null) {
      inherited.put(UMASK, umask);
    }
    limit(environment)
        .forEach((limit, value) -> {
          if (limits.contains(limit)) {
            inherited.put(LIMIT + limit, value);
          }
        });
    return inherited;
  }

  /** The umask in octal digits, or null where there is none that permissions have. */
  public static @Nullable String umask(Map<String, String> environment) {
    String umask = environment.get(UMASK);
    return umask != null && OCTAL.matcher(umask).matches() && Integer.parseInt(umask, 8) <= 0777
        ? umask
        : null;
  }

  /** Limits by name without {@link #LIMIT}, those that can be read. */
  public static SortedMap<String, String> limit(Map<String, String> environment) {
    TreeMap<String, String> limits = new TreeMap<>();
    for (String limit : LIMITS) {
      String value = environment.get(LIMIT + limit);
      if (value != null && NUMBER.matcher(value).matches()) {
        limits.put(limit, value);
      }
    }
    return limits;
  }
}
