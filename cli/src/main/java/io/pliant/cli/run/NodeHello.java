package io.pliant.cli.run;

import java.io.IOException;

/**
 * First line of a node's connection (docs/protocol/step-io.md).
 *
 * @param index position of the node in the step's node list
 * @param totalTasks tasks of the step on all its nodes
 */
record NodeHello(
    String stepKey, String node, int index, int firstRank, int taskCount, int totalTasks) {
  private static final String WORD = "pliant-io";
  private static final String VERSION = "1";
  private static final int FIELDS = 9;

  /** Which attempt of its job the step is of: the second number of the key {@code 12-1-0}. */
  String attempt() {
    String[] numbers = stepKey.split("-", -1);
    return numbers.length < 2 ? stepKey : numbers[1];
  }

  /** Parses the line; throws IOException when it is not for us. */
  static NodeHello parse(String line, String secret) throws IOException {
    String[] fields = line.split(" ", -1);
    if (fields.length != FIELDS || !fields[0].equals(WORD) || !fields[1].equals(VERSION)) {
      throw new IOException("Expected a node of the step, but it speaks another protocol.");
    }
    if (!fields[2].equals(secret)) {
      throw new IOException("Expected a node of the step, but its secret is wrong.");
    }
    try {
      return new NodeHello(
          fields[3],
          fields[4],
          Integer.parseInt(fields[5]),
          Integer.parseInt(fields[6]),
          Integer.parseInt(fields[7]),
          Integer.parseInt(fields[8]));
    } catch (NumberFormatException e) {
      throw new IOException("Expected numbers in the first line of a node, but got: " + line, e);
    }
  }
}
