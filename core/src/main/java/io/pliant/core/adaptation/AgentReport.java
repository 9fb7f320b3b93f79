package io.pliant.core.adaptation;

import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import java.util.List;

/**
 * All that a node's agent has heard of a job's tasks. It is a state, not a message of something
 * new: sent again and again, it may be lost, doubled and overtaken.
 *
 * @param tasks those that have said hello
 * @param answers what was said to offers
 * @param wishes requests that were not answered yet
 * @param lost words of tasks that others see as gone
 * @param times of all its tasks since the last adaptation, by phase
 */
public record AgentReport(
    JobId job,
    int attempt,
    NodeName node,
    List<TaskStanding> tasks,
    List<Answer> answers,
    List<Wish> wishes,
    List<String> lost,
    List<PhaseSum> times) {
  public AgentReport {
    tasks = List.copyOf(tasks);
    answers = List.copyOf(answers);
    wishes = List.copyOf(wishes);
    lost = List.copyOf(lost);
    times = List.copyOf(times);
  }

  /** How much it says, in things of about the same size. */
  public long entries() {
    long names = wishes.stream().mapToLong(wish -> wish.names().size()).sum();
    return (long) tasks.size()
        + answers.size()
        + wishes.size()
        + names
        + lost.size()
        + times.size();
  }
}
