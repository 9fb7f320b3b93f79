package io.pliant.core.view;

import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.size.SpeedUp;
import java.time.Instant;

/**
 * What is expected of a running malleable job.
 *
 * @param request what it asked for at its start, which says what each of its nodes must have
 * @param ready when the resize on its way is over and it computes again; its start when none is
 * @param end by the estimate, the nodes that it had and what was learnt of it; its time limit may
 *     end it sooner
 * @param curve learnt speed-up
 * @param gigabytes data that a resize redistributes
 */
public record Outlook(
    ResourceRequest request, Instant ready, Instant end, SpeedUp curve, double gigabytes) {
  /** The same of a job that asked for something else. */
  public Outlook asking(ResourceRequest other) {
    return new Outlook(other, ready, end, curve, gigabytes);
  }
}
