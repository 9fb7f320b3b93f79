package io.pliant.cli.demo;

import io.pliant.core.id.ExitStatus;
import io.pliant.core.id.JobStatus;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What is known of one job so far.
 *
 * @param nodeList nodes held now or last, or empty
 * @param exit null until it has ended
 */
record JobProgress(
    DemoJob job,
    long id,
    String name,
    JobStatus status,
    String nodeList,
    Instant submittedAt,
    @Nullable Instant startedAt,
    @Nullable Instant endedAt,
    @Nullable ExitStatus exit) {
  static JobProgress submitted(DemoJob job, long id, Instant at) {
    String script = job.script();
    String name = script.substring(0, script.indexOf('.'));
    return new JobProgress(job, id, name, JobStatus.PENDING, "", at, null, null, null);
  }

  boolean over() {
    return status.terminal();
  }
}
