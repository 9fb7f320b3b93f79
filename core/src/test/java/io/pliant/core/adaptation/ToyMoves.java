package io.pliant.core.adaptation;

import io.pliant.core.id.NodeName;
import io.pliant.core.resource.Slice;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** All that can happen next in a toy cluster. */
final class ToyMoves {
  private final Toy from;
  private final List<Move> moves = new ArrayList<>();

  /**
   * One thing that happens.
   *
   * @param fair whether a fault-free run would do it sooner or later
   */
  record Move(String name, boolean fair, Toy to) {}

  private ToyMoves(Toy from) {
    this.from = from;
  }

  static List<Move> of(Toy toy) {
    ToyMoves moves = new ToyMoves(toy);
    moves.partition();
    moves.job();
    moves.nodes();
    moves.tasks();
    moves.faults();
    return moves.moves;
  }

  private void add(String name, boolean fair, Toy to) {
    if (!to.equals(from)) {
      moves.add(new Move(name, fair, to));
    }
  }

  private void partition() {
    Resize active = from.ledger().active();
    if (active != null && !from.job().over()) {
      add("partition asks", true, from.knowing(from.sights().with(active)));
      Toy.Budget left = from.budget();
      if (left.withdrawals() > 0) {
        add(
            "partition withdraws",
            false,
            from.with(spent(0, 0, 0, 0, 1)).knowing(from.sights().withdrawing(active.ledger())));
      }
    }
    for (ApplicationOrder order : from.owed()) {
      switch (order) {
        case ApplicationOrder.CloseResize(LedgerEnd end) ->
            add("ledger closes", true, from.with(from.ledger().close(end)));
        case ApplicationOrder.AskPartition(Wish wish) -> asked(wish);
        default -> {}
      }
    }
  }

  private void asked(Wish wish) {
    ToyLedger ledger = from.ledger();
    if (ledger.active() != null || !ledger.leaving().isEmpty()) {
      return;
    }
    List<NodeName> pool =
        wish.kind() == Kind.GROW ? ledger.free() : ledger.held().subList(1, ledger.held().size());
    if (pool.size() < wish.nodes()) {
      add("request denied", true, from.knowing(from.sights().denied(wish.request(), "no nodes")));
      return;
    }
    List<Slice> slices =
        pool.subList(pool.size() - wish.nodes(), pool.size()).stream()
            .map(n -> Toy.slice(n.value()))
            .toList();
    add(
        "request granted",
        true,
        from.with(ledger.begin(wish.kind(), slices, false, wish.request())));
  }

  private void job() {
    ToyJob job = from.job();
    ToyLedger ledger = from.ledger();
    add("job sees the ledger", true, from.with(job.seeing(ledger)));
    add(
        "job tells fates",
        true,
        from.knowing(from.sights().with(List.copyOf(job.fates().values()))));
    if (job.seen() == ledger.version()) {
      for (NodeName node : ledger.leaving()) {
        letGo(node, ledger.forced().contains(node));
      }
    }
    for (ApplicationOrder order : from.owed()) {
      switch (order) {
        case ApplicationOrder.StartTasks start ->
            add("start under way", true, from.starting(start));
        case ApplicationOrder.LeaveNodes(List<Vacancy> vacancies) -> leave(vacancies);
        case ApplicationOrder.GiveUp _ -> giveUp();
        default -> {}
      }
    }
    ApplicationOrder.StartTasks start = from.start();
    if (start != null
        && !job.over()
        && job.started() < start.ledger()
        && job.tentative() == start.ledger()) {
      add("job starts tasks", true, from.with(job.starting(start)).starting(null));
    }
    if (job.over() && !from.sights().over()) {
      add("job tells that it is over", true, from.knowing(from.sights().nowOver()));
    }
  }

  private void letGo(NodeName node, boolean forced) {
    for (SeatFate fate : from.job().fates().values()) {
      boolean alive = fate.fate() == SeatFate.Fate.ALIVE;
      if (fate.seat().node().equals(node) && alive) {
        if (forced) {
          String task = fate.seat().task();
          add("task ended", true, from.with(from.job().ended(task, SeatFate.Fate.LOST)));
        }
        return;
      }
    }
    add("node let go", true, from.with(from.ledger().release(node)));
  }

  private void leave(List<Vacancy> vacancies) {
    for (Vacancy vacancy : vacancies) {
      if (vacancy.number() > from.job().vacated()) {
        ToyLedger ledger = from.ledger();
        for (NodeName node : vacancy.nodes()) {
          boolean empty =
              from.job().fates().values().stream()
                  .noneMatch(f -> f.seat().node().equals(node) && f.fate() == SeatFate.Fate.ALIVE);
          if (empty && ledger.held().contains(node) && !node.equals(Toy.node("a"))) {
            ledger = ledger.release(node);
          }
        }
        add("vacant nodes let go", true, from.with(from.job().vacating(vacancy)).with(ledger));
        return;
      }
    }
  }

  private void giveUp() {
    if (from.job().over()) {
      return;
    }
    ToyLedger ledger = from.ledger();
    List<NodeName> all = new ArrayList<>(new TreeSet<>(ledger.held()));
    all.addAll(ledger.leaving());
    all.addAll(ledger.free());
    if (ledger.active() != null && ledger.active().kind().adds()) {
      all.addAll(ledger.active().nodes());
    }
    ToyLedger empty =
        new ToyLedger(
            List.of(),
            all.stream().sorted().toList(),
            List.of(),
            List.of(),
            null,
            ledger.begun(),
            ledger.version() + 1);
    add("attempt ends", true, from.with(from.job().ending()).with(empty));
  }

  private void nodes() {
    for (ApplicationOrder order : from.owed()) {
      if (order instanceof ApplicationOrder.TellNode(NodeName node, NodeOrder told)) {
        add("order to " + node, true, from.sending(node, told));
      }
    }
    for (NodeName node : from.nodesWithTasks()) {
      NodeOrder told = from.order().get(node);
      if (told != null) {
        add("order at " + node, true, from.hearing(node, told));
      }
      add("report of " + node, true, from.reporting(node, from.standing(node)));
      AgentReport report = from.report().get(node);
      if (report != null) {
        add("report of " + node + " taken", true, from.knowing(from.sights().with(report)));
      }
    }
  }

  private void tasks() {
    for (SeatFate fate : from.job().fates().values()) {
      if (fate.fate() == SeatFate.Fate.ALIVE) {
        NodeOrder heard = from.heard().get(fate.seat().node());
        TaskStanding task = from.tasks().get(fate.seat().task());
        if (task == null) {
          add(
              fate.seat().task() + " ready",
              true,
              from.with(
                  TaskStanding.hello(fate.seat().task(), "h:" + fate.seat().node()).nowReady()));
        } else if (heard != null) {
          hears(fate, task, heard);
        }
      }
    }
  }

  private void hears(SeatFate fate, TaskStanding task, NodeOrder heard) {
    NodeOrder.Offer offer = heard.offer();
    if (offer != null
        && offer.task().equals(task.task())
        && !from.said().containsKey(offer.number())) {
      answer(offer);
    }
    boolean over = false;
    for (NodeOrder.Outcome outcome : heard.outcomes()) {
      boolean mine = outcome.tasks().contains(task.task()) || fate.number() == outcome.number();
      boolean joins = fate.number() == outcome.number();
      boolean committed = outcome.result().equals("committed");
      boolean leaves = !from.app().world().stream().anyMatch(m -> m.task().equals(task.task()));
      over |= mine && (joins ? !committed : committed && leaves);
    }
    if (over) {
      add(
          task.task() + " leaves",
          true,
          from.with(from.job().ended(task.task(), SeatFate.Fate.ENDED_WELL)));
      return;
    }
    adapts(task, heard.adapt());
  }

  private void answer(NodeOrder.Offer offer) {
    int n = offer.number();
    add("accept", true, from.with(new Answer(n, Answer.Verdict.ACCEPT, 0, "")));
    add("refuse", false, from.with(new Answer(n, Answer.Verdict.REFUSE, 0, "no")));
    add("counter", false, from.with(new Answer(n, Answer.Verdict.COUNTER, 3, "")));
    if (offer.nodes() > 1) {
      add("part", false, from.with(new Answer(n, Answer.Verdict.PART, 1, "")));
    }
  }

  private void adapts(TaskStanding task, NodeOrder.@Nullable Adapt adapt) {
    if (adapt == null || adapt.lost().contains(task.task())) {
      return;
    }
    boolean concerned =
        adapt.old().stream().anyMatch(m -> m.task().equals(task.task()))
            || adapt.joining().stream().anyMatch(m -> m.task().equals(task.task()));
    int n = adapt.number();
    if (concerned && task.entered() < n) {
      add(task.task() + " enters", true, from.with(task.nowEntered(n, 1)));
    } else if (concerned && adapt.window() && task.committed() < n && task.aborted() < n) {
      add(task.task() + " commits", true, from.with(task.nowCommitted(n)));
      if (from.budget().aborts() > 0) {
        Toy poorer = from.with(spent(0, 0, 0, 1, 0));
        add(task.task() + " aborts", false, poorer.with(task.nowAborted(n, "it failed")));
      }
    }
  }

  private void faults() {
    Toy.Budget left = from.budget();
    if (left.crashes() > 0) {
      add(
          "controller crashes",
          false,
          from.with(spent(0, 1, 0, 0, 0)).knowing(ProgramReports.none(1)));
    }
    if (left.lates() > 0 && from.app().current() != null) {
      add("deadline", false, from.with(spent(0, 0, 1, 0, 0)).later());
    }
    if (left.deaths() > 0) {
      for (String task : from.job().fates().keySet()) {
        SeatFate fate = Objects.requireNonNull(from.job().fates().get(task));
        if (fate.fate() == SeatFate.Fate.ALIVE) {
          Toy poorer = from.with(spent(1, 0, 0, 0, 0));
          add(task + " dies", false, poorer.with(poorer.job().ended(task, SeatFate.Fate.LOST)));
        }
      }
    }
  }

  private Toy.Budget spent(int deaths, int crashes, int lates, int aborts, int withdrawals) {
    Toy.Budget left = from.budget();
    return new Toy.Budget(
        left.deaths() - deaths,
        left.crashes() - crashes,
        left.lates() - lates,
        left.aborts() - aborts,
        left.withdrawals() - withdrawals);
  }
}
