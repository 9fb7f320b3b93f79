package io.pliant.imp.layout;

/**
 * How indices 0..length-1 lie on parts 0..parts-1. Each part holds its indices in rising order
 * without gaps.
 */
public interface Layout {
  /** How many indices there are. */
  int length();

  /** Over how many parts. */
  int parts();

  /** The part that holds an index. */
  int owner(int index);

  /** The place of an index within its part. */
  int local(int index);

  /**
   * The first index after {@code index} that another part holds, or that is not the next one in
   * this part.
   */
  int runEnd(int index);

  /** How many indices a part holds. */
  int count(int part);

  /** The smallest index of a part, or {@link #length} when it holds none. */
  int first(int part);

  /** The smallest index of the same part not below {@code runEnd(index)}, or {@link #length}. */
  int nextRun(int index);
}
