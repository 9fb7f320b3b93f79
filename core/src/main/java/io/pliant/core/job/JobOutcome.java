package io.pliant.core.job;

import io.pliant.core.id.Refusal;
import java.util.List;

/**
 * What {@link JobLifecycle#decide} returns.
 *
 * @param events facts to be made durable first
 * @param once orders to be sent once after that, besides what the new state owes
 */
public record JobOutcome(List<JobEvent> events, JobReply reply, List<JobOrder> once) {
  public JobOutcome {
    events = List.copyOf(events);
    once = List.copyOf(once);
  }

  static JobOutcome of(JobReply reply, JobEvent... events) {
    return new JobOutcome(List.of(events), reply, List.of());
  }

  static JobOutcome refuse(Refusal refusal) {
    return of(new JobReply.Refused(refusal));
  }

  static JobOutcome nothing() {
    return of(new JobReply.Done());
  }
}
