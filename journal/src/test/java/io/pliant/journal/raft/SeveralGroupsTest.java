package io.pliant.journal.raft;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.pliant.journal.GroupSettings;
import io.pliant.journal.JournalRefused;
import io.pliant.journal.Member;
import io.pliant.journal.TestGroups;
import io.pliant.journal.change.Change;
import io.pliant.journal.change.Event;
import io.pliant.journal.change.Outcome;
import io.pliant.journal.tools.Backups;
import io.pliant.journal.tools.JournalImport;
import io.pliant.journal.tools.JournalLines;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SeveralGroupsTest {
  private static final Duration WITHIN = Duration.ofMinutes(1);

  @TempDir Path folder;

  @Test
  void shouldKeepGroupsApartAndLeadThemFromDifferentMembers() throws Exception {
    List<GroupSettings> settings = TestGroups.of(folder, 3, 0, 100);
    List<JournalMember> members = open(settings);
    try {
      assertThat(members).allSatisfy(member -> assertThat(member.groups()).hasSize(3));
      for (int group = 0; group < 3; group++) {
        write(members.get(group), group, "same", 1, 1 + group);
        lead(members.get(0), group, "m" + (group + 1));
      }
      for (JournalMember member : members) {
        for (int group = 0; group < 3; group++) {
          assertThat(highest(member, group, "same")).isEqualTo(1 + group);
        }
      }
      // the leader of one group dies: the others are led on, and its own finds another
      members.get(1).close();
      assertThat(members.get(0).groups().get(0).leader()).isEqualTo("m1");
      assertThat(members.get(0).groups().get(2).leader()).isEqualTo("m3");
      write(members.get(2), 0, "same", 2, 1);
      write(members.get(0), 2, "same", 4, 1);
      write(members.get(0), 1, "same", 3, 130); // it comes back to a log that was cut off
      members.set(1, JournalMember.open(settings.get(1)));
      assertThat(highest(members.get(1), 1, "same")).isEqualTo(132);
      assertThat(highest(members.get(1), 0, "same")).isEqualTo(2);
    } finally {
      members.forEach(JournalMember::close);
    }
    // all were down
    members = open(settings);
    try {
      assertThat(highest(members.get(2), 1, "same")).isEqualTo(132);
      assertThat(highest(members.get(2), 2, "same")).isEqualTo(4);
    } finally {
      members.forEach(JournalMember::close);
    }
  }

  /** A member that dies as it is to lead: the leader that it had goes on taking writes. */
  @Test
  void shouldWriteOnWhenWhoIsToLeadIsGone() throws Exception {
    List<JournalMember> members = open(TestGroups.of(folder, 3, 1, 1_000));
    try {
      JournalGroup group = led(members);
      members.remove(1).close();
      await(() -> failedAtOnce(() -> group.lead("m2").toCompletableFuture().join()));
      write(members.getFirst(), 0, "a", 1, 1);
      assertThat(highest(members.get(1), 0, "a")).isEqualTo(1);
    } finally {
      members.forEach(JournalMember::close);
    }
  }

  /** Who asked for that died himself before he could see to it. */
  @Test
  void shouldWriteAgainWhenNobodySeesToALeadThatCouldNotBeGivenAway() throws Exception {
    List<JournalMember> members =
        open(
            TestGroups.of(folder, 3, 1, 1_000).stream().map(SeveralGroupsTest::impatient).toList());
    try {
      JournalGroup group = led(members);
      members.remove(1).close();
      await(() -> failedAtOnce(() -> group.ask("m2")));
      Event event = new Event(1, 2, "m", "t", new byte[] {1, 2, 3});
      Change.Append first = new Change.Append("a", "w", 1, List.of(event));
      assertThat(group.write(first).toCompletableFuture())
          .failsWithin(WITHIN)
          .withThrowableThat()
          .withMessageContaining("stepping down");
      await(() ->
          group
              .write(first)
              .thenApply(Outcome.Done.INSTANCE::equals)
              .toCompletableFuture()
              .exceptionally(_ -> false)
              .join());
    } finally {
      members.forEach(JournalMember::close);
    }
  }

  /** The first group, led by m1, of whose log m2 has all. */
  private static JournalGroup led(List<JournalMember> members) throws Exception {
    lead(members.getFirst(), 0, "m1");
    JournalGroup group = members.getFirst().groups().getFirst();
    write(members.getFirst(), 0, "before", 1, 1);
    await(() ->
        group.standings().stream()
            .anyMatch(member -> member.name().equals("m2") && member.behind() == 0));
    return group;
  }

  /** What Ratis does not forget; it may also find out only after a while that nobody is there. */
  private static boolean failedAtOnce(Runnable attempt) {
    return catchThrowable(attempt::run) instanceof Exception e
        && String.valueOf(e.getMessage()).contains("COMPLETED_EXCEPTIONALLY");
  }

  @Test
  void shouldTakeAMemberIntoEachGroupAndLetOneGo() throws Exception {
    List<GroupSettings> settings = TestGroups.of(folder, 1, 2, 100);
    List<JournalMember> members = open(settings);
    try {
      write(members.getFirst(), 0, "a", 1, 150);
      write(members.getFirst(), 1, "b", 1, 150);
      GroupSettings joining = joining(settings.getFirst(), 2);
      members.add(JournalMember.open(joining));
      for (JournalGroup group : members.getFirst().groups()) {
        agree(group, List.of(settings.getFirst().own(), joining.own()));
      }
      assertThat(highest(members.get(1), 0, "a")).isEqualTo(150);
      assertThat(highest(members.get(1), 1, "b")).isEqualTo(150);
      for (JournalGroup group : members.get(1).groups()) {
        lead(members.get(1), group.number(), "m9");
        agree(group, List.of(joining.own()));
      }
      members.removeFirst().close();
      write(members.getFirst(), 1, "b", 151, 1);
      members.removeFirst().close();
      members.add(JournalMember.open(joining));
      assertThat(highest(members.getFirst(), 1, "b")).isEqualTo(151);
    } finally {
      members.forEach(JournalMember::close);
    }
  }

  private GroupSettings joining(GroupSettings other, int groups) {
    Member own = new Member("m9", "127.0.0.1", TestGroups.freePorts(1).getFirst());
    GroupSettings settings =
        new GroupSettings(
            other.group(),
            folder.resolve("m9"),
            own.name(),
            List.of(other.own(), own),
            0,
            other.timing(),
            other.snapshotEvery(),
            null);
    GroupFiles.of(settings).markJoining(groups);
    return settings;
  }

  @Test
  void shouldRestoreAllGroupsOfABackupAndOfItsExport() throws Exception {
    Path backup = folder.resolve("backup");
    GroupSettings one = TestGroups.of(folder.resolve("one"), 1, 3, 1_000).getFirst();
    try (JournalMember member = JournalMember.open(one)) {
      for (int group = 0; group < 3; group++) {
        write(member, group, "x", 1, 10 * (group + 1));
      }
      assertThat(member.backup(backup).toCompletableFuture().get(1, TimeUnit.MINUTES)).hasSize(3);
    }
    Path lines = folder.resolve("lines.jsonl");
    try (Writer out = Files.newBufferedWriter(lines)) {
      assertThat(JournalLines.write(backup, out)).isEqualTo(3 * 2 + 10 + 20 + 30);
    }
    Path again = folder.resolve("again");
    assertThat(JournalImport.read(lines, again)).isEqualTo(Backups.check(again));
    List<GroupSettings> two = TestGroups.of(folder.resolve("two"), 2, 0, 1_000);
    two.forEach(settings -> Backups.restore(again, settings));
    List<JournalMember> members = open(two);
    try {
      assertThat(members.getFirst().groups()).hasSize(3);
      for (int group = 0; group < 3; group++) {
        assertThat(highest(members.get(1), group, "x")).isEqualTo(10L * (group + 1));
      }
    } finally {
      members.forEach(JournalMember::close);
    }
    Files.delete(again.resolve("group-1").resolve("CURRENT"));
    assertThatThrownBy(() -> Backups.check(again)).isInstanceOf(JournalRefused.class);
  }

  @Test
  void shouldDecideOnceWhichGroupKeepsAName() throws Exception {
    List<GroupSettings> settings = TestGroups.of(folder, 3, 0, 1_000);
    List<JournalMember> members = open(settings);
    List<String> names = List.of("a", "b", "c", "d", "e");
    GroupTable.Proposal proposal = table(members.getFirst()).propose(names);
    assertThat(proposal.decided()).isFalse();
    try {
      List<CompletableFuture<Map<String, Integer>>> asked =
          members.stream()
              .map(member ->
                  CompletableFuture.supplyAsync(() -> table(member).groups(names, WITHIN)))
              .toList();
      Map<String, Integer> agreed = asked.getFirst().get(1, TimeUnit.MINUTES);
      for (CompletableFuture<Map<String, Integer>> each : asked) {
        assertThat(each.get(1, TimeUnit.MINUTES)).isEqualTo(agreed);
      }
      assertThat(agreed).isEqualTo(Map.of("a", 0, "b", 1, "c", 2, "d", 0, "e", 1));
      assertThat(proposal.groups()).isEqualTo(agreed);
      assertThat(table(members.getFirst()).groups(List.of("f", "a"), WITHIN))
          .containsEntry("f", 2)
          .containsEntry("e", 1);
    } finally {
      members.forEach(JournalMember::close);
    }
    // what is known needs no other member
    try (JournalMember alone = JournalMember.open(settings.getFirst())) {
      assertThat(table(alone).groups(names, Duration.ofSeconds(1))).containsEntry("c", 2);
      assertThat(table(alone).propose(names).decided()).isTrue();
    }
  }

  @Test
  void shouldSayWhatIsWrongWhenATableOrAFileLies() throws Exception {
    GroupSettings two = TestGroups.of(folder, 1, 2, 1_000).getFirst();
    byte[] seven = {
      (byte) 0xa2, 0x64, 'n', 'a', 'm', 'e', 0x61, 'a', 0x65, 'g', 'r', 'o', 'u', 'p', 7
    };
    try (JournalMember member = JournalMember.open(two)) {
      Event event = new Event(1, 0, "name-in-group", "", seven);
      member
          .first()
          .write(new Change.Append(GroupTable.ENTITY, "", 1, List.of(event)))
          .toCompletableFuture()
          .get(1, TimeUnit.MINUTES);
      assertThatThrownBy(() -> table(member).groups(List.of("b"), WITHIN))
          .hasMessageContaining("Expected 'a' to be in one of 2 groups, but the journal says in 7");
      assertThatThrownBy(() -> table(member).propose(List.of("b")))
          .hasMessageContaining("the journal says in 7");
    }
    Files.writeString(two.folder().resolve("member"), "test m1 groups=many\n");
    assertThatThrownBy(() -> JournalMember.open(two))
        .isInstanceOf(JournalRefused.class)
        .hasMessageContaining("Expected 'groups=1' to 'groups=9'");
    Path backup = Files.createDirectory(folder.resolve("lying"));
    Files.writeString(backup.resolve("groups"), "1000000000\n");
    assertThatThrownBy(() -> Backups.check(backup)).hasMessageContaining("2 to 99");
  }

  private static GroupTable table(JournalMember member) {
    return new GroupTable(member, InstantSource.system());
  }

  @Test
  void shouldRefuseAnotherNumberOfGroupsThanTheFolderHas() {
    GroupSettings three = TestGroups.of(folder, 1, 3, 1_000).getFirst();
    JournalMember.open(three).close();
    assertThatThrownBy(() -> JournalMember.open(with(three, 2)))
        .isInstanceOf(JournalRefused.class)
        .hasMessageContaining("to be 0 or 3, with which the journal");
    try (JournalMember open = JournalMember.open(with(three, 0))) {
      assertThat(open.groups()).hasSize(3);
    }
    // how a program that knows one group alone sees the folder: not as its own
    assertThat(three.folder().resolve("member")).hasContent("test m1 groups=3");
  }

  @Test
  void shouldGoOnWithTheOneGroupOfAnOlderFolder() {
    GroupSettings older = TestGroups.of(folder, 1, 1, 1_000).getFirst();
    try (JournalMember open = JournalMember.open(older)) {
      write(open, 0, "a", 1, 3);
    }
    assertThat(older.folder().resolve("member")).hasContent("test m1");
    List<Member> three =
        List.of(older.own(), new Member("m2", "127.0.0.1", 1), new Member("m3", "127.0.0.1", 2));
    GroupSettings grown =
        new GroupSettings(
            "test", older.folder(), "m1", three, 0, older.timing(), older.snapshotEvery(), null);
    try (JournalMember open = JournalMember.open(grown)) {
      assertThat(open.groups()).hasSize(1);
    }
  }

  private static GroupSettings impatient(GroupSettings settings) {
    return new GroupSettings(
        settings.group(),
        settings.folder(),
        settings.self(),
        settings.members(),
        settings.groups(),
        new GroupSettings.Timing(
            settings.timing().electionMin(),
            settings.timing().electionMax(),
            Duration.ofSeconds(4)),
        settings.snapshotEvery(),
        null);
  }

  private static GroupSettings with(GroupSettings settings, int groups) {
    return new GroupSettings(
        settings.group(),
        settings.folder(),
        settings.self(),
        settings.members(),
        groups,
        settings.timing(),
        settings.snapshotEvery(),
        null);
  }

  private static List<JournalMember> open(List<GroupSettings> settings) {
    List<JournalMember> members = new ArrayList<>();
    settings.forEach(own -> members.add(JournalMember.open(own)));
    return members;
  }

  private static void write(
      JournalMember through, int group, String entity, long first, int count) {
    for (int i = 0; i < count; i++) {
      Event event = new Event(1, 2, "m", "t", new byte[] {1, 2, 3});
      Change.Append append = new Change.Append(entity, "w", first + i, List.of(event));
      assertThat(through.groups().get(group).write(append).toCompletableFuture().join())
          .isEqualTo(Outcome.Done.INSTANCE);
    }
  }

  private static long highest(JournalMember member, int group, String entity) {
    return member
        .groups()
        .get(group)
        .read(store -> store.highest(entity))
        .toCompletableFuture()
        .join();
  }

  private static void lead(JournalMember member, int number, String name) throws Exception {
    JournalGroup group = member.groups().get(number);
    await(() -> {
      if (name.equals(group.leader())) {
        return true;
      }
      group.lead(name).toCompletableFuture().exceptionally(Throwable::getMessage).join();
      return name.equals(group.leader());
    });
  }

  /** A leader that was elected just now says no for a moment. */
  private static void agree(JournalGroup group, List<Member> members) throws Exception {
    await(() ->
        group
            .changeMembers(members)
            .thenApply(agreed -> agreed.equals(members))
            .toCompletableFuture()
            .exceptionally(_ -> false)
            .join());
  }

  private static void await(BooleanSupplier condition) throws InterruptedException {
    long end = System.nanoTime() + WITHIN.toNanos();
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).isLessThan(end);
      TimeUnit.MILLISECONDS.sleep(50);
    }
  }
}
