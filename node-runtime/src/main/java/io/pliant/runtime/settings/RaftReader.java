package io.pliant.runtime.settings;

import io.pliant.actors.journal.JournalSettings;
import io.pliant.journal.GroupSettings;
import io.pliant.journal.Member;
import io.pliant.runtime.settings.SecuritySettings.IdentityFiles;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads and checks {@code pliant.journal.raft}.
 *
 * @param asMember true when the controller of that name reads its own file: it must be a member
 */
record RaftReader(
    String cluster,
    String controller,
    Path stateDir,
    @Nullable IdentityFiles identity,
    boolean asMember) {
  private static final Duration SHORTEST = Duration.ofMillis(100);
  private static final Duration LONGEST = Duration.ofMinutes(1);

  JournalSettings read(Section section) {
    HostPort own = section.address(1);
    Path folder = section.pathOr("folder", stateDir.resolve("journal").resolve(controller));
    List<Member> members = members(section, own);
    int groups = section.number("groups", 0, GroupSettings.MOST_GROUPS);
    Duration min = section.duration("election-min", SHORTEST, LONGEST);
    Duration max = section.duration("election-max", SHORTEST, LONGEST);
    if (min.compareTo(max) >= 0) {
      throw section.broken("election-max", "more than election-min", null);
    }
    int snapshotEvery = section.number("snapshot-every", 100, 10_000_000);
    section.close();
    return new JournalSettings.Raft(
        new GroupSettings(
            cluster,
            folder,
            controller,
            members,
            groups,
            new GroupSettings.Timing(min, max, GroupSettings.Timing.defaults().patience()),
            snapshotEvery,
            identity == null
                ? null
                : new GroupSettings.Tls(
                    identity.certificate(), identity.key(), identity.controllersAuthority())));
  }

  private List<Member> members(Section section, HostPort own) {
    String expected = "a list of name=host:port with this controller's own";
    List<Member> members = new ArrayList<>();
    for (String text : section.texts("members")) {
      int equals = text.indexOf('=');
      try {
        HostPort address = HostPort.parse(text.substring(equals + 1));
        members.add(
            new Member(text.substring(0, Math.max(0, equals)), address.host(), address.port()));
      } catch (IllegalArgumentException e) {
        throw section.broken("members", expected, e);
      }
    }
    Member self = new Member(controller, own.host(), own.port());
    if (members.isEmpty() || (!asMember && !members.contains(self))) {
      return List.of(self);
    }
    if (!members.contains(self)) {
      throw section.broken("members", expected + ", " + self, null);
    }
    if (members.stream().map(Member::name).distinct().count() != members.size()) {
      throw section.broken("members", "each name once", null);
    }
    return List.copyOf(members);
  }
}
