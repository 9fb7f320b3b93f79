package io.pliant.journal;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a member must know. The same members may keep several groups, each with a log and a leader
 * of its own.
 *
 * @param group name of the cluster; members of different ones refuse each other
 * @param folder this member's own files
 * @param self this member's name, one of {@code members}
 * @param members those that found the group; what the group has agreed on later stands in its log
 * @param groups how many groups a new folder begins with, 1 to {@value #MOST_GROUPS}; 0 for as many
 *     as there are members. A folder that is in use keeps its number.
 * @param snapshotEvery log entries after which the state is copied and older entries are dropped
 */
public record GroupSettings(
    String group,
    Path folder,
    String self,
    List<Member> members,
    int groups,
    Timing timing,
    int snapshotEvery,
    @Nullable Tls tls) {
  /** A snapshot of the state after this many log entries, unless told otherwise. */
  public static final int SNAPSHOT_EVERY = 20_000;

  /** More groups cost more than they bring. */
  public static final int MOST_GROUPS = 9;

  public GroupSettings {
    folder = folder.toAbsolutePath().normalize();
    if (groups < 0 || groups > MOST_GROUPS) {
      throw new IllegalArgumentException(
          "Expected 1 to %d groups, or 0 for one each member, but got %d."
              .formatted(MOST_GROUPS, groups));
    }
    members = List.copyOf(members);
    String name = self;
    if (members.stream().noneMatch(m -> m.name().equals(name))) {
      throw new IllegalArgumentException(
          "Expected this member '%s' to be one of %s.".formatted(self, members));
    }
    if (members.stream().map(Member::name).distinct().count() != members.size()) {
      throw new IllegalArgumentException(
          "Expected members with names of their own, but got %s.".formatted(members));
    }
  }

  /**
   * The clocks.
   *
   * @param electionMin shortest silence of the leader after which another member stands for
   *     election
   * @param electionMax longest; each member draws a time between them
   * @param patience how long a write or read may be tried before it fails
   */
  public record Timing(Duration electionMin, Duration electionMax, Duration patience) {
    public Timing {
      if (electionMin.compareTo(Duration.ofMillis(50)) < 0
          || electionMin.compareTo(electionMax) >= 0) {
        throw new IllegalArgumentException(
            "Expected election times from 50 ms on, the shortest below the longest, but got %s and %s."
                .formatted(electionMin, electionMax));
      }
    }

    /** One to two seconds: short enough to be back soon, long enough for a loaded machine. */
    public static Timing defaults() {
      return new Timing(Duration.ofSeconds(1), Duration.ofSeconds(2), Duration.ofSeconds(15));
    }
  }

  /**
   * PEM files; members show each other the certificates of controllers of the cluster whose name
   * the group has.
   */
  public record Tls(Path certificate, Path key, Path authority) {}

  /** How many groups a new folder begins with. */
  public int newGroups() {
    return groups == 0 ? Math.min(MOST_GROUPS, members.size()) : groups;
  }

  /** This member. */
  public Member own() {
    return members.stream().filter(m -> m.name().equals(self)).findFirst().orElseThrow();
  }
}
