package io.pliant.runtime.controller.http;

import io.pliant.actors.api.Answer;
import io.pliant.actors.api.ClusterGateway;
import io.pliant.actors.api.HistoryQuery;
import io.pliant.actors.api.PowerGateway;
import io.pliant.actors.api.PriorityGateway;
import io.pliant.actors.api.RegisterGateway;
import io.pliant.actors.api.ReservationGateway;
import io.pliant.api.AdaptationStatus;
import io.pliant.api.ControllerStatus;
import io.pliant.api.EventCursor;
import io.pliant.api.HistoryEntry;
import io.pliant.api.JobDetails;
import io.pliant.api.JobEnergyEntry;
import io.pliant.api.JobEventEntry;
import io.pliant.api.NodeEntry;
import io.pliant.api.PartitionEntry;
import io.pliant.api.QueueEntry;
import io.pliant.api.QueueWindow;
import io.pliant.api.StartEntry;
import io.pliant.api.StepDetails;
import io.pliant.api.WaitExplanation;
import io.pliant.core.adaptation.Kind;
import io.pliant.core.adaptation.PhaseSum;
import io.pliant.core.adaptation.Result;
import io.pliant.core.adaptation.SizeChange;
import io.pliant.core.adaptation.Stage;
import io.pliant.core.array.Indices;
import io.pliant.core.array.JobRef;
import io.pliant.core.energy.Energy;
import io.pliant.core.energy.JobEnergy;
import io.pliant.core.energy.JobInterval;
import io.pliant.core.energy.Share;
import io.pliant.core.id.ExitStatus;
import io.pliant.core.id.JobId;
import io.pliant.core.id.JobStatus;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.id.Refusal;
import io.pliant.core.job.SignalScope;
import io.pliant.core.node.OutputAnswer;
import io.pliant.core.partition.QueueFilter;
import io.pliant.core.partition.QueueText;
import io.pliant.core.spec.JobChange;
import io.pliant.core.spec.JobSpec;
import io.pliant.core.spec.Submitter;
import io.pliant.core.step.Onlooker;
import io.pliant.core.step.StepRequest;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** A cluster in memory: jobs that never start by themselves, one node, one partition. */
final class FakeGateway implements ClusterGateway {
  static final Instant START = Instant.parse("2026-11-20T12:00:00Z");
  static final PartitionName MAIN = new PartitionName("main");
  static final NodeName NODE = new NodeName("n001");

  final Map<JobId, JobDetails> jobs = new ConcurrentSkipListMap<>();
  final List<JobEventEntry> events = new CopyOnWriteArrayList<>();
  final List<HistoryQuery> historyQueries = new CopyOnWriteArrayList<>();
  final List<StepRequest> steps = new CopyOnWriteArrayList<>();
  final List<Onlooker> onlookers = new CopyOnWriteArrayList<>();

  /** What partitions say of a start, where they are not as usual; empty for a refusal. */
  final Map<PartitionName, Optional<StartEntry>> starts = new ConcurrentHashMap<>();

  final AtomicBoolean silent = new AtomicBoolean();
  final AtomicBoolean partitionsHang = new AtomicBoolean();

  /** Where submissions are answered, and how many of them are and were on their way at once. */
  final AtomicReference<Executor> answersOn = new AtomicReference<>(Runnable::run);

  final AtomicInteger onTheirWay = new AtomicInteger();
  final AtomicInteger mostOnTheirWay = new AtomicInteger();
  final AtomicBoolean ready = new AtomicBoolean(true);
  final FakeRegister register = new FakeRegister();
  final FakeReservations reservations = new FakeReservations();
  final FakePriorities priorities = new FakePriorities();
  final FakePower power = new FakePower();
  final List<ControllerStatus.Member> members = new CopyOnWriteArrayList<>();
  final AtomicReference<List<NodeEntry>> nodes = new AtomicReference<>(List.of(node("idle", "")));
  final AtomicLong eventAsks = new AtomicLong();
  private final AtomicLong lastJob = new AtomicLong();

  @Override
  public CompletionStage<Answer<JobId>> submit(JobSpec spec) {
    if (spec.resources().minNodes() > 1) {
      return refuse(Refusal.invalid("Expected at most 1 node, but the job asks for more."));
    }
    JobId job = new JobId(lastJob.incrementAndGet());
    jobs.put(job, details(job, spec, JobStatus.PENDING));
    mostOnTheirWay.accumulateAndGet(onTheirWay.incrementAndGet(), Math::max);
    return accept(job)
        .thenApplyAsync(
            answer -> {
              onTheirWay.decrementAndGet();
              return answer;
            },
            answersOn.get());
  }

  @Override
  public CompletionStage<Answer<StartEntry>> check(JobSpec spec) {
    Optional<StartEntry> told = starts.get(spec.partition());
    if (told != null) {
      return told.isPresent()
          ? accept(told.get())
          : refuse(Refusal.invalid("Expected another partition than this one."));
    }
    return spec.resources().minNodes() > 1
        ? refuse(Refusal.invalid("Expected at most 1 node, but the job asks for more."))
        : accept(start(spec));
  }

  /** Nobody waits: a job of the partition starts at once on one node. */
  private static StartEntry start(JobSpec spec) {
    return new StartEntry(START, spec.resources().tasks(), spec.partition() + "1", null, null);
  }

  /** Sets a job's state, as if it had run. */
  void become(JobId job, JobStatus status) {
    jobs.computeIfPresent(job, (id, d) -> details(id, d.spec(), status));
  }

  /** Signals that were sent. */
  final List<String> signals = new CopyOnWriteArrayList<>();

  void happen(long cursor, String type) {
    events.add(new JobEventEntry(cursor, new JobId(1), type, START, Map.of("attempt", "1"), null));
  }

  @Override
  public CompletionStage<Answer<JobDetails>> cancel(JobId job, Submitter by) {
    return changed(job, by, JobStatus.CANCELLED);
  }

  /** Elements that were ended. */
  final List<String> endedElements = new CopyOnWriteArrayList<>();

  @Override
  public CompletionStage<Answer<JobDetails>> cancelElements(
      JobId array, Indices elements, Submitter by) {
    endedElements.add(array + "_" + elements.text());
    return job(array);
  }

  /** Elements are as their array. */
  @Override
  public CompletionStage<Answer<JobDetails>> job(JobRef job) {
    return job(job.job());
  }

  @Override
  public CompletionStage<Answer<JobDetails>> signal(
      JobId job, Submitter by, int signal, SignalScope scope) {
    signals.add(signal + " to " + scope);
    return changed(job, by, JobStatus.RUNNING);
  }

  @Override
  public CompletionStage<Answer<JobDetails>> requeue(JobId job, Submitter by, boolean hold) {
    return changed(job, by, JobStatus.PENDING);
  }

  /** Changes that were asked for. */
  final List<JobChange> changes = new CopyOnWriteArrayList<>();

  @Override
  public CompletionStage<Answer<JobDetails>> change(JobId job, Submitter by, JobChange change) {
    changes.add(change);
    return changed(job, by, JobStatus.PENDING);
  }

  @Override
  public CompletionStage<Answer<JobDetails>> setHeld(JobId job, Submitter by, boolean held) {
    return changed(job, by, JobStatus.PENDING);
  }

  @Override
  public CompletionStage<Answer<JobDetails>> setSuspended(JobId job, Submitter by, boolean still) {
    return changed(job, by, still ? JobStatus.SUSPENDED : JobStatus.RUNNING);
  }

  private CompletionStage<Answer<JobDetails>> changed(JobId job, Submitter by, JobStatus status) {
    JobDetails details = jobs.get(job);
    if (details == null) {
      return refuse(Refusal.notFound("There is no job " + job + "."));
    }
    if (!details.spec().submitter().equals(by)) {
      return refuse(Refusal.forbidden("Expected the owner of job " + job + "."));
    }
    if (details.status().terminal()) {
      return refuse(Refusal.conflict("Job " + job + " is over."));
    }
    become(job, status);
    return job(job);
  }

  @Override
  public CompletionStage<Answer<JobDetails>> adapt(JobId job, Submitter by, int nodes) {
    return changed(job, by, JobStatus.RUNNING);
  }

  @Override
  public CompletionStage<Answer<List<SizeChange>>> sizes(JobId job) {
    return accept(
        List.of(
            new SizeChange(
                1,
                Kind.EXPAND,
                Result.COMMITTED,
                List.of(NODE),
                2,
                "",
                START,
                START,
                START,
                START,
                START)));
  }

  @Override
  public CompletionStage<Answer<List<PhaseSum>>> phases(JobId job) {
    return accept(List.of(new PhaseSum(0, 1_000_000_000, 4_000_000_000L)));
  }

  @Override
  public CompletionStage<Answer<AdaptationStatus>> adaptation(JobId job) {
    return accept(
        new AdaptationStatus(
            "c2",
            1,
            new AdaptationStatus.OnItsWay(
                2, Kind.SHRINK, Stage.ARMED, List.of(NODE), true, START, null)));
  }

  @Override
  public CompletionStage<JobEnergyEntry> energy(JobId job) {
    JobInterval first = new JobInterval(job, 1, 0);
    Energy measured = new Energy(480_000_000, 2_000_000, 0, 250, true);
    return CompletableFuture.completedStage(
        JobEnergyEntry.of(
            job, JobEnergy.NONE.plus(new Share(first, 1, 0, null, List.of("model"), measured))));
  }

  @Override
  public CompletionStage<Answer<Integer>> createStep(JobId job, Submitter by, StepRequest request) {
    steps.add(request);
    return accept(steps.size() - 1);
  }

  @Override
  public CompletionStage<Answer<StepDetails>> onlook(
      JobId job, Submitter by, int step, Onlooker onlooker) {
    onlookers.add(onlooker);
    return step(job, step);
  }

  @Override
  public CompletionStage<Answer<StepDetails>> step(JobId job, int step) {
    return accept(
        new StepDetails(
            step,
            1,
            "hostname",
            JobStatus.COMPLETED,
            List.of(NODE),
            1,
            false,
            ExitStatus.SUCCESS,
            "",
            START,
            START,
            1.5,
            null,
            null));
  }

  @Override
  public CompletionStage<JobSpec> spec(JobId job) {
    JobDetails details = jobs.get(job);
    return details == null
        ? CompletableFuture.failedFuture(new IllegalStateException("There is no job " + job + "."))
        : CompletableFuture.completedStage(details.spec());
  }

  @Override
  public CompletionStage<Answer<JobDetails>> job(JobId job) {
    if (silent.get()) {
      return CompletableFuture.failedFuture(new TimeoutException("silent"));
    }
    JobDetails details = jobs.get(job);
    return details == null
        ? refuse(Refusal.notFound("There is no job " + job + "."))
        : accept(details);
  }

  @Override
  public CompletionStage<List<QueueEntry>> queue(
      @Nullable PartitionName partition, QueueFilter filter) {
    if (silent.get()) {
      return CompletableFuture.failedFuture(new TimeoutException("silent"));
    }
    return CompletableFuture.completedFuture(
        jobs.values().stream()
            .filter(d -> !d.status().terminal())
            .map(FakeGateway::line)
            .filter(line -> filter.takes(line.job(), null, line.user(), line.status()))
            .toList());
  }

  @Override
  public CompletionStage<QueueWindow> queueWindow(
      @Nullable PartitionName partition,
      QueueFilter filter,
      QueueText text,
      long offset,
      int limit) {
    return queue(partition, filter)
        .thenApply(all ->
            new QueueWindow(offset, all.size(), all.stream().skip(offset).limit(limit).toList()));
  }

  @Override
  public CompletionStage<EventCursor> latestEvent() {
    return CompletableFuture.completedFuture(EventCursor.START);
  }

  @Override
  public CompletionStage<Answer<WaitExplanation>> why(JobRef job) {
    return accept(
        new WaitExplanation(
            job.job(),
            JobStatus.PENDING,
            null,
            List.of(new WaitExplanation.Reason("Resources", "needs 1 node, 0 are idle")),
            new WaitExplanation.Priority(
                1,
                0.5,
                List.of(new WaitExplanation.Factor("age", 1, 0.5, "7 of 14 days")),
                100,
                5L)));
  }

  @Override
  public CompletionStage<List<NodeEntry>> nodes() {
    return CompletableFuture.completedFuture(nodes.get());
  }

  @Override
  public CompletionStage<Answer<NodeEntry>> node(NodeName node) {
    NodeEntry only = node("idle", "");
    return only.node().equals(node)
        ? accept(only)
        : refuse(Refusal.notFound("There is no node " + node + "."));
  }

  @Override
  public CompletionStage<OutputAnswer> output(
      NodeName node, Submitter owner, String path, long offset) {
    return CompletableFuture.completedFuture(
        OutputAnswer.without(0, OutputAnswer.Result.UNABLE, "There is no agent."));
  }

  @Override
  public CompletionStage<List<PartitionEntry>> partitions() {
    if (partitionsHang.get()) {
      return new CompletableFuture<>();
    }
    return CompletableFuture.completedFuture(
        List.of(
            new PartitionEntry(
                MAIN, true, "easy", 1, "c1", 1, 1, 4, 0, 0, null, 3600, null, null, null, null,
                null, null, null)));
  }

  @Override
  public CompletionStage<Answer<NodeEntry>> drain(NodeName node, Submitter by, String reason) {
    return accept(node("drained", reason));
  }

  @Override
  public CompletionStage<Answer<NodeEntry>> resume(NodeName node, Submitter by) {
    return accept(node("idle", ""));
  }

  @Override
  public RegisterGateway register() {
    return register;
  }

  @Override
  public ReservationGateway reservations() {
    return reservations;
  }

  @Override
  public PriorityGateway priorities() {
    return priorities;
  }

  @Override
  public PowerGateway power() {
    return power;
  }

  @Override
  public CompletionStage<Answer<List<HistoryEntry>>> history(HistoryQuery query) {
    historyQueries.add(query);
    return CompletableFuture.completedFuture(new Answer.Accepted<>(List.of()));
  }

  @Override
  public CompletionStage<List<JobEventEntry>> events(EventCursor cursor, int limit) {
    eventAsks.incrementAndGet();
    return CompletableFuture.completedFuture(
        events.stream().filter(e -> e.cursor() > cursor.at(0)).limit(limit).toList());
  }

  @Override
  public CompletionStage<ControllerStatus> status() {
    return CompletableFuture.completedFuture(
        new ControllerStatus("c1", "dev", ready.get(), List.copyOf(members), "memory", 0, "test"));
  }

  static NodeEntry node(String state, String reason) {
    return new NodeEntry(
        NODE, MAIN, state, reason, 4, 0, 1024, 0, List.of(), START, null, null, null, null, null,
        null, null);
  }

  private static QueueEntry line(JobDetails d) {
    JobSpec spec = d.spec();
    return new QueueEntry(
        d.job(),
        MAIN,
        spec.name(),
        spec.submitter().name(),
        d.status(),
        START,
        null,
        3600,
        1,
        1,
        null,
        "Resources",
        0.5,
        false,
        null,
        null,
        null,
        null);
  }

  private static JobDetails details(JobId job, JobSpec spec, JobStatus status) {
    return new JobDetails(
        job, spec, status, 1, "", null, START, null, null, null, List.of(), null, null, "c1", null,
        null, null, null);
  }

  private static <T> CompletionStage<Answer<T>> accept(T value) {
    return CompletableFuture.completedFuture(new Answer.Accepted<>(value));
  }

  private static <T> CompletionStage<Answer<T>> refuse(Refusal refusal) {
    return CompletableFuture.completedFuture(new Answer.Rejected<>(refusal));
  }
}
