package io.pliant.actors.wire;

import io.pliant.core.job.JobEvent;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.spec.JobSpec;
import io.pliant.core.spec.MailRequest;
import io.pliant.core.spec.MailType;
import io.pliant.core.spec.Payload;
import io.pliant.core.spec.StreamFiles;
import java.util.List;
import java.util.Map;

/** Samples of jobs whose users are told of them by mail. */
final class MailSamples {
  private MailSamples() {}

  static JobEvent submitted() {
    return new JobEvent.JobSubmitted(
        Samples.JOB,
        new JobSpec(
            "pi",
            Samples.USER,
            Samples.PARTITION,
            ResourceRequest.single(),
            null,
            new Payload.ParallelCommand(List.of("pi"), null),
            StreamFiles.batchDefault(),
            "/tmp",
            Map.of(),
            true,
            false,
            null,
            "",
            null,
            null,
            null,
            null,
            null,
            new MailRequest(List.of(MailType.BEGIN, MailType.TIME_LIMIT_50), "ada@example.org"),
            null,
            null,
            null,
            null),
        Samples.AT);
  }
}
