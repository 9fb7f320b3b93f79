package io.pliant.actors.wire;

import static io.pliant.actors.wire.Samples.ALLOCATION;
import static io.pliant.actors.wire.Samples.AT;
import static io.pliant.actors.wire.Samples.FILES;
import static io.pliant.actors.wire.Samples.JOB;
import static io.pliant.actors.wire.Samples.NODE;
import static io.pliant.actors.wire.Samples.PARTITION;
import static io.pliant.actors.wire.Samples.USER;

import io.pliant.core.adaptation.AgentReport;
import io.pliant.core.adaptation.Answer;
import io.pliant.core.adaptation.ApplicationEvent;
import io.pliant.core.adaptation.Kind;
import io.pliant.core.adaptation.Member;
import io.pliant.core.adaptation.NodeOrder;
import io.pliant.core.adaptation.PhaseSum;
import io.pliant.core.adaptation.Resize;
import io.pliant.core.adaptation.Result;
import io.pliant.core.adaptation.Seat;
import io.pliant.core.adaptation.TaskStanding;
import io.pliant.core.adaptation.Wish;
import io.pliant.core.id.NodeName;
import io.pliant.core.job.JobEvent;
import io.pliant.core.partition.Grant;
import io.pliant.core.partition.PartitionEvent;
import io.pliant.core.partition.PartitionSnapshot;
import io.pliant.core.partition.QueuedJob;
import io.pliant.core.partition.Sizes;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.resource.Slice;
import io.pliant.core.size.Malleability;
import io.pliant.core.size.ResizePace;
import io.pliant.core.size.SizeConstraint;
import io.pliant.core.size.Terms;
import io.pliant.core.size.WorkLeft;
import io.pliant.core.spec.JobSpec;
import io.pliant.core.spec.Payload;
import io.pliant.core.step.Joining;
import io.pliant.core.step.StepPlan;
import io.pliant.core.view.Progress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Samples of what concerns changes of a job's size. */
final class AdaptationSamples {
  private static final NodeName NEW = new NodeName("n003");
  private static final Slice SLICE = new Slice(NEW, 4, 512, 2);
  private static final Member MEMBER = new Member("42-1-0.0", NODE, "127.0.0.1:4000");
  private static final Member JOINER = new Member("42-1-1.0", NEW, "127.0.0.1:4001");
  private static final Resize RESIZE = new Resize(3, Kind.GROW, List.of(SLICE), false, "r-1");
  private static final Malleability MALLEABLE =
      new Malleability(
          2,
          8,
          SizeConstraint.EVEN,
          Terms.OnOffer.ALL_OR_NOTHING,
          Duration.ofSeconds(30),
          Terms.OnShrinkTimeout.REQUEUE,
          Terms.Winner.SCHEDULER);
  private static final Sizes SIZES =
      new Sizes(3, RESIZE, List.of(new Sizes.Leaving(SLICE, 2, true, AT)), Map.of(NODE, 1L), AT, 2);
  private static final List<PartitionEvent.Promise> PROMISES =
      List.of(new PartitionEvent.Promise(JOB, AT.plusSeconds(90)));

  private AdaptationSamples() {}

  static JobEvent submitted() {
    return new JobEvent.JobSubmitted(
        JOB,
        new JobSpec(
            "heat",
            USER,
            PARTITION,
            ResourceRequest.wholeNodes(2),
            null,
            new Payload.ParallelCommand(List.of("heat"), null),
            FILES,
            "/tmp",
            Map.of(),
            true,
            false,
            null,
            "",
            null,
            MALLEABLE,
            null),
        AT);
  }

  static JobEvent stepJoining() {
    return new JobEvent.StepCreated(
        JOB,
        1,
        1,
        new StepPlan(
            "heat",
            List.of(NEW),
            List.of(2),
            List.of("heat"),
            Map.of(),
            "/tmp",
            FILES,
            null,
            new Joining(0, 5, List.of(SLICE)),
            null,
            null),
        AT);
  }

  static JobEvent resized() {
    return new JobEvent.JobResized(JOB, 1, ALLOCATION, SIZES, 99, AT);
  }

  static JobEvent vacated() {
    return new JobEvent.NodesVacated(JOB, 1, 4, List.of(NEW), AT);
  }

  static PartitionEvent enqueued() {
    return new PartitionEvent.JobEnqueued(
        new QueuedJob(
            JOB,
            1,
            "heat",
            "alice",
            ResourceRequest.wholeNodes(2),
            Duration.ofHours(1),
            false,
            null,
            AT,
            null,
            MALLEABLE,
            null,
            null),
        12,
        AT,
        null);
  }

  static PartitionEvent resizeBegun() {
    return new PartitionEvent.ResizeBegun(JOB, 1, RESIZE, AT);
  }

  static PartitionEvent resizeBegunMeasured() {
    return new PartitionEvent.ResizeBegun(JOB, 1, RESIZE, AT, 0.25);
  }

  static PartitionEvent allocated() {
    return new PartitionEvent.NodesAllocated(JOB, 1, ALLOCATION, AT, AT.plusSeconds(60));
  }

  static PartitionEvent promised() {
    return new PartitionEvent.StartsPromised(PROMISES, AT);
  }

  /** A partition that remembers a start, how far a job is and how long resizes take. */
  static PartitionSnapshot snapshot() {
    return snapshot(new ResizePace(2.5, 3), null);
  }

  /** A partition that has promised a start. */
  static PartitionSnapshot promising() {
    return snapshot(null, PROMISES);
  }

  private static PartitionSnapshot snapshot(
      @Nullable ResizePace pace, @Nullable List<PartitionEvent.Promise> promises) {
    Progress progress = new Progress(new WorkLeft(1234.5, 1_700_000_000_000L), 0.125, AT);
    Grant grant =
        new Grant(Samples.queuedJob(), 11, ALLOCATION, AT, SIZES, AT.plusSeconds(60), progress);
    return new PartitionSnapshot(
        PARTITION,
        9,
        7,
        13,
        List.of(),
        List.of(),
        List.of(),
        List.of(grant),
        List.of(),
        List.of(),
        EnergySamples.snapshot(),
        pace,
        promises,
        null,
        null,
        null,
        null);
  }

  static PartitionEvent resizeClosed() {
    return new PartitionEvent.ResizeClosed(
        JOB, 1, 3, Result.COMMITTED_IN_PART, List.of(SLICE), false, AT);
  }

  static PartitionEvent nodeReturned() {
    return new PartitionEvent.NodeReturned(JOB, 1, NEW, AT);
  }

  static List<ApplicationEvent> events() {
    return List.of(
        new ApplicationEvent.ApplicationEnlisted(
            JOB,
            1,
            PARTITION,
            new Terms(
                2,
                8,
                Terms.OnOffer.ACCEPT,
                Duration.ofMinutes(1),
                Terms.OnShrinkTimeout.KILL_LEAVING,
                Terms.Winner.SCHEDULER),
            List.of(new Seat("42-1-0.0", NODE)),
            "word",
            AT),
        new ApplicationEvent.WorldFormed(JOB, List.of(MEMBER), AT),
        new ApplicationEvent.AdaptationBegun(JOB, 5, RESIZE, AT.plusSeconds(60), AT),
        new ApplicationEvent.OfferAgreed(JOB, 5, List.of(SLICE), AT),
        new ApplicationEvent.AdaptationArmed(JOB, 5, List.of(JOINER), List.of("42-1-0.1"), AT),
        new ApplicationEvent.LossBegun(JOB, 6, List.of("42-1-0.1"), AT),
        new ApplicationEvent.WindowOpened(JOB, 5, 7, AT),
        new ApplicationEvent.DeadlineExtended(JOB, 5, AT.plusSeconds(120), AT),
        new ApplicationEvent.AdaptationEnded(
            JOB, 5, Result.COMMITTED, List.of(SLICE), false, "", AT),
        new ApplicationEvent.ApplicationGivenUp(JOB, "too few nodes", true, AT));
  }

  static AgentReport standing() {
    return new AgentReport(
        JOB,
        1,
        NODE,
        List.of(TaskStanding.hello("42-1-0.0", "127.0.0.1:4000").nowReady()),
        List.of(new Answer(5, Answer.Verdict.COUNTER, 4, "a cube is better")),
        List.of(new Wish("r-1", Kind.RELEASE, 1, List.of(NEW))),
        List.of("42-1-0.1"),
        List.of(new PhaseSum(3, 1_000_000, 9_000_000)));
  }

  static NodeOrder order() {
    return new NodeOrder(
        JOB,
        1,
        17,
        "word",
        List.of(MEMBER),
        new NodeOrder.Offer(5, "42-1-0.0", "expand", 1, 3, false, AT),
        new NodeOrder.Adapt(
            5, "expand", List.of(MEMBER), List.of(JOINER), List.of(), List.of(), true, 7),
        List.of(new NodeOrder.Outcome(4, "committed", List.of("42-1-0.0"))),
        List.of(new NodeOrder.Reply("r-1", 5, "")));
  }
}
