package io.pliant.sim.power;

import io.pliant.core.elastic.WaitingShape;
import io.pliant.core.power.Corridor;
import io.pliant.core.power.CorridorTable;
import io.pliant.core.power.Watts;
import io.pliant.core.size.ResizeCost;
import io.pliant.core.size.SizeConstraint;
import io.pliant.core.size.SizeRange;
import io.pliant.core.size.SpeedUp;
import io.pliant.sim.elastic.ElasticJob;
import io.pliant.sim.elastic.Workload;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * Random workloads on small machines under bounds that change at random times, unannounced; from
 * the end of the submissions on, sooner or later, without bounds, so that all jobs end.
 *
 * @param exact users declare what is drawn; otherwise only a range that contains it
 */
public record RandomPower(Workload workload, PowerSetting power, boolean exact) {
  private static final int MOST_NODES = 12;
  private static final int MOST_JOBS = 24;
  private static final long NEVER = Duration.ofDays(100_000).toMillis();

  /** As a live partition knows it that measures nothing: what was declared, and what is to come. */
  public static RandomPower asDeclared(long seed) {
    RandomPower random = of(seed);
    PowerSetting power = random.power();
    return new RandomPower(
        random.workload(),
        new PowerSetting(power.corridor(), true, power.idleWatts(), power.jobs(), NEVER),
        random.exact());
  }

  static RandomPower of(long seed) {
    Random random = new Random(seed);
    boolean exact = random.nextBoolean();
    int nodes = 2 + random.nextInt(MOST_NODES - 1);
    int idle = 40 + random.nextInt(60);
    double share = random.nextInt(5) / 4.0;
    List<ElasticJob> jobs = new ArrayList<>();
    List<PowerSetting.Profile> profiles = new ArrayList<>();
    long submit = 0;
    int count = 1 + random.nextInt(MOST_JOBS);
    for (int job = 0; job < count; job++) {
      submit += random.nextInt(3) == 0 ? 0 : random.nextInt(40) * 1_000L;
      SizeRange sizes =
          random.nextDouble() < share
              ? malleable(random, nodes)
              : SizeRange.rigid(1 + random.nextInt(nodes));
      long estimate = 1_000L * (5 + random.nextInt(300));
      jobs.add(
          new ElasticJob(
              new WaitingShape(job, sizes, submit, estimate, random.nextInt(20)),
              job + 1,
              sizes.isRigid() ? "rigid" : "malleable",
              random.nextBoolean() ? estimate : 1 + random.nextInt((int) estimate),
              List.of(new ElasticJob.Phase(1, new SpeedUp(random.nextInt(21) / 100.0)))));
      double watts = idle - 10 + random.nextInt(220);
      profiles.add(
          new PowerSetting.Profile(
              exact
                  ? Watts.declared(watts, watts)
                  : Watts.declared(
                      Math.max(0, watts - random.nextInt(30)), watts + random.nextInt(30)),
              List.of(watts)));
    }
    ResizeCost cost =
        random.nextInt(3) == 0
            ? ResizeCost.NONE
            : new ResizeCost(random.nextInt(5_000), random.nextInt(200), 100);
    return new RandomPower(
        new Workload("random " + seed, nodes, jobs, cost),
        new PowerSetting(
            bounds(random, nodes, idle, submit + 300_000), false, idle, profiles, 1_000),
        exact);
  }

  private static CorridorTable bounds(Random random, int nodes, int idle, long until) {
    List<CorridorTable.Change> changes = new ArrayList<>();
    for (long at = 0; at < until; at += 1_000L * (5 + random.nextInt(120))) {
      int lower = (int) (nodes * idle * 0.8) + random.nextInt(nodes * 120);
      int width = random.nextInt(5) == 0 ? random.nextInt(60) : random.nextInt(nodes * 80);
      changes.add(new CorridorTable.Change(at, new Corridor(lower, lower + width)));
    }
    changes.add(new CorridorTable.Change(until + 1_000_000, new Corridor(0, 1e9)));
    return new CorridorTable(changes);
  }

  private static SizeRange malleable(Random random, int nodes) {
    SizeConstraint[] all = SizeConstraint.values();
    SizeConstraint constraint = all[random.nextInt(all.length)];
    int[] legal = new int[3];
    for (int i = 0; i < legal.length; i++) {
      int size = constraint.floor(1 + random.nextInt(nodes));
      legal[i] = size == 0 ? constraint.floor(2) : size;
    }
    Arrays.sort(legal);
    return new SizeRange(legal[0], legal[1], legal[2], constraint);
  }
}
