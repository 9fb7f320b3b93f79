package io.pliant.sim.compare;

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
import io.pliant.sim.power.PowerSetting;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * The power scenario of the adaptive Slurm: 14 nodes, 20 jobs that compute Pi (170 W a node) and
 * solve the heat equation (250 W) in turn, one every 2 s, launched on 1 to 4 nodes (seeded), all of
 * them malleable from 1 to 14; an idle node draws 71 W.
 *
 * <p>What the paper does not say is ours: each job is 600 node-seconds of work, Pi with a serial
 * share of 0.1 % and heat with 0.5 %; users declare 10 W less and more than is drawn, and the real
 * watts are known a second after the start; the corridor changes at 300 s and at 600 s.
 *
 * <p><b>Source.</b> M. Chadha, J. John, M. Gerndt, 2020, section VI-C.
 *
 * @param workload jobs
 * @param power watts and bounds
 */
public record PowerScenario(Workload workload, PowerSetting power) {
  /** Nodes of the machine. */
  public static final int NODES = 14;

  /** Watts of an idle node. */
  public static final double IDLE_WATTS = 71;

  private static final int JOBS = 20;
  private static final long APART = 2_000;
  private static final long WORK = 600_000;
  private static final long MEASURED_AFTER = 1_000;
  private static final double DECLARED_OFF = 10;

  private enum Kind {
    PI(170, 0.001),
    HEAT(250, 0.005);

    private final double watts;
    private final SpeedUp curve;

    Kind(double watts, double serial) {
      this.watts = watts;
      this.curve = new SpeedUp(serial);
    }
  }

  /** The bounds of the paper, at the times that are ours. */
  public static CorridorTable paperBounds() {
    return new CorridorTable(
        List.of(
            new CorridorTable.Change(0, new Corridor(1700, 2500)),
            new CorridorTable.Change(300_000, new Corridor(1000, 1700)),
            new CorridorTable.Change(600_000, new Corridor(2500, 3500))));
  }

  /**
   * The scenario.
   *
   * @param bounds by time
   * @param announced true when the policy is told the changes to come
   * @param seed of the launch sizes
   * @param cost of resizes
   */
  public static PowerScenario of(
      CorridorTable bounds, boolean announced, long seed, ResizeCost cost) {
    Random random = new Random(seed);
    List<ElasticJob> jobs = new ArrayList<>();
    List<PowerSetting.Profile> profiles = new ArrayList<>();
    for (int i = 0; i < JOBS; i++) {
      Kind kind = i % 2 == 0 ? Kind.PI : Kind.HEAT;
      int launch = 1 + random.nextInt(4);
      long run = WORK / launch;
      jobs.add(
          new ElasticJob(
              new WaitingShape(
                  i, new SizeRange(1, launch, NODES, SizeConstraint.ANY), i * APART, run, 0),
              i + 1,
              kind == Kind.PI ? "pi" : "heat",
              run,
              List.of(new ElasticJob.Phase(1, kind.curve))));
      profiles.add(
          new PowerSetting.Profile(
              Watts.declared(kind.watts - DECLARED_OFF, kind.watts + DECLARED_OFF),
              List.of(kind.watts)));
    }
    return new PowerScenario(
        new Workload("Pi and heat in turn, seed " + seed, NODES, jobs, cost),
        new PowerSetting(bounds, announced, IDLE_WATTS, profiles, MEASURED_AFTER));
  }
}
