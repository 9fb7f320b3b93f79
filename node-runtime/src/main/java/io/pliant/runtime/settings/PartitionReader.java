package io.pliant.runtime.settings;

import io.pliant.core.hostlist.Hostlist;
import io.pliant.core.id.PartitionName;
import io.pliant.core.partition.FaultRules;
import io.pliant.core.partition.LedgerLimits;
import io.pliant.core.partition.NodeWatts;
import io.pliant.core.partition.PartitionMap;
import io.pliant.core.partition.PartitionSettings;
import io.pliant.core.policy.Policies;
import io.pliant.core.power.PowerLever;
import io.pliant.core.power.Watts;
import io.pliant.core.resource.Kinds;
import io.pliant.core.spec.KnownNames;
import io.pliant.core.spec.TimeLimit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Reads and checks the list {@code pliant.partitions}. */
final class PartitionReader {
  /**
   * What a partition of a site has from ours when it does not say it. The others depend on what it
   * says.
   */
  private static final List<String> TAKEN_OVER =
      List.of("nodes", "policy", "max-time", "kill-grace", "priority");

  private static final double MOST_WATTS = 1e6;

  private PartitionReader() {}

  static List<PartitionSettings> read(Section pliant, LedgerLimits limits, KnownNames listed) {
    List<PartitionSettings> partitions = new ArrayList<>();
    Set<PartitionName> names = new TreeSet<>();
    FaultRules faults = ResilienceReader.faults(pliant.section("node-faults"));
    Section usual = Section.ofDefaults().sections("partitions").getFirst();
    for (Section section : pliant.sections("partitions")) {
      PartitionSettings partition =
          one(section.withDefaults(usual, TAKEN_OVER), usual, new Common(limits, faults, listed));
      if (!names.add(partition.name())) {
        throw section.broken("name", "a name that no other partition has", null);
      }
      partitions.add(partition);
    }
    if (partitions.isEmpty()) {
      throw pliant.broken("partitions", "at least one partition", null);
    }
    List<PartitionSettings> checked = withOneDefault(pliant, partitions);
    try {
      PartitionMap.of(checked);
    } catch (IllegalArgumentException e) {
      throw pliant.broken("partitions", "partitions that share no node", e);
    }
    return checked;
  }

  /** What all partitions have alike. */
  private record Common(LedgerLimits limits, FaultRules faults, KnownNames names) {}

  private static PartitionSettings one(Section section, Section usual, Common common) {
    Duration maxTime = section.timeLimit("max-time");
    Duration defaultTime = defaultTime(section, usual, maxTime);
    if (defaultTime.compareTo(maxTime) > 0) {
      throw section.broken("default-time", "at most max-time", null);
    }
    String policy = policy(section);
    boolean exclusive = section.flagOr("exclusive", Policies.named(policy).resizes());
    if (Policies.named(policy).resizes() && !exclusive) {
      throw section.broken("exclusive", "true, because the policy resizes whole nodes", null);
    }
    return section.closed(
        new PartitionSettings(
            section.parsed("name", "a partition name", PartitionName::new),
            section.flagOr("default", false),
            nodes(section),
            policy,
            defaultTime,
            maxTime.equals(TimeLimit.UNLIMITED) ? null : maxTime,
            exclusive,
            section.seconds("kill-grace", 3600),
            PriorityReader.read(section.section("priority"), common.names()),
            power(section, policy),
            common.limits(),
            common.faults(),
            section.has("licenses") ? section.licences("licenses") : Kinds.NONE));
  }

  /** Ours, where the site says none, unless jobs of this partition may not run for so long. */
  private static Duration defaultTime(Section section, Section usual, Duration maxTime) {
    if (section.has("default-time")) {
      return section.timeLimit("default-time");
    }
    Duration ours = usual.timeLimit("default-time");
    return ours.compareTo(maxTime) < 0 ? ours : maxTime;
  }

  private static @Nullable NodeWatts power(Section partition, String policy) {
    if (!partition.has("power")) {
      if (Policies.named(policy).needsCorridor()) {
        throw partition.broken(
            "power",
            "the watts of the nodes, power { idle-watts, job-watts-min, job-watts-max }, which policy "
                + policy
                + " needs",
            null);
      }
      return null;
    }
    Section power = partition.section("power");
    double idle = power.decimal("idle-watts", 1, MOST_WATTS);
    double least = power.decimal("job-watts-min", idle, MOST_WATTS);
    double most = power.decimal("job-watts-max", least, MOST_WATTS);
    return power.closed(
        new NodeWatts(idle, Watts.declared(least, most), levers(partition, power, policy)));
  }

  /** Levers come after all that sizes can do, which not every policy does. */
  private static Set<PowerLever> levers(Section partition, Section power, String policy) {
    if (!power.has("levers")) {
      return Set.of();
    }
    Set<PowerLever> levers = EnumSet.noneOf(PowerLever.class);
    try {
      power.texts("levers").forEach(word -> levers.add(PowerLever.of(word)));
    } catch (IllegalArgumentException e) {
      throw power.broken("levers", "a list of cap and suspend", e);
    }
    if (!levers.isEmpty() && !Policies.named(policy).allowsLevers()) {
      throw partition.broken(
          "policy", "power-aware or elastic, since power.levers is for them alone", null);
    }
    return levers;
  }

  private static String nodes(Section section) {
    String nodes = section.text("nodes");
    if (!nodes.equals("*")) {
      section.parsed("nodes", "\"*\" or a host list such as n[001-032]", Hostlist::expand);
    }
    return nodes;
  }

  private static String policy(Section section) {
    String policy = section.text("policy");
    try {
      return Policies.named(policy).name();
    } catch (IllegalArgumentException e) {
      throw section.broken("policy", "a scheduling policy", e);
    }
  }

  private static List<PartitionSettings> withOneDefault(
      Section pliant, List<PartitionSettings> partitions) {
    long defaults = partitions.stream().filter(PartitionSettings::isDefault).count();
    if (defaults == 1) {
      return List.copyOf(partitions);
    }
    if (defaults == 0 && partitions.size() == 1) {
      PartitionSettings p = partitions.getFirst();
      return List.of(p.asDefault());
    }
    throw pliant.broken(
        "partitions", "exactly one partition with default = true, but found " + defaults, null);
  }
}
