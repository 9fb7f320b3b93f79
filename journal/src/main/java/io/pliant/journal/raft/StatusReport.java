package io.pliant.journal.raft;

import io.pliant.journal.GroupSettings;
import io.pliant.journal.store.Applied;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.ratis.protocol.RaftPeer;
import org.apache.ratis.protocol.RaftPeerId;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.statemachine.SnapshotInfo;

/** Gathers a {@link GroupStatus}. */
final class StatusReport {
  private StatusReport() {}

  static GroupStatus of(
      GroupSettings settings, int group, MemberWatch watch, BatchWriter.Load load) {
    OpenMember open = watch.member();
    Applied applied = open == null ? Applied.none() : open.store(group).applied();
    RaftServer.Division division = open == null ? null : open.division(group);
    RaftPeerId leader = division == null ? null : division.getInfo().getLeaderId();
    SnapshotInfo snapshot =
        division == null ? null : division.getStateMachine().getLatestSnapshot();
    GroupFiles files = GroupFiles.of(settings);
    return new GroupStatus(
        group,
        settings.self(),
        leader == null ? null : leader.toString(),
        division == null ? 0 : division.getInfo().getCurrentTerm(),
        applied.index(),
        applied.position(),
        snapshot == null ? -1 : snapshot.getIndex(),
        division == null ? List.of() : standings(division),
        load.waiting(),
        load.acknowledged(),
        load.entries(),
        load.refused(),
        size(files.state(group)) + size(files.log().resolve(files.group(group).toString())),
        free(settings.folder()),
        watch.trouble());
  }

  /** Each member tells the others how far it is; the leader's own figure is the newest entry. */
  static List<GroupStatus.Standing> standings(RaftServer.Division division) {
    boolean leads = division.getInfo().isLeader();
    long last = division.getRaftLog().getLastCommittedIndex();
    Map<RaftPeerId, Long> commits = new HashMap<>();
    division
        .getCommitInfos()
        .forEach(info ->
            commits.put(RaftPeerId.valueOf(info.getServer().getId()), info.getCommitIndex()));
    List<GroupStatus.Standing> standings = new ArrayList<>();
    for (RaftPeer peer : division.getRaftConf().getAllPeers()) {
      Long commit = commits.get(peer.getId());
      long behind = leads && commit != null ? Math.max(0, last - commit) : -1;
      standings.add(
          new GroupStatus.Standing(
              peer.getId().toString(), String.valueOf(peer.getAddress()), behind));
    }
    standings.sort(Comparator.comparing(GroupStatus.Standing::name));
    return standings;
  }

  private static long size(Path folder) {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(Files::isRegularFile).mapToLong(StatusReport::length).sum();
    } catch (IOException | UncheckedIOException e) {
      return 0; // it is being removed, or not there yet
    }
  }

  private static long length(Path file) {
    return file.toFile().length();
  }

  private static long free(Path folder) {
    return folder.toFile().getUsableSpace();
  }
}
