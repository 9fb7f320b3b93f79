package io.pliant.cli.drill.lease;

import io.pliant.cli.drill.resize.Poll;
import io.pliant.cli.drill.resize.ResizeClient;
import io.pliant.core.id.JobStatus;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Jobs that need all nodes of a partition, one in each: other partitions go on. */
final class Fillers {
  private final ResizeClient client;
  private final Path folder;
  private final List<Long> jobs = new ArrayList<>();

  Fillers(ResizeClient client, Path folder) {
    this.client = client;
    this.folder = folder;
  }

  /** All that were taken, by partition. */
  List<Long> jobs() {
    return List.copyOf(jobs);
  }

  /** Hands them in, as soon as somebody takes them. */
  void submit(int round) {
    for (int i = 0; i < LeaseField.PARTITIONS; i++) {
      String key = "%s-filler-%d-%d".formatted(folder, round, i);
      int partition = i;
      Poll.until(
          "a job to be taken by partition " + LeaseField.partition(i),
          () -> {
            jobs.add(
                client.submit(
                    List.of(
                        "-p",
                        LeaseField.partition(partition),
                        "-N",
                        Integer.toString(LeaseField.NODES_OF_EACH),
                        "--exclusive"),
                    List.of("/bin/true"),
                    folder,
                    key));
            return true;
          });
    }
  }

  /** Waits for the ends of all. */
  void awaitEnds() {
    jobs.forEach(this::awaitEnd);
  }

  /** Waits for the ends of all but that of one partition, by its number. */
  void awaitEndsBut(int partition) {
    for (int i = 0; i < jobs.size(); i++) {
      if (i != partition) {
        awaitEnd(jobs.get(i));
      }
    }
  }

  private void awaitEnd(long job) {
    Poll.until("job %d to end".formatted(job), () -> client.isOver(job));
  }

  /** Those that did not end as they should, each in a sentence. */
  List<String> wrong() {
    List<String> wrong = new ArrayList<>();
    for (long filler : jobs) {
      JobStatus status = client.job(filler).status();
      if (status != JobStatus.COMPLETED) {
        wrong.add("expected job %d to complete, but it is %s".formatted(filler, status));
      }
    }
    return wrong;
  }
}
