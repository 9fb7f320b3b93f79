package io.pliant.core.format;

import io.pliant.core.format.TextTable.Column;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The queue in the columns of Slurm's {@code squeue}. */
public final class QueueTable {
  /** Index of the column with the two-letter state. */
  public static final int STATE_COLUMN = 4;

  private static final List<Column> COLUMNS =
      List.of(
          Column.right("JOBID"),
          Column.text("PARTITION", 6),
          Column.text("NAME", 6),
          Column.text("USER", 5),
          Column.left("ST"),
          Column.right("TIME"),
          Column.right("NODES"),
          Column.text("NODELIST(REASON)", 10));

  private QueueTable() {}

  /**
   * One job.
   *
   * @param state two letters
   * @param ran how long it has held its nodes
   * @param nodeList compressed host list of its nodes, or null while it waits
   * @param reason why it waits, in a word; null or empty when that is not known
   */
  public record Row(
      String job,
      String partition,
      String name,
      String user,
      String state,
      Duration ran,
      String nodes,
      @Nullable String nodeList,
      @Nullable String reason) {

    private List<String> cells() {
      String why = reason == null || reason.isEmpty() ? "None" : reason;
      return List.of(
          job,
          partition,
          name,
          user,
          state,
          TimeText.compact(ran),
          nodes,
          nodeList == null ? "(" + why + ")" : nodeList);
    }
  }

  /** The table of these jobs, in their order. */
  public static TextTable of(List<Row> jobs) {
    return TextTable.of(COLUMNS, jobs.stream().map(Row::cells).toList());
  }
}
