package io.pliant.cli.top;

import io.pliant.api.JobEventEntry;
import io.pliant.api.LiveNodes;
import io.pliant.api.PartitionEntry;
import io.pliant.api.PowerStatus;
import io.pliant.cli.http.Answers;
import io.pliant.cli.http.ApiRefusal;
import io.pliant.cli.http.Controllers;
import io.pliant.cli.http.Request;
import io.pliant.cli.http.Response;
import io.pliant.cli.http.Target;
import io.pliant.cli.invocation.CommandFailure;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Follows the stream of events, with another controller when its own is gone. */
final class ClusterWatch {
  /** A controller gives a sign of life every 10 s. */
  private static final int SILENCE_SECONDS = 25;

  private static final int BAD_REQUEST = 400;
  private static final int TOO_MANY = 429;
  private static final int SERVERS_FAULT = 500;
  private static final Duration PAUSE = Duration.ofMillis(500);

  private final Controllers controllers;
  private final ClusterNow now;
  private volatile @Nullable ApiRefusal refusal;

  ClusterWatch(Controllers controllers, ClusterNow now) {
    this.controllers = controllers;
    this.now = now;
  }

  /** Begins, in a thread that ends with the program. */
  void start() {
    Thread.ofPlatform().name("top-watch").daemon().start(this::follow);
  }

  /** Fails when the controllers refuse to tell, which no waiting would change. */
  void check() {
    ApiRefusal refused = refusal;
    if (refused != null && refused.status() == BAD_REQUEST) {
      throw CommandFailure.operational(
          "Expected a controller that tells of nodes and partitions as they change, but the one that answers is of an earlier version (%s). Until it is upgraded use: pliant nodes, partitions, queue"
              .formatted(refused.getMessage()));
    }
    if (refused != null) {
      throw refused;
    }
  }

  private void follow() {
    String target =
        Target.of("events")
            .with("cursor", "latest")
            .with("with", "nodes,partitions,power")
            .toString();
    while (true) {
      try (Response response = controllers.open(Request.longPoll(target, SILENCE_SECONDS))) {
        now.linked(null);
        EventReader.read(response.body(), this::take);
        now.linked("the controller has ended the stream; connecting ...");
      } catch (ApiRefusal e) {
        if (e.status() < SERVERS_FAULT && e.status() != TOO_MANY) {
          refusal = e;
          return;
        }
        now.linked(e.getMessage() + " Trying on ...");
      } catch (CommandFailure | IOException e) {
        now.linked("no controller answers; trying on ...");
      }
      try {
        Thread.sleep(PAUSE);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  private void take(String type, String data) {
    switch (type) {
      case "nodes" -> now.take(Answers.one(data, LiveNodes.class));
      case "partitions" -> now.take(Answers.list(data, PartitionEntry.class));
      case "power" -> now.take(Answers.one(data, PowerStatus.class));
      case String job when job.startsWith("Job") ->
          now.take(Answers.one(data, JobEventEntry.class));
      default -> {} // of steps, or of what later controllers tell
    }
  }
}
