package io.pliant.cli.top;

import io.pliant.api.QueueWindow;
import io.pliant.cli.cluster.ClusterAccess;
import io.pliant.cli.http.ApiRefusal;
import io.pliant.cli.http.Controllers;
import io.pliant.cli.http.Request;
import io.pliant.cli.http.Target;
import io.pliant.cli.invocation.CommandFailure;
import io.pliant.cli.invocation.Context;
import io.pliant.cli.terminal.Screen;
import io.pliant.cli.terminal.Terminal;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Shows the cluster on one page, again and again. */
@Command(
    name = "top",
    description =
        "Show nodes, partitions, jobs that run and what happens, on one page; live on a terminal.",
    footer = {
      "",
      "Examples:",
      "  pliant top                 live, until interrupted",
      "  pliant top --interval 10   drawn every ten seconds",
      "  pliant top --once          once, as without a terminal"
    })
public final class TopCommand implements Callable<Integer> {
  private static final int USUAL_INTERVAL = 2;
  private static final int LONGEST_INTERVAL = 3600;
  private static final Duration FIRST = Duration.ofSeconds(15);
  private static final Duration LOOK = Duration.ofMillis(200);

  private final Context context;

  @Mixin private ClusterAccess access = new ClusterAccess();

  @Option(names = "--once", description = "Show it once and exit, as without a terminal.")
  private boolean once;

  @Option(
      names = "--interval",
      paramLabel = "SECONDS",
      defaultValue = USUAL_INTERVAL + "",
      description = "How often it is drawn, 1 to 3600 seconds (2).")
  private int interval;

  private QueueWindow running = new QueueWindow(0, 0, List.of());

  public TopCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() throws InterruptedException {
    if (interval < 1 || interval > LONGEST_INTERVAL) {
      throw CommandFailure.usage(
          "Expected --interval between 1 and %d seconds, but got %d."
              .formatted(LONGEST_INTERVAL, interval));
    }
    if (access.json()) {
      throw CommandFailure.usage(
          "Expected no --json, since the page is made of several answers: pliant nodes, partitions, queue and power have it.");
    }
    Controllers controllers = access.connect(context).patient(Duration.ZERO);
    ClusterNow now = new ClusterNow(Clock.systemUTC().instant());
    ClusterWatch watch = new ClusterWatch(controllers, now);
    watch.start();
    long end = System.nanoTime() + FIRST.toNanos();
    while (!now.awaitFirst(LOOK)) {
      watch.check();
      if (System.nanoTime() < end) {
        continue;
      }
      throw CommandFailure.operational(
          "Expected a controller to tell of nodes and partitions within %d s, but: %s Try: pliant controller list"
              .formatted(FIRST.toSeconds(), now.known(Clock.systemUTC().instant()).trouble()));
    }
    Controllers questions = access.connect(context).patient(Duration.ZERO);
    Terminal terminal = context.terminal();
    if (once || !terminal.interactive()) {
      draw(terminal, now, questions);
      return 0;
    }
    return Screen.of(terminal)
        .repeat(
            Duration.ofSeconds(interval),
            page -> {
              watch.check();
              draw(page, now, questions);
            });
  }

  private void draw(Terminal page, ClusterNow now, Controllers questions) {
    String problem = null;
    try {
      running =
          questions.one(
              Request.get(
                  Target.of("queue")
                      .with("state", "RUNNING")
                      .with("limit", Integer.toString(TopPage.JOBS))
                      .toString()),
              QueueWindow.class);
    } catch (CommandFailure e) {
      problem = "the list of jobs is old: no controller answers";
    } catch (ApiRefusal e) {
      problem = "the list of jobs is old: " + e.getMessage();
    }
    now.asked(problem);
    new TopPage(page, now.known(Clock.systemUTC().instant()), running, Clock.systemUTC().instant())
        .print();
    page.out().flush();
  }
}
