package io.pliant.journal.pekko;

import io.pliant.journal.change.Change;
import io.pliant.journal.change.SnapshotPart;
import io.pliant.journal.change.SnapshotRange;
import io.pliant.journal.store.StoredSnapshot;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.apache.pekko.persistence.SelectedSnapshot;
import org.apache.pekko.persistence.SnapshotMetadata;
import org.apache.pekko.persistence.SnapshotSelectionCriteria;
import org.apache.pekko.persistence.snapshot.japi.SnapshotStore;
import org.apache.pekko.serialization.Serialization;
import org.apache.pekko.serialization.SerializationExtension;
import org.apache.pekko.serialization.Serializer;
import org.apache.pekko.serialization.Serializers;
import org.jspecify.annotations.Nullable;
import scala.concurrent.Future;
import scala.jdk.javaapi.FutureConverters;

/**
 * The snapshot store plugin; Pekko makes it by name. Snapshots go through the log as events do, in
 * pieces, so that an entity that moves to another member finds them there.
 */
public final class RaftSnapshots extends SnapshotStore {
  private static final int PIECE = 256 << 10;

  private final RaftGroups.Open groups = RaftGroups.ID.get(context().system());
  private final Serialization serialization = SerializationExtension.get(context().system());

  /** For Pekko. */
  public RaftSnapshots() {}

  @Override
  public Future<Optional<SelectedSnapshot>> doLoadAsync(
      String entity, SnapshotSelectionCriteria criteria) {
    return FutureConverters.asScala(
        groups
            .of(entity)
            .thenCompose(group ->
                group.<@Nullable StoredSnapshot>read(
                    store -> store.snapshot(entity, range(criteria))))
            .thenApply(this::selected));
  }

  private Optional<SelectedSnapshot> selected(@Nullable StoredSnapshot stored) {
    if (stored == null) {
      return Optional.empty();
    }
    Object snapshot =
        serialization.deserialize(stored.bytes(), stored.serializer(), stored.manifest()).get();
    return Optional.of(
        SelectedSnapshot.create(
            new SnapshotMetadata(stored.entity(), stored.sequence(), stored.writtenAt()),
            snapshot));
  }

  @Override
  public Future<Void> doSaveAsync(SnapshotMetadata metadata, Object snapshot) {
    Serializer serializer = serialization.findSerializerFor(snapshot);
    String manifest = Serializers.manifestFor(serializer, snapshot);
    byte[] bytes = serialization.serialize(snapshot).get();
    int count = Math.max(1, (bytes.length + PIECE - 1) / PIECE);
    CompletionStage<Void> saved = CompletableFuture.completedFuture(null);
    for (int number = 0; number < count; number++) {
      SnapshotPart part =
          new SnapshotPart(
              metadata.timestamp(),
              serializer.identifier(),
              manifest,
              number,
              count,
              Arrays.copyOfRange(
                  bytes, number * PIECE, Math.min(bytes.length, (number + 1) * PIECE)));
      saved =
          saved.thenCompose(_ ->
              groups
                  .of(metadata.persistenceId())
                  .thenCompose(group ->
                      group.write(
                          new Change.PutSnapshot(
                              metadata.persistenceId(), metadata.sequenceNr(), part)))
                  .thenAccept(_ -> {}));
    }
    return FutureConverters.asScala(saved);
  }

  @Override
  public Future<Void> doDeleteAsync(SnapshotMetadata metadata) {
    return drop(
        metadata.persistenceId(),
        new SnapshotRange(metadata.sequenceNr(), metadata.sequenceNr(), 0, Long.MAX_VALUE));
  }

  @Override
  public Future<Void> doDeleteAsync(String entity, SnapshotSelectionCriteria criteria) {
    return drop(entity, range(criteria));
  }

  private Future<Void> drop(String entity, SnapshotRange range) {
    return FutureConverters.asScala(
        groups
            .of(entity)
            .thenCompose(group -> group.write(new Change.DropSnapshots(entity, range)))
            .thenAccept(_ -> {}));
  }

  private static SnapshotRange range(SnapshotSelectionCriteria criteria) {
    return new SnapshotRange(
        criteria.minSequenceNr(),
        criteria.maxSequenceNr(),
        criteria.minTimestamp(),
        criteria.maxTimestamp());
  }
}
