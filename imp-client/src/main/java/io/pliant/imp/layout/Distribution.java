package io.pliant.imp.layout;

/**
 * A matrix over a grid of tasks: rank r holds row part r / columns.parts() and column part r %
 * columns.parts(), as one array, row after row. A vector is a matrix of one row.
 *
 * @param rows layout of the rows
 * @param columns layout of the columns
 */
public record Distribution(Layout rows, Layout columns) {
  /** A vector. */
  public static Distribution vector(Layout layout) {
    return new Distribution(new Block(1, 1), layout);
  }

  /** A matrix cut into whole rows, each of {@code width} elements. */
  public static Distribution rows(Layout rows, int width) {
    return new Distribution(rows, new Block(width, 1));
  }

  /** How many tasks it is for. */
  public int parts() {
    return rows.parts() * columns.parts();
  }

  /** How many elements a rank holds. */
  public int count(int rank) {
    return rows.count(rank / columns.parts()) * columns.count(rank % columns.parts());
  }
}
