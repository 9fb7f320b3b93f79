package io.pliant.cli.demo;

import io.pliant.api.Submitted;
import io.pliant.cli.cluster.ClusterRecord;
import io.pliant.cli.http.Answers;
import io.pliant.cli.http.Controllers;
import io.pliant.cli.http.Request;
import io.pliant.cli.http.Target;
import io.pliant.cli.invocation.CommandFailure;
import io.pliant.cli.submission.ScriptSubmission;
import io.pliant.core.id.JobStatus;
import io.pliant.core.option.SubmitCommandLine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/**
 * Plays the demonstration: submits, cancels, kills a controller, submits on, releases, lets a guest
 * take nodes of the malleable job and give them back, waits for the end.
 */
final class DemoDirector {
  private static final Duration START_PATIENCE = Duration.ofMinutes(2);
  private static final Duration END_PATIENCE = Duration.ofMinutes(5);
  private static final double EARLIEST_KILL_SECONDS = 5;

  /** How long the grown program is to be seen before nodes are taken from it. */
  private static final Duration LOOK = Duration.ofSeconds(3);

  private static final long PAUSE_MILLIS = 50;

  private final ScriptSubmission submission;
  private final Controllers controllers;
  private final ClusterRecord cluster;
  private final DemoBoard board;
  private final Path output;
  private final Path hurry;

  /**
   * @param output folder in which the jobs run and write
   * @param hurry file that lets the malleable job compute at full speed
   */
  DemoDirector(
      ScriptSubmission submission,
      Controllers controllers,
      ClusterRecord cluster,
      DemoBoard board,
      Path output,
      Path hurry) {
    this.submission = submission;
    this.controllers = controllers;
    this.cluster = cluster;
    this.board = board;
    this.output = output;
    this.hurry = hurry;
  }

  /** Returns when every job is over; fails when that takes too long. */
  void play(List<DemoJob> jobs) throws IOException {
    submit(jobs, DemoJob.Moment.AT_START);
    await(
        "the job to be cancelled to run",
        START_PATIENCE,
        () -> all(DemoJob::isToBeCancelled, this::runs));
    cancel();
    await("the long jobs to run", START_PATIENCE, this::readyToKill);
    kill();
    submit(jobs, DemoJob.Moment.AFTER_THE_KILL);
    await("another controller to take over", END_PATIENCE, board::recovered);
    release();
    lendNodes(jobs);
    await("all jobs to end", END_PATIENCE, () -> all(job -> true, JobProgress::over));
  }

  private void submit(List<DemoJob> jobs, DemoJob.Moment moment) throws IOException {
    for (DemoJob job : jobs) {
      if (job.moment() == moment) {
        submit(job);
      }
    }
    board.note("every submission is acknowledged: it is durable, whatever dies now");
  }

  private void submit(DemoJob job) throws IOException {
    Path script = submission.context().home().resolve("demo").resolve(job.script());
    List<String> words = new ArrayList<>();
    words.add("--chdir=" + output);
    words.add("--output=%x-%j.out");
    words.addAll(job.options());
    words.add(script.toString());
    words.addAll(job.arguments());
    Instant now = Instant.now();
    String answer =
        submission.submit(controllers, SubmitCommandLine.split(words), Files.readString(script));
    long id = Answers.one(answer, Submitted.class).job().value();
    board.submitted(JobProgress.submitted(job, id, now));
  }

  /** The malleable job has spread over idle nodes; a job of fixed size needs most of them. */
  private void lendNodes(List<DemoJob> jobs) throws IOException {
    int most = DemoJob.HEAT_SIZES.getLast();
    await(
        "heat to compute on all nodes for a while",
        END_PATIENCE,
        () -> board.sizes().heldFor(most, Instant.now()).compareTo(LOOK) > 0);
    submit(jobs, DemoJob.Moment.WHEN_GROWN);
    await(
        "heat to lend its nodes and to get them back",
        END_PATIENCE,
        () -> board.sizes().wentThrough(DemoJob.HEAT_SIZES));
    Files.createFile(hurry);
  }

  private void cancel() {
    for (JobProgress job : board.jobs()) {
      if (job.job().isToBeCancelled()) {
        controllers.text(Request.delete(Target.of("jobs", Long.toString(job.id())).toString()));
        board.note("pliant cancel %d".formatted(job.id()));
      }
    }
  }

  private void release() {
    for (JobProgress job : board.jobs()) {
      if (job.job().isHeld()) {
        Target target = Target.of("jobs", Long.toString(job.id()), "release");
        controllers.text(Request.post(target.toString(), null));
        board.note("pliant release %d".formatted(job.id()));
      }
    }
  }

  private boolean readyToKill() {
    return board.seconds(Instant.now()) > EARLIEST_KILL_SECONDS
        && !board.host().isEmpty()
        && all(job -> job.script().equals("long.sh"), this::runs);
  }

  private void kill() {
    for (ClusterRecord.Controller controller : cluster.controllers()) {
      if (controller.name().equals(board.host())) {
        long running = board.jobs().stream().filter(this::runs).count();
        board.killed(controller.name());
        ProcessHandle.of(controller.pid()).ifPresent(ProcessHandle::destroyForcibly);
        board.note(
            "kill -9 %d: controller %s, which hosts %s, is dead while %d jobs run"
                .formatted(
                    controller.pid(),
                    controller.name(),
                    String.join(" and ", board.hostedBy(controller.name())),
                    running));
        return;
      }
    }
    throw CommandFailure.operational(
        "Expected the partition on one of our controllers, but its host is '%s'."
            .formatted(board.host()));
  }

  private boolean runs(JobProgress job) {
    return job.status() == JobStatus.RUNNING;
  }

  private boolean all(Predicate<DemoJob> which, Predicate<JobProgress> condition) {
    return board.jobs().stream().filter(job -> which.test(job.job())).allMatch(condition);
  }

  private static void await(String what, Duration patience, BooleanSupplier condition) {
    long end = System.nanoTime() + patience.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > end) {
        throw CommandFailure.operational(
            "Expected %s within %d s, but it did not happen."
                .formatted(what, patience.toSeconds()));
      }
      try {
        Thread.sleep(PAUSE_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw CommandFailure.operational("Interrupted.");
      }
    }
  }
}
