package io.pliant.actors.accounting;

import io.pliant.actors.api.Answer;
import io.pliant.actors.api.HistoryQuery;
import io.pliant.actors.cluster.ReadSide;
import io.pliant.api.EventCursor;
import io.pliant.api.HistoryEntry;
import io.pliant.api.JobEventEntry;
import io.pliant.core.energy.JobEnergy;
import io.pliant.core.id.JobId;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.DispatcherSelector;
import org.apache.pekko.actor.typed.javadsl.AskPattern;

/** Accounting as futures. */
public final class AccountingReads implements ReadSide {
  private final ActorSystem<?> system;
  private final ActorRef<AccountingReadSide.Command> readSide;
  private final Duration timeout;

  private AccountingReads(
      ActorSystem<?> system, ActorRef<AccountingReadSide.Command> readSide, Duration timeout) {
    this.system = system;
    this.readSide = readSide;
    this.timeout = timeout;
  }

  /**
   * Starts the read side of this controller, once.
   *
   * @param timeout longest wait for an answer; then the future fails with TimeoutException
   */
  public static AccountingReads start(
      ActorSystem<?> system, AccountingSettings settings, Duration timeout) {
    ActorRef<AccountingReadSide.Command> readSide =
        system.systemActorOf(
            AccountingReadSide.create(settings), "accounting", DispatcherSelector.blocking());
    return new AccountingReads(system, readSide, timeout);
  }

  /**
   * Removes what was made of a journal that is no more; before the start. All is made anew then.
   *
   * @param folder as in {@link AccountingSettings}
   */
  public static void forget(Path folder) {
    HistoryFiles.delete(folder);
  }

  @Override
  public CompletionStage<Answer<List<HistoryEntry>>> history(HistoryQuery query) {
    return AskPattern.ask(
        readSide,
        replyTo -> new AccountingReadSide.GetHistory(query, replyTo),
        timeout,
        system.scheduler());
  }

  @Override
  public CompletionStage<JobEnergy> energy(JobId job) {
    return AskPattern.ask(
        readSide,
        replyTo -> new AccountingReadSide.GetEnergy(job, replyTo),
        timeout,
        system.scheduler());
  }

  @Override
  public CompletionStage<List<JobEventEntry>> events(EventCursor cursor, int limit) {
    return AskPattern.<AccountingReadSide.Command, AccountingReadSide.Events>ask(
            readSide,
            replyTo -> new AccountingReadSide.GetEvents(cursor, limit, replyTo),
            timeout,
            system.scheduler())
        .thenApply(AccountingReadSide.Events::events);
  }

  @Override
  public CompletionStage<EventCursor> latest() {
    return AskPattern.ask(readSide, AccountingReadSide.GetLatest::new, timeout, system.scheduler());
  }

  /** How far the reading is. */
  public CompletionStage<AccountingReadSide.Progress> progress() {
    return AskPattern.ask(
        readSide, AccountingReadSide.GetProgress::new, timeout, system.scheduler());
  }
}
