package io.pliant.runtime.controller;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Which group of the journal is to be led by another controller, so that each leads about as many.
 * Every controller decides for the groups that it leads itself, and only the one that leads the
 * most gives one away: so two never give at the same time, and nothing goes back and forth.
 */
final class LeadBalance {
  /** A member that has more of a group's log to come would have to catch up first. */
  private static final long NEARLY_ALL = 1_000;

  private LeadBalance() {}

  /**
   * A group as this controller sees it.
   *
   * @param leader name of the controller that leads, or null for none
   * @param busy how much is written to it; of those that can be given away the least busy goes
   * @param behind entries that members have not yet; where this controller leads
   */
  record Group(int number, @Nullable String leader, long busy, Map<String, Long> behind) {}

  /** A group and who is to lead it. */
  record Gift(int group, String to) {}

  /**
   * What a controller gives away whose writes take long, or null for nothing: its busiest group, to
   * the one that leads the fewest.
   *
   * @param ready controllers that can take over, without this one
   */
  static @Nullable Gift relieve(String self, List<Group> groups, Set<String> ready) {
    Map<String, Integer> leads = new TreeMap<>();
    ready.forEach(name -> leads.put(name, 0));
    groups.forEach(group -> {
      if (group.leader() != null) {
        leads.computeIfPresent(group.leader(), (_, count) -> count + 1);
      }
    });
    return groups.stream()
        .filter(group -> self.equals(group.leader()) && group.busy() > 0)
        .sorted(Comparator.comparingLong(Group::busy).reversed())
        .flatMap(group -> heirs(group, leads).map(name -> new Gift(group.number(), name)))
        .findFirst()
        .orElse(null);
  }

  /** Who could lead a group at once, those first that lead the fewest. */
  private static Stream<String> heirs(Group group, Map<String, Integer> leads) {
    return leads.keySet().stream()
        .filter(name -> group.behind().getOrDefault(name, Long.MAX_VALUE) <= NEARLY_ALL)
        .sorted(
            Comparator.<String>comparingInt(name -> leads.getOrDefault(name, 0))
                .thenComparing(Comparator.naturalOrder()));
  }

  /**
   * What to give away now, or null for nothing.
   *
   * @param ready controllers that can take over, without this one
   */
  static @Nullable Gift decide(String self, List<Group> groups, Set<String> ready) {
    Map<String, Integer> leads = new TreeMap<>();
    ready.forEach(name -> leads.put(name, 0));
    for (Group group : groups) {
      String leader = group.leader();
      if (leader == null) {
        return null; // an election is going on
      }
      leads.merge(leader, 1, Integer::sum);
    }
    int mine = leads.getOrDefault(self, 0);
    for (Map.Entry<String, Integer> each : leads.entrySet()) {
      boolean first =
          each.getValue() > mine || each.getValue() == mine && each.getKey().compareTo(self) < 0;
      if (first) {
        return null;
      }
    }
    return groups.stream()
        .filter(group -> self.equals(group.leader()))
        .sorted(
            Comparator.comparingLong(Group::busy)
                .thenComparing(Group::number, Comparator.reverseOrder()))
        .flatMap(group ->
            heirs(group, leads)
                .filter(name -> ready.contains(name) && mine - leads.getOrDefault(name, 0) >= 2)
                .map(name -> new Gift(group.number(), name)))
        .findFirst()
        .orElse(null);
  }
}
