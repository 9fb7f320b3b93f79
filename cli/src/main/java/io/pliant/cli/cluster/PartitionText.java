package io.pliant.cli.cluster;

import io.pliant.cli.invocation.CommandFailure;
import io.pliant.core.hostlist.Hostlist;
import io.pliant.core.id.PartitionName;
import io.pliant.core.partition.NodeWatts;
import io.pliant.core.policy.Policies;
import io.pliant.core.power.PowerLever;
import io.pliant.core.power.Watts;
import io.pliant.core.resource.Kinds;
import io.pliant.core.resource.Licences;
import java.util.EnumSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A value of {@code --partition}: {@code name}, {@code name:host list}, {@code name:host
 * list:policy}, {@code name:host list:policy:idle/min-max} with watts of a node, or {@code
 * name:host list:policy:idle/min-max:cap+suspend} with what is allowed when no sizes keep the upper
 * bound. Licences may follow: {@code main;matlab=2,ansys=1}.
 *
 * @param nodes host list; {@code *} for all nodes, also when the text names none
 * @param policy null for the usual one
 * @param watts of a node, idle and under a job, and the levers; null when the text names none
 * @param licences that its jobs share
 */
record PartitionText(
    String name, String nodes, @Nullable String policy, @Nullable NodeWatts watts, Kinds licences) {
  private static final Pattern WATTS = Pattern.compile("([0-9]{1,6})/([0-9]{1,6})-([0-9]{1,6})");

  /** The parts of a text; throws IllegalArgumentException for bad watts or levers. */
  static PartitionText parse(String text) {
    int semicolon = text.indexOf(';');
    String[] parts = (semicolon < 0 ? text : text.substring(0, semicolon)).split(":", 5);
    return new PartitionText(
        parts[0],
        parts.length < 2 ? "*" : parts[1],
        parts.length < 3 ? null : parts[2],
        parts.length < 4 ? null : watts(parts[3], parts.length < 5 ? Set.of() : levers(parts[4])),
        semicolon < 0
            ? Kinds.NONE
            : Licences.parse(text.substring(semicolon + 1).replace('=', ':')));
  }

  private static NodeWatts watts(String text, Set<PowerLever> levers) {
    Matcher watts = WATTS.matcher(text);
    if (!watts.matches()) {
      throw new IllegalArgumentException(
          "Expected watts of a node as idle/min-max, for example 71/150-250, but got '%s'."
              .formatted(text));
    }
    return new NodeWatts(
        Integer.parseInt(watts.group(1)),
        Watts.declared(Integer.parseInt(watts.group(2)), Integer.parseInt(watts.group(3))),
        levers);
  }

  private static Set<PowerLever> levers(String text) {
    Set<PowerLever> levers = EnumSet.noneOf(PowerLever.class);
    for (String word : text.split("\\+", -1)) {
      levers.add(PowerLever.of(word));
    }
    return levers;
  }

  /** Throws a failure of usage when a text is no partition that could be. */
  static void check(String text) {
    try {
      parse(text).check();
    } catch (IllegalArgumentException e) {
      throw CommandFailure.usage(
          "Expected --partition as name:nodes, name:nodes:policy, name:nodes:policy:idle/min-max or name:nodes:policy:idle/min-max:levers, with ;licence=number at the end, for example gpu:n[001-004], but got '%s': %s"
              .formatted(text, e.getMessage()));
    }
  }

  private void check() {
    PartitionName known = new PartitionName(name);
    if (!nodes.equals("*") && Hostlist.expand(nodes).isEmpty()) {
      throw new IllegalArgumentException("partition " + known + " names no node");
    }
    if (policy != null && Policies.named(policy).needsCorridor() && watts == null) {
      throw new IllegalArgumentException(
          "policy %s needs the watts of a node, as in name:nodes:%s:71/150-250"
              .formatted(policy, policy));
    }
    if (watts != null
        && !watts.levers().isEmpty()
        && (policy == null || !Policies.named(policy).allowsLevers())) {
      throw new IllegalArgumentException(
          "levers are for the policies power-aware and elastic alone");
    }
  }
}
