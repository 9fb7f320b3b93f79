package io.pliant.runtime.adapt;

import io.pliant.core.launch.StepLaunch;

/**
 * Whose the tasks of a step on a node are.
 *
 * @param uid the user
 * @param firstRank rank of the first of them
 * @param tasks how many there are
 */
public record TaskOwner(int uid, int firstRank, int tasks) {
  /** The owner of the tasks that an order starts. */
  public static TaskOwner of(StepLaunch launch) {
    return new TaskOwner(launch.user().uid(), launch.firstRank(), launch.taskCount());
  }

  /** Reads {@link #text}; {@link IllegalArgumentException} when it is cut off or damaged. */
  public static TaskOwner parse(String text) {
    String[] words = text.strip().split(" ");
    if (words.length != 3 || !text.endsWith("\n")) {
      throw new IllegalArgumentException(
          "Expected user, first rank and number of tasks, but got '" + text.strip() + "'.");
    }
    return new TaskOwner(
        Integer.parseInt(words[0]), Integer.parseInt(words[1]), Integer.parseInt(words[2]));
  }

  /** One line, for the step's folder. */
  public String text() {
    return uid + " " + firstRank + " " + tasks + "\n";
  }

  boolean has(int rank) {
    return rank >= firstRank && rank - firstRank < tasks;
  }
}
