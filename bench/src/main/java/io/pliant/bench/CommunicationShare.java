package io.pliant.bench;

import io.pliant.imp.Imp;
import io.pliant.imp.examples.Heat;
import io.pliant.imp.examples.ShallowWater;
import io.pliant.imp.examples.Show;
import io.pliant.imp.testkit.FakeJob;
import io.pliant.imp.testkit.FakeScheduler;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Communication by computation (MTCT) of heat and of the shallow-water solver on 1 to 8 tasks, as
 * the library measures it and the testkit's agents reduce it over the tasks of the job.
 */
public final class CommunicationShare {
  private CommunicationShare() {}

  private interface Program {
    void run(Imp imp, Show show);
  }

  /** A spectator of rank 0 that looks at the job's ratio every so many steps. */
  private static final class Watch implements Show {
    private final List<Double> ratios = new ArrayList<>();
    private final int every;
    private FakeScheduler scheduler;

    @SuppressWarnings("NullAway") // set before the first step
    Watch(int every) {
      this.every = every;
    }

    @Override
    public synchronized void stepDone(Imp imp, long step) {
      if (step % every == 0 && imp.world().rank() == 0 && scheduler != null) {
        ratios.add(scheduler.mtct(0));
      }
    }

    @Override
    public void say(String line) {}
  }

  /** Runs both on 1, 2, 4 and 8 tasks. */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    System.out.println("| program | tasks | communication / computation, from start to end |");
    System.out.println("|---|---:|---|");
    Heat.Plan heat = new Heat.Plan(400, 6000);
    ShallowWater.Plan water = new ShallowWater.Plan(8, 8, 2, 8, 0, 2400);
    for (int tasks = 1; tasks <= 8; tasks *= 2) {
      print("heat", tasks, 1000, (imp, show) -> Heat.run(imp, heat, show));
    }
    for (int tasks = 1; tasks <= 8; tasks *= 2) {
      print("shallow water", tasks, 400, (imp, show) -> ShallowWater.run(imp, water, show));
    }
  }

  private static void print(String name, int tasks, int every, Program program)
      throws IOException, InterruptedException {
    Watch watch = new Watch(every);
    FakeJob job = FakeJob.of(imp -> program.run(imp, watch), tasks);
    try (FakeScheduler scheduler = FakeScheduler.start(job)) {
      synchronized (watch) {
        watch.scheduler = scheduler;
      }
      scheduler.awaitEnd(Duration.ofMinutes(5));
    }
    StringBuilder line = new StringBuilder();
    for (double ratio : watch.ratios) {
      line.append(String.format(" %.2f", ratio));
    }
    System.out.printf("| %s | %d |%s |%n", name, tasks, line);
  }
}
