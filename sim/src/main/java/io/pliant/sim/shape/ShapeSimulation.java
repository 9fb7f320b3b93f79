package io.pliant.sim.shape;

import io.pliant.core.array.ArrayElement;
import io.pliant.core.id.AttemptId;
import io.pliant.core.id.ExitStatus;
import io.pliant.core.id.JobId;
import io.pliant.core.id.JobStatus;
import io.pliant.core.id.PartitionName;
import io.pliant.core.job.JobState;
import io.pliant.core.pack.PackWord;
import io.pliant.core.partition.ArrayBook;
import io.pliant.core.partition.DependencyRules;
import io.pliant.core.partition.Grant;
import io.pliant.core.partition.PartitionEvent.NodesAllocated;
import io.pliant.core.partition.PartitionEvent.ResizeBegun;
import io.pliant.core.partition.PartitionIntent;
import io.pliant.core.partition.QueuedJob;
import io.pliant.core.plan.SchedulingPolicy;
import io.pliant.core.plan.WaitReason;
import io.pliant.core.resource.Allocation;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Simulates a job list. Each partition is a ledger as a live one has it, and each job has its life
 * cycle; what they tell each other takes no time. So arrays, dependencies, packs and resizes are
 * what they are on a cluster, and no rule of theirs is stated twice.
 *
 * <p><b>Order of events.</b> By time; of one instant ends and resizes come first, then submissions,
 * then rounds, until no partition has anything new to decide.
 *
 * <p><b>Cost.</b> An array is one line in its ledger, with its elements as ranges; an element is
 * something of its own from its start to its end.
 */
public final class ShapeSimulation {
  /** Rounds of one instant; a policy that wants more never comes to rest. */
  private static final int MOST_ROUNDS = 100_000;

  /** Rounds in a row that were held because a policy asked for it, and changed nothing. */
  private static final int MOST_IDLE = 1_000;

  private final List<ListedJob> listed;
  private final JobList.Reader reader;
  private final SchedulingPolicy policy;
  private final ShapeObserver observer;
  private final SortedMap<PartitionName, ShapeLedger> ledgers = new TreeMap<>();
  private final ShapeJobs jobs;
  private final TreeMap<JobId, RunTimes> runs = new TreeMap<>();
  private final Map<JobId, Program> running = new HashMap<>();
  private final PriorityQueue<Planned> events =
      new PriorityQueue<>(Comparator.comparingLong(Planned::time).thenComparing(Planned::number));
  private int next;
  private int number;
  private int idle;

  /**
   * A program is to be looked at.
   *
   * @param number of its planning: only the newest of a program counts
   */
  private record Planned(long time, int number, JobId job) {}

  /** A simulation in which nothing has happened yet. */
  public ShapeSimulation(JobList list, SchedulingPolicy policy, ShapeObserver observer) {
    this.listed = list.jobs();
    this.reader = list.reader(policy.resizes());
    this.policy = policy;
    this.observer = observer;
    for (ListedPartition partition : list.partitions()) {
      ledgers.put(partition.name(), new ShapeLedger(partition, policy));
    }
    this.jobs = new ShapeJobs(ledgers, observer);
  }

  /** Simulates all of it. */
  public static void run(JobList list, SchedulingPolicy policy, ShapeObserver observer) {
    ShapeSimulation simulation = new ShapeSimulation(list, policy, observer);
    while (simulation.step()) {
      continue;
    }
    simulation.finish();
  }

  /** Goes on to the next instant at which something happens; false when there is none. */
  public boolean step() {
    Long wake = wake();
    long end = nextEnd();
    long submission = next < listed.size() ? listed.get(next).at() : Long.MAX_VALUE;
    long now = Math.min(Math.min(end, submission), wake == null ? Long.MAX_VALUE : wake);
    if (now == Long.MAX_VALUE) {
      return false;
    }
    boolean happens = now == end || now == submission;
    Instant at = Instant.ofEpochMilli(now);
    while (nextEnd() <= now) {
      look(Objects.requireNonNull(events.remove()), at);
    }
    while (next < listed.size() && listed.get(next).at() <= now) {
      submit(listed.get(next++), at);
    }
    jobs.giveUp(at);
    jobs.tell(at);
    boolean changed = rounds(at);
    idle = happens || changed ? 0 : idle + 1;
    return idle <= MOST_IDLE;
  }

  /** Tells the observer of all that has not started and never will. */
  public void finish() {
    jobs.all().stream()
        .filter(state -> !state.over() && !state.holdsNodes())
        .sorted(Comparator.comparing(JobState::job))
        .forEach(state -> {
          ShapeLedger ledger = jobs.ledger(state.submittedSpec().partition());
          ArrayBook book = ledger.state().arrays().get(state.job());
          int elements = book == null ? 1 : book.pending().count();
          observer.stays(state.job(), elements, why(ledger, state.job(), book));
        });
  }

  /** What a partition knows of an array that is not over, or null: how it is kept. */
  public @Nullable ArrayBook array(JobId job) {
    return ledgers.values().stream()
        .map(ledger -> ledger.state().arrays().get(job))
        .filter(Objects::nonNull)
        .findFirst()
        .orElse(null);
  }

  /** Programs that run now. */
  public int runs() {
    return running.size();
  }

  private String why(ShapeLedger ledger, JobId job, @Nullable ArrayBook book) {
    QueuedJob waiting = ledger.state().waiting(job);
    WaitReason depends =
        waiting == null ? null : new DependencyRules(ledger.state()).reason(waiting);
    WaitReason last = ledger.reason(book == null ? job : book.next());
    WaitReason reason = depends != null ? depends : last;
    return reason == null ? "nothing is left to happen" : reason.code() + ": " + reason.describe();
  }

  private @Nullable Long wake() {
    Instant first = jobs.givesUpAt();
    for (ShapeLedger ledger : ledgers.values()) {
      Instant again = ledger.again();
      if (again != null && (first == null || again.isBefore(first))) {
        first = again;
      }
    }
    return first == null ? null : (Long) first.toEpochMilli();
  }

  private long nextEnd() {
    Planned first = events.peek();
    while (first != null && outdated(first)) {
      events.remove();
      first = events.peek();
    }
    return first == null ? Long.MAX_VALUE : first.time();
  }

  private boolean outdated(Planned event) {
    Program program = running.get(event.job());
    return program == null || program.planned != event.number();
  }

  private void submit(ListedJob job, Instant now) {
    runs.put(job.job(), job.runs());
    jobs.submit(job.job(), reader.read(job).spec(), now);
  }

  private void look(Planned event, Instant now) {
    Program program = Objects.requireNonNull(running.get(event.job()));
    ShapeLedger ledger = jobs.ledger(program.partition);
    if (program.resized(event.time())) {
      ledger.resized(program.job, program.mtct(), now);
      observer.resized(runner(program), program.partition, ledger.held(program.job), event.time());
      plan(program);
    } else {
      end(program, ledger, event.time(), now);
    }
  }

  private void end(Program program, ShapeLedger ledger, long time, Instant now) {
    running.remove(program.job);
    ledger.forget(program.job);
    JobStatus status = program.status(time);
    observer.ended(runner(program), status, time);
    ArrayElement element = program.element;
    if (element == null) {
      jobs.ended(program.job, status, program.exitStatus(time), now);
      return;
    }
    ExitStatus exit = program.exitStatus(time);
    ledger.decide(
        new PartitionIntent.Release(
            new AttemptId(program.job, 1), status, exit.success() ? null : exit, null),
        now);
    jobs.elementsChanged(element.array(), now);
  }

  private static ShapeObserver.Runner runner(Program program) {
    return new ShapeObserver.Runner(program.job, program.element);
  }

  private void plan(Program program) {
    program.planned = ++number;
    events.add(new Planned(program.next(), program.planned, program.job));
  }

  /** Holds rounds until nothing changes any more; true when anything did. */
  private boolean rounds(Instant now) {
    ledgers.values().forEach(ledger -> jobs.found(ledger, now)); // it is said again and again
    boolean changed = false;
    for (int i = 0; i < MOST_ROUNDS; i++) {
      boolean held = false;
      for (ShapeLedger ledger : ledgers.values()) {
        List<PackWord> words = jobs.words(ledger.name(), now);
        if (!ledger.rests(words, now)) {
          held = true;
          changed |= enter(ledger, ledger.round(words, now), now);
        }
      }
      if (!held) {
        return changed;
      }
    }
    throw new IllegalStateException(
        "Expected policy %s to come to rest at %s, but it wants ever more rounds."
            .formatted(policy.name(), now));
  }

  private boolean enter(ShapeLedger ledger, ShapeLedger.Done round, Instant now) {
    jobs.found(ledger, now);
    for (NodesAllocated start : round.starts()) {
      Grant grant = ledger.grant(start.job());
      ArrayElement element = grant.job().element();
      if (element == null) {
        jobs.granted(ledger, start, now);
      } else {
        begin(ledger, grant, Map.of(ledger.name(), grant.allocation()), now);
        jobs.elementsChanged(element.array(), now);
      }
    }
    for (JobState job : jobs.takeStarts()) {
      ShapeJobs.Shares held = jobs.shares(job);
      ShapeLedger leading = jobs.ledger(held.leading());
      begin(leading, leading.grant(job.job()), held.shares(), now);
    }
    for (ResizeBegun resize : round.resizes()) {
      Program program = Objects.requireNonNull(running.get(resize.job()), "it runs");
      int own = ledger.grant(resize.job()).allocation().slices().size();
      int by = resize.resize().slices().size();
      program.resize(resize.resize().kind().adds() ? own + by : own - by, now.toEpochMilli());
      observer.resized(
          runner(program), ledger.name(), ledger.held(resize.job()), now.toEpochMilli());
      plan(program);
    }
    jobs.tell(now);
    return !round.starts().isEmpty() || !round.resizes().isEmpty();
  }

  private void begin(
      ShapeLedger ledger, Grant grant, Map<PartitionName, Allocation> held, Instant now) {
    QueuedJob job = grant.job();
    ArrayElement element = job.element();
    RunTimes times =
        Objects.requireNonNull(runs.get(element == null ? job.job() : element.array()));
    int nodes = grant.allocation().slices().size();
    Program program = new Program(ledger.name(), job, times, nodes, now.toEpochMilli());
    running.put(job.job(), program);
    observer.started(new ShapeObserver.Runner(job.job(), element), held, now.toEpochMilli());
    if (job.malleable() != null) {
      ledger.measured(job.job(), program.mtct());
    }
    plan(program);
  }
}
