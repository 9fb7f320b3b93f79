package io.pliant.core.accounting;

import io.pliant.core.id.JobId;
import io.pliant.core.id.JobStatus;
import io.pliant.core.spec.Bookkeeping;
import java.time.Instant;
import java.util.Collections;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which jobs of accounting are meant; empty sets and null mean any.
 *
 * @param since those that were not over before
 * @param until those that were submitted before
 */
public record HistoryFilter(
    Set<JobId> jobs,
    Set<JobStatus> states,
    Set<String> users,
    Set<String> names,
    Set<String> partitions,
    Set<String> accounts,
    @Nullable Instant since,
    @Nullable Instant until) {
  /** All jobs. */
  public static final HistoryFilter ALL =
      new HistoryFilter(
          Collections.emptySet(),
          Collections.emptySet(),
          Collections.emptySet(),
          Collections.emptySet(),
          Collections.emptySet(),
          Collections.emptySet(),
          null,
          null);

  /** True for a job that is meant. */
  public boolean matches(JobAccount account) {
    Asked asked = account.asked();
    return (any(jobs, account.job()) || ofWanted(asked))
        && any(states, account.status())
        && any(users, asked.submitter().name())
        && any(names, asked.name())
        && any(partitions, asked.partition().value())
        && (accounts.isEmpty() || accounts.contains(account(asked.names())))
        && livedBetween(account);
  }

  /** Who asks for an array asks for its elements. */
  private boolean ofWanted(Asked asked) {
    return asked.element() != null && jobs.contains(asked.element().array());
  }

  private static <T> boolean any(Set<T> meant, T one) {
    return meant.isEmpty() || meant.contains(one);
  }

  /** The account under which a job is counted; empty for none. */
  public static String account(@Nullable Bookkeeping names) {
    String account = names == null ? null : names.account();
    return account == null ? "" : account;
  }

  /** As Slurm's sacct: jobs that were in any state in that time. */
  private boolean livedBetween(JobAccount account) {
    Instant ended = account.endedAt();
    return (since == null || ended == null || !ended.isBefore(since))
        && (until == null || account.submittedAt().isBefore(until));
  }
}
