package io.pliant.core.adaptation;

import io.pliant.core.resource.Slice;
import java.util.List;
import org.pcollections.TreePMap;

/**
 * The job's end: which tasks it ordered and how they are.
 *
 * @param fates by word; a task is here before it runs
 * @param seen newest version of the ledger that it was told
 * @param tentative number in the ledger of the expansion that it knew of then, 0 for none
 * @param started newest number in the ledger for which it started joining tasks
 * @param vacated number of the newest loss whose vacant nodes it has taken up
 * @param over the attempt is over
 */
record ToyJob(
    TreePMap<String, SeatFate> fates,
    int seen,
    long tentative,
    long started,
    int vacated,
    boolean over) {
  ToyJob ended(String task, SeatFate.Fate how) {
    SeatFate fate = fates.get(task);
    return fate == null || fate.fate() != SeatFate.Fate.ALIVE
        ? this
        : new ToyJob(
            fates.plus(task, new SeatFate(fate.seat(), fate.number(), how, "gone")),
            seen,
            tentative,
            started,
            vacated,
            over);
  }

  ToyJob seeing(ToyLedger ledger) {
    Resize active = ledger.active();
    long held = active != null && active.kind().adds() ? active.ledger() : 0;
    return new ToyJob(fates, ledger.version(), held, started, vacated, over);
  }

  ToyJob vacating(Vacancy vacancy) {
    return new ToyJob(fates, seen, tentative, started, vacancy.number(), over);
  }

  ToyJob ending() {
    ToyJob next = this;
    for (String task : List.copyOf(fates.keySet())) {
      next = next.ended(task, SeatFate.Fate.LOST);
    }
    return new ToyJob(next.fates, seen, tentative, started, vacated, true);
  }

  boolean alive(String task) {
    SeatFate fate = fates.get(task);
    return fate != null && fate.fate() == SeatFate.Fate.ALIVE;
  }

  ToyJob starting(ApplicationOrder.StartTasks order) {
    TreePMap<String, SeatFate> more = fates;
    for (Slice slice : order.slices()) {
      Seat seat = new Seat("t" + slice.node() + "." + order.number(), slice.node());
      more = more.plus(seat.task(), new SeatFate(seat, order.number(), SeatFate.Fate.ALIVE, ""));
    }
    return new ToyJob(more, seen, tentative, order.ledger(), vacated, over);
  }
}
