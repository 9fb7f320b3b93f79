package io.pliant.journal.raft;

import io.pliant.journal.GroupSettings;
import io.pliant.journal.JournalRefused;
import io.pliant.journal.Member;
import io.pliant.journal.log.LogInspection;
import io.pliant.journal.store.EventStore;
import java.io.IOException;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import org.apache.ratis.conf.RaftProperties;
import org.apache.ratis.protocol.RaftGroup;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.protocol.RaftPeer;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.server.storage.RaftStorage;
import org.apache.ratis.statemachine.StateMachine;
import org.apache.ratis.statemachine.impl.BaseStateMachine;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** This member while its files are open: Ratis' server with the state behind it. */
final class OpenMember implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(OpenMember.class);

  private final FileLock lock;
  private final RaftServer server;
  private final List<Part> parts;

  private OpenMember(FileLock lock, RaftServer server, List<Part> parts) {
    this.lock = lock;
    this.server = server;
    this.parts = parts;
  }

  /** This member in one of the groups: Ratis' part and the state behind it. */
  private record Part(RaftServer.Division division, JournalStateMachine state) {}

  /**
   * Looks at the files, opens them and joins the others.
   *
   * @param trouble told when files can no longer be written; then close this and open another
   * @param changed called after each change of the state of a group, one for each group
   * @throws JournalRefused when the files cannot be used; nothing is left open
   */
  static OpenMember open(
      GroupSettings settings, Consumer<Throwable> trouble, IntFunction<Runnable> changed) {
    GroupFiles files = GroupFiles.of(settings);
    FileLock lock = files.lock();
    try {
      files.requireOwn();
      int groups = files.groups();
      for (int number = 0; number < groups; number++) {
        LogInspection.of(files.segments(number), true).cut().forEach(LOG::warn);
      }
      files.prepareOthers();
      Map<RaftGroupId, JournalStateMachine> states = new LinkedHashMap<>();
      for (int number = 0; number < groups; number++) {
        states.put(
            RaftGroupId.valueOf(files.group(number)),
            new JournalStateMachine(files.state(number), trouble, changed.apply(number)));
      }
      RaftServer server = server(settings, files, states);
      try {
        server.start();
        List<Part> parts = new ArrayList<>();
        for (Map.Entry<RaftGroupId, JournalStateMachine> state : states.entrySet()) {
          parts.add(new Part(server.getDivision(state.getKey()), state.getValue()));
        }
        files.begin();
        return new OpenMember(lock, server, parts);
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
      GroupSettings settings, GroupFiles files, Map<RaftGroupId, JournalStateMachine> states)
      throws IOException {
    RaftProperties properties = RatisSettings.properties(settings, files.log());
    RaftGroupId id = RaftGroupId.valueOf(files.group(0));
    RaftGroup group =
        files.joining()
            ? RaftGroup.valueOf(id)
            : RaftGroup.valueOf(id, settings.members().stream().map(OpenMember::peer).toList());
    boolean begun = Files.exists(files.terms(0));
    return RaftServer.newBuilder()
        .setServerId(peer(settings.own()).getId())
        .setGroup(group)
        .setOption(begun ? RaftStorage.StartupOption.RECOVER : RaftStorage.StartupOption.FORMAT)
        .setProperties(properties)
        .setParameters(RatisSettings.parameters(settings))
        .setStateMachineRegistry(found -> state(states, found))
        .build();
  }

  /** A folder that is no group of ours gets a state that is nowhere. */
  private static StateMachine state(
      Map<RaftGroupId, JournalStateMachine> states, RaftGroupId group) {
    JournalStateMachine state = states.get(group);
    if (state == null) {
      LOG.warn("The journal's folder has files of another group, {}, which are left alone.", group);
      return new BaseStateMachine();
    }
    return state;
  }

  static RaftPeer peer(Member member) {
    return RaftPeer.newBuilder().setId(member.name()).setAddress(member.address()).build();
  }

  RaftServer server() {
    return server;
  }

  RaftServer.Division division(int group) {
    return parts.get(group).division();
  }

  EventStore store(int group) {
    return parts.get(group).state().store();
  }

  boolean alive() {
    return parts.stream().allMatch(part -> part.division().getInfo().isAlive());
  }

  @Override
  public void close() {
    try {
      server.close();
    } catch (IOException e) {
      LOG.warn("Closing the journal: {}", DiskTrouble.explain(e));
    } finally {
      parts.forEach(part -> part.state().close());
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
