package io.pliant.actors.journal;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import io.pliant.journal.pekko.RaftGroups;
import java.nio.file.Path;
import java.util.Map;

/** Turns the choice of a journal into settings of the actor system, and back. */
public final class JournalConfig {
  private static final String DATABASE = "pliant-sql-journal.database";

  private static final String RAFT = "io/pliant/journal/raft.conf";
  private static final String SQL = "io/pliant/actors/journal/sql.conf";

  private JournalConfig() {}

  /**
   * Settings to be put above the controller's other ones. Call {@link JournalDatabase#prepare}
   * before the actor system is started with them.
   */
  public static Config of(JournalSettings settings) {
    return switch (settings) {
      case JournalSettings.Raft raft -> of(RaftGroups.keys(raft.group()), RAFT);
      case JournalSettings.Sql sql -> of(Map.of(DATABASE, keys(sql)), SQL);
    };
  }

  private static Config of(Map<String, Object> keys, String resource) {
    return ConfigFactory.parseMap(keys, "journal settings")
        .withFallback(ConfigFactory.parseResources(JournalConfig.class.getClassLoader(), resource));
  }

  private static Map<String, Object> keys(JournalSettings.Sql settings) {
    return switch (settings) {
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
  }

  /** The database that {@link #of} put into an actor system's configuration. */
  public static JournalSettings.Sql settings(Config system) {
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
