package io.pliant.actors.journal.sql;

import io.pliant.actors.journal.JournalConfig;
import org.apache.pekko.actor.AbstractExtensionId;
import org.apache.pekko.actor.ExtendedActorSystem;
import org.apache.pekko.actor.Extension;

/** The one store of an actor system, opened at first use and closed when the system has ended. */
final class SqlStores extends AbstractExtensionId<SqlStores.Open> {
  static final SqlStores ID = new SqlStores();

  private SqlStores() {}

  @Override
  public Open createExtension(ExtendedActorSystem system) {
    SqlStore store = SqlStore.open(JournalConfig.settings(system.settings().config()));
    system.registerOnTermination(store::close);
    return new Open(store);
  }

  record Open(SqlStore store) implements Extension {}
}
