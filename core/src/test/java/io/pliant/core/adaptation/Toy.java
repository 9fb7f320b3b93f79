package io.pliant.core.adaptation;

import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.core.resource.Slice;
import io.pliant.core.size.Terms;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.pcollections.TreePMap;

/**
 * A cluster in the small: one application by the real rules, and around it a ledger, a job, agents
 * and tasks that know no more than messages told them. Immutable and comparable, so that a search
 * can visit each state once.
 *
 * @param app the durable state
 * @param sights what the application's controller was told since its last crash
 * @param late how many deadlines have passed
 * @param ledger the partition's end
 * @param job the job's end
 * @param tasks how each task stands, by word
 * @param said answers given, by adaptation
 * @param wish the program's open request, or null
 * @param heard newest order that each node has taken, by node
 * @param order an order under way to each node
 * @param report a report under way from each node
 * @param start an order to start tasks under way to the job, or null
 * @param budget faults that may still happen
 */
record Toy(
    ApplicationState app,
    ProgramReports sights,
    int late,
    ToyLedger ledger,
    ToyJob job,
    TreePMap<String, TaskStanding> tasks,
    TreePMap<Integer, Answer> said,
    @Nullable Wish wish,
    TreePMap<NodeName, NodeOrder> heard,
    TreePMap<NodeName, NodeOrder> order,
    TreePMap<NodeName, AgentReport> report,
    ApplicationOrder.@Nullable StartTasks start,
    Budget budget) {
  static final JobId JOB = new JobId(7);
  static final Instant T0 = Instant.EPOCH;

  /** How often each kind of fault may still happen. */
  record Budget(int deaths, int crashes, int lates, int aborts, int withdrawals) {}

  static NodeName node(String name) {
    return new NodeName(name);
  }

  static Slice slice(String node) {
    return new Slice(node(node), 1, 0, 1);
  }

  /** A program that runs on these nodes, one task {@code t<node>} on each, others being free. */
  static Toy running(List<String> held, List<String> free, Terms terms, Budget budget) {
    List<Seat> seats = held.stream().map(n -> new Seat("t" + n, node(n))).toList();
    ApplicationState app =
        ApplicationState.unknown(JOB)
            .evolve(
                new ApplicationEvent.ApplicationEnlisted(
                    JOB, 1, new io.pliant.core.id.PartitionName("p"), terms, seats, "s", T0));
    ProgramReports sights = ProgramReports.none(1);
    TreePMap<String, TaskStanding> tasks = TreePMap.empty();
    TreePMap<String, SeatFate> fates = TreePMap.empty();
    for (Seat seat : seats) {
      TaskStanding task = TaskStanding.hello(seat.task(), "h:" + seat.node());
      tasks = tasks.plus(seat.task(), task);
      SeatFate fate = new SeatFate(seat, 0, SeatFate.Fate.ALIVE, "");
      fates = fates.plus(seat.task(), fate);
      sights =
          sights
              .with(List.of(fate))
              .with(
                  new AgentReport(
                      JOB,
                      1,
                      seat.node(),
                      List.of(task),
                      List.of(),
                      List.of(),
                      List.of(),
                      List.of()));
    }
    Toy toy =
        new Toy(
            app,
            sights,
            0,
            ToyLedger.of(
                held.stream().map(Toy::node).toList(), free.stream().map(Toy::node).toList()),
            new ToyJob(fates, 0, 0, 0, 0, false),
            tasks,
            TreePMap.empty(),
            null,
            TreePMap.empty(),
            TreePMap.empty(),
            TreePMap.empty(),
            null,
            budget);
    return toy.advanced();
  }

  Toy with(Terms terms) {
    return running(
        ledger.held().stream().map(NodeName::value).toList(),
        ledger.free().stream().map(NodeName::value).toList(),
        terms,
        budget);
  }

  Toy wanting(Kind kind, boolean mandatory, String... nodes) {
    List<Slice> slices = new ArrayList<>();
    for (String node : nodes) {
      slices.add(slice(node));
    }
    return with(ledger.begin(kind, slices, mandatory, null));
  }

  Toy wishing(Wish wished) {
    return new Toy(
        app, sights, late, ledger, job, tasks, said, wished, heard, order, report, start, budget);
  }

  Toy with(ToyLedger next) {
    return new Toy(
        app, sights, late, next, job, tasks, said, wish, heard, order, report, start, budget);
  }

  Toy with(ToyJob next) {
    return new Toy(
        app, sights, late, ledger, next, tasks, said, wish, heard, order, report, start, budget);
  }

  Toy with(TaskStanding task) {
    return new Toy(
        app,
        sights,
        late,
        ledger,
        job,
        tasks.plus(task.task(), task),
        said,
        wish,
        heard,
        order,
        report,
        start,
        budget);
  }

  Toy with(Answer answer) {
    return new Toy(
        app,
        sights,
        late,
        ledger,
        job,
        tasks,
        said.plus(answer.number(), answer),
        wish,
        heard,
        order,
        report,
        start,
        budget);
  }

  Toy with(Budget next) {
    return new Toy(
        app, sights, late, ledger, job, tasks, said, wish, heard, order, report, start, next);
  }

  Toy knowing(ProgramReports told) {
    return new Toy(
            app, told, late, ledger, job, tasks, said, wish, heard, order, report, start, budget)
        .advanced();
  }

  Toy later() {
    return new Toy(
            app, sights, late + 1, ledger, job, tasks, said, wish, heard, order, report, start,
            budget)
        .advanced();
  }

  Toy starting(ApplicationOrder.@Nullable StartTasks next) {
    return new Toy(
        app, sights, late, ledger, job, tasks, said, wish, heard, order, report, next, budget);
  }

  Toy sending(NodeName node, @Nullable NodeOrder next) {
    return new Toy(
        app,
        sights,
        late,
        ledger,
        job,
        tasks,
        said,
        wish,
        heard,
        next == null ? order.minus(node) : order.plus(node, next),
        report,
        start,
        budget);
  }

  Toy hearing(NodeName node, NodeOrder told) {
    NodeOrder known = heard.get(node);
    boolean newer = known == null || known.version() <= told.version();
    boolean answered =
        wish != null && told.replies().stream().anyMatch(r -> r.request().equals(wish.request()));
    return new Toy(
        app,
        sights,
        late,
        ledger,
        job,
        tasks,
        said,
        newer && answered ? null : wish,
        newer ? heard.plus(node, told) : heard,
        order,
        report,
        start,
        budget);
  }

  Toy reporting(NodeName node, @Nullable AgentReport next) {
    return new Toy(
        app,
        sights,
        late,
        ledger,
        job,
        tasks,
        said,
        wish,
        heard,
        order,
        next == null ? report.minus(node) : report.plus(node, next),
        start,
        budget);
  }

  Instant now() {
    return T0.plus(app.enlistedTerms().deadline().multipliedBy(late));
  }

  /** What the controller does at once with what it knows. */
  private Toy advanced() {
    ApplicationState next = app;
    for (ApplicationEvent event : ApplicationLifecycle.advance(app, sights, now())) {
      next = next.evolve(event);
    }
    return new Toy(
        next, sights, late, ledger, job, tasks, said, wish, heard, order, report, start, budget);
  }

  List<ApplicationOrder> owed() {
    return ApplicationOrders.owed(app, sights, NodeOrders.of(app, sights, null));
  }

  /** What the agent of a node would report now. */
  AgentReport standing(NodeName node) {
    NodeName leader =
        Objects.requireNonNull(job.fates().get(app.seats().getFirst().task())).seat().node();
    return new AgentReport(
        JOB,
        1,
        node,
        tasksOn(node),
        node.equals(leader) ? List.copyOf(said.values()) : List.of(),
        node.equals(leader) && wish != null ? List.of(wish) : List.of(),
        List.of(),
        List.of());
  }

  List<TaskStanding> tasksOn(NodeName node) {
    return tasks.values().stream()
        .filter(t -> Objects.requireNonNull(job.fates().get(t.task())).seat().node().equals(node))
        .toList();
  }

  TreeSet<NodeName> nodesWithTasks() {
    TreeSet<NodeName> nodes = new TreeSet<>();
    job.fates().values().forEach(f -> nodes.add(f.seat().node()));
    return nodes;
  }

  static Terms terms(Terms.OnOffer onOffer, Terms.OnShrinkTimeout timeout, Terms.Winner winner) {
    return new Terms(1, 8, onOffer, Duration.ofSeconds(10), timeout, winner);
  }
}
