package io.pliant.cli.demo;

import io.pliant.api.HistoryEntry;
import io.pliant.api.NodeEntry;
import io.pliant.api.PartitionEntry;
import io.pliant.api.QueueEntry;
import io.pliant.cli.http.ApiRefusal;
import io.pliant.cli.http.Controllers;
import io.pliant.cli.http.Request;
import io.pliant.cli.http.Target;
import io.pliant.cli.invocation.CommandFailure;
import io.pliant.core.adaptation.SizeChange;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;

/** Asks the controllers how things stand, over and over, on a thread of its own. */
final class DemoPoller implements AutoCloseable {
  private static final long PAUSE_MILLIS = 200;

  private final Controllers controllers;
  private final DemoBoard board;
  private final Thread thread;

  private DemoPoller(Controllers controllers, DemoBoard board) {
    this.controllers = controllers;
    this.board = board;
    this.thread = Thread.ofPlatform().daemon().name("poller").unstarted(this::poll);
  }

  static DemoPoller start(Controllers controllers, DemoBoard board) {
    DemoPoller poller = new DemoPoller(controllers, board);
    poller.thread.start();
    return poller;
  }

  private void poll() {
    while (!Thread.currentThread().isInterrupted()) {
      try {
        look();
        Thread.sleep(PAUSE_MILLIS);
      } catch (ApiRefusal | CommandFailure e) {
        board.note("no answer: " + e.getMessage());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private void look() {
    for (QueueEntry entry : list(Target.of("jobs"), QueueEntry.class)) {
      board.update(entry);
    }
    String open =
        board.jobs().stream()
            .filter(job -> !job.over())
            .map(job -> Long.toString(job.id()))
            .collect(Collectors.joining(","));
    if (!open.isEmpty()) {
      for (HistoryEntry entry : list(Target.of("history").with("job", open), HistoryEntry.class)) {
        board.update(entry);
      }
    }
    board.nodes(list(Target.of("nodes"), NodeEntry.class));
    for (PartitionEntry partition : list(Target.of("partitions"), PartitionEntry.class)) {
      board.host(partition.partition().value(), partition.host());
    }
    for (JobProgress job : board.jobs()) {
      Instant started = job.startedAt();
      if (job.job().isMalleable() && started != null) {
        List<SizeChange> changes =
            list(Target.of("jobs", Long.toString(job.id()), "sizes"), SizeChange.class);
        board.sizes(job, SizeTimeline.of(started, DemoJob.HEAT_SIZES.getFirst(), changes));
      }
    }
  }

  private <T> List<T> list(Target target, Class<T> type) {
    return controllers.list(Request.get(target.toString()), type);
  }

  @Override
  public void close() {
    thread.interrupt();
  }
}
