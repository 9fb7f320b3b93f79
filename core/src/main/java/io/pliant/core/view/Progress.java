package io.pliant.core.view;

import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.size.ResizeCost;
import io.pliant.core.size.SpeedUp;
import io.pliant.core.size.WorkLeft;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How far a malleable job is by its user's estimate, folded from its start and its resizes; the
 * same in the ledger of a partition and in a simulation.
 *
 * @param work that was left when its size last changed
 * @param serial share of its work that does not get faster, as learnt from what was measured
 * @param begun when the resize on its way began, or null
 */
public record Progress(WorkLeft work, double serial, @Nullable Instant begun) {
  public Progress {
    if (!(serial >= 0 && serial <= 1 && Double.isFinite(work.millis()))) {
      throw new IllegalArgumentException(
          "Expected a serial share between 0 and 1 and a number of milliseconds, but got %s and %s."
              .formatted(serial, work.millis()));
    }
  }

  /** Of a job that has just started. */
  public static Progress started(Instant start, long limitMillis) {
    return new Progress(
        new WorkLeft(limitMillis, start.toEpochMilli()), SpeedUp.UNKNOWN.serial(), null);
  }

  /** What is known of its speed-up, with what is measured on its present nodes, if anything is. */
  public SpeedUp curve(int nodes, @Nullable Double mtct) {
    SpeedUp known = new SpeedUp(serial);
    return mtct == null ? known : SpeedUp.learnt(nodes, mtct, known);
  }

  /** A resize begins: what it did on so many nodes until now is done. */
  public Progress resizing(Instant at, int nodes, int preferred, @Nullable Double mtct) {
    SpeedUp curve = curve(nodes, mtct);
    double speed = curve.relative(nodes, preferred);
    return new Progress(work.at(at.toEpochMilli(), speed), curve.serial(), at);
  }

  /**
   * What is expected of the job.
   *
   * @param settled when its last resize ended, or its start
   * @param mtct measured on its present nodes, or null
   */
  public Outlook outlook(Size size, Instant settled, @Nullable Double mtct, ResizeCost cost) {
    SpeedUp curve = curve(size.nodes(), mtct);
    Instant ready =
        begun == null
            ? settled
            : begun.plusMillis(cost.millis(size.nodes(), size.target(), size.gigabytes()));
    WorkLeft going = begun == null ? work : work.from(ready.toEpochMilli());
    long end = going.end(curve.relative(size.target(), size.request().leastNodes()));
    return new Outlook(size.request(), ready, Instant.ofEpochMilli(end), curve, size.gigabytes());
  }

  /**
   * What matters of a job's size.
   *
   * @param request of the job at its start; its least nodes are the preferred size
   * @param nodes of which its program makes use
   * @param target nodes when nothing changes any more
   * @param gigabytes data that a resize redistributes
   */
  public record Size(ResourceRequest request, int nodes, int target, double gigabytes) {}

  /** A resize is over. It stood still meanwhile, unless it kept its size. */
  public Progress resized(Instant at, boolean made) {
    return new Progress(made ? work.from(at.toEpochMilli()) : work, serial, null);
  }
}
