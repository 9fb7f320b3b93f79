package io.pliant.core.option;

import io.pliant.core.id.PartitionName;
import io.pliant.core.spec.KnownNames;
import io.pliant.core.spec.StepIo;
import io.pliant.core.spec.Submission;
import io.pliant.core.spec.SubmissionContext;
import io.pliant.core.spec.Submitter;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Submissions for tests. */
final class Submissions {
  static final Submitter ALICE = new Submitter("alice", 1000, 100);
  static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");
  static final Map<String, String> ENVIRONMENT =
      Map.of("HOME", "/home/alice", "FOO", "1", "BAZ", "3");

  private Submissions() {}

  static SubmissionContext context() {
    return new SubmissionContext(
        ALICE,
        NOW,
        ZoneOffset.UTC,
        new PartitionName("batch"),
        List.of(),
        KnownNames.ANY,
        partition -> partition.value().equals("whole"));
  }

  static Submission script(String script, String... options) {
    return new Submission(
        script,
        "jobs/job.sh",
        List.of("arg"),
        List.of(options),
        List.of(),
        null,
        "/home/alice",
        ENVIRONMENT,
        null);
  }

  static Submission command(@Nullable StepIo io, List<String> command, String... options) {
    return new Submission(
        null, null, List.of(), List.of(options), command, io, "/home/alice", ENVIRONMENT, "key-1");
  }

  /** A script whose header has these directives. */
  static String withDirectives(String... directives) {
    StringBuilder script = new StringBuilder("#!/bin/bash\n");
    for (String directive : directives) {
      script.append("#SBATCH ").append(directive).append('\n');
    }
    return script.append("srun hostname\n").toString();
  }
}
