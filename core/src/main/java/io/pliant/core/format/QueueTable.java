package io.pliant.core.format;

import io.pliant.core.format.TextTable.Column;
import java.time.Duration;
import java.time.Instant;
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

  private static final String RESIZING_CODE = "RS";
  private static final String RESIZING = "RESIZING";

  private QueueTable() {}

  /**
   * The state of a job in two letters, as Slurm shows it: a job whose size is changing is RS.
   *
   * @param code letters of the job's own state
   */
  public static String stateCode(String code, boolean resizing) {
    return resizing ? RESIZING_CODE : code;
  }

  /** The same in full: a job whose size is changing is RESIZING. */
  public static String stateName(String name, boolean resizing) {
    return resizing ? RESIZING : name;
  }

  /**
   * One job.
   *
   * @param code two letters of its own state
   * @param resizing its size is changing just now
   * @param startedAt since when it has held its nodes, or null while it waits
   * @param nodeList compressed host list of its nodes, or null while it waits
   * @param reason why it waits, in a word; null or empty when that is not known
   */
  public record Row(
      String job,
      String partition,
      String name,
      String user,
      String code,
      boolean resizing,
      @Nullable Instant startedAt,
      String nodes,
      @Nullable String nodeList,
      @Nullable String reason) {

    /** How long it has held its nodes, in the table's form. */
    private String ran(Instant now) {
      return TimeText.compact(startedAt == null ? Duration.ZERO : Duration.between(startedAt, now));
    }

    private List<String> cells(Instant now) {
      String why = reason == null || reason.isEmpty() ? "None" : reason;
      return List.of(
          job,
          partition,
          name,
          user,
          stateCode(code, resizing),
          ran(now),
          nodes,
          nodeList == null ? "(" + why + ")" : nodeList);
    }
  }

  /** The table of these jobs, in their order, times counted up to {@code now}. */
  public static TextTable of(List<Row> jobs, Instant now) {
    return TextTable.of(COLUMNS, jobs.stream().map(job -> job.cells(now)).toList());
  }
}
