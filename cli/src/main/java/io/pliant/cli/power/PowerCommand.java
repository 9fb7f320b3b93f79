package io.pliant.cli.power;

import io.pliant.api.PowerStatus;
import io.pliant.cli.cluster.ClusterAccess;
import io.pliant.cli.http.Controllers;
import io.pliant.cli.http.Request;
import io.pliant.cli.http.Target;
import io.pliant.cli.invocation.CommandFailure;
import io.pliant.cli.invocation.Context;
import io.pliant.cli.terminal.Screen;
import io.pliant.cli.terminal.Terminal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Shows the power corridor and what is drawn. */
@Command(
    name = "power",
    description =
        "Show the power corridor, what is drawn and what is forecast; on a terminal as a live chart.",
    footer = {
      "",
      "Examples:",
      "  pliant power                                      live, until interrupted",
      "  pliant power --once --span 600                    the last ten minutes",
      "  pliant power --csv watts.csv                      what was sampled in the last hour",
      "  pliant power set --lower 1700 --upper 2500        bounds from now on",
      "  pliant power set --lower 1000 --upper 1700 --at now+2minutes",
      "  pliant power clear                                no bounds any more"
    })
public final class PowerCommand implements Callable<Integer> {
  private static final Duration PAUSE = Duration.ofSeconds(1);
  private static final int SAMPLES_OF_JSON = 600;
  private static final int HOUR = 3600;
  private static final int SPAN = 120;

  private final Context context;

  @Mixin private ClusterAccess access = new ClusterAccess();

  @Option(names = "--once", description = "Show it once and exit, as without a terminal.")
  private boolean once;

  @Option(
      names = "--span",
      paramLabel = "SECONDS",
      defaultValue = SPAN + "",
      description = "How far back the chart goes, 10 to 3600 seconds (120).")
  private int span;

  @Option(
      names = "--csv",
      paramLabel = "FILE",
      description = "Write the samples of the last hour to a file, - for standard output.")
  private @Nullable String csv;

  public PowerCommand(Context context) {
    this.context = context;
  }

  /** What a subcommand talks to; refuses options of this command that it would ignore. */
  ClusterAccess accessOf(ClusterAccess subcommand) {
    if (once || csv != null || span != SPAN) {
      throw CommandFailure.usage(
          "Expected --once, --span and --csv with 'pliant power' alone, not with a subcommand.");
    }
    return subcommand.or(access);
  }

  @Override
  public Integer call() {
    if (span < 10 || span > HOUR) {
      throw CommandFailure.usage(
          "Expected --span between 10 and 3600 seconds, but got %d.".formatted(span));
    }
    if (csv != null && access.json()) {
      throw CommandFailure.usage("Expected one of --csv and --json, but got both.");
    }
    Controllers controllers = access.connect(context);
    Terminal terminal = context.terminal();
    if (access.json()) {
      String target =
          Target.of("power").with("samples", Integer.toString(SAMPLES_OF_JSON)).toString();
      terminal.out().println(controllers.text(Request.get(target)));
      return 0;
    }
    if (csv != null) {
      PowerFeed feed = new PowerFeed(controllers, Duration.ofSeconds(HOUR));
      feed.look();
      write(csv, PowerCsv.of(feed.samples()));
      return 0;
    }
    PowerFeed feed = new PowerFeed(controllers, Duration.ofSeconds(span));
    if (once || !terminal.interactive()) {
      show(feed, terminal);
      return 0;
    }
    return Screen.of(terminal).repeat(PAUSE, page -> show(feed, page));
  }

  private void show(PowerFeed feed, Terminal terminal) {
    PowerStatus status = feed.look();
    new PowerPage(terminal, status, feed.samples(), span).print();
    terminal.out().flush();
  }

  private void write(String file, String text) {
    if (file.equals("-")) {
      context.terminal().out().print(text);
      context.terminal().out().flush();
      return;
    }
    try {
      Files.writeString(Path.of(file), text);
    } catch (IOException e) {
      throw CommandFailure.operational("Expected to write %s, but %s.".formatted(file, e));
    }
  }
}
