package io.pliant.actors.journal;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.nio.file.Path;
import java.util.Map;

/** Turns the choice of a journal into settings of the actor system, and back. */
public final class JournalConfig {
  private static final String DATABASE = "pliant-sql-journal.database";

  private JournalConfig() {}

  /**
   * Settings to be put above the controller's other ones. Call {@link JournalDatabase#prepare}
   * before the actor system is started with them.
   */
  public static Config of(JournalSettings settings) {
    Map<String, Object> database =
        switch (settings) {
          case JournalSettings.Sqlite sqlite ->
              Map.of(
                  "kind", "sqlite",
                  "file", sqlite.file().toString(),
                  "power-safe", sqlite.powerSafe());
          case JournalSettings.PostgreSql postgres ->
              Map.of(
                  "kind", "postgresql",
                  "url", postgres.url(),
                  "user", postgres.user(),
                  "password", postgres.password());
        };
    return ConfigFactory.parseMap(Map.of(DATABASE, database), "journal settings")
        .withFallback(
            ConfigFactory.parseResources(
                JournalConfig.class.getClassLoader(), "io/pliant/actors/journal/sql.conf"));
  }

  /** The choice that {@link #of} put into an actor system's configuration. */
  public static JournalSettings settings(Config system) {
    Config database = system.getConfig(DATABASE);
    return switch (database.getString("kind")) {
      case "sqlite" ->
          new JournalSettings.Sqlite(
              Path.of(database.getString("file")), database.getBoolean("power-safe"));
      case "postgresql" ->
          new JournalSettings.PostgreSql(
              database.getString("url"),
              database.getString("user"),
              database.getString("password"));
      case String other ->
          throw new IllegalArgumentException(
              "Expected sqlite or postgresql as %s.kind, but got '%s'.".formatted(DATABASE, other));
    };
  }
}
