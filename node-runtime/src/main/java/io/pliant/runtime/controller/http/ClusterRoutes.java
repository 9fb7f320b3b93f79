package io.pliant.runtime.controller.http;

import io.pliant.actors.api.ClusterGateway;
import io.pliant.actors.api.HistoryQuery;
import io.pliant.api.ControllerStatus;
import io.pliant.api.PartitionEntry;
import io.pliant.core.accounting.HistoryFilter;
import io.pliant.core.id.JobId;
import io.pliant.core.id.JobStatus;
import io.pliant.core.id.PartitionName;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Routes about the cluster as a whole: health, status, partitions, accounting and the API's own
 * file.
 */
final class ClusterRoutes {
  private static final int MOST_HISTORY = 10_000;

  private final ClusterGateway gateway;
  private final Waiting waiting;
  private final Set<PartitionName> partitions;
  private final byte[] openApi = openApi();

  /**
   * @param partitions the configured ones: ready means that all of them answer
   */
  ClusterRoutes(ClusterGateway gateway, Waiting waiting, Set<PartitionName> partitions) {
    this.gateway = gateway;
    this.waiting = waiting;
    this.partitions = partitions;
  }

  List<Route> routes() {
    return List.of(
        Route.get("/v1/partitions", call -> Reply.ok(waiting.value(gateway.partitions()))),
        Route.get(
            "/v1/history",
            this::history,
            "user",
            "state",
            "since",
            "until",
            "limit",
            "job",
            "name",
            "partition",
            "account",
            "before"),
        Route.open("/v1/status", call -> Reply.ok(waiting.value(gateway.status()))),
        Route.open("/v1/openapi.json", call -> new Reply.Raw(openApi)),
        Route.open("/livez", call -> Reply.ok(Map.of("live", true))),
        Route.open("/readyz", call -> health()),
        Route.open("/healthz", call -> health()));
  }

  private Reply history(Call call) throws InterruptedException {
    HistoryQuery query =
        new HistoryQuery(
            new HistoryFilter(
                new TreeSet<>(call.queries("job", JobId::parse)),
                states(call),
                words(call, "user"),
                words(call, "name"),
                words(call, "partition"),
                words(call, "account"),
                call.instant("since"),
                call.instant("until")),
            (int) call.number("limit", 1000, 1, MOST_HISTORY),
            call.query("before", JobId::parse));
    return Reply.ok(waiting.answer(gateway.history(query)));
  }

  private static Set<String> words(Call call, String name) {
    return new TreeSet<>(call.queries(name, word -> word));
  }

  private static Set<JobStatus> states(Call call) {
    Set<JobStatus> states = EnumSet.noneOf(JobStatus.class);
    states.addAll(call.queries("state", JobRoutes::status));
    return states;
  }

  private Reply health() throws InterruptedException {
    Map<String, Object> body = new TreeMap<>();
    boolean ready = false;
    try {
      ControllerStatus status = waiting.value(gateway.status());
      body.put("member", status.ready());
      ready = status.ready();
      if (ready) {
        Set<PartitionName> silent = new TreeSet<>(partitions);
        silent.removeAll(
            waiting.value(gateway.partitions()).stream()
                .map(PartitionEntry::partition)
                .collect(Collectors.toSet()));
        body.put("silentPartitions", silent);
        ready = silent.isEmpty();
      }
    } catch (ApiFailure e) {
      body.put("message", e.text());
      ready = false;
    }
    body.put("live", true);
    body.put("ready", ready);
    return new Reply.Json(ready ? 200 : 503, body);
  }

  private static byte[] openApi() {
    try (InputStream in = ClusterRoutes.class.getResourceAsStream("openapi.json")) {
      if (in == null) {
        throw new IllegalStateException("Expected openapi.json in the program, but it is missing.");
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
