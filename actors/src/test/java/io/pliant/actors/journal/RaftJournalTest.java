package io.pliant.actors.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pliant.actors.cluster.JournalDatabase;
import io.pliant.journal.GroupSettings;
import io.pliant.journal.Member;
import io.pliant.journal.pekko.RaftGroups;
import io.pliant.journal.raft.GroupFiles;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.pekko.actor.testkit.typed.javadsl.TestProbe;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.javadsl.Adapter;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The contract on a group of one; what needs several members has a group of three. */
final class RaftJournalTest extends FileJournalContract {
  private final int port = freePorts(1).getFirst();

  @BeforeAll
  static void unpackLibraryOnce() {
    System.setProperty("io.pliant.native.dir", ChildJvm.NATIVE.toString());
  }

  @Override
  JournalSettings in(Path folder) {
    return new JournalSettings.Raft(
        group(folder, "c1", List.of(new Member("c1", "127.0.0.1", port))));
  }

  static GroupSettings group(Path folder, String self, List<Member> members) {
    return new GroupSettings(
        "test",
        folder,
        self,
        members,
        1,
        GroupSettings.Timing.defaults(),
        GroupSettings.SNAPSHOT_EVERY,
        null);
  }

  private List<JournalSettings> three() {
    List<Integer> ports = freePorts(3);
    List<Member> members =
        IntStream.range(0, 3)
            .mapToObj(i -> new Member("c" + (i + 1), "127.0.0.1", ports.get(i)))
            .toList();
    return members.stream()
        .<JournalSettings>map(member -> {
          GroupSettings group = group(folder.resolve(member.name()), member.name(), members);
          GroupFiles.of(group).markFounding();
          return new JournalSettings.Raft(group);
        })
        .toList();
  }

  @Override
  @Test
  void shouldRefuseASecondWriterOfTheSameSequenceNumber() {
    List<JournalSettings> members = three();
    try (Running one = Running.start(members.get(0));
        Running two = Running.start(members.get(1))) {
      ActorRef<Ledger.Command> first = one.kit.spawn(Ledger.create(1));
      ActorRef<Ledger.Command> second = two.kit.spawn(Ledger.create(1));
      assertThat(one.ask(first)).isZero();
      assertThat(two.ask(second)).isZero();
      TestProbe<Long> acks = one.kit.createTestProbe();
      first.tell(new Ledger.Append(1, acks.getRef()));
      acks.receiveMessage(PATIENCE);

      TestProbe<Long> refused = two.kit.createTestProbe();
      second.tell(new Ledger.Append(1, refused.getRef()));
      refused.expectTerminated(second, PATIENCE);
      refused.expectNoMessage(Duration.ofMillis(100));
      assertThat(two.count(1)).isEqualTo(1);
    }
  }

  @Override
  @Test
  void shouldLoseNothingAcknowledgedWhenWritersAreKilledInTurn() throws Exception {
    List<JournalSettings> members = three();
    List<ChildJvm> children = new ArrayList<>();
    try {
      for (int i = 0; i < 3; i++) {
        children.add(ChildJvm.start(members.get(i), 100L * i + 1, 4));
      }
      for (ChildJvm child : children) {
        child.awaitMoreAcks(40);
      }
      children.get(0).kill();
      children.get(1).awaitMoreAcks(200);
      children.get(1).kill();
      children.get(2).kill();
      try (Running one = Running.start(members.get(1));
          Running two = Running.start(members.get(0))) {
        RaftGroups.ID.get(Adapter.toClassic(one.kit.system()));
        for (ChildJvm child : children) {
          assertThat(child.acknowledged()).isNotEmpty();
          child
              .acknowledged()
              .forEach((job, count) -> assertThat(two.count(job)).isGreaterThanOrEqualTo(count));
        }
        one.append(1, 1);
      }
    } finally {
      for (ChildJvm child : children) {
        child.close();
      }
    }
  }

  @Test
  void shouldRefuseTheFirstWriteOfOneThatWasWronglySaidToBeNew() {
    JournalDatabase.prepare(settings());
    try (Running system = Running.start(settings())) {
      RaftGroups.Open journal = RaftGroups.ID.get(Adapter.toClassic(system.kit.system()));
      system.append(1, 2);

      journal.begins("ledger|1", true);
      ActorRef<Ledger.Command> wrong = system.kit.spawn(Ledger.create(1));
      assertThat(system.ask(wrong)).as("what is said to be new is not read").isZero();
      TestProbe<Long> refused = system.kit.createTestProbe();
      wrong.tell(new Ledger.Append(1, refused.getRef()));
      refused.expectTerminated(wrong, PATIENCE);

      assertThat(system.count(1)).as("it counts once").isEqualTo(2);
    }
  }

  @Test
  void shouldForgetThatOneIsNewWhenAnotherIncarnationBegins() {
    JournalDatabase.prepare(settings());
    try (Running system = Running.start(settings())) {
      RaftGroups.Open journal = RaftGroups.ID.get(Adapter.toClassic(system.kit.system()));
      system.append(1, 2);
      journal.begins("ledger|1", true);
      journal.begins("ledger|1", false);
      assertThat(system.count(1)).isEqualTo(2);
    }
  }

  @Test
  void shouldRefuseAMemberOfSeveralWhoseFolderIsEmpty() {
    List<Member> members =
        List.of(new Member("c1", "127.0.0.1", 1), new Member("c2", "127.0.0.1", 2));
    JournalSettings lost = new JournalSettings.Raft(group(folder.resolve("lost"), "c2", members));
    assertThatThrownBy(() -> JournalDatabase.prepare(lost))
        .isInstanceOf(JournalUnavailable.class)
        .hasMessageContaining("the folder is empty")
        .hasMessageContaining("pliant controller remove c2");
  }

  static List<Integer> freePorts(int count) {
    List<ServerSocket> sockets = new ArrayList<>();
    try {
      for (int i = 0; i < count; i++) {
        sockets.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
      }
      return sockets.stream().map(ServerSocket::getLocalPort).toList();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    } finally {
      for (ServerSocket socket : sockets) {
        try {
          socket.close();
        } catch (IOException e) {
          throw new java.io.UncheckedIOException(e);
        }
      }
    }
  }
}
