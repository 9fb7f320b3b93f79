package io.pliant.cli.submission;

import io.pliant.api.SubmissionCheck;
import io.pliant.cli.http.Controllers;
import io.pliant.cli.http.Request;
import io.pliant.cli.json.Json;
import io.pliant.core.id.PartitionName;
import io.pliant.core.option.PartitionList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Has a submission that names several partitions wait in the one where it would start first. That
 * is asked before, so that a submission that is repeated goes to one partition alone.
 */
public final class PartitionQuestion {
  private PartitionQuestion() {}

  /**
   * The body with options for one partition; itself where it names one, or would be refused.
   *
   * @param options those of the body
   * @param script that of the body, or null
   */
  public static Map<String, @Nullable Object> settled(
      Controllers controllers,
      Map<String, @Nullable Object> body,
      List<String> options,
      @Nullable String script) {
    if (!PartitionList.isIn(options, script)) {
      return body;
    }
    SubmissionCheck check =
        controllers.one(Request.post("/v1/jobs/check", Json.write(body)), SubmissionCheck.class);
    PartitionName partition = check.partition();
    if (!check.taken() || partition == null) {
      return body;
    }
    Map<String, @Nullable Object> settled = new LinkedHashMap<>(body);
    settled.put("options", PartitionList.settled(options, partition));
    return settled;
  }
}
