package io.pliant.actors.application;

import io.pliant.actors.protocol.ApplicationCommand;
import io.pliant.actors.protocol.JobCommand;
import io.pliant.actors.protocol.NodeCommand;
import io.pliant.actors.protocol.PartitionCommand;
import io.pliant.actors.protocol.Waits;
import io.pliant.core.adaptation.ApplicationOrder;
import io.pliant.core.adaptation.ApplicationOrders;
import io.pliant.core.adaptation.ApplicationState;
import io.pliant.core.adaptation.NodeOrders;
import io.pliant.core.adaptation.ProgramReports;
import io.pliant.core.adaptation.RepeatPace;
import io.pliant.core.id.AttemptId;
import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.job.JobIntent;
import io.pliant.core.partition.PartitionIntent;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.pekko.actor.typed.javadsl.TimerScheduler;
import org.jspecify.annotations.Nullable;

/**
 * What an application owes to others: told when it is new, and told again from time to time, the
 * more seldom, the longer nothing has happened.
 */
final class OwedOrders {
  private final JobId job;
  private final TimerScheduler<ApplicationCommand> timers;
  private final ApplicationSettings settings;
  private final Set<ApplicationOrder> sent = new HashSet<>();
  private final Map<NodeName, Instant> asked = new HashMap<>();
  private RepeatPace pace;
  private @Nullable NodeOrders toNodes;

  OwedOrders(JobId job, TimerScheduler<ApplicationCommand> timers, ApplicationSettings settings) {
    this.job = job;
    this.timers = timers;
    this.settings = settings;
    this.pace = RepeatPace.from(settings.remindEvery());
  }

  /** A new incarnation does not wait long before it says all again. */
  void reset() {
    pace = pace.news();
    asked.clear();
  }

  /** The partition does not know that its last resize has ended. */
  void closeAgain() {
    sent.removeIf(order -> order instanceof ApplicationOrder.CloseResize);
  }

  /** An agent has spoken; unless it was asked, something has happened. */
  void heard(NodeName node) {
    if (!answers(node)) {
      hurry();
    }
  }

  /** Sends what is owed and was not sent since all was last said again. */
  void send(ApplicationState state, ProgramReports sights) {
    if (!sendNew(state, sights).isEmpty()) {
      hurry();
    }
    keepTime(state, sights);
  }

  /** Says all again. */
  void repeat(ApplicationState state, ProgramReports sights) {
    sent.clear();
    if (live(state, sights)) {
      settings.peers().tell(job, new JobCommand.TellApplication());
      measure(state, sights);
    }
    asked.clear();
    for (ApplicationOrder order : sendNew(state, sights)) {
      if (order instanceof ApplicationOrder.TellNode told) {
        asked.put(told.node(), now());
      }
    }
    pace = pace.repeated(ApplicationOrders.urgent(state, List.copyOf(sent)));
    keepTime(state, sights);
  }

  /** Tells the partition what the program is measured at, if it is. */
  void measure(ApplicationState state, ProgramReports sights) {
    Double mtct = sights.mtct(state.nodes());
    if (mtct != null && state.current() == null) {
      settings
          .peers()
          .tell(
              partition(state),
              new PartitionCommand.Measured(attempt(state), mtct, state.endedLedger()));
    }
  }

  /** True while the program of the newest attempt runs. */
  boolean live(ApplicationState state, ProgramReports sights) {
    return state.attempt() > 0 && !sights.over();
  }

  /** True for what an agent says because it was told again what it knew. */
  private boolean answers(NodeName node) {
    Instant when = asked.remove(node);
    return when != null && when.plus(settings.remindEvery()).isAfter(now());
  }

  /** Something has happened: what is owed may have been lost, so it is said again soon. */
  private void hurry() {
    if (pace.slow()) {
      pace = pace.news();
      timers.cancel(ApplicationCommand.Remind.INSTANCE);
    }
  }

  private List<ApplicationOrder> sendNew(ApplicationState state, ProgramReports sights) {
    NodeOrders orders = NodeOrders.of(state, sights, toNodes);
    toNodes = orders;
    List<ApplicationOrder> owed = ApplicationOrders.owed(state, sights, orders);
    sent.retainAll(new HashSet<>(owed));
    List<ApplicationOrder> fresh = owed.stream().filter(sent::add).toList();
    fresh.forEach(order -> send(state, order));
    return fresh;
  }

  private void keepTime(ApplicationState state, ProgramReports sights) {
    if (live(state, sights)) {
      if (!timers.isTimerActive(ApplicationCommand.Remind.INSTANCE)) { // news must not put it off
        timers.startSingleTimer(ApplicationCommand.Remind.INSTANCE, pace.pause());
      }
    } else {
      timers.cancel(ApplicationCommand.Remind.INSTANCE);
    }
  }

  private void send(ApplicationState state, ApplicationOrder order) {
    switch (order) {
      case ApplicationOrder.TellNode o ->
          settings.peers().tell(o.node(), new NodeCommand.SendAdapt(o.order()));
      case ApplicationOrder.ToJob o -> {
        JobIntent.OfApplication intent = new JobIntent.OfApplication(state.attempt(), o);
        settings.peers().tell(job, new JobCommand.OfApplication(intent));
      }
      case ApplicationOrder.CloseResize o ->
          tellPartition(state, new PartitionIntent.CloseResize(job, o.end()));
      case ApplicationOrder.AskPartition o ->
          tellPartition(state, new PartitionIntent.AskResize(attempt(state), o.wish()));
      case ApplicationOrder.LookAgain o ->
          timers.startSingleTimer(ApplicationCommand.Look.INSTANCE, Waits.until(o.at(), now()));
    }
  }

  private void tellPartition(ApplicationState state, PartitionIntent.OfJob intent) {
    settings.peers().tell(partition(state), new PartitionCommand.OfJob(intent));
  }

  private AttemptId attempt(ApplicationState state) {
    return new AttemptId(job, state.attempt());
  }

  private static PartitionName partition(ApplicationState state) {
    return Objects.requireNonNull(state.partition(), "an enlisted application has a partition");
  }

  private Instant now() {
    return settings.clock().instant();
  }
}
