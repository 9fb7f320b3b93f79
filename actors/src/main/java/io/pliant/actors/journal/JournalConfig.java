package io.pliant.actors.journal;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import io.pliant.actors.cluster.JournalDatabase;
import io.pliant.journal.pekko.RaftGroups;
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
      case JournalSettings.PostgreSql sql -> of(Map.of(DATABASE, keys(sql)), SQL);
    };
  }

  private static Config of(Map<String, Object> keys, String resource) {
    return ConfigFactory.parseMap(keys, "journal settings")
        .withFallback(ConfigFactory.parseResources(JournalConfig.class.getClassLoader(), resource));
  }

  private static Map<String, Object> keys(JournalSettings.PostgreSql settings) {
    return Map.of("url", settings.url(), "user", settings.user(), "password", settings.password());
  }

  /** The database that {@link #of} put into an actor system's configuration. */
  public static JournalSettings.PostgreSql settings(Config system) {
    Config database = system.getConfig(DATABASE);
    return new JournalSettings.PostgreSql(
        database.getString("url"), database.getString("user"), database.getString("password"));
  }
}
