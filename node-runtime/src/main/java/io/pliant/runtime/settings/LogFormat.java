package io.pliant.runtime.settings;

/** How lines of the log look. */
public enum LogFormat {
  /** Time, level, who speaks and what is said, for people. */
  TEXT,
  /** An object of JSON each, with job, partition, term and node where a line is about one. */
  JSON;

  static final String ALLOWED = "text or json";

  static LogFormat named(String word) {
    return switch (word) {
      case "text" -> TEXT;
      case "json" -> JSON;
      default ->
          throw new IllegalArgumentException("Expected " + ALLOWED + ", but got '" + word + "'.");
    };
  }

  static LogFormat read(Section log) {
    return log.closed(log.parsed("format", ALLOWED, LogFormat::named));
  }
}
