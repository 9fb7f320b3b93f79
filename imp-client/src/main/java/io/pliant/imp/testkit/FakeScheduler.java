package io.pliant.imp.testkit;

import io.pliant.imp.AdaptationKind;
import io.pliant.imp.Imp;
import io.pliant.imp.ImpOptions;
import io.pliant.imp.LocalStatus;
import io.pliant.imp.wire.LineChannel;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * A scheduler inside a unit test: it starts real tasks on threads of this JVM, speaks the adapt
 * protocol with them over a real Unix domain socket, and resizes their job on demand. Tasks reach
 * each other over real TCP connections. Nodes are names.
 *
 * <pre>{@code
 * try (FakeScheduler scheduler = FakeScheduler.start(FakeJob.of(program, 2))) {
 *   Report report = scheduler.expand(3).get(10, SECONDS);
 *   scheduler.awaitEnd(Duration.ofSeconds(30));
 * }
 * }</pre>
 */
public final class FakeScheduler implements AutoCloseable {
  private final FakeJob job;
  private final Agents agents;
  private final Desk desk;
  private final List<Seat> seats = new ArrayList<>();

  private FakeScheduler(FakeJob job) throws IOException {
    this.job = job;
    this.desk = new Desk(job, this::launch);
    this.agents = new Agents(desk);
  }

  /** Starts the job's first tasks. */
  public static FakeScheduler start(FakeJob job) throws IOException {
    FakeScheduler scheduler = new FakeScheduler(job);
    scheduler.desk.begin();
    return scheduler;
  }

  private void launch(Seat seat) {
    synchronized (seats) {
      seats.add(seat);
    }
    Agents.daemon("task-" + seat.task, () -> run(seat));
  }

  private void run(Seat seat) {
    if (job.program() instanceof TaskCommand command) {
      runProcess(seat, command);
      return;
    }
    Throwable failure = null;
    try (Imp imp = Imp.init(ImpOptions.at(agents.socket(), seat.task))) {
      desk.running(seat, imp);
      job.program().run(imp);
    } catch (Exception | Error e) {
      failure = e;
    } finally {
      desk.ended(seat, failure);
    }
  }

  private void runProcess(Seat seat, TaskCommand command) {
    Throwable failure = null;
    try {
      Process process = command.start(agents.socket(), seat.task);
      desk.running(seat, process);
      int code = process.waitFor();
      if (code != 0) {
        failure =
            new IllegalStateException(
                "Expected task " + seat.task + " to end with 0, but it ended with " + code + ".");
      }
    } catch (IOException e) {
      failure = e;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      failure = e;
    } finally {
      desk.ended(seat, failure);
    }
  }

  /** Offers {@code nodes} more nodes; the report comes when the adaptation is over. */
  public CompletableFuture<Report> expand(int nodes) {
    return desk.offer(AdaptationKind.EXPAND, nodes, false);
  }

  /** Asks for {@code nodes} nodes back, which the program may refuse. */
  public CompletableFuture<Report> shrink(int nodes) {
    return desk.offer(AdaptationKind.SHRINK, nodes, false);
  }

  /** Asks for {@code nodes} nodes back; a refusal counts as silence, so it ends at the deadline. */
  public CompletableFuture<Report> shrinkMandatory(int nodes) {
    return desk.offer(AdaptationKind.SHRINK, nodes, true);
  }

  /** Takes back the adaptation on its way; false when there is none, or its window is open. */
  public boolean withdraw() {
    return desk.withdraw();
  }

  /** Nodes of the next expansions on which no task will start. */
  public void failStarts(int nodes) {
    desk.failStarts(nodes);
  }

  /** Ends the tasks of a node as a crash would: connections break, nothing is said. */
  public void kill(String node) throws IOException {
    for (Seat seat : desk.kill(node)) {
      seat.abandon();
    }
  }

  /** Closes all connections to tasks as a restart of the node agents would; tasks dial again. */
  public void restartAgents() throws IOException {
    for (LineChannel channel : desk.channels()) {
      channel.close();
    }
  }

  /** The nodes of the job by rank of their tasks, the leader's first. */
  public List<String> nodes() {
    return desk.nodes();
  }

  /** Nodes on which tasks run, also leaving and joining ones. */
  public List<String> busyNodes() {
    return desk.busyNodes();
  }

  /** All adaptations that are over, in order. */
  public List<Report> history() {
    return desk.history();
  }

  /**
   * Communication by computation over all tasks as last reported for a phase; 0 when nothing was.
   */
  public double mtct(int phase) {
    return desk.mtct(phase);
  }

  /**
   * What tasks are in the job's group at this moment; for assertions on statuses. Tasks that are
   * processes of their own are not among them.
   */
  public List<LocalStatus> statuses() {
    return desk.statuses();
  }

  /** Waits until every task has ended; throws what a task that was not killed threw. */
  public void awaitEnd(Duration patience) throws InterruptedException {
    desk.awaitEnd(patience);
  }

  @Override
  public void close() throws IOException {
    desk.stop();
    List<Seat> all;
    synchronized (seats) {
      all = List.copyOf(seats);
    }
    for (Seat seat : all) {
      seat.abandon();
    }
    agents.close();
  }
}
