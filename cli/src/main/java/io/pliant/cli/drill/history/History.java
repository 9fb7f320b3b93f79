package io.pliant.cli.drill.history;

import io.pliant.core.id.JobStatus;
import java.util.List;

/**
 * What the clients of a drill did and saw, and what the jobs wrote down themselves. All times are
 * seconds since 1970, by the one clock of the host.
 *
 * @param acknowledged answers to submissions
 * @param marks what jobs wrote when they started and ended
 * @param reads what readers were told of jobs
 * @param cancelled cancels that were acknowledged
 * @param rewinds times in which the journal was set back on purpose
 * @param losses times in which jobs may have lost a node, so that they ran again
 */
public record History(
    List<Acknowledged> acknowledged,
    List<Mark> marks,
    List<Read> reads,
    List<Cancelled> cancelled,
    List<Rewind> rewinds,
    List<Span> losses) {
  public History {
    acknowledged = List.copyOf(acknowledged);
    marks = List.copyOf(marks);
    reads = List.copyOf(reads);
    cancelled = List.copyOf(cancelled);
    rewinds = List.copyOf(rewinds);
    losses = List.copyOf(losses);
  }

  /**
   * A client was told which job its submission is.
   *
   * @param key submission key
   * @param asked when it asked for the first time
   */
  public record Acknowledged(String client, String key, long job, double asked, double at) {}

  /**
   * A job wrote this down.
   *
   * @param restart how often it had been requeued
   * @param ended true when it wrote it at its end
   */
  public record Mark(long job, int restart, double at, String key, boolean ended) {}

  /** Where a reader was told of a job. */
  public enum Source {
    /** The job itself: what was acknowledged before the question is in the answer. */
    JOB,
    /** The queue of its partition. */
    QUEUE,
    /** Accounting of one controller, which may be behind; only what it says of ends counts. */
    HISTORY
  }

  /**
   * A reader was told how a job stands.
   *
   * @param asked when it asked
   * @param at when it had the answer
   * @param attempt of the job, or 0 where the answer does not say it
   * @param exit exit code and signal, or empty before the end
   */
  public record Read(
      String client,
      Source source,
      long job,
      double asked,
      double at,
      int attempt,
      JobStatus status,
      String exit) {}

  /**
   * A client was told that its cancel is taken.
   *
   * @param waiting true when the job had not got nodes, so that it may never start
   */
  public record Cancelled(String client, long job, double at, boolean waiting) {}

  /**
   * The journal went back to a backup.
   *
   * @param from when the backup was asked for
   * @param until when the last controller of the old journal had ended
   */
  public record Rewind(double from, double until) {
    /** True for what the backup may not have. */
    boolean covers(double time) {
      return time >= from && time <= until;
    }
  }

  /** From one time to another. */
  public record Span(double from, double to) {
    boolean covers(double time) {
      return time >= from && time <= to;
    }
  }
}
