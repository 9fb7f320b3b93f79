package io.pliant.journal.pekko;

import com.typesafe.config.Config;
import io.pliant.journal.raft.JournalGroup;
import io.pliant.journal.raft.JournalMember;
import io.pliant.journal.store.StoredEvent;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.apache.pekko.NotUsed;
import org.apache.pekko.actor.ExtendedActorSystem;
import org.apache.pekko.japi.Pair;
import org.apache.pekko.pattern.Patterns;
import org.apache.pekko.persistence.query.EventEnvelope;
import org.apache.pekko.persistence.query.Offset;
import org.apache.pekko.persistence.query.ReadJournalProvider;
import org.apache.pekko.persistence.query.Sequence;
import org.apache.pekko.persistence.query.javadsl.EventsByTagQuery;
import org.apache.pekko.serialization.SerializationExtension;
import org.apache.pekko.stream.javadsl.Source;
import org.jspecify.annotations.Nullable;

/**
 * Tagged events of all entities of a group in the order of their positions, read from this member's
 * own state; Pekko makes it by name. A member that is behind gives them later, in the same order.
 * The groups know nothing of each other's positions.
 */
public final class RaftReadJournal implements ReadJournalProvider, EventsByTagQuery {
  private static final int PAGE = 500;

  private final ExtendedActorSystem system;
  private final JournalMember member;
  private final EventCodec codec;
  private final Duration refresh;

  /** For Pekko. */
  public RaftReadJournal(ExtendedActorSystem system, Config config) {
    this.system = system;
    this.member = RaftGroups.ID.get(system).member();
    this.codec = new EventCodec(SerializationExtension.get(system));
    this.refresh = config.getDuration("refresh-interval");
  }

  @Override
  public RaftReadJournal javadslReadJournal() {
    return this;
  }

  @Override
  public org.apache.pekko.persistence.query.scaladsl.EventsByTagQuery scaladslReadJournal() {
    return (tag, offset) -> eventsByTag(tag, offset).asScala();
  }

  @Override
  public Source<EventEnvelope, NotUsed> eventsByTag(String tag, Offset offset) {
    long from = offset instanceof Sequence sequence ? sequence.value() : 0;
    if (!(offset instanceof Sequence) && !offset.equals(Offset.noOffset())) {
      throw new IllegalArgumentException(
          "Expected a sequence offset, but got %s.".formatted(offset));
    }
    return eventsByTag(member.first(), tag, from);
  }

  /** How many groups there are. */
  public int groups() {
    return member.groups().size();
  }

  /** Events of one of the groups. */
  public Source<EventEnvelope, NotUsed> eventsByTag(int group, String tag, long from) {
    return eventsByTag(member.groups().get(group), tag, from);
  }

  private Source<EventEnvelope, NotUsed> eventsByTag(JournalGroup group, String tag, long from) {
    return Source.unfoldAsync(new Cursor(group, from, null), cursor -> next(tag, cursor))
        .mapConcat(page -> page)
        .map(this::envelope);
  }

  /**
   * How far the reading is.
   *
   * @param change when all was read a moment ago: completes when there may be more; else null
   */
  private record Cursor(
      JournalGroup group, long position, @Nullable CompletionStage<Void> change) {}

  private CompletionStage<Optional<Pair<Cursor, List<StoredEvent>>>> next(
      String tag, Cursor cursor) {
    CompletionStage<Void> change = cursor.change();
    return change == null
        ? page(tag, cursor)
        : change.thenCompose(_ -> Patterns.after(refresh, system, () -> page(tag, cursor)));
  }

  private CompletionStage<Optional<Pair<Cursor, List<StoredEvent>>>> page(
      String tag, Cursor cursor) {
    CompletionStage<Void> change = cursor.group().nextChange(); // before the look
    return cursor
        .group()
        .readHere(store -> store.tagged(tag, cursor.position(), PAGE))
        .thenApply(page -> {
          long position = page.isEmpty() ? cursor.position() : page.getLast().position();
          return Optional.of(
              Pair.create(
                  new Cursor(cursor.group(), position, page.isEmpty() ? change : null), page));
        });
  }

  private EventEnvelope envelope(StoredEvent stored) {
    return new EventEnvelope(
        Offset.sequence(stored.position()),
        stored.entity(),
        stored.sequence(),
        codec.payload(stored),
        stored.event().writtenAt());
  }
}
