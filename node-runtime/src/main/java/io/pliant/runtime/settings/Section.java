package io.pliant.runtime.settings;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigOrigin;
import com.typesafe.config.ConfigRenderOptions;
import com.typesafe.config.ConfigValue;
import io.pliant.core.resource.Kinds;
import io.pliant.core.spec.TimeLimit;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One block of the configuration. It remembers which keys were asked for, so that {@link #close()}
 * can refuse the ones that mean nothing.
 */
final class Section {
  private static final int MOST_WATTS = 100_000;
  private static final int MOST_LICENCES = 1_000_000;

  private final String path;
  private final ConfigObject block;
  private final Config config;
  private final Set<String> known = new TreeSet<>();

  private Section(String path, ConfigObject block) {
    this.path = path;
    this.block = block;
    this.config = block.toConfig();
  }

  static Section of(String path, ConfigObject block) {
    return new Section(path, block);
  }

  /** Our own defaults, without what a site's file says. */
  static Section ofDefaults() {
    return new Section("pliant", ConfigFactory.defaultReference().getObject("pliant"));
  }

  /** The same; where it does not have one of these keys, that of another block. */
  Section withDefaults(Section other, List<String> keys) {
    ConfigObject merged = block;
    for (String key : keys) {
      ConfigValue usual = other.block.get(key);
      ConfigValue own = merged.get(key);
      if (usual != null) {
        merged = merged.withValue(key, own == null ? usual : own.withFallback(usual));
      }
    }
    return new Section(path, merged);
  }

  Section section(String key) {
    known.add(key);
    return read(key, "a block { ... }", () -> of(path + "." + key, config.getObject(quoted(key))));
  }

  /** Each block of a list of blocks, as {@code path[0]}, {@code path[1]} and so on. */
  List<Section> sections(String key) {
    known.add(key);
    List<? extends ConfigObject> blocks =
        read(key, "a list of blocks [ { ... } ]", () -> config.getObjectList(quoted(key)));
    List<Section> sections = new ArrayList<>();
    for (int i = 0; i < blocks.size(); i++) {
      sections.add(of(path + "." + key + "[" + i + "]", blocks.get(i)));
    }
    return List.copyOf(sections);
  }

  boolean has(String key) {
    known.add(key);
    return config.hasPath(quoted(key));
  }

  /** A string, possibly empty. */
  String text(String key) {
    known.add(key);
    return read(key, "a string", () -> config.getString(quoted(key))).strip();
  }

  /** A string that {@code parse} accepts; its IllegalArgumentException becomes a settings error. */
  <T> T parsed(String key, String allowed, Function<String, T> parse) {
    String text = text(key);
    try {
      return parse.apply(text);
    } catch (IllegalArgumentException e) {
      throw broken(key, allowed, e);
    }
  }

  List<String> texts(String key) {
    known.add(key);
    return List.copyOf(read(key, "a list of strings", () -> config.getStringList(quoted(key))));
  }

  boolean flag(String key) {
    known.add(key);
    return read(key, "true or false", () -> config.getBoolean(quoted(key)));
  }

  int number(String key, int min, int max) {
    known.add(key);
    String allowed = "a whole number from " + min + " to " + max;
    int value = read(key, allowed, () -> config.getInt(quoted(key)));
    if (value < min || value > max) {
      throw broken(key, allowed, null);
    }
    return value;
  }

  /** A size between two bounds, both allowed, in bytes: 512B, 64KiB, 1MiB. */
  long bytes(String key, long min, long max) {
    known.add(key);
    String allowed = "a size from %dB to %dB, such as 64KiB or 1MiB".formatted(min, max);
    long value = read(key, allowed, () -> config.getBytes(quoted(key)));
    if (value < min || value > max) {
      throw broken(key, allowed, null);
    }
    return value;
  }

  /** A number between two bounds, both allowed. */
  double decimal(String key, double min, double max) {
    known.add(key);
    String allowed = "a number from %s to %s".formatted(min, max);
    double value = read(key, allowed, () -> config.getDouble(quoted(key)));
    if (!(value >= min && value <= max)) {
      throw broken(key, allowed, null);
    }
    return value;
  }

  /** A number of at least 0. */
  double weight(String key) {
    known.add(key);
    String allowed = "a number from 0 to 1000000";
    double value = read(key, allowed, () -> config.getDouble(quoted(key)));
    if (!(value >= 0 && value <= 1e6)) {
      throw broken(key, allowed, null);
    }
    return value;
  }

  /** Watts of a node, 0 to 100000. */
  double watts(String key) {
    return decimal(key, 0, MOST_WATTS);
  }

  /** A block whose keys are names that the site chose. */
  SortedMap<String, Double> wattsByName(String key) {
    Section names = section(key);
    TreeMap<String, Double> watts = new TreeMap<>();
    names.block.keySet().forEach(name -> watts.put(name, names.watts(name)));
    return watts;
  }

  /** A block of lists of texts, whose keys are names that the site chose. */
  SortedMap<String, List<String>> textsByName(String key) {
    Section names = section(key);
    TreeMap<String, List<String>> texts = new TreeMap<>();
    names.block.keySet().forEach(name -> texts.put(name, names.texts(name)));
    return names.closed(texts);
  }

  /** Numbers of licences, by their names. */
  Kinds licences(String key) {
    Section names = section(key);
    Kinds all = Kinds.NONE;
    for (String name : names.block.keySet()) {
      int count = names.number(name, 1, MOST_LICENCES);
      try {
        all = all.plus(Kinds.of(name, count));
      } catch (IllegalArgumentException e) {
        throw broken(key, "licences by names of small letters, digits and ':_.-'", e);
      }
    }
    return names.closed(all);
  }

  Duration duration(String key, Duration min, Duration max) {
    String allowed =
        "a time from " + shown(min) + " to " + shown(max) + ", for example 30s or 500ms";
    return duration(key, allowed, min, max);
  }

  private Duration duration(String key, String allowed, Duration min, Duration max) {
    known.add(key);
    Duration value = read(key, allowed, () -> config.getDuration(quoted(key)));
    if (value.compareTo(min) < 0 || value.compareTo(max) > 0) {
      throw broken(key, allowed, null);
    }
    return value;
  }

  /** A time, or null for the word {@code off}. */
  @Nullable Duration durationOrOff(String key, Duration min, Duration max) {
    String allowed = "off, or a time from " + shown(min) + " to " + shown(max);
    return text(key).equals("off") ? null : duration(key, allowed, min, max);
  }

  /** An absolute path, or null when the string is empty. */
  @Nullable Path path(String key) {
    String text = text(key);
    return text.isEmpty() ? null : absolute(key, text);
  }

  /** An absolute path, or {@code fallback} when the string is empty. */
  Path pathOr(String key, Path fallback) {
    Path path = path(key);
    return path == null ? fallback : path;
  }

  /** An absolute path. */
  Path requiredPath(String key) {
    return absolute(key, text(key));
  }

  private Path absolute(String key, String text) {
    try {
      Path value = Path.of(text);
      if (value.isAbsolute()) {
        return value.normalize();
      }
    } catch (InvalidPathException e) {
      throw broken(key, "an absolute path", e);
    }
    throw broken(key, "an absolute path", null);
  }

  boolean flagOr(String key, boolean fallback) {
    return has(key) ? flag(key) : fallback;
  }

  String textOr(String key, String fallback) {
    return has(key) ? text(key) : fallback;
  }

  /** Whole seconds of a duration, rounded up. */
  int seconds(String key, int max) {
    return (int)
        Math.ceilDiv(duration(key, Duration.ZERO, Duration.ofSeconds(max)).toMillis(), 1000);
  }

  /** The keys host and port. */
  HostPort address(int minPort) {
    String host = text("host");
    if (host.isEmpty() || host.indexOf('/') >= 0 || host.indexOf(' ') >= 0) {
      throw broken("host", "a host name or address", null);
    }
    return new HostPort(host, number("port", minPort, 65_535));
  }

  /** A list of host:port. */
  List<HostPort> addresses(String key) {
    List<HostPort> parsed = new ArrayList<>();
    for (String text : texts(key)) {
      try {
        parsed.add(HostPort.parse(text));
      } catch (IllegalArgumentException e) {
        throw broken(key, "a list of host:port", e);
      }
    }
    return List.copyOf(parsed);
  }

  /** A block of host and port alone. */
  HostPort onlyAddress(int minPort) {
    return closed(address(minPort));
  }

  /** A time limit as Slurm writes it; {@link TimeLimit#UNLIMITED} for none. */
  Duration timeLimit(String key) {
    String allowed = "a time limit such as 30 (minutes), 1:00:00, 2-12:00:00 or UNLIMITED";
    return parsed(key, allowed, TimeLimit::parse);
  }

  /** A time limit, or null for none. */
  @Nullable Duration limitOrNull(String key) {
    Duration limit = timeLimit(key);
    return limit.equals(TimeLimit.UNLIMITED) ? null : limit;
  }

  /** The error for a value that was read well but cannot be used. */
  SettingsException broken(String key, String allowed, @Nullable Exception cause) {
    ConfigValue value = block.get(key);
    String shown = value == null ? "nothing" : value.render(ConfigRenderOptions.concise());
    String detail =
        cause instanceof IllegalArgumentException && cause.getMessage() != null
            ? " (" + cause.getMessage() + ")"
            : "";
    return new SettingsException(
        "%s: %s.%s = %s. Expected %s.%s".formatted(place(value), path, key, shown, allowed, detail),
        cause == null ? new IllegalArgumentException(allowed) : cause);
  }

  /** Refuses keys that were never asked for; other modules' defaults are none of ours. */
  void close() {
    for (String key : block.keySet()) {
      if (!known.contains(key) && block.get(key).origin().resource() == null) {
        String near = Suggestion.nearest(key, known);
        throw new SettingsException(
            "%s: unknown key %s.%s. %s"
                .formatted(
                    place(block.get(key)),
                    path,
                    key,
                    near == null
                        ? "Expected one of: " + String.join(", ", known) + "."
                        : "Maybe you meant '" + near + "'."));
      }
    }
  }

  /** {@code result}, after the check of {@link #close()}. */
  <T> T closed(T result) {
    close();
    return result;
  }

  private <T> T read(String key, String allowed, Supplier<T> reader) {
    try {
      return reader.get();
    } catch (ConfigException.Missing e) {
      throw new SettingsException(
          "%s: %s.%s is missing. Expected %s.".formatted(place(block), path, key, allowed), e);
    } catch (ConfigException e) {
      throw broken(key, allowed, e);
    }
  }

  static String place(@Nullable ConfigValue value) {
    if (value == null) {
      return "configuration";
    }
    ConfigOrigin origin = value.origin();
    String file = origin.filename() != null ? origin.filename() : origin.description();
    return origin.lineNumber() > 0 && origin.filename() != null
        ? file + " line " + origin.lineNumber()
        : file;
  }

  private static String quoted(String key) {
    return "\"" + key + "\"";
  }

  private static String shown(Duration duration) {
    long millis = duration.toMillis();
    return millis % 1000 == 0 ? millis / 1000 + "s" : millis + "ms";
  }
}
