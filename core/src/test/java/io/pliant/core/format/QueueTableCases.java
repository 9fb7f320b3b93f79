package io.pliant.core.format;

import io.pliant.core.id.JobStatus;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Jobs of a queue as the HTTP API writes them, each with the line that everybody who prints the
 * queue must make of it: the controller for scripts, and the command line for terminals.
 */
public final class QueueTableCases {
  /** Up to when times are counted. */
  public static final Instant NOW = Instant.parse("2026-01-03T01:02:04Z");

  private static final String STARTED = "\"2026-01-03T00:00:01Z\"";
  private static final String TEMPLATE =
      """
      {"job":7,"partition":"main","name":%s,"user":"ada","status":"%s","submittedAt":"2026-01-01T00:00:00Z",
       "startedAt":%s,"timeLimitSeconds":3600,"nodes":2,"cpus":8,"nodeList":%s,"reason":%s,"priority":null,
       "resizing":%s}
      """;

  /**
   * One job.
   *
   * @param line of a table of this job alone, without titles
   */
  public record Case(String json, String line) {}

  private QueueTableCases() {}

  /** Every state, resizing or not, and odd texts and times. */
  public static List<Case> all() {
    List<Case> cases = new ArrayList<>();
    codes()
        .forEach((status, code) -> {
          cases.add(running(status, false, "7 main a ada " + code + " 1:02:03 2 n[1-2]"));
          cases.add(running(status, true, "7 main a ada RS 1:02:03 2 n[1-2]"));
        });
    cases.add(waiting("\"a\"", "\"Resources\"", "7 main a ada PD 0:00 2 (Resources)"));
    cases.add(waiting("\"a\"", "null", "7 main a ada PD 0:00 2 (None)"));
    cases.add(waiting("\"a\"", "\"\"", "7 main a ada PD 0:00 2 (None)"));
    cases.add(waiting("\"\"", "null", "7 main  ada PD 0:00 2 (None)"));
    cases.add(waiting("\"two words\"", "null", "7 main two words ada PD 0:00 2 (None)"));
    cases.add(waiting("\"\\\"x\\\\\"", "null", "7 main \"x\\ ada PD 0:00 2 (None)"));
    cases.add(waiting("\"\\u001b[2J\"", "null", "7 main \\u001b[2J ada PD 0:00 2 (None)"));
    cases.add(waiting("\"a\\nb\"", "null", "7 main a\\u000ab ada PD 0:00 2 (None)"));
    cases.add(waiting("\"\\u202eb\"", "null", "7 main \\u202eb ada PD 0:00 2 (None)"));
    cases.add(
        waiting(
            "\"h\u00e9\ud83d\ude80\"", "null", "7 main h\u00e9\ud83d\ude80 ada PD 0:00 2 (None)"));
    cases.add(since("2026-01-01T00:00:00Z", "7 main a ada R 2-01:02:04 2 n[1-2]"));
    cases.add(since("2026-01-03T01:02:04.9Z", "7 main a ada R 0:00 2 n[1-2]"));
    return List.copyOf(cases);
  }

  private static Map<JobStatus, String> codes() {
    Map<JobStatus, String> codes = new TreeMap<>();
    for (JobStatus status : JobStatus.values()) {
      codes.put(
          status,
          switch (status) {
            case PENDING -> "PD";
            case RUNNING -> "R";
            case SUSPENDED -> "S";
            case COMPLETING -> "CG";
            case COMPLETED -> "CD";
            case FAILED -> "F";
            case CANCELLED -> "CA";
            case TIMEOUT -> "TO";
            case NODE_FAIL -> "NF";
            case OUT_OF_MEMORY -> "OOM";
            case DEADLINE -> "DL";
          });
    }
    return codes;
  }

  private static Case running(JobStatus status, boolean resizing, String line) {
    String json = TEMPLATE.formatted("\"a\"", status, STARTED, "\"n[1-2]\"", "null", resizing);
    return new Case(json, line);
  }

  private static Case since(String started, String line) {
    String json =
        TEMPLATE.formatted("\"a\"", "RUNNING", "\"" + started + "\"", "\"n[1-2]\"", "null", false);
    return new Case(json, line);
  }

  private static Case waiting(String name, String reason, String line) {
    return new Case(TEMPLATE.formatted(name, "PENDING", "null", "null", reason, false), line);
  }
}
