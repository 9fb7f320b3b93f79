package io.pliant.cli.drill.resize;

import io.pliant.api.AdaptationStatus;
import io.pliant.cli.drill.resize.RehearsedJob.Mark;
import io.pliant.cli.drill.resize.ResizeClient.Change;
import io.pliant.cli.http.ApiRefusal;
import io.pliant.cli.invocation.CommandFailure;
import io.pliant.core.adaptation.Result;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** One fault: a job is brought to a step, somebody is killed, and all must come out even. */
final class CellRun {
  private static final int SMALL = 3;
  private static final int LARGE = DrillField.NODES;
  private static final int MOVED = LARGE - SMALL;

  private final DrillField field;
  private final ResizeClient client;
  private final Cell cell;
  private final String name;
  private final List<String> wrong = new ArrayList<>();
  private final LedgerAudit audit;
  private RehearsedJob job;
  private long filler;
  private String whom = "";

  private CellRun(DrillField field, Cell cell, int number) {
    this.field = field;
    this.client = field.client();
    this.cell = cell;
    this.name = "fault-" + number;
    this.audit = field.audit(DrillField.FAULTS);
    this.job =
        RehearsedJob.submit(
            client, field.home(), field.programs(), field.folder(name), options(cell));
  }

  /** Does it and says what came of it. */
  static CellReport of(DrillField field, Cell cell, int number) throws IOException {
    long began = System.nanoTime();
    CellRun run = new CellRun(field, cell, number);
    try {
      run.play();
    } catch (CommandFailure | ApiRefusal e) {
      run.wrong.add(String.valueOf(e.getMessage()));
      run.cleanUp();
    }
    return run.report((System.nanoTime() - began) / 1e9);
  }

  private static List<String> options(Cell cell) {
    List<String> options =
        new ArrayList<>(
            List.of(
                "-p",
                DrillField.FAULTS,
                "-N",
                Integer.toString(start(cell)),
                "--min-nodes=2",
                "--max-nodes=" + LARGE,
                "--adapt-deadline=10:00"));
    if (!cell.requeue() && !cell.party().isTask()) { // srun fails when a task does
      options.add("--no-requeue");
    }
    return options;
  }

  private static int start(Cell cell) {
    return cell.kind().adds() ? SMALL : LARGE;
  }

  private int afterwards() {
    return cell.kind().adds() ? LARGE : SMALL;
  }

  private void play() throws IOException {
    job.awaitTasks(start(cell));
    job.until("its tasks to have begun", () -> job.count("initial", "") >= start(cell));
    job.hold(cell.step().place(cell.kind()));
    trigger();
    awaitStep();
    long victim = victim();
    HostProcesses.kill(victim);
    filler =
        client.submit(
            List.of("-p", DrillField.FAULTS, "-N", Integer.toString(MOVED), "--exclusive"),
            List.of("/bin/true"),
            field.folder(name),
            field.folder(name) + "-filler");
    if (!cell.late()) {
      field.mend();
    }
    look();
    job.letGo(cell.step().place(cell.kind()));
    if (cell.late()) {
      look();
      field.mend();
    }
    awaitQuiet();
    look();
    job.awaitEnd();
    Poll.until("the end of the job that waited for nodes", () -> client.isOver(filler));
    field.awaitEmpty(DrillField.FAULTS, DrillField.NODES);
    field.awaitReady();
    judge();
  }

  private void trigger() {
    switch (cell.kind()) {
      case EXPAND, SHRINK -> client.adapt(job.id(), afterwards());
      case GROW -> job.tell("request", "grow " + MOVED);
      case RELEASE -> job.tell("request", "release " + MOVED);
      case LOSS -> throw new IllegalStateException("no adaptation that anybody begins");
    }
  }

  /** Until the scheduler is at the step and the program stands where it waits. */
  private void awaitStep() {
    Step step = cell.step();
    String place = step.place(cell.kind());
    if (step != Step.COMMITTED) {
      job.awaitStage(step.name());
    }
    long waiting =
        switch (step) {
          case OFFERED, ARMED -> 1;
          case PREPARING -> MOVED;
          case ADAPTING -> LARGE;
          case COMMITTED -> cell.kind().adds() ? LARGE : MOVED;
        };
    job.until(
        "%d task(s) to wait at '%s'".formatted(waiting, place),
        () -> job.count("holds", place) >= waiting);
  }

  private long victim() {
    return switch (cell.party()) {
      case LEADER -> task(job.initial(0));
      case MEMBER -> task(job.initial(1));
      case MOVER -> task(mover());
      case AGENT -> agent(job.initial(1).node());
      case MOVING_AGENT -> agent(movingNode());
      case PARTITION -> controller(client.hostOf(DrillField.FAULTS));
      case JOB -> controller(client.job(job.id()).host());
      case DIALOGUE -> controller(client.adaptation(job.id()).host());
    };
  }

  private long task(Mark mark) {
    whom = "task %s on %s".formatted(mark.task(), mark.node());
    return mark.pid();
  }

  private long agent(String node) {
    whom = "agent of " + node;
    return field.agentOf(node);
  }

  private long controller(String host) {
    whom = host;
    return field.controller(host);
  }

  private Mark mover() {
    return cell.kind().adds()
        ? job.marks().stream()
            .filter(m -> m.word().equals("joining"))
            .findFirst()
            .orElseThrow(() -> CommandFailure.operational("Expected a joining task, but none."))
        : job.initial(LARGE - 1);
  }

  private String movingNode() {
    if (!cell.kind().adds()) {
      return job.initial(LARGE - 1).node();
    }
    if (cell.step() == Step.OFFERED) {
      AdaptationStatus.OnItsWay current = client.adaptation(job.id()).current();
      if (current == null) {
        throw CommandFailure.operational("Expected an adaptation on its way, but there is none.");
      }
      return current.nodes().getFirst().value();
    }
    return mover().node();
  }

  private void look() throws IOException {
    try {
      wrong.addAll(audit.look());
    } catch (CommandFailure | ApiRefusal e) {
      // no controller can tell just now; it is looked at again later
      whom = whom + ", nobody to ask for a while";
    }
  }

  /** Until the adaptation is over and nothing else is on its way, or the job has ended. */
  private void awaitQuiet() {
    Poll.until(
        "job %d to settle".formatted(job.id()),
        () ->
            client.isOver(job.id())
                || job.attempt() > 1
                || (!job.sizes().isEmpty()
                    && job.stage().isEmpty()
                    && client.adaptation(job.id()).tasks() == job.sizes().getLast().size()));
  }

  // ---- what must be

  private void judge() {
    List<Change> sizes = job.sizes();
    boolean again = job.attempt() > 1;
    if (!again) {
      wrong.addAll(SizeChain.wrong(start(cell), sizes));
    }
    List<Change> first = sizes.stream().filter(c -> c.number() == 1).toList();
    expect(first.size() == 1, "one outcome of adaptation 1, but there are " + first);
    expect(
        sizes.stream().map(Change::number).distinct().count() == sizes.size(),
        "one outcome of each adaptation, but there are " + sizes);
    if (first.isEmpty()) {
      return;
    }
    Change change = first.getFirst();
    expect(change.kind() == cell.kind(), "a " + cell.kind() + ", but it was " + change);
    if (cell.party().isTask()) {
      afterTheLossOfATask(change);
    } else {
      expect(
          change.result().committed() && change.size() == afterwards() && sizes.size() == 1,
          "it to be committed, since all came back, but there is " + sizes);
      expect(job.attempt() == 1, "one attempt, but there are " + job.attempt());
      completed();
    }
  }

  private void afterTheLossOfATask(Change change) {
    boolean over = cell.step() == Step.COMMITTED;
    if (cell.step() == Step.PREPARING && cell.party() == Party.MOVER && cell.kind().adds()) {
      // as --on-offer=accept says: those nodes are taken whose tasks start
      expect(
          change.result() == Result.COMMITTED_IN_PART && change.size() == afterwards() - 1,
          "it to be committed without the lost node, but it is " + change);
    } else {
      expect(
          change.result().committed() == over,
          (over ? "it to stay committed" : "it not to be committed") + ", but it is " + change);
    }
    if (cell.othersGoOn(field.programs().outliveALoss())) {
      completed();
      expect(job.attempt() == 1, "the others to go on, but there was another attempt");
    } else {
      // as with any program whose first task fails, whatever --requeue says
      expect(
          job.status().equals("FAILED") && job.attempt() == 1,
          "the job to have failed, but it is " + job.status());
    }
  }

  private void completed() {
    expect(
        job.status().equals("COMPLETED") && job.isRight(),
        "the right answer, but it is %s: %s".formatted(job.status(), job.output().strip()));
  }

  private void expect(boolean right, String what) {
    if (!right) {
      wrong.add("expected " + what);
    }
  }

  private void cleanUp() {
    try {
      for (Step step : Step.values()) {
        job.letGo(step.place(cell.kind()));
      }
      field.mend();
      field.awaitReady();
      client.cancel(job.id());
      if (filler > 0) {
        client.cancel(filler);
      }
      field.awaitEmpty(DrillField.FAULTS, DrillField.NODES);
    } catch (CommandFailure | ApiRefusal | IOException e) {
      wrong.add("and then: " + e.getMessage());
    }
  }

  private CellReport report(double seconds) {
    List<Change> sizes = List.of();
    String status = "";
    int attempts = 0;
    try {
      sizes = job.sizes();
      status = job.status();
      attempts = job.attempt();
    } catch (CommandFailure | ApiRefusal e) {
      wrong.add("and then: " + e.getMessage());
    }
    return new CellReport(cell, whom, sizes, status, attempts, seconds, List.copyOf(wrong));
  }
}
