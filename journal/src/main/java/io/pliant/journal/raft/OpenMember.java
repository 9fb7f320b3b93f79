package io.pliant.journal.raft;

import io.pliant.journal.GroupSettings;
import io.pliant.journal.JournalRefused;
import io.pliant.journal.Member;
import io.pliant.journal.log.LogInspection;
import io.pliant.journal.store.EventStore;
import java.io.IOException;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.util.function.Consumer;
import org.apache.ratis.conf.RaftProperties;
import org.apache.ratis.protocol.RaftGroup;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.protocol.RaftPeer;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.server.storage.RaftStorage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** This member while its files are open: Ratis' server with the state behind it. */
final class OpenMember implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(OpenMember.class);

  private final FileLock lock;
  private final RaftServer server;
  private final RaftServer.Division division;
  private final JournalStateMachine state;

  private OpenMember(
      FileLock lock, RaftServer server, RaftServer.Division division, JournalStateMachine state) {
    this.lock = lock;
    this.server = server;
    this.division = division;
    this.state = state;
  }

  /**
   * Looks at the files, opens them and joins the others.
   *
   * @param trouble told when files can no longer be written; then close this and open another
   * @param changed called after each change of the state
   * @throws JournalRefused when the files cannot be used; nothing is left open
   */
  static OpenMember open(GroupSettings settings, Consumer<Throwable> trouble, Runnable changed) {
    GroupFiles files = GroupFiles.of(settings);
    FileLock lock = files.lock();
    try {
      files.requireOwn();
      LogInspection.of(files.segments(), true).cut().forEach(LOG::warn);
      JournalStateMachine state = new JournalStateMachine(files.state(), trouble, changed);
      RaftServer server = server(settings, files, state);
      try {
        server.start();
        RaftServer.Division division = server.getDivision(RaftGroupId.valueOf(files.group()));
        files.begin();
        return new OpenMember(lock, server, division, state);
      } catch (IOException | RuntimeException e) {
        server.close();
        throw e;
      }
    } catch (IOException | RuntimeException e) {
      release(lock);
      if (e instanceof JournalRefused refused) {
        throw refused;
      }
      throw new JournalRefused(
          "Expected to open the journal in %s, but: %s"
              .formatted(settings.folder(), DiskTrouble.explain(e)),
          e);
    }
  }

  private static RaftServer server(
      GroupSettings settings, GroupFiles files, JournalStateMachine state) throws IOException {
    RaftProperties properties = RatisSettings.properties(settings, files.log());
    RaftGroupId id = RaftGroupId.valueOf(files.group());
    RaftGroup group =
        files.joining()
            ? RaftGroup.valueOf(id)
            : RaftGroup.valueOf(id, settings.members().stream().map(OpenMember::peer).toList());
    boolean begun = Files.exists(files.terms());
    return RaftServer.newBuilder()
        .setServerId(peer(settings.own()).getId())
        .setGroup(group)
        .setOption(begun ? RaftStorage.StartupOption.RECOVER : RaftStorage.StartupOption.FORMAT)
        .setProperties(properties)
        .setParameters(RatisSettings.parameters(settings))
        .setStateMachine(state)
        .build();
  }

  static RaftPeer peer(Member member) {
    return RaftPeer.newBuilder().setId(member.name()).setAddress(member.address()).build();
  }

  RaftServer server() {
    return server;
  }

  RaftServer.Division division() {
    return division;
  }

  EventStore store() {
    return state.store();
  }

  boolean alive() {
    return division.getInfo().isAlive();
  }

  @Override
  public void close() {
    try {
      server.close();
    } catch (IOException e) {
      LOG.warn("Closing the journal: {}", DiskTrouble.explain(e));
    } finally {
      state.close();
      release(lock);
    }
  }

  private static void release(FileLock lock) {
    try {
      lock.acquiredBy().close();
    } catch (IOException e) {
      LOG.warn("Unlocking the journal's folder: {}", DiskTrouble.explain(e));
    }
  }
}
