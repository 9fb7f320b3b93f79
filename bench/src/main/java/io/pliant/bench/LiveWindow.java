package io.pliant.bench;

import io.pliant.cli.cluster.ClusterRecord;
import io.pliant.cli.http.ApiRefusal;
import io.pliant.cli.http.Controllers;
import io.pliant.cli.http.Endpoint;
import io.pliant.cli.http.Request;
import io.pliant.cli.invocation.CommandFailure;
import io.pliant.cli.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A real job from 1 to 32 nodes and back, one node at a time (figure 5 of seed 000), on a running
 * cluster: each adaptation is split, by the times of its durable events, into offer, start of the
 * joining task's process, stop of the others, and window; the program says how long it moved data.
 */
public final class LiveWindow {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final long POLL_MILLIS = 100;
  private static final Pattern MOVED =
      Pattern.compile("(\\d+) -> (\\d+) tasks, data moved in ([0-9.]+) ms, steps took ([0-9.]+) ms(?:, world wired in ([0-9.]+) ms)?");

  private final Controllers controllers;
  private final ClusterRecord record;
  private final String job;
  private final List<Json> changes = new ArrayList<>();
  private final List<Spent> spent = new ArrayList<>();

  private LiveWindow(Controllers controllers, ClusterRecord record, String job) {
    this.controllers = controllers;
    this.record = record;
    this.job = "/v1/jobs/" + job;
  }

  /** Processor time of one adaptation, or since the beginning, in milliseconds. */
  private record Spent(double controllers, double agents, double machine) {
    Spent since(Spent before) {
      return new Spent(
          controllers - before.controllers, agents - before.agents, machine - before.machine);
    }
  }

  /**
   * One adaptation, in milliseconds.
   *
   * @param offer until the program had agreed
   * @param start until the joining tasks' processes stood ready
   * @param stop until all tasks stood in the window
   * @param turn one turn of the program's loop before, which each task finishes first
   * @param window until its end was durable, data included
   * @param data the moving of data at the first task
   * @param wired MPI's end and beginning at the first task, 0 without MPI; of a shrink it goes on
   *     after the durable end
   */
  private record Cost(
      double offer, double start, double stop, double turn, double window, double data, double wired) {
    double all() {
      return offer + start + stop + window;
    }

    double protocol() {
      return offer + Math.max(0, stop - turn) + Math.max(0, window - data - wired);
    }
  }

  /** Arguments: job, largest number of nodes, cycles, the job's output. */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    Path home = Path.of(System.getenv("PLIANT_HOME"));
    ClusterRecord record = ClusterRecord.parse(Files.readString(home.resolve("cluster.json")));
    List<Endpoint> endpoints =
        record.controllers().stream()
            .map(c -> (Endpoint) new Endpoint.Unix(Path.of(String.valueOf(c.socket()))))
            .toList();
    LiveWindow live =
        new LiveWindow(Controllers.of(endpoints, null, () -> true, _ -> {}), record, arguments[0]);
    int most = Integer.parseInt(arguments[1]);
    int cycles = Integer.parseInt(arguments[2]);
    live.cycle(most); // warms the cluster up, and is not counted
    int before = live.changes.size();
    for (int cycle = 0; cycle < cycles; cycle++) {
      live.cycle(most);
      System.err.printf("cycle %d of %d done%n", cycle + 1, cycles);
    }
    live.print(before, most, cycles, Files.readString(Path.of(arguments[3])));
  }

  private void cycle(int most) throws IOException, InterruptedException {
    for (int nodes = 2; nodes <= most; nodes++) {
      measured(nodes);
    }
    for (int nodes = most - 1; nodes >= 1; nodes--) {
      measured(nodes);
    }
  }

  private void measured(int nodes) throws IOException, InterruptedException {
    Spent before = spentSoFar();
    resize(nodes);
    spent.add(spentSoFar().since(before));
  }

  private Spent spentSoFar() throws IOException {
    return new Spent(
        ProcessorTime.of(record.controllers().stream().map(c -> c.pid()).toList()),
        ProcessorTime.of(record.nodes().stream().map(n -> n.pid()).toList()),
        ProcessorTime.ofMachine());
  }

  private void resize(int nodes) throws InterruptedException {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!ordered(nodes) && System.nanoTime() < end) {
      Thread.sleep(POLL_MILLIS); // the node that left is not free yet, or the job not started
    }
    int number = changes.size() + 1;
    while (System.nanoTime() < end) {
      for (Json change : controllers.json(Request.get(job + "/sizes")).list()) {
        if (change.get("number").number() == number) {
          if (change.get("size").number() != nodes) {
            throw new IllegalStateException(
                "Expected %d nodes, but: %s".formatted(nodes, change.text()));
          }
          changes.add(change);
          return;
        }
      }
      Thread.sleep(POLL_MILLIS);
    }
    throw new IllegalStateException("Expected %d nodes within %s.".formatted(nodes, PATIENCE));
  }

  private boolean ordered(int nodes) {
    try {
      String unused =
          controllers.text(Request.post(job + "/adapt", Json.write(Map.of("nodes", nodes))));
      return true;
    } catch (ApiRefusal | CommandFailure e) {
      return false; // asked again until the patience is over, which then says so
    }
  }

  private void print(int from, int most, int cycles, String output) {
    List<Double> moved = new ArrayList<>();
    List<Double> turns = new ArrayList<>();
    List<Double> wired = new ArrayList<>();
    for (Matcher line = MOVED.matcher(output); line.find(); ) {
      moved.add(Double.parseDouble(line.group(3)));
      turns.add(Double.parseDouble(line.group(4)));
      wired.add(line.group(5) == null ? 0 : Double.parseDouble(line.group(5)));
    }
    if (moved.size() < changes.size()) {
      throw new IllegalStateException(
          "Expected %d lines of resizes in the job's output, but got %d."
              .formatted(changes.size(), moved.size()));
    }
    Map<Integer, List<Cost>> up = new TreeMap<>();
    Map<Integer, List<Cost>> down = new TreeMap<>();
    for (int i = from; i < changes.size(); i++) {
      Json change = changes.get(i);
      boolean grows = change.get("kind").text().equals("EXPAND");
      (grows ? up : down)
          .computeIfAbsent((int) change.get("size").number(), n -> new ArrayList<>())
          .add(cost(change, turns.get(i), moved.get(i), wired.get(i)));
    }
    System.out.printf(
        "heat on 1 to %d nodes, median (largest) of %d cycles, milliseconds%n", most, cycles);
    System.out.println(
        "| | all | start of the process | protocol | offer | stop | of it: a turn | window | of it: data | MPI wired |");
    System.out.println("|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|");
    up.forEach((size, costs) -> print(size - 1 + " -> " + size, costs));
    down.forEach((size, costs) -> print(size + 1 + " -> " + size, costs));
    printSpent(from, most);
  }

  /** The processor time of the larger adaptations, of which the protocol has most. */
  private void printSpent(int from, int most) {
    Map<String, List<Spent>> large = new TreeMap<>();
    for (int i = from; i < changes.size(); i++) {
      if (changes.get(i).get("size").number() >= most * 3L / 4) {
        large
            .computeIfAbsent(changes.get(i).get("kind").text(), kind -> new ArrayList<>())
            .add(spent.get(i));
      }
    }
    System.out.printf(
        "processor time of an adaptation at %d or more nodes, means, milliseconds%n", most * 3 / 4);
    large.forEach((kind, all) -> {
      double controllers = all.stream().mapToDouble(Spent::controllers).average().orElse(0);
      double agents = all.stream().mapToDouble(Spent::agents).average().orElse(0);
      double machine = all.stream().mapToDouble(Spent::machine).average().orElse(0);
      System.out.printf(
          "%s (%d): controller %.1f, agent %.1f, all else %.1f%n",
          kind, all.size(), controllers, agents, machine - controllers - agents);
    });
  }

  private static Cost cost(Json change, double turn, double data, double wired) {
    Instant begun = Objects.requireNonNull(change.get("begun").instant());
    Instant agreed = change.get("agreed").instant();
    Instant armed = Objects.requireNonNull(change.get("armed").instant());
    Instant opened = Objects.requireNonNull(change.get("opened").instant());
    Instant ended = Objects.requireNonNull(change.get("ended").instant());
    Instant prepared = agreed == null ? begun : agreed;
    return new Cost(
        millis(begun, prepared),
        millis(prepared, armed),
        millis(armed, opened),
        turn,
        millis(opened, ended),
        data,
        wired);
  }

  private static double millis(Instant from, Instant to) {
    return Duration.between(from, to).toNanos() / 1e6;
  }

  private static void print(String name, List<Cost> costs) {
    System.out.printf(
        "| %s | %s | %s | %s | %s | %s | %s | %s | %s | %s |%n",
        name,
        text(costs, Cost::all),
        text(costs, Cost::start),
        text(costs, Cost::protocol),
        text(costs, Cost::offer),
        text(costs, Cost::stop),
        text(costs, Cost::turn),
        text(costs, Cost::window),
        text(costs, Cost::data),
        text(costs, Cost::wired));
  }

  private static String text(List<Cost> costs, ToDoubleFunction<Cost> part) {
    double[] sorted = costs.stream().mapToDouble(part).sorted().toArray();
    return "%.1f (%.1f)".formatted(sorted[sorted.length / 2], sorted[sorted.length - 1]);
  }
}
