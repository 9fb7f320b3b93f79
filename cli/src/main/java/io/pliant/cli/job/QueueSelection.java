package io.pliant.cli.job;

import io.pliant.api.AskedEntry;
import io.pliant.api.HistoryEntry;
import io.pliant.api.QueueEntry;
import io.pliant.cli.http.Controllers;
import io.pliant.cli.http.Request;
import io.pliant.cli.http.Target;
import io.pliant.core.array.JobRef;
import io.pliant.core.id.JobId;
import io.pliant.core.id.JobStatus;
import io.pliant.core.resource.Kinds;
import io.pliant.core.spec.Bookkeeping;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Which jobs a caller of {@code queue} means; null means any.
 *
 * @param states null for those that wait or run
 * @param jobs as they are named
 * @param wckeys as they are named
 * @param licences jobs that ask for any of these, in small letters
 */
record QueueSelection(
    @Nullable Set<String> users,
    @Nullable Set<String> partitions,
    @Nullable Set<JobStatus> states,
    @Nullable List<JobRef> jobs,
    @Nullable Set<String> names,
    @Nullable Set<String> accounts,
    @Nullable Set<String> qos,
    @Nullable Set<String> wckeys,
    @Nullable Set<String> licences) {
  /** For how long the queue shows jobs that are over; Slurm's MinJobAge. */
  private static final Duration SHOWN = Duration.ofMinutes(5);

  private static final int MOST = 100_000;

  /** Words of a list with commas; null for null. */
  static @Nullable Set<String> words(@Nullable String list) {
    return list == null
        ? null
        : Arrays.stream(list.split(",", -1)).map(String::strip).collect(Collectors.toSet());
  }

  /** The request for those of them that wait or run, as far as controllers can tell them. */
  Target target() {
    return Target.of("jobs")
        .with("partition", only(partitions))
        .with("user", only(users))
        .with("state", states == null ? null : StateNames.joined(live(states)))
        .with("job", numbers());
  }

  /** Numbers of jobs and arrays with commas; elements are told apart here. */
  private @Nullable String numbers() {
    return jobs == null
        ? null
        : jobs.stream()
            .map(ref -> ref.job().toString())
            .distinct()
            .collect(Collectors.joining(","));
  }

  /** True when controllers can tell them apart by {@link #target} alone. */
  boolean isPlain() {
    return names == null
        && !accounting()
        && (jobs == null || jobs.stream().allMatch(ref -> ref.elements() == null))
        && (users == null || users.size() == 1)
        && (partitions == null || partitions.size() == 1)
        && !over();
  }

  /** True when accounting alone knows who is meant. */
  private boolean accounting() {
    return accounts != null || qos != null || wckeys != null || licences != null;
  }

  private boolean over() {
    return states != null && states.stream().anyMatch(JobStatus::terminal);
  }

  /** The jobs, those that are over last; with what accounting knows when that is asked for. */
  List<JobRow> rows(Controllers controllers, boolean accounting) {
    boolean over = over();
    List<QueueEntry> live =
        states != null && live(states).isEmpty()
            ? List.of()
            : controllers.list(Request.get(target().toString()), QueueEntry.class);
    Map<JobId, HistoryEntry> known =
        over || accounting || accounting() ? accounts(controllers, over) : Map.of();
    List<JobRow> rows = new ArrayList<>();
    for (QueueEntry job : live) {
      HistoryEntry account = known.get(job.job());
      boolean ended = over && account != null && account.status().terminal();
      if (!ended) {
        rows.add(new JobRow(job, account));
      }
    }
    if (over) {
      known.values().stream()
          .filter(job -> job.status().terminal() && !job.dissolved())
          .map(JobRow::over)
          .forEach(rows::add);
    }
    return rows.stream().filter(this::meant).toList();
  }

  private Map<JobId, HistoryEntry> accounts(Controllers controllers, boolean over) {
    boolean named = jobs != null || names != null;
    Supplier<Target> question =
        () ->
            Target.of("history")
                .with("job", numbers())
                .with("user", joined(users))
                .with("partition", joined(partitions))
                .with("name", joined(names))
                .with("account", joined(accounts))
                .with("state", over ? null : StateNames.joined(live(Set.of(JobStatus.values()))))
                .with("since", named || !over ? null : Instant.now().minus(SHOWN).toString());
    Map<JobId, HistoryEntry> known = new LinkedHashMap<>();
    for (HistoryEntry job : HistoryPages.read(controllers, question, MOST).reversed()) {
      known.put(job.job(), job);
    }
    return known;
  }

  private boolean meant(JobRow job) {
    QueueEntry entry = job.queue();
    return in(users, entry.user())
        && in(partitions, entry.partition().value())
        && in(names, entry.name())
        && (jobs == null || jobs.stream().anyMatch(entry::isOf))
        && (states == null || states.contains(entry.status()))
        && named(accounts, job, Bookkeeping::account)
        && named(qos, job, Bookkeeping::qos)
        && named(wckeys, job, Bookkeeping::wckey)
        && (licences == null || asks(licences, job.asked()));
  }

  private static boolean asks(Set<String> licences, @Nullable AskedEntry asked) {
    Kinds wanted = asked == null ? Kinds.NONE : Kinds.orNone(asked.resources().licences());
    return wanted.amounts().keySet().stream().anyMatch(licences::contains);
  }

  private static boolean named(
      @Nullable Set<String> meant, JobRow job, Function<Bookkeeping, @Nullable String> which) {
    AskedEntry asked = job.asked();
    Bookkeeping names = asked == null ? null : asked.names();
    String name = names == null ? null : which.apply(names);
    return in(meant, name == null ? "" : name);
  }

  private static boolean in(@Nullable Set<String> meant, String one) {
    return meant == null || meant.contains(one);
  }

  private static Set<JobStatus> live(Set<JobStatus> states) {
    return states.stream().filter(state -> !state.terminal()).collect(Collectors.toSet());
  }

  /** The one word of a list; null when it has more, which are told apart here. */
  private static @Nullable String only(@Nullable Set<String> words) {
    return words != null && words.size() == 1 ? words.iterator().next() : null;
  }

  private static @Nullable String joined(@Nullable Set<String> words) {
    return words == null ? null : String.join(",", words);
  }
}
