package io.pliant.core.node;

/**
 * A part of an output file that somebody wants to see, asked of the agent of a node.
 *
 * @param number by which the answer is known
 * @param user name of the account with whose rights the file is read
 * @param uid of that account
 * @param gid its primary group
 * @param path an absolute path
 * @param offset of the first byte; below 0 from the end of the file
 */
public record OutputQuestion(long number, String user, int uid, int gid, String path, long offset) {
  /** The same under another number. */
  public OutputQuestion numbered(long other) {
    return new OutputQuestion(other, user, uid, gid, path, offset);
  }
}
