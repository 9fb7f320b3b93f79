package io.pliant.core.energy;

import io.pliant.core.id.AttemptId;
import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A made-up small cluster: jobs start, change size and end on shared nodes, meters count with gaps,
 * agents tell it again and again over a line that loses, doubles and delays, and the partition dies
 * now and then with all that is not durable. It keeps its own notes of who held what, and of what
 * meters counted.
 */
final class MeteredCluster {
  static final int CPUS = 4;
  private static final List<String> GPUS = List.of("0", "1", "2");
  static final long SECOND = 1_000_000;
  final List<NodeName> nodes = new ArrayList<>();
  final List<EnergySpan> measured = new ArrayList<>();
  final List<Held> notes = new ArrayList<>();
  final TreeMap<JobId, JobEnergy> accounts = new TreeMap<>();
  EnergyBook book = EnergyBook.EMPTY;
  long now = 1_000_000_000L * SECOND;
  final MeteredSteps steps;
  private final Random random;
  private final EnergyTally tally;
  private final Map<NodeName, List<EnergySpan>> owed = new HashMap<>();
  private final Map<NodeName, Long> meters = new HashMap<>();
  private final List<Delayed> line = new ArrayList<>();
  private final TreeMap<JobId, List<Held>> running = new TreeMap<>();
  private long nextJob = 1;
  private boolean mortal = true;

  /** One cpu or more of a node, held. */
  static final class Held {
    final JobId job;
    final NodeName node;
    final int cpus;
    final List<String> gpus;
    final long from;
    long to = Long.MAX_VALUE;

    Held(JobId job, NodeName node, int cpus, List<String> gpus, long from) {
      this.job = job;
      this.node = node;
      this.cpus = cpus;
      this.gpus = gpus;
      this.from = from;
    }
  }

  private record Delayed(NodeName node, PowerReport report) {}

  /**
   * @param warm true when all meters are known before the first job comes
   */
  MeteredCluster(long seed, EnergyTally.Rule rule, boolean warm) {
    this.random = new Random(seed);
    this.steps = new MeteredSteps(seed + 1, seed % 3 == 0);
    this.tally = new EnergyTally(rule);
    int count = 1 + random.nextInt(4);
    for (int i = 0; i < count; i++) {
      NodeName node = new NodeName("n" + i);
      nodes.add(node);
      owed.put(node, new ArrayList<>());
      meters.put(node, now);
    }
    while (warm && book.nodes().size() < count) {
      now += SECOND;
      nodes.forEach(this::measure);
      nodes.forEach(node -> tell(node, false));
      deliver();
      write(tally.due(book));
    }
  }

  /** Some time passes, and something happens. */
  void step() {
    now += 1 + random.nextInt(3_000_000);
    nodes.forEach(this::measure);
    switch (random.nextInt(10)) {
      case 0, 1 -> start();
      case 2, 3 -> resize();
      case 4 -> end();
      case 5 -> die();
      default -> {}
    }
    running.forEach((job, held) -> held.forEach(each -> steps.happens(job, each.node, now)));
    nodes.forEach(node -> tell(node, random.nextInt(4) == 0));
    deliver();
    write(tally.due(book));
    if (random.nextInt(8) == 0) {
      write(tally.forgotten(book, now));
    }
  }

  /** From now on nothing dies and every write succeeds. */
  MeteredCluster withoutDeaths() {
    mortal = false;
    return this;
  }

  /** All jobs end, and all that is owed is told. */
  void finish() {
    while (!running.isEmpty()) {
      end();
    }
    now += 20 * SECOND;
    nodes.forEach(this::measure);
    line.clear();
    for (int i = 0; i < 200; i++) {
      nodes.forEach(node -> tell(node, false));
      deliver();
      write(tally.due(book));
    }
  }

  private void measure(NodeName node) {
    long at = meters.getOrDefault(node, now);
    if (random.nextInt(12) == 0) {
      at += random.nextInt(5_000_000); // the meter was not there
    }
    while (at + SECOND <= now) {
      long to = at + SECOND / 2 + random.nextInt((int) SECOND / 2);
      long energy =
          random.nextInt(20) == 0 ? random.nextInt(5) : 70_000_000L + random.nextInt(200_000_000);
      EnergySpan span = new EnergySpan(node, at, to, energy, random.nextInt(9) == 0, gpus(energy));
      measured.add(span);
      owed.computeIfAbsent(node, _ -> new ArrayList<>()).add(span);
      at = to;
    }
    meters.put(node, at);
  }

  /**
   * A part of a node's energy for each GPU, up to all of it; now and then they are not told apart.
   */
  private @Nullable TreeMap<String, Long> gpus(long energy) {
    if (random.nextInt(4) == 0) {
      return null;
    }
    TreeMap<String, Long> parts = new TreeMap<>();
    long left = energy;
    for (String gpu : GPUS) {
      long part = random.nextInt(5) == 0 ? left : (long) (random.nextDouble() * left);
      parts.put(gpu, part);
      left -= part;
    }
    return parts;
  }

  private void tell(NodeName node, boolean lost) {
    List<EnergySpan> spans = owed.getOrDefault(node, List.of());
    if (spans.isEmpty() || lost) {
      return;
    }
    List<EnergySpan> first = spans.subList(0, Math.min(spans.size(), PowerReport.MOST_SPANS));
    Delayed report = new Delayed(node, report(node, first));
    line.add(report);
    if (random.nextInt(3) == 0) {
      line.add(report);
    }
  }

  private PowerReport report(NodeName node, List<EnergySpan> spans) {
    return new PowerReport("rapl", spans, spans.getLast(), steps.during(node, spans));
  }

  /** In any order; a part stays on its way. */
  private void deliver() {
    List<Delayed> late = new ArrayList<>();
    while (!line.isEmpty()) {
      Delayed next = line.remove(random.nextInt(line.size()));
      if (random.nextInt(6) == 0) {
        late.add(next);
      } else {
        tally.take(book, next.node(), next.report(), now);
      }
    }
    line.addAll(late);
  }

  private void write(@Nullable CountedEnergy part) {
    if (part == null) {
      return;
    }
    if (mortal && random.nextInt(10) == 0) {
      tally.reset(); // the write failed
      return;
    }
    if (!part.nodes().stream().allMatch(book::isNext)) {
      throw new AssertionError("does not follow on what is durable: " + part);
    }
    book = EnergySnapshot.of(book.counted(part.nodes())).toBook();
    for (Share share : part.shares()) {
      accounts.merge(
          share.interval().job(), JobEnergy.NONE.plus(share), (before, _) -> before.plus(share));
    }
    for (StepShare share : part.steps()) {
      accounts.computeIfPresent(share.step().job(), (_, account) -> account.plus(share));
    }
    for (NodeCount count : part.nodes()) {
      if (random.nextInt(4) > 0) {
        long until = count.until();
        owed.getOrDefault(count.node(), List.of()).removeIf(span -> span.to() <= until);
      }
    }
  }

  private void die() {
    if (!mortal) {
      return;
    }
    tally.reset();
    book = EnergySnapshot.of(book).toBook();
    line.clear();
  }

  private int free(NodeName node) {
    return CPUS
        - running.values().stream()
            .flatMap(List::stream)
            .filter(held -> held.node.equals(node))
            .mapToInt(held -> held.cpus)
            .sum();
  }

  private void start() {
    List<NodeName> room = nodes.stream().filter(node -> free(node) > 0).toList();
    if (room.isEmpty()) {
      return;
    }
    JobId job = new JobId(nextJob++);
    List<NodeName> mine = room.subList(0, 1 + random.nextInt(room.size()));
    running.put(job, new ArrayList<>());
    book = book.sized(tenant(job), mine.size(), now);
    mine.forEach(node -> hold(job, node, 1 + random.nextInt(free(node))));
  }

  private void hold(JobId job, NodeName node, int cpus) {
    List<String> gpus = new ArrayList<>(GPUS);
    running.values().stream()
        .flatMap(List::stream)
        .filter(held -> held.node.equals(node))
        .forEach(held -> gpus.removeAll(held.gpus));
    Held held = new Held(job, node, cpus, gpus.subList(0, random.nextInt(gpus.size() + 1)), now);
    notes.add(held);
    running.getOrDefault(job, List.of()).add(held);
    book = book.holds(node, tenant(job), cpus, held.gpus, now);
    steps.held(job, node, now);
  }

  private void resize() {
    if (running.isEmpty()) {
      return;
    }
    JobId job = List.copyOf(running.keySet()).get(random.nextInt(running.size()));
    List<Held> mine = running.getOrDefault(job, List.of());
    List<NodeName> room =
        nodes.stream()
            .filter(node -> free(node) > 0)
            .filter(node -> mine.stream().noneMatch(held -> held.node.equals(node)))
            .toList();
    if (random.nextBoolean() && !room.isEmpty()) {
      book = book.sized(tenant(job), mine.size() + 1, now);
      hold(job, room.getFirst(), 1 + random.nextInt(free(room.getFirst())));
    } else if (mine.size() > 1) {
      book = book.sized(tenant(job), mine.size() - 1, now);
      leave(mine.removeLast());
    }
  }

  private void leave(Held held) {
    held.to = now;
    steps.left(held.job, held.node, now);
    book = book.leaves(held.node, tenant(held.job), now);
  }

  private void end() {
    if (running.isEmpty()) {
      return;
    }
    JobId job = List.copyOf(running.keySet()).get(random.nextInt(running.size()));
    book = book.over(tenant(job), now);
    running.getOrDefault(job, List.of()).forEach(this::leave);
    running.remove(job);
  }

  static AttemptId tenant(JobId job) {
    return new AttemptId(job, 1);
  }

  /** What a job should have had of a span: its GPUs' part, and its part of the cpus held. */
  double share(EnergySpan span, JobId job) {
    return share(span, job, span.from(), span.to());
  }

  /** The same of a time within the span. */
  double share(EnergySpan span, JobId job, long begin, long end) {
    List<Long> edges = new ArrayList<>(List.of(begin, end));
    List<Held> here = notes.stream().filter(held -> held.node.equals(span.node())).toList();
    here.forEach(held -> edges.addAll(List.of(held.from, held.to)));
    edges.removeIf(edge -> edge < begin || edge > end);
    edges.sort(Comparator.naturalOrder());
    double sum = 0;
    for (int i = 1; i < edges.size(); i++) {
      long at = edges.get(i - 1);
      List<Held> holders = here.stream().filter(held -> held.from <= at && at < held.to).toList();
      int all = holders.stream().mapToInt(held -> held.cpus).sum();
      int own =
          holders.stream().filter(held -> held.job.equals(job)).mapToInt(held -> held.cpus).sum();
      if (own > 0) {
        long length = edges.get(i) - at;
        TreeMap<String, Long> gpus =
            new TreeMap<>(span.gpus() == null ? Map.<String, Long>of() : span.gpus());
        long ofGpus = gpus.values().stream().mapToLong(Long::longValue).sum();
        double spanLength = span.to() - span.from();
        sum += (span.microjoules() - ofGpus) / spanLength * length * own / all;
        for (Held held : holders) {
          for (String gpu : held.job.equals(job) ? held.gpus : List.<String>of()) {
            sum += gpus.getOrDefault(gpu, 0L) / spanLength * length;
          }
        }
      }
    }
    return sum;
  }
}
