package io.pliant.cli.command;

import io.pliant.api.LinkReply;
import io.pliant.cli.cluster.ClusterAccess;
import io.pliant.cli.http.Answers;
import io.pliant.cli.http.Controllers;
import io.pliant.cli.http.Request;
import io.pliant.cli.http.Target;
import io.pliant.cli.invocation.Context;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Logs a browser in. */
@Command(
    name = "console",
    description = {
      "Print a link that opens the web console and logs you in, once, within two minutes.",
      "Run it on a controller's host: there the kernel says who you are."
    },
    footer = {"", "Example:", "  pliant console"})
public final class ConsoleCommand implements Callable<Integer> {
  private final Context context;

  @Mixin private ClusterAccess access = new ClusterAccess();

  public ConsoleCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    Controllers controllers = access.connect(context);
    String answer = controllers.text(Request.post(Target.of("console", "links").toString(), null));
    if (access.json()) {
      context.terminal().out().println(answer);
      return 0;
    }
    LinkReply link = Answers.one(answer, LinkReply.class);
    context.terminal().out().println(link.url());
    context
        .terminal()
        .note(
            "Logs %s in, once, within two minutes. Whoever opens it is you."
                .formatted(link.user()));
    return 0;
  }
}
