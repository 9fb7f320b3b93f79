package io.pliant.cli.demo;

/**
 * Where a time is in a line of text.
 *
 * @param columns characters for the whole span
 * @param span seconds that they stand for, above 0
 */
record TimeScale(int columns, double span) {
  /** The column of a time in seconds from the left end, within the line. */
  int column(double seconds) {
    return Math.max(0, Math.min(columns, (int) (seconds / span * columns)));
  }

  /** The time in the middle of a column, in seconds from the left end. */
  double seconds(int column) {
    return (column + 0.5) / columns * span;
  }

  /**
   * Marks of whole seconds.
   *
   * @param room characters that the last mark may reach to
   */
  String ruler(int room) {
    StringBuilder ruler = new StringBuilder(" ".repeat(room));
    int step = span > 60 ? 20 : span > 30 ? 10 : 5;
    for (int second = 0; second < span; second += step) {
      String mark = second + " s";
      int at = column(second);
      if (at + mark.length() <= room) {
        ruler.replace(at, at + mark.length(), mark);
      }
    }
    return ruler.toString();
  }
}
