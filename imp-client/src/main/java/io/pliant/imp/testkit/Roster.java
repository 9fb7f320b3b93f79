package io.pliant.imp.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** The job's tasks: who was first, who computes now, and who can be had. */
final class Roster {
  private final int tasksPerNode;
  private final Consumer<Seat> starter;
  private List<Seat> first = List.of();
  private List<Seat> world = List.of();
  private int nodesMade;
  private int tasksMade;
  private int startsToFail;

  /**
   * Nobody yet.
   *
   * @param starter starts the task of a seat
   */
  Roster(int tasksPerNode, Consumer<Seat> starter) {
    this.tasksPerNode = tasksPerNode;
    this.starter = starter;
  }

  void startJob(int nodes) {
    first = newSeats(nodes, false);
    world = first;
    first.forEach(starter);
  }

  List<Seat> first() {
    return first;
  }

  List<Seat> world() {
    return world;
  }

  void replaceWorld(List<Seat> next) {
    world = List.copyOf(next);
  }

  /** The job's nodes by rank of their tasks. */
  List<String> nodes() {
    return world.stream().map(s -> s.node).distinct().toList();
  }

  void failStarts(int nodes) {
    startsToFail = nodes;
  }

  /** Seats on new nodes for tasks that are to join. */
  List<Seat> joining(int nodes) {
    return newSeats(nodes, true);
  }

  /** Starts tasks on new nodes; gives the nodes on which none started. */
  List<String> start(List<Seat> seats) {
    List<String> nodes = seats.stream().map(s -> s.node).distinct().toList();
    List<String> failing = nodes.subList(0, Math.min(startsToFail, nodes.size()));
    startsToFail -= failing.size();
    seats.stream().filter(s -> !failing.contains(s.node)).forEach(starter);
    return failing;
  }

  private List<Seat> newSeats(int nodes, boolean joining) {
    List<Seat> fresh = new ArrayList<>();
    for (int i = 0; i < nodes; i++) {
      String node = "n" + ++nodesMade;
      for (int j = 0; j < tasksPerNode; j++) {
        fresh.add(new Seat("t" + ++tasksMade, node, joining));
      }
    }
    return fresh;
  }
}
