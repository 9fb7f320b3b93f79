package io.pliant.actors.job;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.ConfigFactory;
import io.pliant.actors.protocol.JobAnswer;
import io.pliant.actors.protocol.JobCommand;
import io.pliant.actors.protocol.NoPeers;
import io.pliant.actors.protocol.NodeCommand;
import io.pliant.actors.protocol.PartitionCommand;
import io.pliant.actors.protocol.TestTiming;
import io.pliant.core.array.Indices;
import io.pliant.core.array.JobArray;
import io.pliant.core.array.Places;
import io.pliant.core.id.ExitStatus;
import io.pliant.core.id.JobId;
import io.pliant.core.id.JobStatus;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.id.Refusal;
import io.pliant.core.id.StepId;
import io.pliant.core.job.JobIntent;
import io.pliant.core.job.Mail;
import io.pliant.core.job.RequeueRules;
import io.pliant.core.job.StepLimits;
import io.pliant.core.launch.StepTerms;
import io.pliant.core.partition.PartitionIntent;
import io.pliant.core.partition.PartitionReply;
import io.pliant.core.partition.PartitionSettings;
import io.pliant.core.resource.Allocation;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.resource.Slice;
import io.pliant.core.spec.JobChange;
import io.pliant.core.spec.JobSpec;
import io.pliant.core.spec.MailRequest;
import io.pliant.core.spec.MailType;
import io.pliant.core.spec.Payload;
import io.pliant.core.spec.StreamFiles;
import io.pliant.core.spec.Submitter;
import io.pliant.core.step.StepEnd;
import io.pliant.core.step.StepReport;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.pekko.actor.testkit.typed.javadsl.ActorTestKit;
import org.apache.pekko.actor.testkit.typed.javadsl.TestProbe;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.cluster.sharding.typed.javadsl.ClusterSharding;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** One job among a partition and a node that the test plays. */
class JobEntityTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final JobId JOB = new JobId(1);
  private static final NodeName NODE = new NodeName("n001");
  private static final PartitionName MAIN = new PartitionName("main");
  private static final Allocation ONE_NODE = new Allocation(List.of(new Slice(NODE, 1, 100, 1)));
  private static final Duration REMIND = Duration.ofMillis(300);

  private final ActorTestKit kit =
      ActorTestKit.create(
          ConfigFactory.parseString(
                  "pekko.persistence.journal.plugin = \"pekko.persistence.journal.inmem\"")
              .withFallback(ConfigFactory.load()));
  private final BlockingQueue<PartitionCommand> toPartition = new LinkedBlockingQueue<>();
  private final BlockingQueue<NodeCommand> toNode = new LinkedBlockingQueue<>();
  private final BlockingQueue<Mail> mails = new LinkedBlockingQueue<>();
  private final TestProbe<JobAnswer> client = kit.createTestProbe();
  private final TestProbe<ClusterSharding.ShardCommand> shard = kit.createTestProbe();
  private final JobEnvironmentSettings settings = settings();
  private final ActorRef<JobCommand> job =
      kit.spawn(JobBeginning.create(JOB, shard.ref(), settings));

  @AfterEach
  void stop() {
    kit.shutdownTestKit();
  }

  @Test
  void shouldRefuseASubmissionAsBusyWhenItsPartitionHasNoRoom() throws Exception {
    job.tell(new JobCommand.Submit(spec(Duration.ofMillis(200)), client.ref(), null));
    asked(PartitionIntent.Enqueue.class);
    job.tell(
        new JobCommand.EnqueueAnswered(
            1, new PartitionReply.Refused(Refusal.unavailable("main is busy"))));

    JobAnswer.Refused answer = client.expectMessageClass(JobAnswer.Refused.class, PATIENCE);
    assertThat(answer.refusal().kind()).isEqualTo(Refusal.Kind.UNAVAILABLE);
    assertThat(answer.refusal().reason()).contains("main is busy");
    asked(PartitionIntent.Release.class); // a late Enqueue leaves nothing behind
  }

  @Test
  void shouldAskAgainForAnAcknowledgedJobWhenItsPartitionHasNoRoom() throws Exception {
    job.tell(new JobCommand.Submit(spec(Duration.ofMillis(200)), client.ref(), null));
    asked(PartitionIntent.Enqueue.class);
    job.tell(new JobCommand.EnqueueAnswered(1, new PartitionReply.Queued()));
    client.expectMessageClass(JobAnswer.Submitted.class, PATIENCE);

    job.tell(
        new JobCommand.EnqueueAnswered(
            1, new PartitionReply.Refused(Refusal.unavailable("main is busy"))));
    job.tell(new JobCommand.GetDetails(client.ref()));
    assertThat(client.expectMessageClass(JobAnswer.Details.class, PATIENCE).details().status())
        .isEqualTo(JobStatus.PENDING);
  }

  /** Who does not own an array ends none of its elements; there must be such elements. */
  @Test
  void shouldEndElementsForItsOwnerAlone() throws Exception {
    JobSpec one = spec(Duration.ofMinutes(1));
    JobSpec array =
        new JobSpec(
            one.name(),
            one.submitter(),
            one.partition(),
            one.resources(),
            one.timeLimit(),
            one.payload(),
            one.files(),
            one.workingDirectory(),
            one.environment(),
            one.requeue(),
            one.hold(),
            one.begin(),
            one.comment(),
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            JobArray.parse("1-9"),
            null,
            null);
    job.tell(new JobCommand.Submit(array, client.ref(), null));
    asked(PartitionIntent.Enqueue.class);
    Submitter eve = new Submitter("eve", 1001, 1001);
    Indices some = Indices.parse("3-5");

    job.tell(new JobCommand.CancelElements(eve, false, some, client.ref()));
    assertThat(client.expectMessageClass(JobAnswer.Refused.class, PATIENCE).refusal().kind())
        .isEqualTo(Refusal.Kind.FORBIDDEN);
    job.tell(new JobCommand.CancelElements(eve, true, Indices.parse("77"), client.ref()));
    assertThat(client.expectMessageClass(JobAnswer.Refused.class, PATIENCE).refusal().kind())
        .isEqualTo(Refusal.Kind.NOT_FOUND);
    job.tell(new JobCommand.CancelElements(one.submitter(), false, some, client.ref()));
    PartitionCommand told = toPartition.poll(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    while (!(told instanceof PartitionCommand.EndElements order)) {
      assertThat(told).as("something for the partition").isNotNull();
      told = toPartition.poll(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    }
    assertThat(order.intent().elements()).isEqualTo(Places.NONE.plus(2).plus(3).plus(4));
  }

  @Test
  void shouldAnswerAChangeOnceItsPartitionKnows() throws Exception {
    job.tell(new JobCommand.Submit(spec(Duration.ofMinutes(5)), client.ref(), null));
    asked(PartitionIntent.Enqueue.class);
    job.tell(new JobCommand.EnqueueAnswered(1, new PartitionReply.Queued()));
    client.expectMessageClass(JobAnswer.Submitted.class, PATIENCE);
    toPartition.clear();
    job.tell(change(Duration.ofMinutes(2)));
    PartitionIntent.Enqueue told = asked(PartitionIntent.Enqueue.class);
    assertThat(told.job().timeLimit()).isEqualTo(Duration.ofMinutes(2));
    job.tell(new JobCommand.EnqueueAnswered(1, new PartitionReply.Queued())); // of before
    asked(PartitionIntent.Enqueue.class); // so it says it again
    client.expectNoMessage(Duration.ZERO);

    job.tell(new JobCommand.EnqueueAnswered(1, new PartitionReply.Queued(), null, 1));
    assertThat(client.expectMessageClass(JobAnswer.Details.class, PATIENCE).details().spec())
        .extracting(JobSpec::timeLimit)
        .isEqualTo(Duration.ofMinutes(2));
  }

  @Test
  void shouldTellItsNodeOfAnotherLimitUntilThatKeepsIt() throws Exception {
    launched(Duration.ofMinutes(5));
    job.tell(new JobCommand.Reported(started()));
    job.tell(change(Duration.ofMinutes(2)));
    PartitionIntent.Revise told = asked(PartitionIntent.Revise.class);
    job.tell(new JobCommand.RevisionTaken(1, told.revision().number()));
    client.expectMessageClass(JobAnswer.Details.class, PATIENCE);
    NodeCommand.SendAsk first = next(toNode, NodeCommand.SendAsk.class);
    NodeCommand.SendAsk again = next(toNode, NodeCommand.SendAsk.class);
    StepTerms terms = Objects.requireNonNull(again.terms());
    assertThat(again.step()).isEqualTo(first.step());
    assertThat(terms.number()).isOne();
    assertThat(terms.leftMillis()).isBetween(60_000L, 120_000L);

    StepReport.Started kept = new StepReport.Started(again.step(), NODE, Instant.now());
    job.tell(new JobCommand.Reported(new JobIntent.Reported(kept, null, terms)));
    next(toNode, NodeCommand.SendConfirm.class);
    job.tell(new JobCommand.GetDetails(client.ref()));
    client.expectMessageClass(JobAnswer.Details.class, PATIENCE);
    toNode.clear();
    assertThat(toNode.poll(3 * REMIND.toMillis(), TimeUnit.MILLISECONDS)).isNull();
  }

  private JobCommand change(Duration limit) {
    return new JobCommand.Change(
        new Submitter("ada", 1000, 1000), false, JobChange.of(limit), client.ref());
  }

  @Test
  void shouldRepeatALostLaunchAmongASteadyStreamOfOtherNews() throws Exception {
    launched();
    long end = System.nanoTime() + PATIENCE.toNanos();
    NodeCommand again = null;
    while (again == null) {
      assertThat(System.nanoTime()).as("time for the launch to be repeated").isLessThan(end);
      job.tell(new JobCommand.Granted(new JobIntent.Granted(1, ONE_NODE, 1, List.of(), null, 0)));
      NodeCommand told = toNode.poll(REMIND.toMillis() / 6, TimeUnit.MILLISECONDS);
      again = told instanceof NodeCommand.SendLaunch ? told : null;
    }
  }

  @Test
  void shouldEndAJobWhoseNodeDoesNotEndItAtItsLimit() throws Exception {
    launched();
    StepId step = new StepId(JOB, 1, StepId.BATCH);
    // by the clock of its node it started long ago, or has not yet
    job.tell(
        new JobCommand.Reported(
            new JobIntent.Reported(
                new StepReport.Started(step, NODE, Instant.now().plusSeconds(7_200)), null)));

    NodeCommand.SendTerminate end = next(toNode, NodeCommand.SendTerminate.class);
    assertThat(end.signal()).isZero();
    assertThat(end.term()).isOne();
    job.tell(
        new JobCommand.Reported(
            new JobIntent.Reported(
                new StepReport.Ended(
                    step,
                    NODE,
                    Instant.now(),
                    List.of(new ExitStatus(0, 15)),
                    StepEnd.TERMINATED,
                    ""),
                null)));
    asked(PartitionIntent.Release.class);
    job.tell(new JobCommand.GetDetails(client.ref()));
    assertThat(client.expectMessageClass(JobAnswer.Details.class, PATIENCE).details().status())
        .isEqualTo(JobStatus.TIMEOUT);
  }

  /** The clock of jobs that wait never strikes here. */
  @Test
  void shouldLeaveMemoryOnceItIsOverAndNothingIsOwed() throws Exception {
    launched();
    job.tell(
        new JobCommand.Reported(
            new JobIntent.Reported(
                new StepReport.Ended(
                    new StepId(JOB, 1, StepId.BATCH),
                    NODE,
                    Instant.now(),
                    List.of(ExitStatus.SUCCESS),
                    StepEnd.EXITED,
                    ""),
                null)));
    asked(PartitionIntent.Release.class);
    asked(PartitionIntent.Release.class); // again, as it is not confirmed
    shard.expectNoMessage(Duration.ZERO);

    job.tell(new JobCommand.ReleaseConfirmed(1));
    shard.expectMessageClass(ClusterSharding.Passivate.class, PATIENCE);
  }

  @Test
  void shouldAskForAPauseBeforeItsNextAttempt() throws Exception {
    launched();
    Instant before = Instant.now();
    job.tell(
        new JobCommand.Reported(
            new JobIntent.Reported(
                new StepReport.Ended(
                    new StepId(JOB, 1, StepId.BATCH),
                    NODE,
                    before,
                    List.of(),
                    StepEnd.LOST,
                    "its supervisor was ended from outside"),
                null)));

    PartitionIntent.Enqueue next = asked(PartitionIntent.Enqueue.class);
    assertThat(next.job().attempt()).isEqualTo(2);
    assertThat(next.job().notBefore()).isAfterOrEqualTo(before.plusSeconds(1));
  }

  @Test
  void shouldHandOverEachMailOnceAndNoneAgainAfterARecovery() throws Exception {
    launched(Duration.ofSeconds(2));
    job.tell(new JobCommand.Reported(started()));
    job.tell(new JobCommand.Reported(started()));
    Mail began = mails.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    assertThat(began).isNotNull();
    assertThat(began.subject()).startsWith("Slurm Job_id=1 Name=job Began, Queued time");
    Mail half = mails.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    assertThat(half).isNotNull();
    assertThat(half.subject()).contains("Reached 50% of time limit");
    job.tell(JobCommand.Stop.INSTANCE);
    client.expectTerminated(job, PATIENCE);

    ActorRef<JobCommand> again = kit.spawn(JobBeginning.create(JOB, shard.ref(), settings));
    again.tell(new JobCommand.Reported(started()));
    again.tell(
        new JobCommand.Reported(
            new JobIntent.Reported(
                new StepReport.Ended(
                    new StepId(JOB, 1, StepId.BATCH),
                    NODE,
                    Instant.now(),
                    List.of(ExitStatus.SUCCESS),
                    StepEnd.EXITED,
                    ""),
                null)));

    Mail ended = mails.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    assertThat(ended).isNotNull();
    assertThat(ended.subject()).contains("Ended, Run time", "COMPLETED, ExitCode 0");
    assertThat(mails).isEmpty();
  }

  private static JobIntent.Reported started() {
    return new JobIntent.Reported(
        new StepReport.Started(new StepId(JOB, 1, StepId.BATCH), NODE, Instant.now()), null);
  }

  private void launched() throws InterruptedException {
    launched(Duration.ofMillis(200));
  }

  private void launched(Duration limit) throws InterruptedException {
    job.tell(new JobCommand.Submit(spec(limit), client.ref(), null));
    asked(PartitionIntent.Enqueue.class);
    job.tell(new JobCommand.EnqueueAnswered(1, new PartitionReply.Queued()));
    client.expectMessageClass(JobAnswer.Submitted.class, PATIENCE);
    toPartition.clear();
    job.tell(new JobCommand.Granted(new JobIntent.Granted(1, ONE_NODE, 1, List.of(), null, 0)));
    next(toNode, NodeCommand.SendLaunch.class);
  }

  private <T extends PartitionIntent.OfJob> T asked(Class<T> kind) throws InterruptedException {
    while (true) {
      PartitionIntent.OfJob found = next(toPartition, PartitionCommand.OfJob.class).intent();
      if (kind.isInstance(found)) {
        return kind.cast(found);
      }
    }
  }

  private static <T, U extends T> U next(BlockingQueue<T> queue, Class<U> kind)
      throws InterruptedException {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (true) {
      T found = queue.poll(Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS);
      assertThat(found).as(kind.getSimpleName()).isNotNull();
      if (kind.isInstance(found)) {
        return kind.cast(found);
      }
    }
  }

  private static JobSpec spec(Duration limit) {
    return new JobSpec(
        "job",
        new Submitter("ada", 1000, 1000),
        MAIN,
        ResourceRequest.single(),
        limit,
        new Payload.BatchScript("#!/bin/sh\n", List.of()),
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
        new MailRequest(
            List.of(MailType.BEGIN, MailType.END, MailType.TIME_LIMIT_50), "ada@example.org"),
        null,
        null,
        null,
        null);
  }

  private JobEnvironmentSettings settings() {
    PartitionSettings main =
        new PartitionSettings(MAIN, true, "*", "easy", Duration.ofHours(1), null, false, 0);
    return new JobEnvironmentSettings(
        "test",
        "c1",
        Map.of(MAIN, main),
        new Recorder(),
        Clock.systemUTC(),
        JobPayloads.start(kit.system()),
        StepLimits.USUAL,
        TestTiming.reminding(REMIND),
        RequeueRules.USUAL,
        Duration.ofMillis(300),
        mails::add);
  }

  private final class Recorder extends NoPeers {
    @Override
    public void tell(PartitionName partition, PartitionCommand command) {
      toPartition.add(command);
    }

    @Override
    public void tell(NodeName node, NodeCommand command) {
      toNode.add(command);
    }
  }
}
