package io.pliant.cli.drill.resize;

import io.pliant.api.AdaptationStatus;
import io.pliant.cli.invocation.CommandFailure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * A job that runs the example {@code Rehearsal} and is told by files what to do at each step of an
 * adaptation.
 */
public final class RehearsedJob {
  private final ResizeClient client;
  private final Path folder;
  private final long id;

  private RehearsedJob(ResizeClient client, Path folder, long id) {
    this.client = client;
    this.folder = folder;
    this.id = id;
  }

  /**
   * What a task said it has come to.
   *
   * @param task its word
   * @param pid its process
   */
  public record Mark(String task, String node, long pid, String word, String rest) {}

  /**
   * Submits one in Java.
   *
   * @param home folder of the distribution
   * @param folder a folder of its own that is not there yet
   * @param options of the submission, sizes among them
   */
  public static RehearsedJob submit(
      ResizeClient client, Path home, Path folder, List<String> options) {
    return submit(client, home, new Programs.InJava(home), folder, options);
  }

  /** The same with the rehearsal of other programs. */
  static RehearsedJob submit(
      ResizeClient client, Path home, Programs programs, Path folder, List<String> options) {
    try {
      Files.createDirectories(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    List<String> all = new ArrayList<>(options);
    all.addAll(List.of("-o", folder.resolve("out").toString(), "--open-mode=append"));
    List<String> command =
        programs.command(
            programs.rehearsal(), List.of("--prompts", folder.toString(), "--step-ms", "10"));
    String key = folder.toString();
    long id;
    if (options.contains("--no-requeue")) {
      List<String> step = new ArrayList<>(List.of(home.resolve("libexec/slurm/srun").toString()));
      step.addAll(command);
      id = client.submitScript(all, step, folder, key);
    } else {
      id = client.submit(all, command, folder, key);
    }
    return new RehearsedJob(client, folder, id);
  }

  public long id() {
    return id;
  }

  // ---- what it is told

  /** Lets whoever comes to that place wait. */
  public void hold(String place) {
    tell("hold-" + place, "");
  }

  /** Lets them go on. */
  public void letGo(String place) {
    try {
      Files.deleteIfExists(folder.resolve("hold-" + place));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Writes one of its files. */
  public void tell(String file, String text) {
    try {
      Path fresh = folder.resolve(file + ".new");
      Files.writeString(fresh, text + "\n");
      Files.move(fresh, folder.resolve(file), StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Lets it come to its end. */
  public void finish() {
    tell("finish", "");
  }

  // ---- what it has come to

  /** All that its tasks have said, oldest first. */
  public List<Mark> marks() {
    Path log = folder.resolve("log");
    if (!Files.exists(log)) {
      return List.of();
    }
    List<Mark> marks = new ArrayList<>();
    try {
      for (String line : Files.readAllLines(log)) {
        String[] words = line.split(" ", 5);
        marks.add(
            new Mark(
                words[0],
                words[1],
                Long.parseLong(words[2]),
                words[3],
                words.length < 5 ? "" : words[4]));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return marks;
  }

  /** How many tasks have said so, with what comes after the word beginning like that. */
  public long count(String word, String rest) {
    return marks().stream()
        .filter(m -> m.word().equals(word) && m.rest().startsWith(rest))
        .map(Mark::task)
        .distinct()
        .count();
  }

  /** The task that began with a rank, in the newest attempt. */
  public Mark initial(int rank) {
    return marks().stream()
        .filter(m -> m.word().equals("initial") && m.rest().equals(Integer.toString(rank)))
        .reduce((first, second) -> second)
        .orElseThrow(() ->
            CommandFailure.operational("Expected a task of rank %d, but none.".formatted(rank)));
  }

  /** What it printed. */
  public String output() {
    try {
      Path out = folder.resolve("out");
      return Files.exists(out) ? Files.readString(out) : "";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** True when its answer was there and right. */
  public boolean isRight() {
    return isRight(output());
  }

  /** True when an example has said that its answer is right; the cluster may have its say after. */
  static boolean isRight(String output) {
    return output.lines().anyMatch(line -> line.endsWith(", right"));
  }

  // ---- what the cluster says of it

  public List<ResizeClient.Change> sizes() {
    return client.sizes(id);
  }

  public String status() {
    return client.job(id).status().name();
  }

  public int attempt() {
    return client.job(id).attempt();
  }

  /** The stage of the adaptation on its way, or an empty text. */
  public String stage() {
    AdaptationStatus.OnItsWay current = client.adaptation(id).current();
    return current == null ? "" : current.stage().name();
  }

  /** Waits until the program's group has so many tasks and no adaptation is on its way. */
  public void awaitTasks(int tasks) {
    until(
        "job %d to have %d tasks".formatted(id, tasks),
        () -> client.adaptation(id).tasks() == tasks && client.adaptation(id).current() == null);
  }

  /** Waits until the adaptation is at that stage. */
  public void awaitStage(String stage) {
    until("job %d to be %s".formatted(id, stage), () -> stage().equals(stage));
  }

  /** Waits until so many adaptations are over. */
  public void awaitChanges(int count) {
    until("%d adaptation(s) of job %d".formatted(count, id), () -> sizes().size() >= count);
  }

  /** Lets it come to its end and waits for that. */
  public void awaitEnd() {
    finish();
    Poll.until("the end of job " + id, () -> client.isOver(id));
  }

  /** Waits for something that can only come while the job lives. */
  void until(String what, BooleanSupplier condition) {
    boolean[] over = {false};
    Poll.until(
        what,
        () -> {
          over[0] = client.isOver(id);
          return condition.getAsBoolean() || over[0];
        });
    if (over[0] && !condition.getAsBoolean()) {
      throw CommandFailure.operational(
          "Expected %s, but the job is %s: %s".formatted(what, status(), output().strip()));
    }
  }
}
