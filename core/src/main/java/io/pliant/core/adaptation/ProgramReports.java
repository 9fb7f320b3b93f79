package io.pliant.core.adaptation;

import io.pliant.core.id.NodeName;
import java.util.Collection;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.pcollections.TreePMap;

/**
 * What an application has been told and need not remember: whoever told it tells it again. Of one
 * attempt only.
 *
 * @param attempt the attempt of which all this is
 * @param tasks what agents say, by the task's word
 * @param fates what the job says, by the task's word
 * @param answers what was said to offers, by adaptation
 * @param wishes requests by name
 * @param wishesOf which node said which wishes last
 * @param denials what the partition refused, by request, with the reason
 * @param times of the tasks of each node since the last adaptation
 * @param wanted the newest resize that the partition asks for, or null
 * @param withdrawn number in the ledger of a resize that the partition wants back, 0 for none
 * @param over the attempt is over
 */
public record ProgramReports(
    int attempt,
    TreePMap<String, TaskStanding> tasks,
    TreePMap<String, SeatFate> fates,
    TreePMap<Integer, Answer> answers,
    TreePMap<String, Wish> wishes,
    TreePMap<NodeName, List<String>> wishesOf,
    TreePMap<String, String> denials,
    TreePMap<NodeName, List<PhaseSum>> times,
    @Nullable Resize wanted,
    long withdrawn,
    boolean over) {

  /** Nothing was told yet. */
  public static ProgramReports none(int attempt) {
    return new ProgramReports(
        attempt,
        TreePMap.empty(),
        TreePMap.empty(),
        TreePMap.empty(),
        TreePMap.empty(),
        TreePMap.empty(),
        TreePMap.empty(),
        TreePMap.empty(),
        null,
        0,
        false);
  }

  /**
   * With what an agent says; another attempt's is not taken in, nor what a node says on which the
   * job has no task, nor what it says of tasks elsewhere.
   */
  public ProgramReports with(AgentReport standing) {
    if (standing.attempt() != attempt || !seatedOn(standing.node())) {
      return this;
    }
    TreePMap<String, TaskStanding> heard = tasks;
    for (TaskStanding task : standing.tasks()) {
      SeatFate fate = fates.get(task.task());
      if (fate == null || !fate.seat().node().equals(standing.node())) {
        continue;
      }
      TaskStanding known = heard.get(task.task());
      heard = heard.plus(task.task(), known == null ? task : known.and(task));
    }
    TreePMap<Integer, Answer> said = answers;
    for (Answer answer : standing.answers()) {
      said = said.plus(answer.number(), answer);
    }
    TreeMap<String, Wish> wished = new TreeMap<>(wishes);
    wishesOf.getOrDefault(standing.node(), List.of()).forEach(wished::remove);
    for (Wish wish : standing.wishes()) {
      if (!denials.containsKey(wish.request())) {
        wished.put(wish.request(), wish);
      }
    }
    return new ProgramReports(
        attempt,
        heard,
        fates,
        said,
        TreePMap.from(wished),
        wishesOf.plus(standing.node(), standing.wishes().stream().map(Wish::request).toList()),
        stillWished(standing),
        times.plus(standing.node(), standing.times()),
        wanted,
        withdrawn,
        over);
  }

  /** True when the job has, or had, a task of the attempt there. */
  public boolean seatedOn(NodeName node) {
    return fates.values().stream().anyMatch(fate -> fate.seat().node().equals(node));
  }

  /** With what the job says of its tasks. */
  public ProgramReports with(List<SeatFate> told) {
    TreePMap<String, SeatFate> known = fates;
    for (SeatFate fate : told) {
      SeatFate before = known.get(fate.seat().task());
      if (before == null || before.fate() == SeatFate.Fate.ALIVE) {
        known = known.plus(fate.seat().task(), fate);
      }
    }
    return new ProgramReports(
        attempt, tasks, known, answers, wishes, wishesOf, denials, times, wanted, withdrawn, over);
  }

  /** With a resize that the partition wants; an older one than known is not taken in. */
  public ProgramReports with(Resize resize) {
    return wanted != null && wanted.ledger() >= resize.ledger()
        ? this
        : new ProgramReports(
            attempt, tasks, fates, answers, wishes, wishesOf, denials, times, resize, withdrawn,
            over);
  }

  /** The partition wants that resize back. */
  public ProgramReports withdrawing(long ledger) {
    return new ProgramReports(
        attempt,
        tasks,
        fates,
        answers,
        wishes,
        wishesOf,
        denials,
        times,
        wanted,
        Math.max(withdrawn, ledger),
        over);
  }

  /** The partition refused a request; it is not asked again. */
  public ProgramReports denied(String request, String reason) {
    return new ProgramReports(
        attempt,
        tasks,
        fates,
        answers,
        wishes.minus(request),
        wishesOf,
        denials.plus(request, reason),
        times,
        wanted,
        withdrawn,
        over);
  }

  /** The attempt is over. */
  public ProgramReports nowOver() {
    return new ProgramReports(
        attempt, tasks, fates, answers, wishes, wishesOf, denials, times, wanted, withdrawn, true);
  }

  /** An agent that has passed a denial on names the request no more. */
  private TreePMap<String, String> stillWished(AgentReport standing) {
    TreePMap<String, String> left = denials;
    for (String before : wishesOf.getOrDefault(standing.node(), List.of())) {
      if (standing.wishes().stream().noneMatch(w -> w.request().equals(before))) {
        left = left.minus(before);
      }
    }
    return left;
  }

  /** The group has another size: what was measured before says nothing of it. */
  public ProgramReports resized() {
    return new ProgramReports(
        attempt,
        tasks,
        fates,
        answers,
        wishes,
        wishesOf,
        denials,
        TreePMap.empty(),
        wanted,
        withdrawn,
        over);
  }

  /** What was measured since the last resize, summed over the tasks on those nodes, by phase. */
  public List<PhaseSum> phases(Collection<NodeName> nodes) {
    TreeMap<Integer, PhaseSum> sums = new TreeMap<>();
    times.forEach((node, measured) -> {
      if (nodes.contains(node)) {
        measured.forEach(sum -> sums.merge(sum.phase(), sum, PhaseSum::plus));
      }
    });
    return List.copyOf(sums.values());
  }

  /**
   * Time in communication over time in computation, over all phases and the tasks on those nodes,
   * or null while nothing was measured.
   */
  public @Nullable Double mtct(Collection<NodeName> nodes) {
    return phases(nodes).stream()
        .reduce((a, b) -> new PhaseSum(0, a.communicationNs(), a.computationNs()).plus(b))
        .map(PhaseSum::mtct)
        .orElse(null);
  }

  SeatFate.Fate fate(String task) {
    SeatFate fate = fates.get(task);
    return fate == null ? SeatFate.Fate.ALIVE : fate.fate();
  }

  boolean ended(String task) {
    return fate(task) != SeatFate.Fate.ALIVE;
  }

  /** Tasks that join for an adaptation, as the job ordered them. */
  List<SeatFate> joining(int number) {
    return fates.values().stream().filter(f -> f.number() == number).toList();
  }

  @Nullable TaskStanding task(String task) {
    return tasks.get(task);
  }
}
