package io.pliant.cli.submission;

import io.pliant.cli.cluster.StateFolder;
import io.pliant.cli.http.Controllers;
import io.pliant.cli.http.Request;
import io.pliant.cli.invocation.Context;
import io.pliant.cli.json.Json;
import io.pliant.core.option.SubmitCommandLine;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Hands batch scripts in.
 *
 * @param folder state folder, which jobs inherit
 */
public record ScriptSubmission(Context context, StateFolder folder) {
  /** Returns the controller's answer once the job is durable and queued. */
  public String submit(Controllers controllers, SubmitCommandLine line, String script) {
    String name = line.wrap() != null ? "wrap" : name(line.scriptFile());
    Map<String, @Nullable Object> body = body(line, script, name, line.scriptArguments());
    Map<String, @Nullable Object> settled =
        PartitionQuestion.settled(controllers, body, options(line, script), script);
    return controllers.text(Request.post("/v1/jobs", Json.write(settled)));
  }

  /** Returns the controller's answer what would become of a script; nothing is submitted. */
  public String check(Controllers controllers, SubmitCommandLine line, String script, String name) {
    Map<String, @Nullable Object> body = body(line, script, name, List.of());
    return controllers.text(Request.post("/v1/jobs/check", Json.write(body)));
  }

  private Map<String, @Nullable Object> body(
      SubmitCommandLine line, String script, @Nullable String name, List<String> arguments) {
    Map<String, @Nullable Object> body = new LinkedHashMap<>();
    body.put("script", script);
    body.put("scriptName", name);
    body.put("scriptArguments", arguments);
    body.put("options", options(line, script));
    body.put("command", List.of());
    body.put("io", null);
    body.put("workingDirectory", Shipment.workingDirectory());
    body.put("environment", Shipment.environment(context, folder));
    body.put("submissionKey", Shipment.submissionKey(context));
    return body;
  }

  private List<String> options(SubmitCommandLine line, String script) {
    List<String> named = NodeFiles.added(line.options(), line.nodeFile(script));
    boolean directed = SubmitCommandLine.namesNodes(script);
    return directed ? named : NodeFiles.placed(named, context);
  }

  private static @Nullable String name(@Nullable String file) {
    return file == null ? null : String.valueOf(Path.of(file).getFileName());
  }
}
