package io.pliant.sim.elastic;

import io.pliant.core.elastic.WaitingShape;
import io.pliant.core.id.JobId;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.size.Malleability;
import io.pliant.core.size.SizeRange;
import io.pliant.core.size.Terms;
import io.pliant.core.view.WaitingJob;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** The jobs of a workload as their users submit them. Their numbers are their indices, from 1. */
public final class SubmittedJobs {
  private SubmittedJobs() {}

  /** All of them, in the order of the workload. */
  public static List<WaitingJob> of(Workload workload) {
    return workload.jobs().stream().map(job -> submitted(job.shape())).toList();
  }

  /** The same with their sizes fixed, on so many processors of one large node. */
  static List<WaitingJob> onProcessors(Workload workload) {
    return workload.jobs().stream().map(job -> onProcessors(job.shape())).toList();
  }

  private static WaitingJob onProcessors(WaitingShape shape) {
    return new WaitingJob(
        id(shape.job()),
        1,
        new ResourceRequest(1, 1, 1, shape.sizes().preferred(), 0, false),
        Duration.ofMillis(shape.estimate()),
        false,
        null,
        Instant.ofEpochMilli(shape.submit()));
  }

  /** The number of the job with an index. */
  public static JobId id(int index) {
    return new JobId(index + 1L);
  }

  /** The index of the job with a number. */
  public static int index(JobId id) {
    return (int) id.value() - 1;
  }

  private static WaitingJob submitted(WaitingShape shape) {
    SizeRange sizes = shape.sizes();
    Malleability malleable =
        sizes.isRigid()
            ? null
            : new Malleability(
                sizes.min(),
                sizes.max(),
                sizes.constraint(),
                Terms.OnOffer.ACCEPT,
                null,
                null,
                null);
    return new WaitingJob(
        id(shape.job()),
        1,
        ResourceRequest.wholeNodes(sizes.preferred()),
        Duration.ofMillis(shape.estimate()),
        false,
        null,
        Instant.ofEpochMilli(shape.submit()),
        malleable,
        null,
        null,
        null);
  }
}
