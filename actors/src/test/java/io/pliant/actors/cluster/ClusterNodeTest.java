package io.pliant.actors.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import io.pliant.actors.api.Answer;
import io.pliant.actors.api.ClusterGateway;
import io.pliant.actors.partition.PartitionMeter;
import io.pliant.actors.partition.RoundClocks;
import io.pliant.actors.protocol.EntityTiming;
import io.pliant.api.EventCursor;
import io.pliant.api.JobDetails;
import io.pliant.api.NodeEntry;
import io.pliant.api.QueueEntry;
import io.pliant.api.WaitExplanation;
import io.pliant.core.array.JobRef;
import io.pliant.core.id.ExitStatus;
import io.pliant.core.id.JobId;
import io.pliant.core.id.JobStatus;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.id.Refusal;
import io.pliant.core.id.StepId;
import io.pliant.core.job.RequeueRules;
import io.pliant.core.job.StepLimits;
import io.pliant.core.partition.FaultRules;
import io.pliant.core.partition.LedgerLimits;
import io.pliant.core.partition.PartitionSettings;
import io.pliant.core.partition.QueueFilter;
import io.pliant.core.priority.PriorityRule;
import io.pliant.core.priority.PriorityWeights;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.spec.JobSpec;
import io.pliant.core.spec.Payload;
import io.pliant.core.spec.StreamFiles;
import io.pliant.core.spec.Submitter;
import io.pliant.core.step.StepRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Predicate;
import org.apache.pekko.actor.testkit.typed.javadsl.ActorTestKit;
import org.apache.pekko.actor.testkit.typed.javadsl.TestProbe;
import org.apache.pekko.cluster.typed.Cluster;
import org.apache.pekko.cluster.typed.Join;
import org.assertj.core.data.Offset;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** A job's whole way through Job, Partition and Node entities on one member. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ClusterNodeTest {
  private static final Submitter ADA = new Submitter("ada", 1000, 1000);
  private static final Submitter BOB = new Submitter("bob", 1001, 1001);
  private static final Submitter ROOT = new Submitter("root", 0, 0);
  private static final PartitionName MAIN = new PartitionName("main");

  private final ActorTestKit kit = ActorTestKit.create("pliant", config());
  private final Map<String, AtomicInteger> starts = new ConcurrentSkipListMap<>();
  private final ClusterGateway gateway =
      ClusterNode.start(kit.system(), settings(), new NothingRead());

  /** No journal is read in these tests; the read side has its own. */
  private static final class NothingRead implements ReadSide {
    @Override
    public CompletionStage<EventCursor> latest() {
      return CompletableFuture.completedStage(EventCursor.START);
    }

    @Override
    public CompletionStage<Answer<List<io.pliant.api.HistoryEntry>>> history(
        io.pliant.actors.api.HistoryQuery query) {
      return CompletableFuture.completedStage(new Answer.Accepted<>(List.of()));
    }

    @Override
    public CompletionStage<io.pliant.core.energy.JobEnergy> energy(JobId job) {
      return CompletableFuture.completedStage(io.pliant.core.energy.JobEnergy.NONE);
    }

    @Override
    public CompletionStage<List<io.pliant.api.JobEventEntry>> events(
        EventCursor cursor, int limit) {
      return CompletableFuture.completedStage(List.of());
    }
  }

  private static Config config() {
    return ConfigFactory.parseString(
            """
            pekko.actor.provider = cluster
            pekko.cluster.roles = ["controller-c1"]
            pekko.remote.artery.canonical { hostname = "127.0.0.1", port = 0 }
            pekko.persistence.journal.plugin = "pekko.persistence.journal.inmem"
            pekko.persistence.snapshot-store.plugin = "pekko.persistence.snapshot-store.local"
            pekko.persistence.snapshot-store.local.dir = "target/snapshots-cluster-node-test"
            pekko.actor.serialize-messages = on
            pekko.actor.no-serialization-verification-needed-class-prefix =
              ["org.apache.pekko.", "io.pliant.actors.job.JobIdSource",
               "io.pliant.actors.cluster.PartitionWaker", "io.pliant.actors.epoch.EpochWatch"]
            pekko.coordinated-shutdown.run-by-actor-system-terminate = off
            pekko.coordinated-shutdown.exit-jvm = off
            pekko.loglevel = WARNING
            """)
        .withFallback(ConfigFactory.load());
  }

  private static ClusterNodeSettings settings() {
    return new ClusterNodeSettings(
        "test",
        "c1",
        "test",
        "127.0.0.1",
        1,
        List.of(
            new PartitionSettings(
                MAIN,
                true,
                "*",
                "easy",
                Duration.ofHours(1),
                null,
                false,
                5,
                PriorityRule.of(
                    new PriorityWeights(0.8, 0.01, 0, 0, 0, 1),
                    Duration.ofDays(14),
                    Duration.ofDays(7)),
                null,
                LedgerLimits.USUAL,
                FaultRules.USUAL)),
        Set.of("root"),
        "memory",
        ClusterNodeSettings.DecisionLogging.OFF,
        StepLimits.USUAL,
        new EntityTiming(
            Duration.ofSeconds(60),
            Duration.ofSeconds(1),
            Duration.ofMillis(500),
            Duration.ofMillis(500),
            Duration.ofSeconds(1),
            Duration.ofSeconds(1),
            Duration.ofMillis(200),
            Duration.ofSeconds(10)),
        null,
        new ClusterNodeSettings.Resilience(
            new RoundClocks(Duration.ofSeconds(30), Duration.ofMinutes(2), Duration.ofMinutes(2)),
            RequeueRules.USUAL,
            Duration.ofMinutes(1)),
        _ -> {},
        PartitionMeter.NONE,
        _ -> "c1",
        EntityGroups.ONE);
  }

  @BeforeAll
  void join() {
    Cluster cluster = Cluster.get(kit.system());
    cluster.manager().tell(Join.create(cluster.selfMember().address()));
    for (String node : List.of("n1", "n2")) {
      kit.spawn(PuppetNode.create(new NodeName(node), 2, starts));
    }
    eventually(gateway::nodes, nodes -> nodes.size() == 2);
  }

  @AfterAll
  void leave() {
    kit.shutdownTestKit();
  }

  @Test
  void shouldRunAJobToItsEndWhenNodesAreFree() {
    // when
    JobId job = submit(spec("exit 0", 1));

    // then
    JobDetails details = ended(job);
    assertThat(details.status()).isEqualTo(JobStatus.COMPLETED);
    assertThat(details.exit()).isEqualTo(ExitStatus.SUCCESS);
    String step = "/" + StepId.batch(job, 1).key();
    assertThat(starts.entrySet().stream().filter(e -> e.getKey().endsWith(step)))
        .hasSize(1)
        .allMatch(e -> e.getValue().get() == 1);
  }

  @Test
  void shouldReportTheExitCodeWhenTheScriptFails() {
    JobDetails details = ended(submit(spec("exit 3", 1)));
    assertThat(details.status()).isEqualTo(JobStatus.FAILED);
    assertThat(details.exit()).isEqualTo(new ExitStatus(3, 0));
  }

  @Test
  void shouldReadAScriptFromTheJournalWhenItIsNoLongerAtHand() {
    // given
    String padding = "#" + "x".repeat(1 << 20) + "\n";
    JobSpec first = withHold(spec(padding + "exit 4", 1));
    JobId job = submit(first);
    List<JobId> others = new ArrayList<>();
    for (int i = 0; i < 14; i++) {
      others.add(submit(withHold(spec(padding + "exit 0", 1))));
    }

    // when
    await(gateway.setHeld(job, ADA, false));

    // then
    JobDetails details = ended(job);
    assertThat(details.exit()).isEqualTo(new ExitStatus(4, 0));
    assertThat(details.spec().payload()).isEqualTo(new Payload.BatchScript("", List.of()));
    assertThat(await(gateway.spec(job))).isEqualTo(first);
    others.forEach(other -> await(gateway.cancel(other, ADA)));
  }

  @Test
  void shouldRefuseAtSubmitWhenThePartitionIsTooSmall() {
    Answer<JobId> answer = await(gateway.submit(spec("exit 0", 5)));
    assertThat(answer).isInstanceOf(Answer.Rejected.class);
    assertThat(((Answer.Rejected<JobId>) answer).refusal().reason()).contains("5").contains("2");
  }

  @Test
  void shouldWriteNothingDownOfWhatAUserIsRefusedAgainAndAgain() {
    JobSpec once = spec("exit 0", 1, "again");
    JobId first = submit(once);
    await(gateway.submit(spec("exit 0", 5)));
    for (int i = 0; i < 3; i++) {
      assertThat(await(gateway.submit(spec("exit 0", 5)))).isInstanceOf(Answer.Rejected.class);
      assertThat(submit(once)).isEqualTo(first);
    }
    long next = submit(spec("exit 0", 1)).value();
    for (long refused = next - 6; refused < next; refused++) {
      assertThat(await(gateway.job(new JobId(refused))))
          .isInstanceOfSatisfying(
              Answer.Rejected.class,
              r -> assertThat(r.refusal().kind()).isEqualTo(Refusal.Kind.NOT_FOUND));
    }
  }

  @Test
  void shouldAnswerTheFirstJobWhenASubmissionIsRepeated() {
    JobSpec once = spec("wait", 1, "key-1");
    JobId first = submit(once);
    assertThat(submit(once)).isEqualTo(first);
    await(gateway.cancel(first, ADA));
    assertThat(ended(first).status()).isEqualTo(JobStatus.CANCELLED);
  }

  @Test
  void shouldRunAStepInsideARunningJob() {
    // given
    JobId job = submit(spec("wait", 2));
    eventually(() -> gateway.job(job), a -> accepted(a).startedAt() != null);

    // when
    Answer<Integer> step =
        await(
            gateway.createStep(
                job,
                ADA,
                new StepRequest(
                    "probe",
                    0,
                    2,
                    1,
                    List.of("exit", "4"),
                    Map.of(),
                    "/tmp",
                    StreamFiles.batchDefault(),
                    null)));

    // then
    assertThat(step).isEqualTo(new Answer.Accepted<>(0));
    eventually(() -> gateway.step(job, 0), s -> accepted(s).exit() != null);
    assertThat(accepted(await(gateway.step(job, 0))).exit()).isEqualTo(new ExitStatus(4, 0));
    await(gateway.cancel(job, ADA));
    assertThat(ended(job).status()).isEqualTo(JobStatus.CANCELLED);
  }

  @Test
  void shouldSayWhyAJobWaitsAndLetOnlyItsOwnerCancelIt() {
    // given
    JobId running = submit(spec("wait", 2, null, true));
    eventually(() -> gateway.job(running), a -> accepted(a).startedAt() != null);
    JobId waiting = submit(spec("exit 0", 1));

    // when
    WaitExplanation why =
        accepted(
            eventually(
                () -> gateway.why(new JobRef(waiting, null)), a -> !reasons(a).contains("None")));

    // then
    assertThat(why.reasons()).extracting(WaitExplanation.Reason::code).contains("Resources");
    assertThat(await(gateway.cancel(waiting, BOB)))
        .isInstanceOfSatisfying(
            Answer.Rejected.class,
            r -> assertThat(r.refusal().kind()).isEqualTo(Refusal.Kind.FORBIDDEN));
    List<QueueEntry> queue = await(gateway.queue(null, QueueFilter.ALL));
    assertThat(queue).extracting(QueueEntry::job).contains(running, waiting);
    await(gateway.cancel(running, ROOT));
    assertThat(ended(waiting).status()).isEqualTo(JobStatus.COMPLETED);
  }

  @Test
  void shouldOrderTheQueueByPriorityAndSayWhatItIsMadeOf() {
    // given: two jobs of one user in the queue, the second one wider
    JobId running = submit(spec("wait", 2, null, true));
    eventually(() -> gateway.job(running), a -> accepted(a).startedAt() != null);
    JobId narrow = submit(spec("exit 0", 1));
    JobId wide = submit(spec("exit 0", 2));

    // when
    List<QueueEntry> queue =
        eventually(
            () -> gateway.queue(null, QueueFilter.ALL),
            entries -> entries.stream().filter(e -> e.priority() != null).count() == 2);

    // then
    assertThat(queue).extracting(QueueEntry::job).containsExactly(running, wide, narrow);
    WaitExplanation.Priority why =
        Objects.requireNonNull(accepted(await(gateway.why(new JobRef(narrow, null)))).priority());
    assertThat(why.position()).isEqualTo(2);
    assertThat(why.factors())
        .extracting(WaitExplanation.Factor::name)
        .containsExactly("age", "size", "accuracy");
    assertThat(why.value())
        .isCloseTo(
            why.factors().stream().mapToDouble(f -> f.weight() * f.factor()).sum(),
            Offset.offset(1e-9));
    await(gateway.cancel(running, ROOT));
    assertThat(ended(narrow).status()).isEqualTo(JobStatus.COMPLETED);
    assertThat(ended(wide).status()).isEqualTo(JobStatus.COMPLETED);
  }

  @Test
  void shouldNotStartAHeldJobUntilItIsReleased() {
    JobSpec held = spec("exit 0", 1);
    JobId job = submit(withHold(held));
    eventually(() -> gateway.why(new JobRef(job, null)), a -> reasons(a).contains("JobHeldUser"));
    await(gateway.setHeld(job, ADA, false));
    assertThat(ended(job).status()).isEqualTo(JobStatus.COMPLETED);
  }

  @Test
  void shouldSucceedWhenAReleaseOrACancelIsRepeated() {
    JobId job = submit(withHold(spec("exit 0", 1)));
    for (int i = 0; i < 2; i++) {
      accepted(await(gateway.setHeld(job, ADA, true)));
    }
    accepted(await(gateway.setHeld(job, ADA, false)));
    ended(job);
    accepted(await(gateway.setHeld(job, ADA, false)));
    assertThat(await(gateway.setHeld(job, ADA, true))).isInstanceOf(Answer.Rejected.class);
    assertThat(await(gateway.cancel(job, ADA))).isInstanceOf(Answer.Rejected.class);

    JobId other = submit(withHold(spec("exit 0", 1)));
    for (int i = 0; i < 2; i++) {
      accepted(await(gateway.cancel(other, ADA)));
    }
    assertThat(await(gateway.setHeld(other, ADA, false))).isInstanceOf(Answer.Rejected.class);
  }

  @Test
  void shouldDrainAndResumeANode() {
    NodeName node = new NodeName("n2");
    NodeEntry drained = accepted(await(gateway.drain(node, ROOT, "disk")));
    assertThat(drained.reason()).isEqualTo("disk");
    NodeEntry open = accepted(await(gateway.resume(node, ROOT)));
    assertThat(open.state()).isIn("idle", "mixed", "allocated");
  }

  private static String reasons(Answer<WaitExplanation> answer) {
    return accepted(answer).reasons().stream()
        .map(WaitExplanation.Reason::code)
        .toList()
        .toString();
  }

  private JobId submit(JobSpec spec) {
    return accepted(await(gateway.submit(spec)));
  }

  private JobDetails ended(JobId job) {
    return accepted(
        eventually(() -> gateway.job(job), answer -> accepted(answer).status().terminal()));
  }

  private static <T> T accepted(Answer<T> answer) {
    assertThat(answer).isInstanceOf(Answer.Accepted.class);
    return ((Answer.Accepted<T>) answer).value();
  }

  private <T> T eventually(
      java.util.function.Supplier<CompletionStage<T>> ask, Predicate<T> condition) {
    TestProbe<Object> probe = kit.createTestProbe();
    return probe.awaitAssert(
        PuppetNode.patience(),
        Duration.ofMillis(50),
        () -> {
          T value = await(ask.get());
          assertThat(value).matches(condition);
          return value;
        });
  }

  private static <T> T await(CompletionStage<T> stage) {
    return stage.toCompletableFuture().orTimeout(15, java.util.concurrent.TimeUnit.SECONDS).join();
  }

  private static JobSpec spec(String script, int nodes) {
    return spec(script, nodes, null);
  }

  private static JobSpec spec(String script, int nodes, @Nullable String key) {
    return spec(script, nodes, key, false);
  }

  private static JobSpec spec(String script, int nodes, @Nullable String key, boolean exclusive) {
    return build(script, nodes, key, exclusive, false);
  }

  private static JobSpec withHold(JobSpec spec) {
    Function<Payload.BatchScript, String> text = Payload.BatchScript::script;
    return build(text.apply((Payload.BatchScript) spec.payload()), 1, null, false, true);
  }

  private static JobSpec build(
      String script, int nodes, @Nullable String key, boolean exclusive, boolean hold) {
    return new JobSpec(
        "test",
        ADA,
        MAIN,
        new ResourceRequest(nodes, nodes, nodes, 1, 0, exclusive),
        Duration.ofMinutes(5),
        new Payload.BatchScript(script, List.of()),
        StreamFiles.batchDefault(),
        "/tmp",
        Map.of("HOME", "/home/ada"),
        true,
        hold,
        null,
        "",
        key);
  }
}
