package io.pliant.actors.journal.sql;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import org.apache.pekko.persistence.SelectedSnapshot;
import org.apache.pekko.persistence.SnapshotMetadata;
import org.apache.pekko.persistence.SnapshotSelectionCriteria;
import org.apache.pekko.persistence.snapshot.japi.SnapshotStore;
import org.apache.pekko.serialization.Serialization;
import org.apache.pekko.serialization.SerializationExtension;
import org.apache.pekko.serialization.Serializer;
import org.apache.pekko.serialization.Serializers;
import scala.concurrent.Future;
import scala.jdk.javaapi.FutureConverters;

/** The snapshot plugin, in the same database; Pekko makes it by name. */
public final class SqlSnapshots extends SnapshotStore {
  private static final String MATCHING =
      " FROM snapshot WHERE entity = ? AND seq >= ? AND seq <= ? AND written_at >= ? AND written_at <= ?";

  private final SqlStore store = SqlStores.ID.get(context().system()).store();
  private final Serialization serialization = SerializationExtension.get(context().system());

  /** For Pekko. */
  public SqlSnapshots() {}

  @Override
  public Future<Optional<SelectedSnapshot>> doLoadAsync(
      String entity, SnapshotSelectionCriteria criteria) {
    return FutureConverters.asScala(store.read(session -> load(session, entity, criteria)));
  }

  private Optional<SelectedSnapshot> load(
      Session session, String entity, SnapshotSelectionCriteria criteria) throws SQLException {
    PreparedStatement query =
        session.prepared(
            "SELECT seq, written_at, serializer, manifest, payload"
                + MATCHING
                + " ORDER BY seq DESC LIMIT 1");
    bind(query, entity, criteria);
    try (ResultSet result = query.executeQuery()) {
      if (!result.next()) {
        return Optional.empty();
      }
      Object snapshot =
          serialization
              .deserialize(result.getBytes(5), result.getInt(3), result.getString(4))
              .get();
      SnapshotMetadata metadata =
          new SnapshotMetadata(entity, result.getLong(1), result.getLong(2));
      return Optional.of(SelectedSnapshot.create(metadata, snapshot));
    }
  }

  @Override
  public Future<Void> doSaveAsync(SnapshotMetadata metadata, Object snapshot) {
    Serializer serializer = serialization.findSerializerFor(snapshot);
    String manifest = Serializers.manifestFor(serializer, snapshot);
    byte[] payload = serialization.serialize(snapshot).get();
    return FutureConverters.asScala(
        store.change(session -> {
          delete(session, metadata);
          PreparedStatement insert =
              session.prepared(
                  "INSERT INTO snapshot (entity, seq, written_at, serializer, manifest, payload)"
                      + " VALUES (?, ?, ?, ?, ?, ?)");
          insert.setString(1, metadata.persistenceId());
          insert.setLong(2, metadata.sequenceNr());
          insert.setLong(3, metadata.timestamp());
          insert.setInt(4, serializer.identifier());
          insert.setString(5, manifest);
          insert.setBytes(6, payload);
          insert.executeUpdate();
        }));
  }

  @Override
  public Future<Void> doDeleteAsync(SnapshotMetadata metadata) {
    return FutureConverters.asScala(store.change(session -> delete(session, metadata)));
  }

  private static void delete(Session session, SnapshotMetadata metadata) throws SQLException {
    PreparedStatement delete =
        session.prepared("DELETE FROM snapshot WHERE entity = ? AND seq = ?");
    delete.setString(1, metadata.persistenceId());
    delete.setLong(2, metadata.sequenceNr());
    delete.executeUpdate();
  }

  @Override
  public Future<Void> doDeleteAsync(String entity, SnapshotSelectionCriteria criteria) {
    return FutureConverters.asScala(
        store.change(session -> {
          PreparedStatement delete = session.prepared("DELETE" + MATCHING);
          bind(delete, entity, criteria);
          delete.executeUpdate();
        }));
  }

  private static void bind(
      PreparedStatement statement, String entity, SnapshotSelectionCriteria criteria)
      throws SQLException {
    statement.setString(1, entity);
    statement.setLong(2, criteria.minSequenceNr());
    statement.setLong(3, criteria.maxSequenceNr());
    statement.setLong(4, criteria.minTimestamp());
    statement.setLong(5, criteria.maxTimestamp());
  }
}
