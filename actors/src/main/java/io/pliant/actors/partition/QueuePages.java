package io.pliant.actors.partition;

import io.pliant.actors.protocol.PartitionAnswer;
import io.pliant.actors.protocol.PartitionCommand;
import io.pliant.api.ArrayEntry;
import io.pliant.api.DependencyEntry;
import io.pliant.api.PackEntry;
import io.pliant.api.PriorityEntry;
import io.pliant.api.QueueEntry;
import io.pliant.api.StandstillEntry;
import io.pliant.api.WaitExplanation.Priority;
import io.pliant.core.hostlist.Hostlist;
import io.pliant.core.id.JobId;
import io.pliant.core.id.JobStatus;
import io.pliant.core.partition.DependencyRules;
import io.pliant.core.partition.Grant;
import io.pliant.core.partition.PartitionSettings;
import io.pliant.core.partition.PartitionState;
import io.pliant.core.partition.QueueCursor;
import io.pliant.core.partition.QueueReading;
import io.pliant.core.partition.QueueSnapshot;
import io.pliant.core.partition.QueuedJob;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Cuts the queue into pages for its readers, over the one snapshot that they share. */
final class QueuePages {
  private final PartitionSettings settings;
  private QueueReading reading = QueueReading.NONE;

  QueuePages(PartitionSettings settings) {
    this.settings = settings;
  }

  /**
   * One page.
   *
   * @param reason why a job waits just now, in a word
   */
  PartitionAnswer.QueuePage page(
      PartitionState state,
      PartitionCommand.GetQueue query,
      BiFunction<QueuedJob, DependencyRules, String> reason,
      Instant now) {
    QueueCursor cursor = query.cursor();
    QueueSnapshot snapshot = snapshot(state, query, now);
    JobId after = cursor == null ? null : cursor.after();
    List<PartitionAnswer.QueueRow> rows = new ArrayList<>();
    PageBudget page = new PageBudget(query.limit());
    DependencyRules rules = new DependencyRules(state);
    Iterable<QueueSnapshot.Line> lines = snapshot.after(after, query.filter())::iterator;
    for (QueueSnapshot.Line line : lines) {
      QueueEntry entry = entry(line, reason, rules);
      if (!page.takes(entry)) {
        return new PartitionAnswer.QueuePage(
            rows, new QueueCursor(snapshot.version(), rows.getLast().entry().job()));
      }
      rows.add(new PartitionAnswer.QueueRow(line.place(), entry));
    }
    return new PartitionAnswer.QueuePage(rows, null);
  }

  /**
   * A part of the queue in its order.
   *
   * @param reason why a job waits just now, in a word
   */
  PartitionAnswer.QueueWindow window(
      PartitionState state,
      PartitionCommand.GetQueueWindow query,
      BiFunction<QueuedJob, DependencyRules, String> reason,
      Instant now) {
    reading = reading.looking(state, settings.priority(), now);
    QueueSnapshot.Window window =
        reading.snapshot().window(query.filter(), query.text(), query.offset(), query.limit());
    List<QueueEntry> jobs = new ArrayList<>();
    PageBudget page = new PageBudget(query.limit());
    DependencyRules rules = new DependencyRules(state);
    for (QueueSnapshot.Line line : window.lines()) {
      QueueEntry entry = entry(line, reason, rules);
      if (!page.takes(entry)) {
        break;
      }
      jobs.add(entry);
    }
    return new PartitionAnswer.QueueWindow(window.total(), jobs);
  }

  /** One's own jobs are a few of many: no lines are made of the others. */
  private QueueSnapshot snapshot(
      PartitionState state, PartitionCommand.GetQueue query, Instant now) {
    if (query.filter().selectsFew(state)) {
      return QueueSnapshot.of(state, settings.priority(), now, query.filter());
    }
    reading = reading.reading(state, settings.priority(), query.cursor(), now);
    return reading.snapshot();
  }

  /** One page of what orders the jobs that wait and are not held. */
  PartitionAnswer priorities(
      PartitionState state, PartitionCommand.GetPriorities query, Instant now) {
    QueueCursor cursor = query.cursor();
    reading = reading.reading(state, settings.priority(), cursor, now);
    QueueSnapshot snapshot = reading.snapshot();
    List<PartitionAnswer.PriorityRow> rows = new ArrayList<>();
    PageBudget page = new PageBudget(query.limit());
    Iterable<QueueSnapshot.Line> lines =
        snapshot
                .after(cursor == null ? null : cursor.after(), query.filter())
                .filter(line -> line.grant() == null && !line.job().held())
            ::iterator;
    for (QueueSnapshot.Line line : lines) {
      PriorityEntry entry = PriorityText.entry(snapshot.standing(line), array(line));
      if (!page.takes(entry)) {
        return new PartitionAnswer.PriorityPage(
            rows, new QueueCursor(snapshot.version(), rows.getLast().entry().job()));
      }
      rows.add(new PartitionAnswer.PriorityRow(line.place(), entry));
    }
    return new PartitionAnswer.PriorityPage(rows, null);
  }

  private static @Nullable ArrayEntry array(QueueSnapshot.Line line) {
    return line.array() == null ? ArrayAnswers.of(line.job()) : ArrayAnswers.of(line.array());
  }

  /** What the place of a waiting job comes from; null when it does not wait. */
  @Nullable Priority priority(PartitionState state, JobId job, Instant now) {
    reading = reading.ranking(state, settings.priority(), job, now);
    QueueSnapshot snapshot = reading.snapshot();
    QueueSnapshot.Rank rank = snapshot.rank(job);
    return rank == null ? null : PriorityText.of(rank, state, settings.priority(), snapshot.at());
  }

  /** To be called now and then: lets go of a snapshot that nobody reads any more. */
  void look(Instant now) {
    reading = reading.unlessIdle(now);
  }

  /** How often the queue was ranked for its readers. */
  long rankings() {
    return reading.rankings();
  }

  private QueueEntry entry(
      QueueSnapshot.Line line,
      BiFunction<QueuedJob, DependencyRules, String> reason,
      DependencyRules rules) {
    Grant grant = line.grant();
    return grant == null ? waiting(line, reason.apply(line.job(), rules), rules) : running(grant);
  }

  private QueueEntry running(Grant grant) {
    QueuedJob job = grant.job();
    return new QueueEntry(
        job.job(),
        settings.name(),
        job.name(),
        job.user(),
        grant.status(),
        job.submittedAt(),
        grant.start(),
        seconds(job.timeLimit()),
        grant.allocation().slices().size(),
        grant.allocation().cpus(),
        Hostlist.compress(grant.allocation().nodes()),
        null,
        null,
        !grant.sizes().settled(),
        ArrayAnswers.of(job),
        null,
        PackEntry.of(job.resources(), grant.allocation()),
        StandstillEntry.of(grant.stillSince(), grant.stood(), null));
  }

  private QueueEntry waiting(QueueSnapshot.Line line, String reason, DependencyRules rules) {
    QueuedJob job = line.job();
    String unmet = rules.unmet(job);
    return new QueueEntry(
        job.job(),
        settings.name(),
        job.name(),
        job.user(),
        JobStatus.PENDING,
        job.submittedAt(),
        null,
        seconds(job.timeLimit()),
        job.resources().leastNodes(),
        job.resources().leastCpus(),
        null,
        reason,
        line.priority(),
        false,
        array(line),
        unmet.isEmpty() ? null : new DependencyEntry(unmet, never(job)),
        PackEntry.of(job.resources(), null),
        null);
  }

  private static boolean never(QueuedJob job) {
    return job.dependency() != null && job.dependency().never();
  }

  private static long seconds(@Nullable Duration limit) {
    return limit == null ? 0 : limit.toSeconds();
  }
}
