package io.pliant.actors.wire;

import io.pliant.core.energy.EnergySpan;
import io.pliant.core.energy.PowerReport;
import io.pliant.core.energy.StepRun;
import io.pliant.core.id.ExitStatus;
import io.pliant.core.id.JobId;
import io.pliant.core.id.JobStatus;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.id.StepId;
import io.pliant.core.job.JobEvent;
import io.pliant.core.job.JobIdBlockGranted;
import io.pliant.core.job.JobNumbers;
import io.pliant.core.launch.StepLaunch;
import io.pliant.core.node.AgentMessage;
import io.pliant.core.node.Confinement;
import io.pliant.core.node.ControllerMessage;
import io.pliant.core.node.Health;
import io.pliant.core.node.NodeDescription;
import io.pliant.core.node.OutputAnswer;
import io.pliant.core.node.OutputQuestion;
import io.pliant.core.partition.Grant;
import io.pliant.core.partition.NodeRecord;
import io.pliant.core.partition.PartitionEvent;
import io.pliant.core.partition.PartitionSnapshot;
import io.pliant.core.partition.QueuedJob;
import io.pliant.core.register.RegisterEvent;
import io.pliant.core.resource.Allocation;
import io.pliant.core.resource.NodeCapacity;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.resource.Slice;
import io.pliant.core.spec.JobSpec;
import io.pliant.core.spec.Payload;
import io.pliant.core.spec.StepIo;
import io.pliant.core.spec.StreamFiles;
import io.pliant.core.spec.Submitter;
import io.pliant.core.step.Onlooker;
import io.pliant.core.step.StepEnd;
import io.pliant.core.step.StepPlan;
import io.pliant.core.step.StepReport;
import io.pliant.core.step.StepUsage;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** One instance, or more, of every record that is persisted or crosses a wire. */
public final class Samples {
  public static final Instant AT = Instant.parse("2026-01-02T03:04:05.678901Z");
  public static final long MICROS = 1_767_323_045_678_901L;
  public static final JobId JOB = new JobId(42);
  public static final NodeName NODE = new NodeName("n001");
  public static final PartitionName PARTITION = new PartitionName("batch");
  public static final StepId STEP = new StepId(JOB, 1, 0);
  public static final StepIo IO = new StepIo("127.0.0.1", 40123, "word", true);
  public static final StreamFiles FILES = new StreamFiles("out-%j.txt", "err-%j.txt", null, true);
  public static final Submitter USER = new Submitter("alice", 1000, 1001);
  public static final ResourceRequest RESOURCES = new ResourceRequest(1, 2, 4, 2, 512, false);
  public static final Allocation ALLOCATION =
      new Allocation(
          List.of(new Slice(NODE, 4, 512, 2), new Slice(new NodeName("n002"), 4, 512, 2)));

  private Samples() {}

  public static JobSpec spec() {
    return spec("a comment");
  }

  public static JobSpec spec(String comment) {
    return new JobSpec(
        "sample",
        USER,
        PARTITION,
        RESOURCES,
        Duration.ofMinutes(90),
        new Payload.BatchScript("#!/bin/bash\nsrun hostname\n", List.of("a", "b c")),
        FILES,
        "/home/alice",
        Map.of("HOME", "/home/alice", "LANG", "C.UTF-8"),
        true,
        false,
        AT.plusSeconds(60),
        comment,
        "key-1");
  }

  public static JobSpec specWithNulls() {
    return new JobSpec(
        "run",
        USER,
        PARTITION,
        ResourceRequest.single(),
        null,
        new Payload.ParallelCommand(List.of("hostname", "-f"), IO),
        StreamFiles.batchDefault(),
        "/tmp",
        Map.of(),
        false,
        true,
        null,
        "",
        null);
  }

  public static StepPlan plan() {
    return new StepPlan(
        "hostname",
        ALLOCATION.nodes(),
        List.of(2, 2),
        List.of("hostname"),
        Map.of("A", "b"),
        "/home/alice",
        FILES,
        IO);
  }

  public static List<JobEvent> jobEvents() {
    List<JobEvent> events = new ArrayList<>(jobEventsOfItself());
    events.addAll(DependencySamples.ofJobs());
    events.add(RevisionSamples.changed());
    events.addAll(RevisionSamples.otherDependency());
    events.addAll(RevisionSamples.suspended());
    events.addAll(PackSamples.ofJobs());
    events.addAll(LeaseSamples.ofJobs());
    return events;
  }

  private static List<JobEvent> jobEventsOfItself() {
    return List.of(
        new JobEvent.JobSubmitted(JOB, spec(), AT),
        new JobEvent.JobSubmitted(JOB, specWithNulls(), AT),
        new JobEvent.JobRefused(JOB, "It needs 9 nodes, but the partition has 4.", AT),
        new JobEvent.JobHoldChanged(JOB, true, "alice", AT),
        new JobEvent.JobAllocated(JOB, 1, ALLOCATION, 7, AT),
        new JobEvent.GrantRenewed(JOB, 1, 8, AT),
        new JobEvent.StepCreated(JOB, 1, 0, plan(), AT),
        new JobEvent.StepStarted(JOB, 1, 0, NODE, AT),
        new JobEvent.StepEnded(
            JOB,
            1,
            -1,
            NODE,
            List.of(new ExitStatus(0, 0), new ExitStatus(0, 9)),
            StepEnd.TIME_LIMIT,
            "over its limit",
            AT),
        new JobEvent.StepEnded(
            JOB,
            1,
            0,
            NODE,
            List.of(new ExitStatus(0, 9)),
            StepEnd.OUT_OF_MEMORY,
            "Detected 1 oom_kill event",
            AT,
            usage()),
        AdaptationSamples.submitted(),
        CorridorSamples.submitted(),
        AdaptationSamples.stepJoining(),
        AdaptationSamples.resized(),
        AdaptationSamples.vacated(),
        new JobEvent.JobStarted(JOB, 1, AT),
        new JobEvent.JobCancelRequested(JOB, "root", AT),
        new JobEvent.JobCompleting(JOB, 1, JobStatus.FAILED, new ExitStatus(3, 0), "exit 3", AT),
        new JobEvent.JobRequeued(JOB, 2, "node n001 was lost", AT),
        RecoverySamples.requeued(),
        RecoverySamples.requeuedAndHeld(),
        new JobEvent.JobEnded(JOB, 2, JobStatus.COMPLETED, ExitStatus.SUCCESS, "", AT, AT),
        new JobEvent.JobEnded(JOB, 1, JobStatus.CANCELLED, ExitStatus.SUCCESS, "", null, AT),
        BookkeepingSamples.submitted(),
        BookkeepingSamples.urgent(),
        MailSamples.submitted(),
        DeviceSamples.submitted(),
        PlaceSamples.submittedWithDeadline(),
        PlaceSamples.endedForDeadline(),
        DeviceSamples.stepCreated(),
        LayoutSamples.stepCreated(),
        LayoutSamples.allocatedOnCores(),
        ArraySamples.submitted(),
        ArraySamples.elementBegun());
  }

  public static List<PartitionEvent> partitionEvents() {
    List<PartitionEvent> events = new ArrayList<>(ledgerEvents());
    events.addAll(DependencySamples.ofLedgers());
    events.addAll(RevisionSamples.ofLedgers());
    events.add(LayoutSamples.enqueued());
    events.add(LayoutSamples.enqueuedOnCores());
    events.add(PackSamples.enqueued());
    events.addAll(PackSamples.ofLedgers());
    events.addAll(LeaseSamples.ofLedgers());
    events.add(PlaceSamples.registeredWithTopology());
    events.add(PlaceSamples.enqueuedWithTopology());
    return events;
  }

  private static List<PartitionEvent> ledgerEvents() {
    return List.of(
        new PartitionEvent.TermStarted(7, AT),
        new PartitionEvent.NodeRegistered(NODE, new NodeCapacity(16, 64_000), AT),
        new PartitionEvent.NodeWentDown(NODE, "no heartbeat for 10 s", AT),
        new PartitionEvent.NodeCameUp(NODE, AT),
        new PartitionEvent.NodeDrained(NODE, "disk", "root", AT),
        new PartitionEvent.NodeResumed(NODE, "root", AT),
        new PartitionEvent.NodeRemoved(NODE, "root", AT),
        RecoverySamples.faulted(),
        RecoverySamples.closed(),
        RecoverySamples.opened(),
        RecoverySamples.enqueued(),
        ReservationSamples.made(),
        ReservationSamples.deleted(),
        ReservationSamples.enqueued(),
        BookkeepingSamples.enqueued(),
        PlaceSamples.registered(),
        PlaceSamples.enqueued(),
        PlaceSamples.enqueuedWithDeadline(),
        new PartitionEvent.JobEnqueued(queuedJob(), 12, AT, null),
        new PartitionEvent.JobEnqueued(weighedJob(), 12, AT, AT.minusSeconds(604_800)),
        new PartitionEvent.JobWithdrawn(JOB, "cancelled", AT),
        new PartitionEvent.JobHeldChanged(JOB, true, AT),
        new PartitionEvent.NodesAllocated(JOB, 1, ALLOCATION, AT),
        AdaptationSamples.allocated(),
        AdaptationSamples.enqueued(),
        CorridorSamples.enqueued(),
        AdaptationSamples.resizeBegun(),
        AdaptationSamples.resizeBegunMeasured(),
        AdaptationSamples.resizeClosed(),
        AdaptationSamples.nodeReturned(),
        AdaptationSamples.promised(),
        new PartitionEvent.NodesReleased(JOB, 1, AT, null, null),
        new PartitionEvent.NodesReleased(JOB, 1, AT, JobStatus.COMPLETED, 12.5),
        EnergySamples.counted(),
        EnergySamples.countedWithSteps(),
        EnergySamples.jobCounted(),
        ArraySamples.enqueued(),
        ArraySamples.elementEnqueued(),
        ArraySamples.withdrawn(),
        ArraySamples.released(),
        ArraySamples.ending());
  }

  /** What is persisted beside the events of jobs and partitions. */
  public static List<Object> otherPersisted() {
    return List.of(
        new JobIdBlockGranted(1, 1_000, AT, null, null),
        new JobIdBlockGranted(1_001, 100_000, AT, 1_700_000_000L, "backup at entry 7, event 8"),
        new JobNumbers(100_000, 1_700_000_000L, "backup at entry 7, event 8", AT),
        new RegisterEvent.WordMade("0a1b", "n[001-004]", AT.plusSeconds(3600), "root", AT),
        new RegisterEvent.WordUsed("0a1b", "2c3d", AT),
        new RegisterEvent.NodeRevoked(NODE, "root", AT),
        new PartitionSnapshot(
            PARTITION,
            9,
            7,
            13,
            nodes(),
            List.of(queuedJob()),
            List.of(12L),
            List.of(new Grant(queuedJob(), 11, ALLOCATION, AT)),
            List.of(
                new PartitionSnapshot.SubmissionKey("key-1", JOB, 12, null, null),
                new PartitionSnapshot.SubmissionKey("key-1", JOB, 13, "bob", AT)),
            List.of(new PartitionSnapshot.User("alice", List.of(0.25, 1.0), 12.5, AT)),
            EnergySamples.snapshot(),
            null,
            null,
            null,
            null,
            null,
            null),
        AdaptationSamples.snapshot(),
        new PartitionSnapshot(
            PARTITION,
            9,
            7,
            13,
            List.of(RecoverySamples.closedNode()),
            List.of(RecoverySamples.job()),
            List.of(12L),
            List.of(),
            List.of(),
            List.of(),
            EnergySamples.snapshot(),
            null,
            null,
            null,
            null,
            null,
            null),
        AdaptationSamples.promising(),
        ReservationSamples.snapshot(),
        ArraySamples.snapshot(),
        EnergySamples.snapshotWithGpus(),
        LeaseSamples.snapshot(),
        LeaseSamples.grown());
  }

  private static List<NodeRecord> nodes() {
    return List.of(
        new NodeRecord(NODE, new NodeCapacity(16, 64_000), true, null, null, 4, 512, 1, null, null),
        new NodeRecord(
            new NodeName("n002"),
            new NodeCapacity(16, 64_000),
            false,
            "silent",
            "disk",
            4,
            512,
            1,
            null,
            null));
  }

  /** One whose payload's bytes are known. */
  private static QueuedJob weighedJob() {
    return new QueuedJob(
        JOB,
        1,
        "sample",
        "alice",
        RESOURCES,
        Duration.ofHours(1),
        false,
        null,
        AT,
        "key-1",
        null,
        null,
        4711L);
  }

  public static QueuedJob queuedJob() {
    return new QueuedJob(
        JOB, 1, "sample", "alice", RESOURCES, Duration.ofHours(1), false, null, AT, "key-1");
  }

  public static List<AgentMessage> agentMessages() {
    return List.of(
        new AgentMessage.Hello(
            1, NODE, "word", description(), List.of(STEP), 12L, 1_800_000_000_000L),
        new AgentMessage.Hello(1, NODE, "word", description(), List.of(), null, null),
        new AgentMessage.Heartbeat(List.of(STEP, StepId.batch(JOB, 2)), 12L, null, null),
        new AgentMessage.Heartbeat(List.of(STEP), null, null, new Health("no space")),
        new AgentMessage.Heartbeat(List.of(), null, null, new Health(null)),
        new AgentMessage.Report(new StepReport.Started(STEP, NODE, AT), null),
        new AgentMessage.Report(new StepReport.Started(STEP, NODE, AT), 12L, RevisionSamples.TERMS),
        new AgentMessage.Report(
            new StepReport.Ended(STEP, NODE, AT, List.of(new ExitStatus(1, 0)), StepEnd.EXITED, ""),
            AT.toEpochMilli()),
        new AgentMessage.Adapt(AdaptationSamples.standing()),
        new AgentMessage.LaunchRefused(STEP, 3, 4),
        new AgentMessage.LaunchDeferred(STEP, "busy"),
        new AgentMessage.Enroll(1, "0a1b", "key", "proof"),
        new AgentMessage.Report(
            new StepReport.Ended(STEP, NODE, AT, List.of(), StepEnd.EXITED, "", AT), null),
        new AgentMessage.Report(
            new StepReport.Ended(STEP, NODE, AT, List.of(), StepEnd.OUT_OF_MEMORY, "", AT, usage()),
            null),
        new AgentMessage.Hello(1, NODE, "word", confined(), List.of(), null, null),
        new AgentMessage.Power(powerReport()),
        new AgentMessage.Power(new PowerReport("model", List.of(), null, null)),
        new AgentMessage.Power(reportWithSteps()),
        new AgentMessage.Power(EnergySamples.reportWithGpus()),
        new AgentMessage.OutputRead(
            new OutputAnswer(7, OutputAnswer.Result.READ, "", 5, 0, "b25l")),
        new AgentMessage.Hello(1, NODE, "word", description(), List.of(), null, null, true),
        new AgentMessage.Goodbye("stopped"));
  }

  public static List<ControllerMessage> controllerMessages() {
    return List.of(
        new ControllerMessage.Welcome(PARTITION, "c1", 1000, null, null, null),
        new ControllerMessage.Welcome(PARTITION, "c1", 1000, 1_700_000_000L, 12L, 60_000),
        new ControllerMessage.Ask(STEP),
        new ControllerMessage.Ask(STEP, RevisionSamples.TERMS),
        new ControllerMessage.Ask(STEP, null, new Onlooker("10.0.0.7", 4711, "0123abcd", true)),
        new ControllerMessage.Redirect("127.0.0.1", 7001),
        new ControllerMessage.Rejected("unknown node"),
        new ControllerMessage.Enrolled("n[001-004]", "-----BEGIN CERTIFICATE-----"),
        new ControllerMessage.Launch(launch()),
        new ControllerMessage.Terminate(STEP, 15, null),
        new ControllerMessage.Terminate(STEP, 0, 7L),
        new ControllerMessage.Introduce(),
        new ControllerMessage.Adapt(AdaptationSamples.order()),
        new ControllerMessage.Confirm(STEP, true),
        new ControllerMessage.PowerCounted(MICROS),
        new ControllerMessage.ReadOutput(
            new OutputQuestion(7, "ada", 1001, 1001, "/home/ada/slurm-1.out", -100)),
        new ControllerMessage.LimitPower(120, List.of(JOB)));
  }

  public static PowerReport powerReport() {
    return new PowerReport(
        "rapl",
        List.of(
            new EnergySpan(NODE, MICROS - 1_000_003, MICROS, 71_000_001, false),
            new EnergySpan(NODE, MICROS + 5, MICROS + 1_000_000, 250_000_000, true)));
  }

  private static PowerReport reportWithSteps() {
    return new PowerReport(
        "rapl",
        List.of(new EnergySpan(NODE, MICROS - 1_000_003, MICROS, 71_000_001, false)),
        null,
        List.of(
            new StepRun(STEP, 4, MICROS - 500_000, MICROS - 1),
            new StepRun(StepId.batch(JOB, 1), 1, MICROS - 900_000, null)));
  }

  public static StepLaunch launch() {
    return new StepLaunch(
        STEP,
        "sample",
        NODE,
        PARTITION,
        7,
        USER,
        null,
        List.of("hostname"),
        0,
        2,
        4,
        0,
        Map.of("PLIANT_JOB_ID", "42"),
        "/home/alice",
        FILES,
        IO,
        AT.plusSeconds(3600),
        30,
        2,
        0,
        AT.toEpochMilli(),
        Duration.ofSeconds(3500),
        null,
        null,
        null,
        null,
        null,
        null);
  }

  private static StepUsage usage() {
    return new StepUsage(StepUsage.CGROUP, 1_048_576L, 2_500_000L, 20_000L, 4_096L, null);
  }

  private static NodeDescription confined() {
    NodeDescription plain = description();
    return new NodeDescription(
        plain.host(),
        plain.capacity(),
        plain.system(),
        plain.version(),
        plain.containment(),
        plain.impersonates(),
        plain.agentUser(),
        plain.emulated(),
        plain.sensors(),
        new Confinement("cgroup-v2", new TreeMap<>(Map.of("cpus", "not delegated"))),
        null);
  }

  private static NodeDescription description() {
    return new NodeDescription(
        "host",
        new NodeCapacity(16, 64_000),
        "Linux",
        "0.1",
        "subreaper",
        false,
        "a",
        true,
        List.of(),
        null,
        -7_000L);
  }
}
