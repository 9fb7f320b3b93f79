package io.pliant.core.node;

import io.pliant.core.id.NodeName;

/**
 * A node could not do its part of an attempt, through no fault of the job.
 *
 * @param evidence what went wrong there
 */
public record NodeFault(NodeName node, String evidence) {
  /** Faults that are remembered of one attempt. */
  public static final int MOST = 16;

  /** Characters of evidence that are kept. */
  private static final int LONGEST = 500;

  public NodeFault {
    evidence = shortened(evidence);
  }

  /** The beginning of what a node says, which may be long. */
  public static String shortened(String text) {
    return text.length() > LONGEST ? text.substring(0, LONGEST) : text;
  }
}
