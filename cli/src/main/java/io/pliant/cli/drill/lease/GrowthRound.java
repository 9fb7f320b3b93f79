package io.pliant.cli.drill.lease;

import io.pliant.cli.drill.resize.Poll;
import io.pliant.cli.drill.resize.RehearsedJob;
import io.pliant.cli.drill.resize.ResizeClient;
import io.pliant.cli.http.ApiRefusal;
import io.pliant.cli.invocation.CommandFailure;
import io.pliant.core.id.JobStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * One fault: a running job grows onto nodes of other partitions, jobs there want them back, and
 * somebody is killed in between.
 */
final class GrowthRound {
  private final LeaseField field;
  private final LeaseFault fault;
  private final ResizeClient client;
  private final LeaseVictims victims;
  private final Fillers fillers;
  private final Path folder;
  private final List<String> wrong = new ArrayList<>();
  private String silence = "";
  private volatile String refusal = "none";

  private GrowthRound(LeaseField field, LeaseFault fault, int number) {
    this.field = field;
    this.fault = fault;
    this.client = field.client();
    this.folder = field.folder("round-" + number);
    this.victims = new LeaseVictims(field, fault, client);
    this.fillers = new Fillers(client, folder);
  }

  /**
   * Does it and says what came of it.
   *
   * @param home folder of the distribution, with the program
   */
  static LeaseResult of(LeaseField field, Path home, LeaseFault fault, int number)
      throws IOException {
    long began = System.nanoTime();
    GrowthRound round = new GrowthRound(field, fault, number);
    Files.createDirectories(round.folder);
    RehearsedJob job =
        RehearsedJob.submit(
            round.client,
            home,
            round.folder.resolve("job"),
            List.of(
                "-p",
                LeaseField.partition(fault.home()),
                "-N",
                "1",
                "--min-nodes=1",
                "--max-nodes=" + fault.nodes(),
                "-t",
                "10"));
    try {
      round.play(job, number);
    } catch (CommandFailure | ApiRefusal e) {
      round.wrong.add("%s Last refusal: %s".formatted(e.getMessage(), round.refusal));
      round.cleanUp(job);
    }
    double seconds = (System.nanoTime() - began) / 1e9;
    return new LeaseResult(
        fault, round.victims.whom() + round.silence, seconds, List.copyOf(round.wrong));
  }

  private void play(RehearsedJob job, int number) throws IOException {
    job.awaitTasks(1);
    boolean growing = fault.step() == LeaseStep.GROWING;
    if (growing) {
      Thread.startVirtualThread(() -> order(field.client(), job));
    } else {
      grow(job);
      fillers.submit(number);
    }
    LockSupport.parkNanos(Duration.ofMillis(fault.delay()).toNanos());
    int struck = victims.strike(job.id()).size();
    boolean late = fault.mendedLast() && struck <= 1;
    if (!late) {
      field.mend(); // two of three controllers cannot go on without it
    }
    boolean runs = fault.party() != LeaseParty.JOB;
    if (growing) {
      if (runs) {
        grow(job);
      }
      fillers.submit(number);
    }
    fillers.awaitEndsBut(fault.home());
    look();
    if (runs) {
      job.awaitEnd();
    }
    Poll.until("job %d to end".formatted(job.id()), () -> client.isOver(job.id()));
    fillers.awaitEnds();
    if (late) {
      field.mend();
    }
    field.awaitReady();
    field.awaitHome();
    judge(job);
  }

  /** Has it grow to its largest size, however often that has to be said. */
  private void grow(RehearsedJob job) {
    Poll.until(
        "job %d to grow to %d nodes".formatted(job.id(), fault.nodes()),
        () -> {
          boolean there =
              client.adaptation(job.id()).tasks() == fault.nodes()
                  && client.adaptation(job.id()).current() == null;
          if (!there) {
            order(client, job);
          }
          return there;
        });
  }

  /** A refusal is none for ever: whoever was killed may have had a part in it. */
  private void order(ResizeClient by, RehearsedJob job) {
    try {
      by.adapt(job.id(), fault.nodes());
    } catch (CommandFailure | ApiRefusal e) {
      refusal = String.valueOf(e.getMessage());
    }
  }

  private void look() throws IOException {
    try {
      wrong.addAll(field.look());
    } catch (CommandFailure | ApiRefusal e) {
      silence = ", nobody to ask for a while";
    }
  }

  private void judge(RehearsedJob job) {
    boolean cancelled = fault.party() == LeaseParty.JOB;
    JobStatus expected = cancelled ? JobStatus.CANCELLED : JobStatus.COMPLETED;
    String status = job.status();
    expect(
        status.equals(expected.name()),
        "job %d to be %s, but it is %s",
        job.id(),
        expected,
        status);
    expect(
        job.attempt() == 1 || fault.party() == LeaseParty.AGENT,
        "one attempt of job %d, but there are %d",
        job.id(),
        job.attempt());
    expect(cancelled || job.isRight(), "job %d to say that its answer is right", job.id());
    wrong.addAll(fillers.wrong());
  }

  private void expect(boolean right, String what, Object... values) {
    if (!right) {
      wrong.add("expected " + what.formatted(values));
    }
  }

  private void cleanUp(RehearsedJob job) {
    try {
      field.mend();
      field.awaitReady();
      List<Long> all = new ArrayList<>(fillers.jobs());
      all.add(job.id());
      all.stream().filter(each -> !client.isOver(each)).forEach(client::cancel);
      field.awaitHome();
    } catch (CommandFailure | ApiRefusal | IOException e) {
      wrong.add("and then: " + e.getMessage());
    }
  }
}
