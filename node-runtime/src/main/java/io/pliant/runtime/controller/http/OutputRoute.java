package io.pliant.runtime.controller.http;

import io.pliant.actors.api.ClusterGateway;
import io.pliant.api.JobDetails;
import io.pliant.runtime.controller.console.OutputFiles;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Shows what a job has written, to its owner and to operators. */
final class OutputRoute {
  private final ClusterGateway gateway;
  private final Waiting waiting;
  private final Privacy privacy;
  private final OutputFiles files;

  OutputRoute(ClusterGateway gateway, Waiting waiting, Privacy privacy, OutputFiles files) {
    this.gateway = gateway;
    this.waiting = waiting;
    this.privacy = privacy;
    this.files = files;
  }

  List<Route> routes() {
    return List.of(Route.get("/v1/jobs/{job}/output", this::output, "stream", "offset"));
  }

  private Reply output(Call call) throws InterruptedException {
    JobDetails job = waiting.answer(gateway.job(call.job()));
    if (!privacy.mayRead(call.caller(), job)) {
      throw ApiFailure.forbidden(
          "Expected the owner of job %s or an operator, but %s is neither."
              .formatted(call.job(), call.caller().name()));
    }
    String path = path(job, call.query("stream"));
    long offset = call.number("offset", 0, Long.MIN_VALUE / 2, Long.MAX_VALUE / 2);
    return switch (files.read(job.spec().submitter(), path, offset)) {
      case OutputFiles.Read.Done(var part) -> Reply.ok(part);
      case OutputFiles.Read.Missing(String why) -> throw new ApiFailure(404, "NOT_FOUND", why);
      case OutputFiles.Read.Unable(String why) -> throw new ApiFailure(409, "CONFLICT", why);
      case OutputFiles.Read.Busy(String why) -> throw ApiFailure.unavailable(why);
    };
  }

  private static String path(JobDetails job, @Nullable String stream) {
    String path =
        switch (stream) {
          case null -> job.outputPath();
          case "output" -> job.outputPath();
          case "error" -> job.errorPath() == null ? job.outputPath() : job.errorPath();
          default ->
              throw ApiFailure.invalid(
                  "Expected stream=output or stream=error, but got '%.40s'.".formatted(stream));
        };
    if (path == null) {
      throw new ApiFailure(
          404,
          "NOT_FOUND",
          "Job %s has no output file: it has not started, or its output goes to the 'pliant run' that started it."
              .formatted(job.job()));
    }
    return path;
  }
}
