package io.pliant.imp.testkit;

import io.pliant.imp.Answer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * What would be said at a job's submission.
 *
 * @param program what each task runs
 * @param nodes nodes at the start
 * @param tasksPerNode tasks on each node
 * @param minNodes smallest size that the scheduler may ask for
 * @param maxNodes largest size
 * @param onOffer the answer for a program that leaves it to the submission
 * @param allOrNothing whether an expansion of which a node failed to start is given up whole
 * @param applicationWins who prevails when an offer and a request meet
 * @param deadline time for an adaptation from offer to open window
 */
public record FakeJob(
    TaskProgram program,
    int nodes,
    int tasksPerNode,
    int minNodes,
    int maxNodes,
    Answer onOffer,
    boolean allOrNothing,
    boolean applicationWins,
    Duration deadline) {
  /** Checks the sizes. */
  public FakeJob {
    if (minNodes < 1 || nodes < minNodes || maxNodes < nodes || tasksPerNode < 1) {
      throw new IllegalArgumentException(
          "Expected 1 <= min <= nodes <= max and at least one task per node, but got "
              + minNodes
              + ", "
              + nodes
              + ", "
              + maxNodes
              + " and "
              + tasksPerNode
              + ".");
    }
  }

  /** A job of one task per node, 1 to 64 nodes, that accepts every offer within a minute. */
  public static FakeJob of(TaskProgram program, int nodes) {
    Duration minute = Duration.ofMinutes(1);
    return new FakeJob(program, nodes, 1, 1, 64, Answer.accept(), false, true, minute);
  }

  /**
   * The same for a program in any language, of which each task is a process.
   *
   * @param command its words; the environment tells it of its agent, as on a cluster
   * @param folder where it runs; {@code TASK.out} there has what it prints
   */
  public static FakeJob ofCommand(List<String> command, Path folder, int nodes) {
    return of(new TaskCommand(List.copyOf(command), folder), nodes);
  }

  /** The same with other bounds. */
  public FakeJob between(int min, int max) {
    return new FakeJob(
        program, nodes, tasksPerNode, min, max, onOffer, allOrNothing, applicationWins, deadline);
  }

  /** The same with more tasks on each node. */
  public FakeJob withTasksPerNode(int tasks) {
    return new FakeJob(
        program,
        nodes,
        tasks,
        minNodes,
        maxNodes,
        onOffer,
        allOrNothing,
        applicationWins,
        deadline);
  }

  /** The same, answering offers like this unless the program does. */
  public FakeJob withOnOffer(Answer answer) {
    return new FakeJob(
        program,
        nodes,
        tasksPerNode,
        minNodes,
        maxNodes,
        answer,
        allOrNothing,
        applicationWins,
        deadline);
  }

  /** The same with an expansion given up whole when a node of it fails. */
  public FakeJob withAllOrNothing() {
    return new FakeJob(
        program, nodes, tasksPerNode, minNodes, maxNodes, onOffer, true, applicationWins, deadline);
  }

  /** The same with the scheduler prevailing in a race. */
  public FakeJob withSchedulerWinning() {
    return new FakeJob(
        program, nodes, tasksPerNode, minNodes, maxNodes, onOffer, allOrNothing, false, deadline);
  }

  /** The same with another deadline. */
  public FakeJob withDeadline(Duration limit) {
    return new FakeJob(
        program,
        nodes,
        tasksPerNode,
        minNodes,
        maxNodes,
        onOffer,
        allOrNothing,
        applicationWins,
        limit);
  }
}
