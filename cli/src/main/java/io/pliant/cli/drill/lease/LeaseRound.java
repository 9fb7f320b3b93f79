package io.pliant.cli.drill.lease;

import io.pliant.api.JobDetails;
import io.pliant.cli.drill.resize.Poll;
import io.pliant.cli.drill.resize.ResizeClient;
import io.pliant.cli.http.ApiRefusal;
import io.pliant.cli.invocation.CommandFailure;
import io.pliant.core.id.JobStatus;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** One fault: a job larger than its partition is brought to a step, and somebody is killed. */
final class LeaseRound {
  private final LeaseField field;
  private final LeaseFault fault;
  private final ResizeClient client;
  private final Path folder;
  private final List<String> wrong = new ArrayList<>();
  private final LeaseVictims victims;
  private final Fillers fillers;
  private long job;
  private String silence = "";

  private LeaseRound(LeaseField field, LeaseFault fault, int number) {
    this.field = field;
    this.fault = fault;
    this.client = field.client();
    this.folder = field.folder("round-" + number);
    this.victims = new LeaseVictims(field, fault, client);
    this.fillers = new Fillers(client, folder);
  }

  /** Does it and says what came of it. */
  static LeaseResult of(LeaseField field, LeaseFault fault, int number) throws IOException {
    long began = System.nanoTime();
    LeaseRound round = new LeaseRound(field, fault, number);
    try {
      round.play(number);
    } catch (CommandFailure | ApiRefusal e) {
      round.wrong.add(String.valueOf(e.getMessage()));
      round.cleanUp();
    }
    double seconds = (System.nanoTime() - began) / 1e9;
    return new LeaseResult(
        fault, round.victims.whom() + round.silence, seconds, List.copyOf(round.wrong));
  }

  private void play(int number) throws IOException {
    Files.createDirectories(folder);
    job =
        client.submit(
            List.of(
                "-p",
                LeaseField.partition(fault.home()),
                "-N",
                Integer.toString(fault.nodes()),
                "--exclusive",
                "-t",
                "10"),
            List.of("/bin/sh", "-c", script()),
            folder,
            folder + "-job");
    bringToStep();
    LockSupport.parkNanos(Duration.ofMillis(fault.delay()).toNanos());
    int struck = victims.strike(job).size();
    boolean late = fault.mendedLast() && struck <= 1;
    if (!late) {
      field.mend(); // two of three controllers cannot go on without it
    }
    fillers.submit(number);
    look();
    finish();
    look();
    if (late) {
      field.mend();
    }
    Poll.until("job %d to end".formatted(job), () -> client.isOver(job));
    fillers.awaitEnds();
    field.awaitReady();
    field.awaitHome();
    judge();
  }

  /** Each task says that it begins, waits to be let go, and says that it ends. */
  private String script() {
    return "echo begin $SLURM_PROCID $SLURM_RESTART_COUNT >> marks; while [ ! -e go ]; do sleep 0.05; done; echo end $SLURM_PROCID $SLURM_RESTART_COUNT >> marks";
  }

  private void bringToStep() throws IOException {
    switch (fault.step()) {
      case COLLECTING -> {}
      case LAUNCHING ->
          Poll.until(
              "job %d to have its nodes".formatted(job),
              () -> client.job(job).status() != JobStatus.PENDING);
      case RUNNING -> awaitTasks();
      case RETURNING -> {
        awaitTasks();
        Files.createFile(folder.resolve("go"));
      }
      case GROWING, GIVING_BACK -> throw new IllegalStateException("Expected a step of a start.");
    }
  }

  private void awaitTasks() {
    Poll.until(
        "%d tasks of job %d to have begun".formatted(fault.nodes(), job),
        () -> marks("begin").size() >= fault.nodes());
  }

  private void finish() throws IOException {
    if (fault.step() != LeaseStep.RETURNING) {
      if (fault.party() != LeaseParty.JOB && fault.party() != LeaseParty.TASK) {
        awaitTasks();
      }
      Files.createFile(folder.resolve("go"));
    }
  }

  private void look() throws IOException {
    try {
      wrong.addAll(field.look());
    } catch (CommandFailure | ApiRefusal e) {
      silence = ", nobody to ask for a while";
    }
  }

  private void judge() {
    JobDetails end = client.job(job);
    JobStatus expected =
        switch (fault.party()) {
          case TASK -> JobStatus.FAILED;
          case JOB -> JobStatus.CANCELLED;
          case BORROWER, LENDER, BOTH, ALL, AGENT -> JobStatus.COMPLETED;
        };
    expect(end.status() == expected, "job %d to be %s, but it is %s", job, expected, end.status());
    expect(
        end.attempt() == 1 || mayRepeat(),
        "one attempt of job %d, but there are %d",
        job,
        end.attempt());
    for (String word : List.of("begin", "end")) {
      List<String> said = marks(word);
      expect(
          said.stream().distinct().count() == said.size(),
          "each task to %s once, but they said %s",
          word,
          said);
      if (expected == JobStatus.COMPLETED) {
        long last = said.stream().filter(line -> isOf(line, end.attempt())).count();
        expect(last == fault.nodes(), "%d tasks to %s: %s", fault.nodes(), word, said);
      }
    }
    wrong.addAll(fillers.wrong());
  }

  /** As with any job: an agent that dies while it launches may not know whether it has. */
  private boolean mayRepeat() {
    return fault.party() == LeaseParty.AGENT
        && (fault.step() == LeaseStep.COLLECTING || fault.step() == LeaseStep.LAUNCHING);
  }

  /** The count of restarts is the third word; the first attempt has none. */
  private static boolean isOf(String line, int attempt) {
    String[] words = line.strip().split(" ");
    return (words.length < 3 ? 0 : Integer.parseInt(words[2])) == attempt - 1;
  }

  private void expect(boolean right, String what, Object... values) {
    if (!right) {
      wrong.add("expected " + what.formatted(values));
    }
  }

  private List<String> marks(String word) {
    try {
      return Files.readAllLines(folder.resolve("marks"), StandardCharsets.UTF_8).stream()
          .filter(line -> line.startsWith(word))
          .toList();
    } catch (IOException e) {
      return List.of();
    }
  }

  private void cleanUp() {
    try {
      field.mend();
      field.awaitReady();
      List<Long> all = new ArrayList<>(fillers.jobs());
      all.add(job);
      all.stream().filter(each -> each > 0 && !client.isOver(each)).forEach(client::cancel);
      field.awaitHome();
    } catch (CommandFailure | ApiRefusal | IOException e) {
      wrong.add("and then: " + e.getMessage());
    }
  }
}
