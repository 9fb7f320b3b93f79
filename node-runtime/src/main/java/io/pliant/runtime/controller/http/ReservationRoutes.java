package io.pliant.runtime.controller.http;

import io.pliant.actors.api.ReservationGateway;
import io.pliant.api.ReservationEntry;
import io.pliant.api.ReserveChange;
import io.pliant.api.ReserveRequest;
import io.pliant.core.hostlist.Hostlist;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.reservation.Reservation;
import io.pliant.core.reservation.ReservationRequest;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Routes under {@code /v1/reservations}. */
final class ReservationRoutes {
  private static final int LONGEST_NODES = 100_000;
  private static final int LONGEST_USER = 256;
  private static final String MAINTENANCE = "maintenance";
  private static final String IGNORE_JOBS = "ignore-jobs";
  private static final String CHANGE = "change reservations";

  private final ReservationGateway reservations;
  private final Waiting waiting;
  private final Privacy privacy;
  private final InstantSource clock;

  ReservationRoutes(
      ReservationGateway reservations, Waiting waiting, Privacy privacy, InstantSource clock) {
    this.reservations = reservations;
    this.waiting = waiting;
    this.privacy = privacy;
    this.clock = clock;
  }

  List<Route> routes() {
    return List.of(
        Route.get("/v1/reservations", call -> Reply.ok(waiting.value(reservations.list()))),
        Route.post("/v1/reservations", this::make),
        Route.post("/v1/reservations/{partition}/{reservation}", this::change),
        new Route(
            "DELETE",
            "/v1/reservations/{partition}/{reservation}",
            Route.Access.USER,
            Set.of(),
            this::delete));
  }

  private Reply make(Call call) throws InterruptedException {
    privacy.requireOperator(call.caller(), CHANGE);
    ReserveRequest asked = call.body(ReserveRequest.class);
    PartitionName partition = Call.parsed("partition", asked.partition(), PartitionName::new);
    ReservationRequest wanted = wanted(asked, null);
    return Reply.created(waiting.answer(reservations.make(partition, wanted, call.caller())));
  }

  /** What is not said stays; whoever changes it in between has this refused. */
  private Reply change(Call call) throws InterruptedException {
    privacy.requireOperator(call.caller(), CHANGE);
    ReserveChange change = call.body(ReserveChange.class);
    PartitionName partition =
        Call.parsed("partition", call.variable("partition"), PartitionName::new);
    String name = call.variable("reservation");
    ReservationEntry known =
        waiting.value(reservations.list()).stream()
            .filter(each -> each.partition().equals(partition) && each.name().equals(name))
            .findFirst()
            .orElseThrow(() ->
                new ApiFailure(
                    404,
                    "NOT_FOUND",
                    "Partition %s has no reservation '%.80s'.".formatted(partition, name)));
    ReservationRequest wanted = wanted(change.of(known), known.reservation());
    return Reply.ok(waiting.answer(reservations.make(partition, wanted, call.caller())));
  }

  private ReservationRequest wanted(ReserveRequest asked, @Nullable Reservation replaces) {
    String list = asked.nodeList();
    List<NodeName> nodes =
        list == null
            ? null
            : Call.parsed("nodeList", bounded(list, LONGEST_NODES), Hostlist::expand);
    List<String> users = asked.users() == null ? List.of() : asked.users();
    users.forEach(user -> bounded(user, LONGEST_USER));
    if (asked.accounts() != null) {
      asked.accounts().forEach(account -> bounded(account, LONGEST_USER));
    }
    List<String> flags = asked.flags() == null ? List.of() : asked.flags();
    for (String flag : flags) {
      if (!flag.equals(MAINTENANCE) && !flag.equals(IGNORE_JOBS)) {
        throw ApiFailure.invalid(
            "Expected the flags %s and %s, but got '%.80s'."
                .formatted(MAINTENANCE, IGNORE_JOBS, flag));
      }
    }
    int count = asked.nodes() == null ? 0 : asked.nodes();
    Instant start = asked.start() == null ? clock.instant() : asked.start();
    try {
      ReservationRequest wanted =
          new ReservationRequest(
              asked.name(),
              start,
              asked.end(),
              nodes,
              count,
              users,
              flags.contains(MAINTENANCE),
              flags.contains(IGNORE_JOBS),
              asked.accounts(),
              replaces);
      Reservation example = wanted.on(nodes == null ? List.of(new NodeName("any")) : nodes);
      if (count > Reservation.MOST_NODES) {
        throw ApiFailure.invalid(
            "Expected at most %d nodes in reservation %s, but got %d."
                .formatted(Reservation.MOST_NODES, example.name(), count));
      }
      return wanted;
    } catch (IllegalArgumentException e) {
      throw ApiFailure.invalid(String.valueOf(e.getMessage()));
    }
  }

  private static String bounded(String text, int most) {
    if (text.isBlank() || text.length() > most) {
      throw ApiFailure.invalid(
          "Expected 1 to %d characters, but got %d.".formatted(most, text.length()));
    }
    return text;
  }

  private Reply delete(Call call) throws InterruptedException {
    privacy.requireOperator(call.caller(), CHANGE);
    call.expectNoBody();
    PartitionName partition =
        Call.parsed("partition", call.variable("partition"), PartitionName::new);
    String name = call.variable("reservation");
    return Reply.ok(waiting.answer(reservations.delete(partition, name, call.caller())));
  }
}
