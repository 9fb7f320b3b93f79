package io.pliant.journal.raft;

import io.pliant.journal.change.ChangeCodec;
import io.pliant.journal.change.Outcome;
import io.pliant.journal.store.Applied;
import io.pliant.journal.store.EventStore;
import io.pliant.journal.store.StoreFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.apache.ratis.proto.RaftProtos.LogEntryProto;
import org.apache.ratis.proto.RaftProtos.RoleInfoProto;
import org.apache.ratis.protocol.Message;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.server.protocol.TermIndex;
import org.apache.ratis.server.raftlog.RaftLog;
import org.apache.ratis.server.storage.RaftStorage;
import org.apache.ratis.statemachine.StateMachineStorage;
import org.apache.ratis.statemachine.TransactionContext;
import org.apache.ratis.statemachine.impl.BaseStateMachine;
import org.apache.ratis.thirdparty.com.google.protobuf.UnsafeByteOperations;
import org.apache.ratis.util.LifeCycle;
import org.jspecify.annotations.Nullable;

/**
 * The journal's state as the group's log makes it. After a restart Ratis begins behind the newest
 * snapshot; entries that the state has already are passed over, since it carries its own number.
 */
final class JournalStateMachine extends BaseStateMachine {
  private final Path state;
  private final Consumer<Throwable> trouble;
  private final Runnable changed;
  private final SnapshotFolder snapshots = new SnapshotFolder();
  private volatile @Nullable EventStore store;
  private volatile TermIndex visible = TermIndex.INITIAL_VALUE;

  /**
   * A state that is opened by {@link #initialize}.
   *
   * @param trouble told when the log or the state can no longer be written
   * @param changed called after each change of the state
   */
  JournalStateMachine(Path state, Consumer<Throwable> trouble, Runnable changed) {
    this.state = state;
    this.trouble = trouble;
    this.changed = changed;
  }

  /** The state to read from. */
  EventStore store() {
    EventStore open = store;
    if (open == null) {
      throw new IllegalStateException(
          "Expected an open journal, but it is being opened or closed.");
    }
    return open;
  }

  @Override
  public void initialize(RaftServer server, RaftGroupId group, RaftStorage storage)
      throws IOException {
    super.initialize(server, group, storage);
    getLifeCycle()
        .startAndTransition(
            () -> {
              snapshots.init(storage);
              load();
            },
            IOException.class,
            RuntimeException.class);
  }

  /** Opens the state; a snapshot that is newer was received and takes its place. */
  private void load() throws IOException {
    SnapshotFolder.Copy newest = snapshots.reload();
    boolean missing = newest != null && !Files.exists(state.resolve("CURRENT"));
    if (newest != null && missing) {
      SnapshotFolder.install(newest.path(), state);
    }
    EventStore opened = EventStore.open(state);
    if (newest != null && opened.applied().index() < newest.at().getIndex()) {
      opened.close();
      SnapshotFolder.install(newest.path(), state);
      opened = EventStore.open(state);
    }
    visible = newest == null ? TermIndex.INITIAL_VALUE : newest.at();
    store = opened;
    changed.run();
  }

  @Override
  public void pause() {
    if (getLifeCycleState() == LifeCycle.State.RUNNING) {
      getLifeCycle().transition(LifeCycle.State.PAUSING);
      getLifeCycle().transition(LifeCycle.State.PAUSED);
    }
  }

  @Override
  public void reinitialize() throws IOException {
    closeStore();
    load();
    if (getLifeCycleState() == LifeCycle.State.PAUSED) {
      getLifeCycle().transition(LifeCycle.State.STARTING);
      getLifeCycle().transition(LifeCycle.State.RUNNING);
    }
  }

  @Override
  public CompletableFuture<Message> applyTransaction(TransactionContext transaction) {
    LogEntryProto entry = transaction.getLogEntry();
    Applied applied = store().applied();
    if (entry.getIndex() <= applied.index()) {
      visible = TermIndex.valueOf(entry.getTerm(), entry.getIndex());
      return CompletableFuture.completedFuture(Message.EMPTY);
    }
    byte[] bytes = entry.getStateMachineLogEntry().getLogData().toByteArray();
    try {
      List<Outcome> outcomes =
          store().apply(entry.getTerm(), entry.getIndex(), ChangeCodec.decode(bytes));
      visible = TermIndex.valueOf(entry.getTerm(), entry.getIndex());
      changed.run();
      byte[] answer = ChangeCodec.encodeOutcomes(outcomes);
      return CompletableFuture.completedFuture(
          Message.valueOf(UnsafeByteOperations.unsafeWrap(answer)));
    } catch (StoreFailure | IllegalArgumentException e) {
      trouble.accept(e);
      throw e;
    }
  }

  @Override
  public void notifyTermIndexUpdated(long term, long index) {
    visible = TermIndex.valueOf(term, index);
  }

  @Override
  public TermIndex getLastAppliedTermIndex() {
    return visible;
  }

  @Override
  public CompletableFuture<Message> query(Message request) {
    return CompletableFuture.completedFuture(Message.EMPTY);
  }

  /** A copy of the state at the newest entry; nothing while entries are passed over. */
  @Override
  public long takeSnapshot() throws IOException {
    TermIndex at = visible;
    EventStore open = store();
    if (at.getIndex() < 0 || at.getIndex() < open.applied().index()) {
      return RaftLog.INVALID_LOG_INDEX;
    }
    Path place = snapshots.place(at);
    if (Files.exists(place)) {
      return at.getIndex();
    }
    try {
      open.apply(at.getTerm(), at.getIndex(), List.of());
      Path begun = place.resolveSibling(place.getFileName() + SnapshotFolder.BEGUN);
      SnapshotFolder.delete(begun);
      Files.createDirectories(snapshots.root());
      open.checkpoint(begun);
      Files.move(begun, place);
      SnapshotFolder.force(snapshots.root());
      snapshots.reload();
      return at.getIndex();
    } catch (StoreFailure e) {
      trouble.accept(e);
      throw new IOException(e.getMessage(), e);
    }
  }

  @Override
  public StateMachineStorage getStateMachineStorage() {
    return snapshots;
  }

  @Override
  public void notifyLogFailed(Throwable cause, @Nullable LogEntryProto entry) {
    trouble.accept(cause);
  }

  @Override
  public void notifyServerShutdown(RoleInfoProto role, boolean all) {
    closeStore();
  }

  private void closeStore() {
    EventStore open = store;
    store = null;
    if (open != null) {
      open.close();
    }
  }

  @Override
  public void close() {
    closeStore();
  }
}
