package io.pliant.journal;

import io.pliant.journal.raft.GroupFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Settings of small groups on free ports of this host, with short elections. */
public final class TestGroups {
  private static final GroupSettings.Timing QUICK =
      new GroupSettings.Timing(
          Duration.ofMillis(500), Duration.ofMillis(1000), Duration.ofMinutes(2));

  private TestGroups() {}

  /** Settings of each member of a new group. */
  public static List<GroupSettings> of(Path folder, int count, int snapshotEvery) {
    return of(folder, count, 1, snapshotEvery);
  }

  /** Settings of each member of several new groups. */
  public static List<GroupSettings> of(Path folder, int count, int groups, int snapshotEvery) {
    System.setProperty(
        "io.pliant.native.dir", Path.of("target", "native").toAbsolutePath().toString());
    List<Integer> ports = freePorts(count);
    List<Member> members = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      members.add(new Member("m" + (i + 1), "127.0.0.1", ports.get(i)));
    }
    return members.stream()
        .map(member -> founding(folder, member, members, groups, snapshotEvery))
        .toList();
  }

  private static GroupSettings founding(
      Path folder, Member member, List<Member> members, int groups, int snapshotEvery) {
    GroupSettings settings =
        new GroupSettings(
            "test",
            folder.resolve(member.name()),
            member.name(),
            members,
            groups,
            QUICK,
            snapshotEvery,
            null);
    GroupFiles.of(settings).markFounding();
    return settings;
  }

  /** Ports that nothing listens on. */
  public static List<Integer> freePorts(int count) {
    List<ServerSocket> sockets = new ArrayList<>();
    try {
      for (int i = 0; i < count; i++) {
        sockets.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
      }
      List<Integer> ports = sockets.stream().map(ServerSocket::getLocalPort).toList();
      for (ServerSocket socket : sockets) {
        socket.close();
      }
      return ports;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
