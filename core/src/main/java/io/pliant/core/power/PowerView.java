package io.pliant.core.power;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a policy may know of power.
 *
 * @param corridor bounds now
 * @param announced changes of the bounds that are known already, in order of time
 * @param idleWatts of a node on which no job runs
 * @param assumed watts of a node under a job of which nothing is known
 * @param jobs watts of a node under each job, running or waiting, by its number
 */
public record PowerView(
    Corridor corridor,
    List<CorridorTable.Change> announced,
    double idleWatts,
    Watts assumed,
    SortedMap<Integer, Watts> jobs) {
  public PowerView {
    announced = List.copyOf(announced);
    jobs = Collections.unmodifiableSortedMap(new TreeMap<>(jobs));
  }

  /** Watts of each node of a job. */
  public Watts of(int job) {
    return jobs.getOrDefault(job, assumed);
  }
}
