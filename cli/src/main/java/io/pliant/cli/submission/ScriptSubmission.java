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
    Map<String, @Nullable Object> body = new LinkedHashMap<>();
    body.put("script", script);
    body.put("scriptName", line.wrap() != null ? "wrap" : name(line.scriptFile()));
    body.put("scriptArguments", line.scriptArguments());
    body.put("options", line.options());
    body.put("command", List.of());
    body.put("io", null);
    body.put("workingDirectory", Shipment.workingDirectory());
    body.put("environment", Shipment.environment(context, folder));
    body.put("submissionKey", Shipment.submissionKey(context));
    return controllers.text(Request.post("/v1/jobs", Json.write(body)));
  }

  private static @Nullable String name(@Nullable String file) {
    return file == null ? null : String.valueOf(Path.of(file).getFileName());
  }
}
