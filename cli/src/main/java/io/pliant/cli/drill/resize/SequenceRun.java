package io.pliant.cli.drill.resize;

import io.pliant.api.JobDetails;
import io.pliant.cli.http.ApiRefusal;
import io.pliant.cli.invocation.CommandFailure;
import io.pliant.core.id.JobStatus;
import io.pliant.core.resource.Allocation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * One application through a random sequence of sizes: expansions and shrinks by hand, one after the
 * other, while the program asks to grow and to release by itself at steps drawn by lot.
 */
final class SequenceRun {
  private static final int MOST = 12;
  private static final int CONFLICT = 409;
  private static final String NOT_STARTED = "its tasks did not start";

  private final DrillField field;
  private final ResizeClient client;
  private final Application application;
  private final String digest;
  private final long seed;
  private final Random random;
  private final int start;
  private final List<String> wrong = new ArrayList<>();
  private final LedgerAudit audit;

  SequenceRun(DrillField field, Application application, String digest, long seed) {
    this.field = field;
    this.client = field.client();
    this.application = application;
    this.digest = digest;
    this.seed = seed;
    this.random = new Random(seed);
    this.start = 1 + random.nextInt(4);
    this.audit = field.audit(DrillField.SEQUENCES);
  }

  SequenceReport play() throws IOException {
    long began = System.nanoTime();
    Path folder = Files.createDirectories(field.folder("sequence-" + seed));
    int byProgram = random.nextInt(3);
    int byHand = 1 + random.nextInt(3);
    List<String> options =
        List.of(
            "-p",
            DrillField.SEQUENCES,
            "-N",
            Integer.toString(start),
            "--min-nodes=1",
            "--max-nodes=" + MOST,
            "-o",
            folder.resolve("out").toString());
    long job =
        client.submit(
            options,
            application.command(field.programs(), digest, wishes(byProgram)),
            folder,
            folder.toString());
    try {
      for (int i = 0; i < byHand && resizeOnce(job); i++) {
        wrong.addAll(audit.look());
      }
      Poll.until("the end of job " + job, () -> client.isOver(job));
      judge(job, Files.readString(folder.resolve("out")));
    } catch (CommandFailure | ApiRefusal e) {
      wrong.add("job %d: %s".formatted(job, e.getMessage()));
      client.cancel(job);
    }
    return new SequenceReport(
        seed,
        application,
        start,
        byProgram + byHand,
        client.sizes(job),
        (System.nanoTime() - began) / 1e9,
        List.copyOf(wrong));
  }

  private String wishes(int count) {
    List<String> wishes = new ArrayList<>();
    int step = 0;
    for (int i = 0; i < count; i++) {
      step += 1 + random.nextInt(application.steps() / (count + 1));
      wishes.add(
          "%d:%s:%d"
              .formatted(step, random.nextBoolean() ? "grow" : "release", 1 + random.nextInt(4)));
    }
    return String.join(",", wishes);
  }

  /**
   * Has the job resized, as soon as it takes a resize, and waits until that is over; false when the
   * job has ended before.
   */
  private boolean resizeOnce(long job) throws IOException {
    int target = 1 + random.nextInt(MOST);
    boolean[] begun = {false};
    Poll.until(
        "job %d to take a resize".formatted(job),
        () -> {
          JobDetails details = client.job(job);
          if (details.endedAt() != null) {
            return true;
          }
          begun[0] = details.status() == JobStatus.RUNNING && take(job, other(details, target));
          return begun[0];
        });
    if (begun[0]) {
      Poll.until(
          "a resize of job %d to be over".formatted(job),
          () -> client.isOver(job) || client.adaptation(job).current() == null);
    }
    return begun[0] && !client.isOver(job);
  }

  private static int other(JobDetails details, int target) {
    Allocation held = details.allocation();
    int size = held == null ? 0 : held.slices().size();
    return size != target ? target : target == MOST ? MOST - 1 : target + 1;
  }

  /** False while it is busy with another one, or its size has just become that. */
  private boolean take(long job, int nodes) {
    try {
      client.adapt(job, nodes);
      return true;
    } catch (ApiRefusal e) {
      if (e.status() != CONFLICT) {
        throw e;
      }
      return false;
    }
  }

  private void judge(long job, String output) throws IOException {
    wrong.addAll(audit.look());
    JobDetails details = client.job(job);
    JobStatus status = details.status();
    if (status != JobStatus.COMPLETED || !RehearsedJob.isRight(output)) {
      wrong.add(
          "job %d: expected the right answer, but it is %s: %s"
              .formatted(job, status, output.strip()));
    }
    if (details.attempt() != 1) {
      wrong.add("job %d: expected one attempt, but got %s".formatted(job, details.attempt()));
    }
    for (ResizeClient.Change change : client.sizes(job)) {
      if (change.reason().contains(NOT_STARTED)) { // nobody dies in a sequence
        wrong.add("job %d: expected new tasks to start, but got: %s".formatted(job, change));
      }
    }
    for (String link : SizeChain.wrong(start, client.sizes(job))) {
      wrong.add("job %d: %s".formatted(job, link));
    }
    client
        .ledger(DrillField.SEQUENCES)
        .forEach((node, jobs) -> {
          if (jobs.contains(job)) {
            wrong.add("job %d is over and still has node %s".formatted(job, node));
          }
        });
  }
}
