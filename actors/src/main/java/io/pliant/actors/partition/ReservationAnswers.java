package io.pliant.actors.partition;

import io.pliant.actors.protocol.PartitionAnswer;
import io.pliant.actors.protocol.PartitionCommand;
import io.pliant.api.ReservationEntry;
import io.pliant.core.id.Refusal;
import io.pliant.core.partition.PartitionReply;
import io.pliant.core.partition.PartitionState;
import io.pliant.core.reservation.Reservation;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;

/** How a partition answers about its reservations. */
final class ReservationAnswers {
  private ReservationAnswers() {}

  static void made(
      PartitionCommand.Reserve command, PartitionReply reply, PartitionState state, Instant now) {
    Reservation made = state.reservations().get(command.wanted().name());
    PartitionAnswer answer;
    if (reply instanceof PartitionReply.Refused(Refusal refusal)) {
      answer = new PartitionAnswer.Refused(refusal);
    } else if (made == null) {
      answer =
          new PartitionAnswer.Refused(
              Refusal.conflict(
                  "Reservation %s was made, and deleted at once."
                      .formatted(command.wanted().name())));
    } else {
      answer = new PartitionAnswer.OneReservation(ReservationEntry.of(state.name(), made, now));
    }
    command.replyTo().tell(answer);
  }

  static void deleted(PartitionCommand.DeleteReservation command, PartitionReply reply) {
    command
        .replyTo()
        .tell(
            reply instanceof PartitionReply.Refused(Refusal refusal)
                ? new PartitionAnswer.Refused(refusal)
                : new PartitionAnswer.ReservationGone(command.reservation()));
  }

  /** Those that are not over, by name. */
  static PartitionAnswer page(
      PartitionState state, PartitionCommand.GetReservations query, Instant now) {
    List<ReservationEntry> entries = new ArrayList<>();
    PageBudget page = new PageBudget(query.limit());
    SortedMap<String, Reservation> from =
        query.after() == null
            ? state.reservations()
            : state.reservations().tailMap(query.after(), false);
    for (Reservation each : from.values()) {
      ReservationEntry entry = ReservationEntry.of(state.name(), each, now);
      if (each.end().isAfter(now)) {
        if (!page.takes(entry)) {
          return new PartitionAnswer.ReservationPage(entries, entries.getLast().name());
        }
        entries.add(entry);
      }
    }
    return new PartitionAnswer.ReservationPage(entries, null);
  }
}
