package io.pliant.cli.command;

import io.pliant.cli.invocation.Context;
import io.pliant.cli.json.Json;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Says which version this is. */
@Command(name = "version", description = "Say which version this is, and on which Java it runs.")
public final class VersionCommand implements Callable<Integer> {
  private final Context context;

  @Option(names = "--json", description = "Print it as JSON.")
  private boolean json;

  public VersionCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    String java = System.getProperty("java.version", "unknown");
    if (json) {
      Map<String, Object> version = new LinkedHashMap<>();
      version.put("version", Version.TEXT);
      version.put("java", java);
      version.put("home", context.home());
      context.terminal().out().println(Json.write(version));
    } else {
      context.terminal().out().println("pliant " + Version.TEXT + " (Java " + java + ")");
    }
    return 0;
  }
}
