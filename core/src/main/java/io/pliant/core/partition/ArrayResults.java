package io.pliant.core.partition;

import io.pliant.core.id.ExitStatus;
import io.pliant.core.id.JobStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * How the elements of an array ended: what remains of them in the ledger.
 *
 * @param tallies by status, none twice
 * @param worst the highest exit code, or the signal where no code is higher
 */
public record ArrayResults(List<Tally> tallies, ExitStatus worst) {
  /** None has ended. */
  public static final ArrayResults NONE = new ArrayResults(List.of(), ExitStatus.SUCCESS);

  /** So many ended so. */
  public record Tally(JobStatus status, int count) {}

  public ArrayResults {
    tallies = List.copyOf(tallies);
  }

  /** With so many more. */
  ArrayResults plus(JobStatus status, int count, @Nullable ExitStatus exit) {
    List<Tally> now = new ArrayList<>();
    int before = 0;
    for (Tally tally : tallies) {
      if (tally.status() == status) {
        before = tally.count();
      } else {
        now.add(tally);
      }
    }
    now.add(new Tally(status, before + count));
    now.sort((a, b) -> a.status().compareTo(b.status()));
    return new ArrayResults(now, exit != null && rank(exit) > rank(worst) ? exit : worst);
  }

  private static int rank(ExitStatus exit) {
    return exit.code() > 0 ? 1000 + exit.code() : exit.signal();
  }

  /** How many have ended. */
  public int count() {
    return tallies.stream().mapToInt(Tally::count).sum();
  }

  /** What the array as a whole came to: that of its elements when they agree, else FAILED. */
  public JobStatus status() {
    return tallies.size() == 1 ? tallies.getFirst().status() : JobStatus.FAILED;
  }

  /** In words: {@code 98 COMPLETED, 2 FAILED}. */
  public String text() {
    return tallies.stream()
        .map(tally -> tally.count() + " " + tally.status())
        .collect(Collectors.joining(", "));
  }
}
