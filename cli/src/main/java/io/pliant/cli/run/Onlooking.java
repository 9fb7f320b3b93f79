package io.pliant.cli.run;

import io.pliant.api.StepDetails;
import io.pliant.cli.http.Controllers;
import io.pliant.cli.http.Request;
import io.pliant.cli.http.Target;
import io.pliant.cli.json.Json;
import io.pliant.core.id.JobId;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Asks the controllers to have the nodes of a running step connect here; asked again, only nodes
 * that have not come do.
 *
 * @param step its number, -1 for the batch script
 * @param usage what tasks have used, instead of what they write
 */
record Onlooking(
    Controllers controllers, JobId job, int step, StepListener listener, boolean usage) {
  StepDetails ask() {
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("host", listener.host());
    body.put("port", listener.port());
    body.put("secret", listener.secret());
    body.put("usage", usage);
    String target =
        Target.of("jobs", job.toString(), "steps", Integer.toString(step), "onlookers").toString();
    return controllers.one(Request.post(target, Json.write(body)), StepDetails.class);
  }
}
