package io.pliant.core.job;

import io.pliant.core.dependency.Dependency;
import io.pliant.core.dependency.DependencyBook;
import io.pliant.core.dependency.TargetStanding;
import io.pliant.core.id.JobId;
import io.pliant.core.id.JobStatus;
import io.pliant.core.id.Refusal;
import io.pliant.core.job.JobEvent.JobChanged;
import io.pliant.core.job.JobState.Phase;
import io.pliant.core.partition.Revision;
import io.pliant.core.resource.NodeChoice;
import io.pliant.core.spec.Deadline;
import io.pliant.core.spec.JobChange;
import io.pliant.core.spec.JobSpec;
import io.pliant.core.spec.TimeLimit;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What may be changed of a job after its submission. A job that waits may be changed in all that
 * decides when it starts, one that runs in its time limit and comment. As under Slurm, its owner
 * may make a limit shorter and an operator may make it longer.
 */
final class JobChanges {
  private JobChanges() {}

  static JobOutcome decide(JobState state, JobIntent.Change intent, Instant now) {
    JobReply forbidden = HoldRules.mayChange(state, intent.by(), intent.operator());
    if (forbidden != null) {
      return JobOutcome.of(forbidden);
    }
    JobSpec spec = state.submittedSpec();
    JobChange change = intent.change().beyond(spec);
    if (change.isNone()) {
      return JobOutcome.nothing();
    }
    if (state.over() || state.phase() == Phase.COMPLETING || state.cancelledBy() != null) {
      return JobOutcome.refuse(
          Refusal.conflict(
              "Expected job %s to be waiting or running, but it is %s."
                  .formatted(state.job(), state.over() ? state.status() : JobStatus.COMPLETING)));
    }
    List<String> faults = new ArrayList<>();
    boolean raised = raises(change, limit(spec, intent.usualTime()));
    if (raised && !intent.operator()) {
      faults.add(
          "Expected a time limit of at most %s for job %s, but got %s; only an operator makes it longer."
              .formatted(
                  TimeLimit.format(limit(spec, intent.usualTime())),
                  state.job(),
                  TimeLimit.format(wanted(change))));
    }
    addLate(faults, state, change, now);
    addPlaces(faults, state, change);
    if (!faults.isEmpty()) {
      String all = String.join("\n", faults);
      return JobOutcome.refuse(
          raised && !intent.operator() ? Refusal.forbidden(all) : Refusal.conflict(all));
    }
    JobChanged changed = new JobChanged(state.job(), change, intent.by().name(), now);
    Dependency asked = change.dependency();
    return asked == null || asked.terms().isEmpty()
        ? JobOutcome.of(new JobReply.Done(), changed)
        : waiting(state, changed, asked, intent.targets(), now);
  }

  /** It is to wait for other jobs: what they have said and the change become durable as one. */
  private static JobOutcome waiting(
      JobState state,
      JobChanged changed,
      Dependency asked,
      @Nullable List<TargetStanding> targets,
      Instant now) {
    if (asked.targets().contains(state.job())) {
      return JobOutcome.refuse(
          Refusal.invalid(
              "Expected job %s to wait for other jobs, but it is to wait for itself."
                  .formatted(state.job())));
    }
    if (targets == null) {
      return JobOutcome.nothing();
    }
    JobState asks = state.evolve(changed);
    Map<JobId, TargetStanding> answers = new TreeMap<>();
    targets.forEach(target -> answers.put(target.job(), target));
    DependencyBook book = Objects.requireNonNull(asks.dependency());
    String unfit = book.refusal(answers);
    String circle =
        DependencyBook.circle(
            state.job(), Dependencies.order(state), !state.dependents().jobs().isEmpty(), targets);
    if (unfit != null || circle != null) {
      return JobOutcome.refuse(
          unfit != null ? Refusal.invalid(unfit) : Refusal.conflict(String.valueOf(circle)));
    }
    List<JobEvent> events = new ArrayList<>();
    events.add(changed);
    events.addAll(Dependencies.told(asks, targets, now).events());
    return new JobOutcome(events, new JobReply.Done(), List.of());
  }

  private static Duration limit(JobSpec spec, @Nullable Duration usual) {
    Duration limit = spec.timeLimit() == null ? usual : spec.timeLimit();
    return limit == null ? TimeLimit.UNLIMITED : limit;
  }

  private static Duration wanted(JobChange change) {
    return change.timeLimit() == null ? Duration.ZERO : change.timeLimit();
  }

  private static boolean raises(JobChange change, Duration limit) {
    return wanted(change).compareTo(limit) > 0;
  }

  /** One that waits and could no longer end before its deadline would leave the queue at once. */
  private static void addLate(List<String> faults, JobState state, JobChange change, Instant now) {
    Deadline deadline = state.submittedSpec().deadline();
    Duration limit = change.timeLimit();
    if (deadline != null
        && limit != null
        && state.phase() == Phase.PENDING
        && !deadline.bears(now, limit)) {
      faults.add(
          "Expected job %s to end before its deadline, %s, but with a time limit of %s it cannot; give a shorter one."
              .formatted(state.job(), deadline.at(), TimeLimit.format(limit)));
    }
  }

  private static void addPlaces(List<String> faults, JobState state, JobChange change) {
    List<String> waiting = change.ofWaiting();
    if (state.phase() != Phase.PENDING && !waiting.isEmpty()) {
      faults.add(
          "Expected job %s to be waiting for another %s, but it is %s; its time limit and comment can still be changed."
              .formatted(state.job(), String.join(", ", waiting), state.status()));
    }
    NodeChoice choice = state.submittedSpec().resources().choice();
    if (change.account() != null && choice != null && choice.reservation() != null) {
      faults.add(
          "Expected job %s to keep the account with which reservation %s took it; cancel it and submit it anew with the other one."
              .formatted(state.job(), choice.reservation()));
    }
    DependencyBook book = state.dependency();
    if (change.dependency() != null && book != null && !book.known()) {
      faults.add(
          "Expected job %s to be in a queue, but the jobs that it waits for have not all answered yet; try again."
              .formatted(state.job()));
    }
    if (change.mostAtOnce() != null && state.submittedSpec().array() == null) {
      faults.add(
          "Expected an array for another number of elements at a time, but job %s is none."
              .formatted(state.job()));
    }
  }

  /** What the partition must know of its changes; null when there were none. */
  static @Nullable Revision revision(JobState state) {
    int number = state.submission().changes();
    JobSpec spec = state.submittedSpec();
    return number == 0
        ? null
        : new Revision(
            number,
            spec.name(),
            spec.timeLimit(),
            spec.begin(),
            spec.bookkeeping() == null ? null : spec.bookkeeping().ofQueue(),
            spec.array() == null ? null : spec.array().mostAtOnce(),
            state.run().still().since(),
            millis(state.run().still().before()),
            Packs.spread(state) == null ? null : state.held());
  }

  private static @Nullable Long millis(Duration before) {
    return before.isZero() ? null : (Long) before.toMillis();
  }

  /** The state after a change: nodes are to know of another limit. */
  static JobState changed(JobState state, JobChanged event) {
    JobSubmission submission = state.submission().changed(event.change());
    boolean limited = event.change().timeLimit() != null && state.holdsNodes();
    return new JobState(
        state.job(),
        state.phase(),
        submission,
        limited ? state.run().withTerms(state.run().terms() + 1) : state.run());
  }
}
