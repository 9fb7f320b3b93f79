package io.pliant.journal.pekko;

import io.pliant.journal.Continuity;
import io.pliant.journal.JournalWriteFailed;
import io.pliant.journal.change.Change;
import io.pliant.journal.change.Event;
import io.pliant.journal.change.Outcome;
import io.pliant.journal.raft.JournalGroup;
import io.pliant.journal.store.StoredEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.apache.pekko.persistence.AtomicWrite;
import org.apache.pekko.persistence.PersistentRepr;
import org.apache.pekko.persistence.journal.japi.AsyncWriteJournal;
import org.apache.pekko.serialization.SerializationExtension;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scala.concurrent.Future;
import scala.jdk.javaapi.CollectionConverters;
import scala.jdk.javaapi.FutureConverters;

/** The journal plugin; Pekko makes it by name. */
public final class RaftJournal extends AsyncWriteJournal {
  private static final Logger LOG = LoggerFactory.getLogger(RaftJournal.class);
  private static final int PAGE = 500;

  private final RaftGroups.Open groups = RaftGroups.ID.get(context().system());
  private final EventCodec codec = new EventCodec(SerializationExtension.get(context().system()));

  /** Writes under way: who recovers meanwhile must see them. */
  private final Map<String, CompletionStage<Outcome>> pending = new ConcurrentHashMap<>();

  /** For Pekko. */
  public RaftJournal() {}

  @Override
  public Future<Iterable<Optional<Exception>>> doAsyncWriteMessages(Iterable<AtomicWrite> writes) {
    Batch batch = new Batch();
    writes.forEach(batch::add);
    CompletionStage<Iterable<Optional<Exception>>> done =
        batch.events.isEmpty()
            ? CompletableFuture.completedFuture(batch.result())
            : append(batch.append()).thenApply(_ -> batch.result());
    return FutureConverters.asScala(done);
  }

  private CompletionStage<Outcome> append(Change.Append append) {
    CompletionStage<Outcome> durable =
        groups
            .of(append.entity())
            .thenCompose(group -> group.write(append))
            .thenApply(outcome -> {
              if (outcome instanceof Outcome.Conflict(long highest)) {
                LOG.warn(
                    "An event was refused because another writer was before it: {} number {}, but {} is stored",
                    append.entity(),
                    append.first(),
                    highest);
                throw new JournalWriteFailed(
                    "Expected event %d of '%s' to be the next, but another writer was before it: %d is stored."
                        .formatted(append.first(), append.entity(), highest),
                    null);
              }
              return outcome;
            });
    pending.put(append.entity(), durable);
    durable.whenComplete((_, _) -> pending.remove(append.entity(), durable));
    return durable;
  }

  /** Writes of one entity that go together. An event that cannot be serialized is rejected. */
  private final class Batch {
    private final long now = System.currentTimeMillis();
    private final List<Event> events = new ArrayList<>();
    private final List<Optional<Exception>> rejections = new ArrayList<>();
    private boolean rejected;
    private String entity = "";
    private String writer = "";
    private long first;

    void add(AtomicWrite write) {
      List<Event> encoded = new ArrayList<>();
      try {
        requireName(write.persistenceId());
        for (PersistentRepr event : CollectionConverters.asJava(write.payload())) {
          encoded.add(codec.encode(event, now));
          writer = event.writerUuid();
        }
      } catch (Exception e) { // Scala throws NotSerializableException, which is checked, undeclared
        rejections.add(Optional.of(e));
        rejected = true;
        return;
      }
      if (events.isEmpty()) {
        entity = write.persistenceId();
        first = write.lowestSequenceNr();
      }
      events.addAll(encoded);
      rejections.add(Optional.empty());
    }

    Change.Append append() {
      return new Change.Append(entity, writer, first, events);
    }

    Iterable<Optional<Exception>> result() {
      return rejected ? rejections : List.of();
    }

    private static void requireName(String id) {
      if (id.indexOf('\0') >= 0) {
        throw new IllegalArgumentException(
            "Expected an entity's name without a zero character, but got '%s'."
                .formatted(id.replace("\0", "\\0")));
      }
    }
  }

  @Override
  public Future<Void> doAsyncDeleteMessagesTo(String entity, long to) {
    return FutureConverters.asScala(
        groups
            .of(entity)
            .thenCompose(group -> group.write(new Change.DeleteTo(entity, to)))
            .thenAccept(_ -> {}));
  }

  @Override
  public Future<Void> doAsyncReplayMessages(
      String entity, long from, long to, long max, Consumer<PersistentRepr> replay) {
    return FutureConverters.asScala(
        groups
            .of(entity)
            .thenCompose(group ->
                group
                    .readHere(store ->
                        Continuity.of(
                            entity, from, to, store.highest(entity), store.deletedTo(entity)))
                    .thenCompose(
                        whole -> replay(group, new Range(entity, from, to, max), whole, replay))));
  }

  private record Range(String entity, long from, long to, long max) {
    Range after(List<StoredEvent> read) {
      return new Range(entity, read.getLast().sequence() + 1, to, max - read.size());
    }

    boolean empty() {
      return max <= 0 || from > to;
    }
  }

  /**
   * Page by page from this member's state. Pekko asks for the highest number first, and that waits
   * until this member has all that was acknowledged.
   */
  private CompletionStage<Void> replay(
      JournalGroup group, Range range, Continuity whole, Consumer<PersistentRepr> replay) {
    if (range.empty()) {
      return CompletableFuture.completedFuture(null);
    }
    int limit = (int) Math.min(PAGE, range.max());
    return group
        .readHere(store -> store.replay(range.entity(), range.from(), range.to(), limit))
        .thenCompose(page -> {
          for (StoredEvent stored : page) {
            whole.took(stored.sequence());
            replay.accept(codec.decode(stored));
          }
          if (page.isEmpty()) {
            whole.ended();
            return CompletableFuture.completedFuture(null);
          }
          return replay(group, range.after(page), whole, replay);
        });
  }

  @Override
  public Future<Long> doAsyncReadHighestSequenceNr(String entity, long from) {
    if (groups.tookUnwritten(entity)) {
      return Future.successful(0L);
    }
    CompletionStage<?> before =
        pending.getOrDefault(entity, CompletableFuture.completedFuture(Outcome.Done.INSTANCE));
    return FutureConverters.asScala(
        before
            .handle((_, _) -> entity)
            .thenCompose(groups::of)
            .thenCompose(group -> group.read(store -> store.highest(entity))));
  }
}
