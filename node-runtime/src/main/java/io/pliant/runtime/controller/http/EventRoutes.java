package io.pliant.runtime.controller.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.pliant.actors.api.ClusterGateway;
import io.pliant.actors.wire.WireJson;
import io.pliant.api.EventCursor;
import io.pliant.api.JobEventEntry;
import io.pliant.runtime.bounds.Shares;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * The route {@code /v1/events}: a page of JSON, or a stream of server-sent events that can be
 * resumed.
 */
final class EventRoutes {
  private static final int PAGE = 500;

  /** The cursor of who wants no old events. */
  private static final String LATEST = "latest";

  private static final int MOST_LIMIT = 1000;

  /** No user has more than this part of the streams, but so many in any case. */
  private static final int USERS = 4;

  private static final int LEAST_OF_USER = 4;
  private static final Duration PAUSE = Duration.ofMillis(200);
  private static final Duration SIGN_OF_LIFE = Duration.ofSeconds(10);
  private static final byte[] COMMENT = ":\n\n".getBytes(StandardCharsets.UTF_8);

  private final ClusterGateway gateway;
  private final Waiting waiting;
  private final SharedPages pages;
  private final Semaphore streams;
  private final int maxStreams;
  private final Shares byUser;
  private final LiveFeed live;

  EventRoutes(ClusterGateway gateway, Waiting waiting, int maxStreams) {
    this.gateway = gateway;
    this.waiting = waiting;
    this.pages = new SharedPages(cursor -> gateway.events(cursor, PAGE), PAUSE.dividedBy(2));
    this.streams = new Semaphore(maxStreams);
    this.maxStreams = maxStreams;
    this.live = new LiveFeed(gateway);
    this.byUser = new Shares(Math.max(LEAST_OF_USER, maxStreams / USERS));
  }

  List<Route> routes() {
    return List.of(Route.get("/v1/events", this::events, "cursor", "limit", "with"));
  }

  private Reply events(Call call) throws InterruptedException {
    EventCursor cursor =
        LATEST.equals(call.query("cursor"))
            ? waiting.value(gateway.latestEvent())
            : cursor("cursor", call.query("cursor"), EventCursor.START);
    Set<LiveWriter.Topic> topics = EnumSet.noneOf(LiveWriter.Topic.class);
    topics.addAll(call.queries("with", EventRoutes::topic));
    String accept = call.header("Accept");
    if (accept != null && accept.contains("json") && !accept.contains("text/event-stream")) {
      if (!topics.isEmpty()) {
        throw ApiFailure.invalid(
            "Expected 'with' only on a stream (Accept: text/event-stream): a page has job events alone.");
      }
      int limit = (int) call.number("limit", 100, 1, MOST_LIMIT);
      return Reply.ok(waiting.value(gateway.events(cursor, limit)));
    }
    if (call.query("limit") != null) {
      throw ApiFailure.invalid(
          "Expected 'limit' only with Accept: application/json; a stream has no end.");
    }
    EventCursor after = cursor("Last-Event-ID", call.header("Last-Event-ID"), cursor);
    String user = call.caller().name();
    if (!byUser.take(user, 1)) {
      throw ApiFailure.unavailable(
          "Expected at most %d open event streams of user %s (a quarter of pliant.controller.http.max-streams). Close one."
              .formatted(byUser.most(), user));
    }
    if (!streams.tryAcquire()) {
      byUser.give(user, 1);
      throw ApiFailure.unavailable(
          "Expected fewer than %d open event streams (pliant.controller.http.max-streams). Try again later."
              .formatted(maxStreams));
    }
    return new Reply.EventStream(out -> stream(out, user, after, new LiveWriter(live, topics)));
  }

  private static EventCursor cursor(String name, @Nullable String text, EventCursor otherwise) {
    return text == null ? otherwise : Call.parsed(name, text, EventCursor::parse);
  }

  private static LiveWriter.Topic topic(String text) {
    for (LiveWriter.Topic topic : LiveWriter.Topic.values()) {
      if (topic.name().equalsIgnoreCase(text)) {
        return topic;
      }
    }
    throw new IllegalArgumentException(
        "Expected nodes, partitions or power, but got '%.40s'.".formatted(text));
  }

  private void stream(OutputStream out, String user, EventCursor after, LiveWriter changes)
      throws IOException, InterruptedException {
    try {
      EventCursor cursor = after;
      long lastWrite = System.nanoTime();
      out.write(COMMENT);
      out.flush();
      while (!waiting.isClosing()) {
        List<JobEventEntry> page = after(cursor);
        for (JobEventEntry entry : page) {
          out.write(frame(entry));
          cursor = entry.next();
        }
        boolean changed = changes.write(out);
        boolean quiet = System.nanoTime() - lastWrite > SIGN_OF_LIFE.toNanos();
        if (page.isEmpty() && !changed && quiet) {
          out.write(COMMENT);
        }
        if (!page.isEmpty() || changed || quiet) {
          out.flush();
          lastWrite = System.nanoTime();
        }
        if (page.size() < PAGE) {
          waiting.pause(PAUSE);
        }
      }
    } finally {
      streams.release();
      byUser.give(user, 1);
    }
  }

  /**
   * The next page; nothing while the journal does not answer, since a fail-over must not end
   * streams.
   */
  private List<JobEventEntry> after(EventCursor cursor) throws InterruptedException {
    try {
      return waiting.value(pages.after(cursor));
    } catch (ApiFailure e) {
      return List.of();
    }
  }

  private static byte[] frame(JobEventEntry entry) throws JsonProcessingException {
    String frame =
        "id: %s\nevent: %s\ndata: %s\n\n"
            .formatted(entry.next(), entry.type(), WireJson.json().writeValueAsString(entry));
    return frame.getBytes(StandardCharsets.UTF_8);
  }
}
