package io.pliant.core.plan;

import io.pliant.core.id.JobId;
import io.pliant.core.power.CorridorAlarm;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a policy decided in one round.
 *
 * @param basedOn version of the view
 * @param policy name of the policy
 * @param decisions in the order in which they are to be carried out
 * @param waits for every job still waiting after this plan, all rules that keep it, the strongest
 *     first
 * @param alarm a bound of the power corridor that cannot be met, or null
 */
public record Plan(
    long basedOn,
    String policy,
    List<Decision> decisions,
    SortedMap<JobId, List<WaitReason>> waits,
    @Nullable CorridorAlarm alarm) {
  public Plan {
    decisions = List.copyOf(decisions);
    waits = Collections.unmodifiableSortedMap(new TreeMap<>(waits));
  }

  /** The jobs that it starts or resizes. */
  public Set<JobId> jobs() {
    Set<JobId> jobs = new HashSet<>();
    for (Decision decision : decisions) {
      switch (decision) {
        case Decision.Start start -> jobs.add(start.job());
        case Decision.Resize resize -> jobs.add(resize.job());
        case Decision.Reserve _, Decision.CallAgain _ -> {}
      }
    }
    return jobs;
  }

  /** The starts that it promises to waiting jobs. */
  public List<Decision.Reserve> promises() {
    return decisions.stream()
        .filter(Decision.Reserve.class::isInstance)
        .map(Decision.Reserve.class::cast)
        .toList();
  }

  /** A plan without an alarm. */
  public Plan(
      long basedOn,
      String policy,
      List<Decision> decisions,
      SortedMap<JobId, List<WaitReason>> waits) {
    this(basedOn, policy, decisions, waits, null);
  }
}
